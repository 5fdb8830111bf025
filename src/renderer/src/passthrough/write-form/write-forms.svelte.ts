import { SvelteMap } from 'svelte/reactivity'
import { toAppError, type AppError } from '../../../../shared/errors'
import type { PassthroughDraft } from '../../../../shared/passthrough/passthrough'
import type { Client } from '../../client.svelte'
import { readShape, type Shape } from './shape'
import { writeWords } from '../words/write'

export type WriteForm =
  | { state: 'reading'; shape?: undefined }
  | { state: 'ready'; shape: Shape & { kind: 'object' } }
  | { state: 'none'; reason: string; shape?: undefined }
  | { state: 'failed'; error: AppError; shape?: undefined }

/** Asked for once per session, and again on request. */
export class WriteForms {
  #client: Client
  #forms = new SvelteMap<string, WriteForm>()

  constructor(client: Client) {
    this.#client = client
  }

  /** null if nobody asked */
  of(draft: PassthroughDraft): WriteForm | null {
    return this.#forms.get(nameOf(draft)) ?? null
  }

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
