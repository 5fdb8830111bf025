import { createContext } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import type { ActivityCall, FoundOutcome, FoundRecord } from '../../../shared/activity/call'
import type { Collection } from '../../../shared/data/catalogue'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import type { Task } from '../kit/task.svelte'

export type SafeRead =
  | { in: 'passthrough'; path: string }
  | { in: 'data'; collectionId: string; label: string; needsConnector: boolean }
  | { in: 'connector'; key: string }
  /** The connector's status and last start. */
  | { in: 'sync' }
  /** A new connector. */
  | { in: 'refresh' }
  | { in: 'mappings' }

/**
 * A read that changes nothing and can show whether a change was carried out; null for none.
 * @param collectionAt the catalogue's: the first screen does not load it
 */
export function safeReadOf(
  { asker, forwarded, method, path, connectorKey }: ActivityCall,
  collectionAt: (path: string) => Collection | undefined
): SafeRead | null {
  const [, sentTo] = /^\S+ (.+)$/s.exec(forwarded) ?? []
  if (sentTo !== undefined) return { in: 'passthrough', path: sentTo }
  if (asker === 'mappings') return { in: 'mappings' }
  if (asker === 'connectors') {
    if (!connectorKey) return { in: 'refresh' }
    return method === 'DELETE' ? { in: 'connector', key: connectorKey } : { in: 'sync' }
  }
  const collection = collectionAt(path)
  if (!collection) return null
  const { id: collectionId, label, needsConnector } = collection
  return { in: 'data', collectionId, label, needsConnector }
}

/** Changes whose outcome is unknown, and what operators found out about them. */
export class UnknownSends {
  #client: Client
  /** By the id of the send. */
  #sends = new SvelteMap<string, ActivityCall>()

  constructor(client: Client) {
    this.#client = client
    client.on('activity:found', ({ id, outcome }) => {
      for (const [send, call] of this.#sends) if (call.id === id) this.#sends.set(send, { ...call, found: outcome })
    })
  }

  of(send: string): ActivityCall | null {
    return this.#sends.get(send) ?? null
  }

  /** Asks for those that are not known yet. A failure shows nothing: the send itself is shown. */
  async look(workspaceId: string, sends: readonly string[]): Promise<void> {
    const missing = sends.filter((send) => !this.#sends.has(send)).slice(0, 500)
    if (missing.length === 0) return
    const asked = this.#client.call('activity:unknownSends', { workspaceId, sends: missing })
    const { calls } = await asked.catch(() => ({ calls: [] }))
    for (const call of calls) this.#sends.set(call.partOf, call)
  }

  /** Newest first. */
  async found({ workspaceId, id }: ActivityCall): Promise<FoundRecord[]> {
    return (await this.#client.call('activity:found', { workspaceId, id })).found
  }

  /** @returns all records, newest first */
  async record({ workspaceId, id }: ActivityCall, outcome: FoundOutcome, note: string): Promise<FoundRecord[]> {
    return (await this.#client.call('activity:recordFound', { workspaceId, id, outcome, note })).found
  }

  /** Reads the connector of a change. @param tell false: the API no longer lists it */
  readConnector(task: Task, { workspaceId, region }: ActivityCall, key: string, tell: (listed: boolean) => void) {
    const job = new Job(this.#client, { workspaceId, region })
    const read = () => job.ask('connectors:readOne', { workspaceId, region, key })
    return task.ask(job, read, (row) => tell(row !== null))
  }
}

export const [useUnknownSends, provideUnknownSends] = createContext<UnknownSends>()
