import type { SampleSet } from '../../../../shared/model/lab'
import type { Client } from '../../client.svelte'
import type { Place } from '../../../../shared/model/place'
import { Fallible } from '../shared/fallible.svelte'
import type { Lab } from './lab.svelte'

/** A connector to read samples of, and what it is called. */
export interface SampleSource {
  key: string
  name: string
}

/** Where payloads to try an expression on are taken from. One is taken at a time. */
export class Samples extends Fallible {
  #client: Client
  #place: Place
  #lab: Lab
  #taking = $state.raw<{ what: string; requestId: string | null } | null>(null)

  constructor(client: Client, place: Place, lab: Lab) {
    super()
    this.#client = client
    this.#place = place
    this.#lab = lab
  }

  /** What is read just now, in words. */
  get taking(): string | null {
    return this.#taking?.what ?? null
  }

  get cancellable(): boolean {
    return this.#taking?.requestId != null
  }

  collection({ key, name }: SampleSource, path: string, most: number): Promise<boolean> {
    const requestId = crypto.randomUUID()
    return this.#take('Reading records with their raw data', requestId, () =>
      this.#client.call('lab:takeCollection', { requestId, ...this.#place, key, name, path, most })
    )
  }

  rawData({ key, name }: SampleSource, model: string): Promise<boolean> {
    const requestId = crypto.randomUUID()
    return this.#take('Asking the service for raw data', requestId, () =>
      this.#client.call('lab:takeRawData', { requestId, ...this.#place, key, name, model })
    )
  }

  file(): Promise<boolean> {
    return this.#take('Reading a file', null, () => this.#client.call('lab:takeFile', this.#place))
  }

  paste(text: string, name: string): Promise<boolean> {
    return this.#take('Reading what was pasted', null, () =>
      this.#client.call('lab:takePaste', { ...this.#place, text, name })
    )
  }

  /** @param index the record in front */
  response(responseId: string, node: number | null, name: string, index: number): Promise<boolean> {
    return this.#take(
      'Taking the response',
      null,
      () => this.#client.call('lab:takeResponse', { ...this.#place, responseId, node, name }),
      index
    )
  }

  cancel(): void {
    const requestId = this.#taking?.requestId
    if (requestId) this.#client.call('jobs:cancel', { requestId }).catch(() => undefined)
  }

  /** @returns whether something was taken */
  async #take(
    what: string,
    requestId: string | null,
    ask: () => Promise<SampleSet | null>,
    index = 0
  ): Promise<boolean> {
    if (this.#taking) return false
    this.#taking = { what, requestId }
    const set = await this.told(ask)
    this.#taking = null
    if (set) await this.#lab.add(set, Math.min(index, Math.max(0, set.records - 1)))
    return set !== null
  }
}
