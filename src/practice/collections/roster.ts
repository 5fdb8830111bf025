import { DAY, HOUR, iso, MINUTE } from '../data/draft'
import { headcount } from '../passthrough/people'
import type { Category, PracticeConnector } from '../connector'
import { specOf } from './index'
import { Ids } from './ids'
import { Row } from './row'

export interface ModelRecord extends Record<string, unknown> {
  id: string
  remote_id: string
  created_at: string
  modified_at: string
}

/** What the third party calls the first record of any collection. */
export const FIRST_REMOTE_ID = 1001
const OLDEST = 400 * DAY

/**
 * The model collections of one connector: each record is a function of its collection and its place there, so that a
 * million of them need no memory and any of them is there at once. Made again for each request.
 */
export class Roster {
  private readonly known = new Map<string, Ids>()
  private readonly people: number

  constructor(
    readonly connector: PracticeConnector,
    /** `collectionSize`: of the people and whatever there is one of for each; 0 = as many as the connector has. `now`: ms. */
    private readonly data: { seed: string; now: number; collectionSize: number }
  ) {
    this.people = data.collectionSize > 0 ? data.collectionSize : peopleOf(connector)
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

  /** ms; most records changed lately. Cheap, since a filter asks for it of every record. */
  modifiedAt(collection: string, at: number): number {
    return this.data.now - MINUTE - Math.floor(this.ids(collection).share(at, 1) ** 2 * OLDEST)
  }

  /** Where a record is; undefined for an id the collection does not have. */
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

/** Empty before a first sync was completed: there is nothing to read yet (spec: Connector). */
function peopleOf(connector: PracticeConnector): number {
  const waits = connector.avg_sync_duration === null || connector.total_employees === null
  return connector.status === 'INCOMPLETE' || waits ? 0 : headcount(connector)
}
