import type { Workspace } from '../../../shared/model/workspace'
import type { Client } from '../client.svelte'

/** The mappings view. */
export class Mappings {
  readonly client: Client

  constructor(client: Client) {
    this.client = client
  }

  /** Follows the open workspace and region. */
  show(_workspace: Workspace | null): void {}
}
