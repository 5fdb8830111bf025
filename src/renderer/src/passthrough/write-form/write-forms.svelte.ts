import { SvelteMap } from 'svelte/reactivity'
import { toAppError, type AppError } from '../../../../shared/errors'
import type { PassthroughDraft } from '../../../../shared/passthrough/passthrough'
import type { Client } from '../../client.svelte'
import { readShape, type Shape } from './shape'
import { writeWords } from '../words/write'

/** What is known of what a unified write takes: asked for, there, none (and why), or not answered. */
export type WriteForm =
  | { state: 'reading'; shape?: undefined }
  | { state: 'ready'; shape: Shape & { kind: 'object' } }
  | { state: 'none'; reason: string; shape?: undefined }
  | { state: 'failed'; error: AppError; shape?: undefined }

/** Forms by connector and operation: each is asked for once in a run, and again where the operator wants it. */
export class WriteForms {
  #client: Client
  #forms = new SvelteMap<string, WriteForm>()

  constructor(client: Client) {
    this.#client = client
  }

  /** null where nothing was asked for, or the draft has none. */
  of(draft: PassthroughDraft): WriteForm | null {
    return this.#forms.get(nameOf(draft)) ?? null
  }

  /** Asks for it, unless it is there or asked for. */
  need(draft: PassthroughDraft): void {
    if (!this.of(draft)) void this.read(draft)
  }

  async read(draft: PassthroughDraft): Promise<void> {
    const { route, workspaceId, region, connector, path } = draft
    if (!route || !connector || path === '') return
    const name = nameOf(draft)
    this.#forms.set(name, { state: 'reading' })
    try {
      const request = { workspaceId, region, connector: { ...connector }, path }
      const { schema, reason } = await this.#client.call('passthrough:writeSchema', request)
      const shape = readShape(schema)
      const { unclear } = writeWords.schema
      this.#forms.set(name, shape ? { state: 'ready', shape } : { state: 'none', reason: reason || unclear })
    } catch (thrown) {
      this.#forms.set(name, { state: 'failed', error: toAppError(thrown) })
    }
  }
}

const nameOf = ({ region, connector, path }: PassthroughDraft) => `${region} ${connector?.key ?? ''} ${path}`
