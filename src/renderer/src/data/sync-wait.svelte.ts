import { toAppError, type AppError } from '../../../shared/errors'
import type { CollectionRequest } from '../../../shared/data/collection'
import type { EventPayload } from '../../../shared/ipc'
import type { Region } from '../../../shared/workspaces/region'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'

type Look = EventPayload<'data:syncWait'>

/** Most syncs take minutes, a large customer's first one hours. */
export const waitHours = [1, 2, 4, 8, 12] as const
export type WaitHours = (typeof waitHours)[number]

export class SyncWait {
  readonly job: Job
  /** From the start of the wait. */
  readonly request: CollectionRequest
  readonly name: string
  readonly hours: WaitHours
  #look = $state.raw<Look | null>(null)
  #failure = $state.raw<AppError | null>(null)

  constructor(client: Client, request: CollectionRequest, name: string, hours: WaitHours) {
    this.job = new Job(client)
    this.request = request
    this.name = name
    this.hours = hours
  }

  get look(): Look | null {
    return this.#look
  }

  get failure(): AppError | null {
    return this.#failure
  }

  /** @returns true once the sync is done */
  async begin(workspaceId: string, region: Region): Promise<boolean> {
    try {
      await this.job.ask('data:awaitSync', {
        workspaceId,
        region,
        key: this.request.connectorKey ?? '',
        withinMinutes: this.hours * 60
      })
      return true
    } catch (thrown) {
      this.#failure = toAppError(thrown)
      return false
    }
  }

  report(look: Look): void {
    this.#look = look
  }

  cancel(): void {
    this.job.cancel()
  }
}
