import { DAY, iso } from '../data/draft'
import { Random } from '../data/random'
import type { Ids } from './ids'

export class Row extends Random {
  constructor(
    /** Place in the collection, from 0. */
    readonly at: number,
    private readonly roster: { ids(collection: string): Ids; size(collection: string): number; now: number },
    collection: string
  ) {
    super(roster.ids(collection).words(at))
  }

  /** At least 1, because a sample needs a target. */
  count(collection: string): number {
    return Math.max(1, this.roster.size(collection))
  }

  /** A place beyond the end wraps around. */
  ref(collection: string, at: number): string {
    return this.roster.ids(collection).at(at % this.count(collection))
  }

  some(collection: string): string {
    return this.ref(collection, this.int(0, this.count(collection) - 1))
  }

  /** So many days ago; negative is ahead. */
  day(least: number, most: number): string {
    return this.time(least, most).slice(0, 10)
  }

  time(least: number, most: number): string {
    return iso(this.roster.now - Math.floor(this.between(least, most) * DAY))
  }

  /** null in this share of records. */
  maybe<T>(value: T, missing: number): T | null {
    return this.chance(missing) ? null : value
  }
}

/** One of the 44 model collections. */
export interface Spec {
  model: string
  /** `people` is at least 1. */
  size: (people: number) => number
  /** Without id, remote_id, created_at and modified_at. The same names in each record. */
  fields: (row: Row) => Record<string, unknown>
  /** Fields of a read by id only. */
  detail?: (record: Record<string, unknown>) => Record<string, unknown>
}

export type Specs = Readonly<Record<string, Spec>>

/** Sizes: a maximum, or a number per person. */
export const few = (count: number) => (people: number) => Math.min(count, people)
export const share = (part: number) => (people: number) => Math.ceil(part * people)
