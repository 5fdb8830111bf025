import type { PracticeClock } from './clock'
import { HOUR, iso, MINUTE, type Draft } from './data/draft'
import { Random } from './data/random'
import type { WebhookAction } from './deliveries'
import type { PracticeConnector } from './connector'
import type { PracticeKnobs } from './types'

type Outcome = string | null

/** Employees after a good sync at a practice time; undefined: as before. */
export type Headcount = (
  record: PracticeConnector,
  at: number
) => { total_employees: number; active_employees: number } | undefined

/** In practice time. Syncs start whole cadences after `start`, the latest start. */
interface Pulse {
  cadence: number
  start: number
  end: number
  outcome: Outcome
  /** Each sync ends like this one. */
  holds: boolean
  /** Syncs since the last outside change, and the outcome of the first three. */
  run: number
  first: Outcome
  /** Progress and its time in the running sync. */
  from: { at: number; progress: number }
  /** Switched off: syncs are planned but never start. */
  idle: boolean
  /** When the record changes next. */
  due: number
  written: string
}

/**
 * There are no timers: `advance` counts cadences, so the number of calls does not matter. Stalls, broken and unfinished
 * links stay. When other code writes a record's fields, this module leaves it alone. Times given are practice time.
 */
export class Life {
  private readonly pulses = new Map<PracticeConnector, Pulse>()
  private readonly cadences = new WeakMap<PracticeConnector, number>()
  private readonly queue = new DueQueue<{ record: PracticeConnector; pulse: Pulse }>()
  /** Of the clock, when plans were last written. */
  private changes: number
  /** Without one, employees never change. */
  headcount: Headcount | undefined

  constructor(
    private readonly seed: string,
    private readonly knobs: Readonly<PracticeKnobs>,
    private readonly clock: PracticeClock,
    /** At each start and end of a sync, by the computer's clock. */
    private readonly tell: (action: WebhookAction, record: PracticeConnector, at: number) => void
  ) {
    this.changes = clock.changes
  }

  adopt({ record, cadence, stuck }: Draft, now: number): void {
    this.cadences.set(record, cadence)
    if (stuck || record.status !== 'COMPLETE') return
    const running = record.sync_status === 'Syncing'
    if (!running && record.next_sync_start_time === null) return
    const start = running ? this.own(record.last_sync_start_time) : this.own(record.next_sync_start_time) - cadence
    const pulse = this.pulseOf(record, start, running ? 'Done' : record.sync_status)
    if (running) pulse.end = Math.max(start + this.lengthOf(record, start, cadence), now + MINUTE)
    pulse.from = { at: now, progress: record.sync_progress ?? 0 }
    pulse.idle = !record.is_active
    this.keep(record, pulse, now)
  }

  advance(now: number): void {
    for (let next = this.queue.take(now); next; next = this.queue.take(now)) {
      const { record, pulse } = next.what
      // Postponed or replaced entries are queued again.
      if (this.pulses.get(record) === pulse && pulse.due === next.at) this.move(record, pulse, now)
    }
    if (this.changes !== this.clock.changes) this.replan()
  }

  /** A good one, whatever the plan. */
  begin(record: PracticeConnector, now: number): void {
    const pulse = this.pulseOf(record, now, 'Done')
    pulse.end = now + this.lengthOf(record, now, pulse.cadence)
    this.writeStart(record, pulse)
    this.keep(record, pulse, now)
  }

  /** Ends a sync that started a while ago. @param holds so do all that follow */
  settle(record: PracticeConnector, now: number, outcome: string, holds = false): void {
    this.catchUp(record, now)
    const start = Math.max(now - 4 * MINUTE, this.own(record.last_sync_start_time ?? record.created_at))
    const pulse = this.pulseOf(record, start, outcome)
    pulse.end = now
    pulse.holds = holds
    record.last_sync_start_time = this.text(start)
    this.writeEnd(record, pulse)
    this.keep(record, pulse, now)
  }

  /** Stops automatic changes. */
  halt(record: PracticeConnector): void {
    this.pulses.delete(record)
  }

  /** Brings one up to a moment, before something else happens to it. */
  catchUp(record: PracticeConnector, now: number): void {
    const pulse = this.pulses.get(record)
    if (pulse && pulse.due <= now) this.move(record, pulse, now)
  }

