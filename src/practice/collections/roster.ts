import { DAY, HOUR, iso, MINUTE } from '../data/draft'
import { headcount } from '../passthrough/people'
import type { Category, PracticeConnector } from '../connector'
import type { PracticeKnobs, Shape } from '../types'
import type { World } from '../world'
import { specOf } from './index'
import { Ids } from './ids'
import { Row } from './row'

export interface ModelRecord extends Record<string, unknown> {
  id: string
  remote_id: string
  created_at: string
  modified_at: string
}

export const FIRST_REMOTE_ID = 1001
const OLDEST = 400 * DAY

/** Each record is a function of its collection and place, so that a million need no memory. */
export class Roster {
  private readonly known = new Map<string, Ids>()
  private readonly people: number

  constructor(
    readonly connector: PracticeConnector,
    /** `collectionSize`: 0 = the connector's own number. `now`: ms. `reshaped`: the provider's payload changed. */
    private readonly data: { seed: string; now: number; collectionSize: number; reshaped?: Shape | undefined }
  ) {
    this.people = data.collectionSize > 0 ? data.collectionSize : peopleOf(connector)
  }

  get reshaped(): Shape | undefined {
    return this.data.reshaped
  }

  get now(): number {
    return this.data.now
  }

  get category(): Category {
    return this.connector.category as Category
  }

  size(collection: string): number {
    return this.people === 0 ? 0 : specOf(this.category, collection).size(this.people)
  }

  ids(collection: string): Ids {
    const known = this.known.get(collection)
    if (known) return known
    const ids = new Ids(`collections/${this.data.seed}/${this.connector.id}/${collection}`)
    this.known.set(collection, ids)
    return ids
  }

  record(collection: string, at: number): ModelRecord {
    const modified = this.modifiedAt(collection, at)
    const created = modified - Math.floor(this.ids(collection).share(at, 2) ** 2 * 2 * OLDEST) - HOUR
    return {
      id: this.ids(collection).at(at),
      remote_id: String(FIRST_REMOTE_ID + at),
      created_at: iso(created),
      modified_at: iso(modified),
      ...specOf(this.category, collection).fields(new Row(at, this, collection))
    }
  }

  /** ms. Cheap, because a filter asks for each record. */
  modifiedAt(collection: string, at: number): number {
    return this.data.now - MINUTE - Math.floor(this.ids(collection).share(at, 1) ** 2 * OLDEST)
  }

  /** undefined for an unknown id. */
  indexOf(collection: string, id: string): number | undefined {
    return this.within(collection, this.ids(collection).indexOf(id))
  }

  indexOfRemote(collection: string, remoteId: string): number | undefined {
    return this.within(collection, /^[1-9]\d{3,9}$/.test(remoteId) ? Number(remoteId) - FIRST_REMOTE_ID : undefined)
  }

  private within(collection: string, at: number | undefined): number | undefined {
    return at !== undefined && at >= 0 && at < this.size(collection) ? at : undefined
  }
}

export function rosterOf(
  { world, knobs }: { world: World; knobs: Readonly<PracticeKnobs> },
  connector: PracticeConnector
): Roster {
  const { seed, region, now } = world.options
  const reshaped = world.reshaped.get(connector.integration_slug)
  return new Roster(connector, { seed: `${seed}/${region}`, now, collectionSize: knobs.collectionSize, reshaped })
}

/** Empty before the first completed sync. */
function peopleOf(connector: PracticeConnector): number {
  const waits = connector.avg_sync_duration === null || connector.total_employees === null
  return connector.status === 'INCOMPLETE' || waits ? 0 : headcount(connector)
}
