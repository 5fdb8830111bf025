import { SvelteSet } from 'svelte/reactivity'
import type { AppError } from '../../../shared/errors'
import type { ChangeOutcome, Operations } from '../../../shared/connectors/channels'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { unlessDeclined } from '../kit/declined'
import type { Place } from '../../../shared/workspaces/place'
import type { ConnectorList } from '../records/connector-list.svelte'
import type { Entry } from '../records/entry'
import { Task } from '../kit/task.svelte'

export type ConnectorAct = 'resync' | 'read' | 'pin' | 'delete'

export type ActResult =
  | { act: 'resync' | 'delete'; key: string; change: ChangeOutcome }
  | { act: 'read'; key: string; listed: boolean }
  | { act: 'pin'; key: string; pinned: boolean }
  | { act: ConnectorAct; key: string; error: AppError }

const none: Operations = { resync: false, linkToken: false }

/** Acts on one connector at the API. Nothing here repeats by itself. */
export class ConnectorActs {
  #client: Client
  #list: () => ConnectorList | null
  #place: Place | null = null
  #operations = $state.raw<Operations>(none)
  #pinned = new SvelteSet<string>()
  #busy = $state<ConnectorAct | null>(null)
  #acting = new Task()
  #result = $state.raw<ActResult | null>(null)

  constructor(client: Client, list: () => ConnectorList | null) {
    this.#client = client
    this.#list = list
  }

  /** Operations beyond the contract; empty until the API has named them. */
  get operations(): Operations {
    return this.#operations
  }

  get busy(): ConnectorAct | null {
    return this.#busy
  }

  get job(): Job | null {
    return this.#acting.job
  }

  isPinned(key: string): boolean {
    return this.#pinned.has(key)
  }

  resultOf(key: string): ActResult | null {
    return this.#result?.key === key ? this.#result : null
  }

  forget(): void {
    this.#result = null
  }

  /** Asks which operations exist; without an answer the buttons stay hidden. */
  async show(place: Place): Promise<void> {
    const same = this.#place?.workspaceId === place.workspaceId && this.#place.region === place.region
    if (same) return
    this.#place = place
    this.#operations = none
    this.#pinned.clear()
    const [operations, pinned] = await Promise.all([
      this.#client.call('connectors:operations', place).catch(() => none),
      this.#client.call('connectors:pinned', place).catch(() => [])
    ])
    if (this.#place !== place) return
    this.#operations = operations
    this.#setPinned(pinned)
  }

  resync({ key }: Entry): Promise<void> {
    return this.#do('resync', key, async (request) => {
      const change = await this.#client.call('connectors:resync', request)
      if (change.outcome === 'done') await this.#readAgain(key)
      return { act: 'resync', key, change }
    })
  }

  read({ key }: Entry): Promise<void> {
    return this.#do('read', key, async () => ({ act: 'read', key, listed: await this.#readAgain(key) }))
  }

  pin({ key }: Entry, pinned: boolean): Promise<void> {
    return this.#do('pin', key, async ({ workspaceId, region }) => {
      this.#setPinned(await this.#client.call('connectors:pin', { workspaceId, region, key, pinned }))
      return { act: 'pin', key, pinned }
    })
  }

  /** Main asks the operator for the customer's name as the API lists it now. */
  delete({ key }: Entry): Promise<void> {
    return this.#do('delete', key, async (request) => {
      const change = await this.#client.call('connectors:delete', request)
      return { act: 'delete', key, change }
    })
  }

  /** Removes a deleted connector from the list, once the operator has read the result. */
  drop(): void {
    void this.#list()?.change()
  }

  /** @returns whether the API still lists it */
  async #readAgain(key: string): Promise<boolean> {
    const row = await new Job(this.#client).ask('connectors:readOne', this.#request(key))
    if (row) void this.#list()?.change()
    return row !== null
  }

  #request(key: string) {
    if (!this.#place) throw new Error('There is no place in view.')
    return { ...this.#place, key }
  }

  #setPinned(keys: readonly string[]): void {
    this.#pinned.clear()
    for (const key of keys) this.#pinned.add(key)
  }

  async #do(
    act: ConnectorAct,
    key: string,
    work: (request: { requestId: string; key: string } & Place) => Promise<ActResult>
  ): Promise<void> {
    if (this.#busy) return
    const request = this.#request(key)
    const job = new Job(this.#client, request)
    this.#busy = act
    this.#result = null
    try {
      this.#result = await this.#acting.act(job, () => work({ ...request, requestId: job.requestId }))
    } catch (thrown) {
      const error = unlessDeclined(thrown)
      this.#result = error && { act, key, error }
    }
    this.#busy = null
  }
}
