import { untrack } from 'svelte'
import type { AppError } from '../../../shared/errors'
import { unlessDeclined } from './declined'
import type { Job } from './job.svelte'

/** The requests of one part of the window: whether one runs, why the last failed, and the job that can be stopped. */
export class Task {
  #acts = $state(0)
  #last = $state.raw<object | null>(null)
  #job = $state.raw<Job | null>(null)
  #failure = $state.raw<AppError | null>(null)

  get running(): boolean {
    return this.#acts > 0 || this.#last !== null
  }

  /** Shown until the next try succeeds. A declined or stopped act is no failure. */
  get failure(): AppError | null {
    return this.#failure
  }

  get job(): Job | null {
    return this.#job
  }

  forgetFailure(): void {
    this.#failure = null
  }

  cancel(): void {
    const job = untrack(() => this.#job)
    this.#last = this.#job = this.#failure = null
    job?.cancel()
  }

  /** @returns null if it failed */
  async attempt<T>(act: () => Promise<T>): Promise<T | null> {
    this.#count(1)
    try {
      const value = await act()
      this.#failure = null
      return value
    } catch (thrown) {
      this.#failure = unlessDeclined(thrown)
      return null
    } finally {
      this.#count(-1)
    }
  }

  /** Like `attempt`, but hides the previous failure meanwhile. */
  run<T>(act: () => Promise<T>): Promise<T | null> {
    this.forgetFailure()
    return this.attempt(act)
  }

  /** Only the last act counts: earlier answers are dropped. */
  async latest<T>(act: () => Promise<T>, take: (answer: T) => void): Promise<void> {
    const mine = (this.#last = {})
    try {
      const answer = await act()
      if (this.#last !== mine) return
      this.#failure = null
      take(answer)
    } catch (thrown) {
      if (this.#last === mine) this.#failure = unlessDeclined(thrown)
    } finally {
      if (this.#last === mine) this.#last = null
    }
  }

  /** A new question cancels the previous one. */
  ask<T>(job: Job, question: () => Promise<T>, take: (answer: T) => void): Promise<void> {
    this.cancel()
    return this.latest(() => this.act(job, question), take)
  }

  async act<T>(job: Job, work: () => Promise<T>): Promise<T> {
    this.#job = job
    const stopFollowing = job.follow()
    try {
      return await work()
    } finally {
      stopFollowing()
      if (this.#job === job) this.#job = null
    }
  }

  /** An effect that begins an act must not run again as the act ends. */
  #count(by: 1 | -1): void {
    untrack(() => (this.#acts += by))
  }
}
