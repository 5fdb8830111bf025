import { createContext } from 'svelte'
import type { AccessCheck } from '../../../shared/issues/access'
import { AppError } from '../../../shared/errors'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'

/** Check now: which GET it asks of an integration, and the one that is asked at the moment. */
export class AccessChecks extends Task {
  #client: Client
  /** The connector that is asked, or was last. */
  #key = $state<string | null>(null)
  #check = $state.raw<{ workspaceId: string; integration: string; check: AccessCheck } | null>(null)

  constructor(client: Client) {
    super()
    this.#client = client
  }

  /** Whether it, or its failure, is about this connector. */
  isAbout(key: string): boolean {
    return this.#key === key
  }

  of(workspaceId: string, integration: string): AccessCheck | null {
    const known = this.#check
    return known?.workspaceId === workspaceId && known.integration === integration ? known.check : null
  }

  /** Saved requests may have changed: asks each time. A failure offers nothing. */
  async look(workspaceId: string, integration: string): Promise<void> {
    const asked = this.#client.call('passthrough:accessCheck', { workspaceId, integration })
    const check = await asked.catch(() => ({ request: null, offered: [] }))
    this.#check = { workspaceId, integration, check }
  }

  /** @param key the connector beside which it is chosen @param id null: none */
  async choose(workspaceId: string, integration: string, key: string, id: string | null): Promise<void> {
    this.#key = key
    const request = { workspaceId, integration, id }
    const check = await this.run(() => this.#client.call('passthrough:chooseAccessCheck', request))
    if (check) this.#check = { workspaceId, integration, check }
  }

  /** One at a time. @param answered also where the answer says nothing of its access */
  async checkNow({ workspaceId, region }: Place, key: string, answered: () => void): Promise<void> {
    if (this.running) return
    this.#key = key
    const job = new Job(this.#client, { workspaceId, region })
    await this.ask(
      job,
      async () => {
        const result = await job.ask('passthrough:checkAccess', { workspaceId, region, key })
        if (!result.access && result.error) throw AppError.from(result.error)
      },
      answered
    )
  }
}

export const [useAccessChecks, provideAccessChecks] = createContext<AccessChecks>()