  /** After the clock was changed. */
  private replan(): void {
    this.changes = this.clock.changes
    for (const [record, pulse] of this.pulses) {
      if (record.next_sync_start_time === null || print(record) !== pulse.written) continue
      record.next_sync_start_time = this.nextOf(record, pulse)
      pulse.written = print(record)
    }
  }

  /** A sync that ends at once, until changed. */
  private pulseOf(record: PracticeConnector, start: number, outcome: Outcome): Pulse {
    const cadence = this.cadences.get(record) ?? 6 * HOUR
    const from = { at: start, progress: 0 }
    const first = { run: 0, first: outcome, from, idle: false, holds: false }
    return { cadence, start, end: start, outcome, ...first, due: 0, written: '' }
  }

  private keep(record: PracticeConnector, pulse: Pulse, now: number): void {
    pulse.due = dueAt(pulse, now)
    pulse.written = print(record)
    this.pulses.set(record, pulse)
    this.queue.push(pulse.due, { record, pulse })
  }

  private move(record: PracticeConnector, pulse: Pulse, now: number): void {
    if (print(record) !== pulse.written) return this.halt(record)
    // A development connector has no schedule.
    const on = record.is_test_connector ? 0 : Math.floor((now - pulse.start) / pulse.cadence)
    if (on > 0) {
      this.fillIn(record, pulse, on)
      this.count(record, pulse, on)
      pulse.run += on
      pulse.start += on * pulse.cadence
      pulse.end = pulse.start + this.lengthOf(record, pulse.start, pulse.cadence)
      pulse.outcome = this.outcomeOf(record, pulse)
      pulse.from = { at: pulse.start, progress: 0 }
    }
    if (pulse.idle) record.next_sync_start_time = this.nextOf(record, pulse)
    else {
      if (on > 0) this.writeStart(record, pulse)
      if (now >= pulse.end) {
        this.writeEnd(record, pulse)
        if (record.is_test_connector) return this.halt(record)
      } else if ('sync_progress' in record) record.sync_progress = progressAt(pulse, now)
    }
    this.keep(record, pulse, now)
  }

  private writeStart(record: PracticeConnector, pulse: Pulse): void {
    record.sync_status = 'Syncing'
    record.last_sync_start_time = this.text(pulse.start)
    record.next_sync_start_time = this.nextOf(record, pulse)
    if ('sync_progress' in record) record.sync_progress = pulse.from.progress
    this.tell('connector_sync_started', record, this.clock.shown(pulse.start))
  }

  private writeEnd(record: PracticeConnector, pulse: Pulse): void {
    record.sync_status = pulse.outcome
    record.next_sync_start_time = this.nextOf(record, pulse)
    if ('sync_progress' in record) record.sync_progress = null
    this.fillIn(record, pulse, 1)
    this.count(record, pulse, 1)
    const action = pulse.outcome === 'Failed' ? 'connector_sync_error' : 'connector_synced'
    this.tell(action, record, this.clock.shown(pulse.end))
  }

  /** Fills fields that are null before the first good sync. */
  private fillIn(record: PracticeConnector, pulse: Pulse, runs: number): void {
    if (record.avg_sync_duration !== null && record.total_employees !== null) return
    const outcomes = Array.from({ length: Math.min(runs, 30) }, (_, n) =>
      n === 0 ? pulse.outcome : this.outcomeOf(record, { ...pulse, run: pulse.run + n })
    )
    const good = outcomes.indexOf('Done')
    if (good < 0) return
    const start = pulse.start + good * pulse.cadence
    const length = good === 0 ? pulse.end - start : this.lengthOf(record, start, pulse.cadence)
    const random = this.random(record, 'first')
    const total = random.int(12, 900)
    if (record.total_employees === null) record.total_employees = total
    if (record.active_employees === null) {
      record.active_employees = Math.round((record.total_employees ?? total) * random.between(0.84, 0.99))
    }
    if (record.avg_sync_duration !== null) return
    const seconds = Math.max(1, Math.round(length / 1000))
    record.avg_sync_duration = `${Math.floor(seconds / 60)} min ${seconds % 60} sec`
  }

