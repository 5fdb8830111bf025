import type { PracticeConnector } from '../connector'
import { Random } from '../data/random'
import type { Headcount } from '../life'

const MONTHS = 13

/** Beginnings of months, UTC, from the first after `start` on. */
export function monthsFrom(start: number): number[] {
  const first = new Date(start)
  return Array.from({ length: MONTHS }, (_, n) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1 + n, 1, 6))
}

/** An event that its first connector's employees show, in practice time. */
interface Effect {
  kind: string
  ids: readonly string[]
  from: number
  until: number | null
  share?: number
  adds?: number
}

interface Course {
  total: number
  activeShare: number
  hires: number[]
  leavers: number[]
}

/** Employees through a year: hired at month ends, leaving through the month, and what events do to them. */
export class Headcounts {
  private readonly courses = new Map<string, Course>()
  private readonly events = new Map<string, Effect[]>()
  private readonly months: number[]

  constructor(
    private readonly seed: string,
    private readonly start: number,
    events: readonly Effect[]
  ) {
    this.months = monthsFrom(start)
    for (const event of events.filter(({ kind }) => ['drop', 'layoff', 'merger', 'frozen'].includes(kind))) {
      const [id = ''] = event.ids
      this.events.set(id, [...(this.events.get(id) ?? []), event])
    }
  }

  at: Headcount = (record, at) => {
    const course = this.courseOf(record)
    if (!course) return undefined
    const present = (this.events.get(record.id) ?? []).filter(
      ({ from, until, kind }) => from <= at && (kind === 'merger' || at < (until ?? Infinity))
    )
    const frozen = present.find(({ kind }) => kind === 'frozen')
    let total = this.natural(course, frozen?.from ?? at)
    for (const { adds = 0, share = 1 } of present) total = (total + adds) * share
    total = Math.max(1, Math.round(total))
    return { total_employees: total, active_employees: Math.round(total * course.activeShare) }
  }

  /** @param month from 0, the first month end */
  hires(record: PracticeConnector, month: number): number {
    return this.courseOf(record)?.hires[month] ?? 0
  }

  private natural({ total, hires, leavers }: Course, at: number): number {
    let [now, from] = [total, this.start]
    for (const [month, end] of this.months.entries()) {
      const passed = Math.min(1, Math.max(0, (at - from) / (end - from)))
      now -= Math.floor((leavers[month] ?? 0) * passed)
      if (at < end) break
      now += hires[month] ?? 0
      from = end
    }
    return now
  }

  /** From its first known number on; undefined before, and where the API tells none. */
  private courseOf(record: PracticeConnector): Course | undefined {
    const known = this.courses.get(record.id)
    const { total_employees: total, active_employees: active } = record
    if (known || !total) return known
    const random = new Random(`year/people/${this.seed}/${record.id}`)
    const some = (most: number) => Math.floor(total * random.between(0.001, most) + random.unit())
    const months = Array.from({ length: MONTHS }, () => ({ hires: some(0.035), leavers: some(0.025) }))
    const course = {
      ...{ total, activeShare: (active ?? total) / total },
      hires: months.map((one) => one.hires),
      leavers: months.map((one) => one.leavers)
    }
    this.courses.set(record.id, course)
    return course
  }
}
