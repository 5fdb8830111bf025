import { createContext } from 'svelte'
import type { Preferences } from '../../../shared/settings/preferences'
import type { App } from '../records/app.svelte'
import type { KnownIssues } from '../records/known-issues.svelte'
import type { Connectors } from '../records/connectors.svelte'
import type { RefreshRun } from '../records/refresh-run.svelte'

const beat = 5000

/** Runs while the window is visible and, if the operator wants that, while it is hidden. */
export class AutoRefresh {
  #app: App
  #connectors: Connectors
  #issues: KnownIssues
  /** The refresh that ended last, with both clocks at that time. */
  #ended: { refreshRun: RefreshRun; wall: number; steady: number } | null = null
  /** ms by which the wall clock was set back since. */
  #back = $state(0)

  constructor(app: App, connectors: Connectors, issues: KnownIssues) {
    this.#app = app
    this.#connectors = connectors
    this.#issues = issues
  }

  /** When the keychain was last asked instead of a refresh, ms since 1970. */
  #asked = $state(0)

  /** Minutes from the end of a refresh to the next; 0: only by hand. */
  minutes: Preferences['refreshMinutes'] = $derived.by(() => this.#app.state?.preferences.refreshMinutes ?? 0)

  /** When the next refresh begins by itself, ms since 1970; null if none will. */
  next: number | null = $derived.by(() => {
    const refreshRun = this.#connectors.active?.refreshRun
    if (this.minutes === 0 || this.#app.access === 'no-token' || !refreshRun || refreshRun.progress.finishedAt === null)
      return null
    return Math.max(refreshRun.progress.finishedAt, this.#asked) + this.minutes * 60_000 - this.#back
  })

  choose(minutes: Preferences['refreshMinutes']): Promise<void> {
    return this.#app.prefer({ refreshMinutes: minutes })
  }

  check(now: number, steady = performance.now()): void {
    this.#issues.ripen(now)
    this.#follow(now, steady)
    if (this.next === null || now < this.next) return
    if (this.#app.access === 'ready') void this.#connectors.refresh()
    else void this.#lookAgain(now)
  }

  /** A keychain locked over night may be open by now, without an event. */
  async #lookAgain(now: number): Promise<void> {
    this.#asked = now
    await this.#app.checkKeychain()
    if (this.#app.access === 'ready') await this.#connectors.refresh()
  }

  /** Setting a clock back must not lengthen the wait. During sleep the steady clock may stop. */
  #follow(wall: number, steady: number): void {
    const refreshRun = this.#connectors.active?.refreshRun
    if (!refreshRun || refreshRun.progress.finishedAt === null) return
    if (this.#ended?.refreshRun !== refreshRun) this.#ended = { refreshRun, wall, steady }
    const back = steady - this.#ended.steady - (wall - this.#ended.wall)
    this.#back = back < 1_000 ? 0 : back
  }

  /** @returns a function that stops it */
  start(now = Date.now): () => void {
    const follow = () => {
      if (!document.hidden || this.#app.state?.preferences.background) this.check(now())
    }
    // Work that became due while hidden starts at once.
    document.addEventListener('visibilitychange', follow)
    const timer = setInterval(follow, beat)
    follow()
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }
}

export const [useAutoRefresh, provideAutoRefresh] = createContext<AutoRefresh>()
