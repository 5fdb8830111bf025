import { toAppError, type AppError } from '../../../shared/errors'
import type { CollectionRequest } from '../../../shared/data/collection'
import type { EventPayload } from '../../../shared/ipc'
import type { Region } from '../../../shared/workspaces/region'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'

type Look = EventPayload<'data:syncWait'>

/** How long a sync may be waited for, in hours: most take minutes, the first one of a large customer hours. */
export const waitHours = [1, 2, 4, 8, 12] as const
export type WaitHours = (typeof waitHours)[number]

/** Waits for the end of a connector's sync, to walk then. */
export class SyncWait {
  readonly job: Job
  /** What is walked then: as it was when the wait began. */
  readonly request: CollectionRequest
  readonly name: string
  /** After these it no longer waits. */
  readonly hours: WaitHours
  #look = $state.raw<Look | null>(null)
  #failure = $state.raw<AppError | null>(null)

  constructor(client: Client, request: CollectionRequest, name: string, hours: WaitHours) {
    this.job = new Job(client)
    this.request = request
    this.name = name
    this.hours = hours
  }

  /** The state of the connector at the last look. */
  get look(): Look | null {
    return this.#look
  }

  /** Why it no longer waits. */
  get failure(): AppError | null {
    return this.#failure
  }

  /** @returns whether the sync is done */
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