  /** By the last good one of the syncs that ended. */
  private count(record: PracticeConnector, pulse: Pulse, runs: number): void {
    if (!this.headcount) return
    for (let n = runs - 1; n >= 0; n--) {
      const outcome = n === 0 ? pulse.outcome : this.outcomeOf(record, { ...pulse, run: pulse.run + n })
      if (outcome !== 'Done') continue
      const start = pulse.start + n * pulse.cadence
      const end = n === 0 ? pulse.end : start + this.lengthOf(record, start, pulse.cadence)
      Object.assign(record, this.headcount(record, end))
      return
    }
  }

  /** Always ends well before the next sync. */
  private lengthOf(record: PracticeConnector, start: number, cadence: number): number {
    if (this.knobs.syncSeconds > 0) return this.knobs.syncSeconds * 1000
    const random = this.random(record, String(start))
    const [, minutes, seconds] = /^(\d+) min (\d+) sec$/.exec(record.avg_sync_duration ?? '') ?? []
    const usual = minutes === undefined ? 20 * MINUTE : Number(minutes) * MINUTE + Number(seconds) * 1000
    return Math.min(usual * random.between(0.85, 1.15), cadence * 0.6)
  }

  /** Bad syncs come in threes, about one in 25: half the failed connectors recover two syncs later. */
  private outcomeOf(record: PracticeConnector, { run, first, holds }: Pulse): Outcome {
    if (holds) return first
    const three = Math.floor((run + this.random(record, 'phase').int(0, 2)) / 3)
    if (three === 0) return first ?? 'Done'
    return this.random(record, `outcome ${three}`).chance(0.04) ? 'Failed' : 'Done'
  }

  private random(record: PracticeConnector, what: string): Random {
    return new Random(`life/${this.seed}/${record.id}/${what}`)
  }

  /** null for a development connector. */
  private nextOf({ is_test_connector }: PracticeConnector, { start, cadence }: Pulse): string | null {
    return is_test_connector ? null : this.text(start + cadence)
  }

  private text(at: number): string {
    return iso(this.clock.shown(at))
  }

  private own(text: string | null): number {
    return this.clock.own(Date.parse(text ?? ''))
  }
}

function progressAt({ from, end }: Pulse, now: number): number {
  const share = Math.max(0, now - from.at) / Math.max(1, end - from.at)
  return Math.floor(from.progress + (Math.max(99, from.progress) - from.progress) * share)
}

/** The end, the next percent, or the next start. */
function dueAt(pulse: Pulse, now: number): number {
  const { from, end, idle } = pulse
  if (idle || now >= end) return pulse.start + pulse.cadence
  const percent = (end - from.at) / Math.max(1, 99 - from.progress)
  return Math.min(end, now + Math.max(1, percent / 2))
}

function print({ status, is_active, sync_status, last_sync_start_time, next_sync_start_time }: PracticeConnector) {
  return [status, is_active, sync_status, last_sync_start_time, next_sync_start_time].join('|')
}

/** A heap: 100,000 entries are too many to search at each request. */
class DueQueue<T> {
  private readonly heap: { at: number; what: T }[] = []

  push(at: number, what: T): void {
    const { heap } = this
    let hole = heap.push({ at, what }) - 1
    while (hole > 0) {
      const above = (hole - 1) >> 1
      if (this.at(above) <= at) break
      this.swap(hole, above)
      hole = above
    }
  }

  /** Removes the first entry due by `now`. */
  take(now: number): { at: number; what: T } | undefined {
    const { heap } = this
    if (this.at(0) > now) return undefined
    this.swap(0, heap.length - 1)
    const taken = heap.pop()
    for (let hole = 0; ;) {
      const left = 2 * hole + 1
      const least = this.at(left + 1) < this.at(left) ? left + 1 : left
      if (this.at(least) >= this.at(hole)) return taken
      this.swap(hole, least)
      hole = least
    }
  }

  private at(index: number): number {
    return this.heap[index]?.at ?? Infinity
  }

  private swap(one: number, two: number): void {
    const { heap } = this
    const [first, second] = [heap[one], heap[two]]
    if (!first || !second) return
    heap[one] = second
    heap[two] = first
  }
}
