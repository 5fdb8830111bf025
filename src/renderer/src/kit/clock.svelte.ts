import { createContext } from 'svelte'
/** The only clock that ticks. Ages and countdowns read `now`; text that needs only the day reads `minute`. */
export class Clock {
  #now = $state(Date.now())
  #minute = $derived(Math.floor(this.#now / 60_000) * 60_000)

  /** ms since 1970, to the second. */
  get now(): number {
    return this.#now
  }

  /** ms since 1970, to the minute. */
  get minute(): number {
    return this.#minute
  }

  tick(now = Date.now()): void {
    this.#now = now
  }

  /** Ticks every second while the window is visible. @returns a function that stops it */
  start(): () => void {
    let timer: ReturnType<typeof setInterval> | undefined
    const follow = () => {
      clearInterval(timer)
      if (document.hidden) return
      this.tick()
      timer = setInterval(() => this.tick(), 1000)
    }
    document.addEventListener('visibilitychange', follow)
    follow()
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }
}

export const [useClock, provideClock] = createContext<Clock>()
