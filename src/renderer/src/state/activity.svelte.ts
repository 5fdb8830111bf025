import type { Workspace } from '../../../shared/model/workspace'
import type { Client } from '../client.svelte'

/** The activity view. */
export class Activity {
  readonly client: Client

  constructor(client: Client) {
    this.client = client
  }

  /** Follows the open workspace and region. */
  show(_workspace: Workspace | null): void {}
}
