import type { AppError } from '../../../shared/errors'
import { categories, type Category } from '../../../shared/connectors/category'
import {
  type CategoryRefresh,
  type FailedTry,
  type Wait,
  type RefreshProgress,
  refreshTotals
} from '../../../shared/connectors/refresh'
import { type Quiet } from '../../../shared/connectors/refresh'

export type RefreshState = 'walking' | 'done' | 'failed' | 'cancelled'

const nothing = { pages: 0, items: 0, emptyPages: 0, repeated: 0, waits: 0, bytes: 0 }
/** The top bar hides shorter waits, ms. */
const longWait = 5000
/** The rate counts the last 5 s: long enough to be steady, short enough to show a wait. */
const rateWindow = 5000

export class RefreshRun {
  readonly requestId = crypto.randomUUID()
  #progress = $state.raw<RefreshProgress>() as RefreshProgress
  #error = $state.raw<AppError | null>(null)
  #cancelling = $state(false)
  #rate = $state<number | null>(null)
  #slowedBy = $state<Wait['reason'] | null>(null)
  #samples: { at: number; items: number }[] = []

  constructor(startedAt: number) {
    this.#progress = {
      startedAt,
      finishedAt: null,
      categories: categories.map((category) => ({ category, state: 'walking', ...nothing }))
    }
  }

  totals = $derived(refreshTotals(this.#progress))

  state: RefreshState = $derived.by(() => {
    if (this.#error) return 'failed'
    if (this.#progress.finishedAt === null) return 'walking'
    const states = this.#progress.categories.map(({ state }) => state)
    if (states.includes('failed')) return 'failed'
    return states.every((state) => state === 'done') ? 'done' : 'cancelled'
  })

  running = $derived(this.state === 'walking')

  open: CategoryRefresh[] = $derived(this.#progress.categories.filter(({ state }) => /walking|waiting/.test(state)))

  /** The wait of all open categories: the one that ends first. null while any category goes on. */
  wait: (Wait & { category: Category; page: number; items: number }) | null = $derived.by(() => {
    if (!this.running || this.open.length === 0) return null
    const waits = this.open.map(
      ({ wait, category, pages, items }) => wait && { ...wait, category, page: pages + 1, items }
    )
    const waiting = waits.filter((wait) => wait !== undefined)
    if (waiting.length < waits.length) return null
    return waiting.reduce((first, wait) => (wait.until < first.until ? wait : first))
  })

  /**
   * The first failed try of the open categories, said once for the service. `until`: the next try, ms since 1970; null
   * while one runs. `all`: no category goes on.
   */
  failure: (FailedTry & { until: number | null; all: boolean }) | null = $derived.by(() => {
    if (!this.running) return null
    const failing = this.open.filter(({ failure }) => failure)
    const [first] = failing
    if (!first?.failure) return null
    const untils = failing.flatMap(({ wait }) => (wait ? [wait.until] : []))
    return {
      ...first.failure,
      until: untils.length < failing.length ? null : Math.min(...untils),
      all: failing.length === this.open.length
    }
  })

  /** The longest silence of open categories, shown when the rate no longer holds. */
  quiet: (Quiet & { category: Category; page: number }) | null = $derived.by(() => {
    if (!this.running || this.wait) return null
    const asking = this.open.filter(({ wait }) => !wait)
    const quiet = asking.flatMap(({ quiet, category, pages }) => (quiet ? { ...quiet, category, page: pages + 1 } : []))
    if (quiet.length === 0 || quiet.length < asking.length) return null
    // A category that waits for its turn is not silent itself.
    const dead = quiet.filter(({ what }) => what !== 'turn')
    return (dead.length > 0 ? dead : quiet).reduce((first, one) => (one.since < first.since ? one : first))
  })

  get progress(): RefreshProgress {
    return this.#progress
  }

  /** Why the whole refresh failed; `progress` has each category's own error. */
  get error(): AppError | null {
    return this.#error
  }

  get cancelling(): boolean {
    return this.#cancelling
  }

  get rate(): number | null {
    return this.#rate
  }

  /** The reason for the last failed try or long wait; null if there was none. */
  get slowedBy(): Wait['reason'] | null {
    return this.#slowedBy
  }

  report(progress: RefreshProgress, now: number): void {
    this.#progress = progress
    const { wait } = this
    if (this.failure) this.#slowedBy = 'retry'
    else if (wait && wait.until - now >= longWait) this.#slowedBy = wait.reason
    const samples = this.#samples
    samples.push({ at: now, items: refreshTotals(progress).items })
    while (samples.length > 2 && now - (samples[1]?.at ?? now) >= rateWindow) samples.shift()
    const [first, last] = [samples[0], samples.at(-1)]
    if (first && last && last.at - first.at >= 1000) {
      this.#rate = Math.round(((last.items - first.items) * 1000) / (last.at - first.at))
    }
  }

  fail(error: AppError): void {
    this.#error = error
  }

  cancel(): void {
    this.#cancelling = true
  }

  /** Does not wait for main: the rest counts as cancelled. */
  abandon(now: number): void {
    if (!this.running) return
    this.#progress = {
      ...this.#progress,
      finishedAt: now,
      categories: this.#progress.categories.map(({ wait: _, ...part }) =>
        /walking|waiting/.test(part.state) ? { ...part, state: 'cancelled' } : part
      )
    }
  }
}
