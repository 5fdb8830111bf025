import type { PracticeConnector } from '../connector'
import { HOUR, iso } from '../data/draft'
import type { World } from '../world'

const SECOND = 1000

/** What can happen to a connector at a practice time. Other code must not have removed it. */
export class Turns {
  constructor(private readonly world: Pick<World, 'life' | 'clock'>) {}

  /** Only the customer can mend it. @param ago ms before */
  breaks(one: PracticeConnector, at: number, ago = 0): void {
    const now = this.halted(one, at) - ago
    one.status = 'RELINK_NEEDED'
    one.relink_needed_at = iso(now)
    one.last_sync_start_time = iso(now - SECOND)
    one.next_sync_start_time = null
    one.sync_status = 'Failed'
  }

  /** Its syncs start no more: the plan is long past, so that it shows at any speed. */
  stalls(one: PracticeConnector, at: number): void {
    const now = this.halted(one, at)
    const last = Date.parse(one.last_sync_start_time ?? '')
    if (last > now - 3 * HOUR) one.last_sync_start_time = iso(now - 3 * HOUR)
    one.next_sync_start_time = iso(now - 2 * HOUR)
    one.sync_status = 'Done'
  }

  /** Ids and token stay, and a sync starts. */
  links(one: PracticeConnector, at: number): void {
    one.status = 'COMPLETE'
    one.relink_needed_at = null
    one.completed_at = iso(this.world.clock.shown(at))
    this.world.life.begin(one, at)
  }

  private halted(one: PracticeConnector, at: number): number {
    const { life, clock } = this.world
    life.catchUp(one, at)
    life.halt(one)
    if ('sync_progress' in one) one.sync_progress = null
    return clock.shown(at)
  }
}
