import { DAY, iso } from '../data/draft'
import { Random } from '../data/random'
import type { Ids } from './ids'

/** What a record is made with: its own random numbers, and the ids of the records it refers to. */
export class Row extends Random {
  constructor(
    /** Its place in its collection, from 0. */
    readonly at: number,
    private readonly roster: { ids(collection: string): Ids; size(collection: string): number; now: number },
    collection: string
  ) {
    super(roster.ids(collection).words(at))
  }

  /** How many records another collection has; 1 where it has none, since a sample has to refer to something. */
  count(collection: string): number {
    return Math.max(1, this.roster.size(collection))
  }

  /** The id of the record at a place of another collection; beyond its end it begins again. */
  ref(collection: string, at: number): string {
    return this.roster.ids(collection).at(at % this.count(collection))
  }

  /** The id of any record of another collection. */
  some(collection: string): string {
    return this.ref(collection, this.int(0, this.count(collection) - 1))
  }

  /** A date so many days ago; negative is ahead. */
  day(least: number, most: number): string {
    return this.time(least, most).slice(0, 10)
  }

  time(least: number, most: number): string {
    return iso(this.roster.now - Math.floor(this.between(least, most) * DAY))
  }

  /** The value, or null in this share of the records. */
  maybe<T>(value: T, missing: number): T | null {
    return this.chance(missing) ? null : value
  }
}

/** One of the 44 model collections. */
export interface Spec {
  /** Slug of its model (spec: Model). */
  model: string
  /** How many records it has where the connector has `people` (more than none). */
  size: (people: number) => number
  /** Everything but id, remote_id, created_at and modified_at. The same names in each record. */
  fields: (row: Row) => Record<string, unknown>
  /** Fields that come only where a record is read by its id. */
  detail?: (record: Record<string, unknown>) => Record<string, unknown>
}

export type Specs = Readonly<Record<string, Spec>>

/** Sizes: no more than so many, for any connector; or so many for each of the people. */
export const few = (count: number) => (people: number) => Math.min(count, people)
export const share = (part: number) => (people: number) => Math.ceil(part * people)
