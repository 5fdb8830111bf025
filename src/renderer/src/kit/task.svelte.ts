import { untrack } from 'svelte'
import type { AppError } from '../../../shared/errors'
import { unlessDeclined } from './declined'
import type { Job } from './job.svelte'

/** Only the last counts: earlier answers are dropped. */
class Last {
  #one = $state.raw<object | null>(null)
  failure = $state.raw<AppError | null>(null)

  get open(): boolean {
    return this.#one !== null
  }

  drop(): void {
    this.#one = this.failure = null
  }

  async only<T>(ask: (isLast: () => boolean) => Promise<T>, take: (answer: T) => void): Promise<void> {
    const mine = (this.#one = {})
    const isLast = () => this.#one === mine
    try {
      const answer = await ask(isLast)
      if (!isLast()) return
      this.failure = null
      take(answer)
    } catch (thrown) {
      if (isLast()) this.failure = unlessDeclined(thrown)
    } finally {
      if (isLast()) this.#one = null
    }
  }
}

/**
 * The requests of one part of the window: acts of the operator (`run`, `attempt`, `ask`) and what is read (`latest`,
 * `alsoRead`), often because something changed elsewhere.
 */
export class Task {
  #acts = $state(0)
  #ended = 0
  #reads = $state(0)
  readonly #asked = new Last()
  readonly #read = new Last()
  #job = $state.raw<Job | null>(null)
  #failure = $state.raw<AppError | null>(null)

  /** An act is under way: its controls are disabled. */
  get running(): boolean {
    return this.#acts > 0 || this.#asked.open
  }

  /** To say so. It comes at any time, so it disables nothing and holds no press up. */
  get reading(): boolean {
    return this.#reads > 0 || this.#read.open
  }

  /** Shown until the next try succeeds; no read hides why an act failed. A declined or stopped act is no failure. */
  get failure(): AppError | null {
    return this.#failure ?? this.#asked.failure ?? this.#read.failure
  }

  /** Of what can be stopped. */
  get job(): Job | null {
    return this.#job
  }

  forgetFailure(): void {
    this.#failure = this.#asked.failure = this.#read.failure = null
  }

  cancel(): void {
    this.#stop()
    this.#read.drop()
  }

  /** @returns null if it failed */
  async attempt<T>(act: () => Promise<T>): Promise<T | null> {
    this.#count(1)
    try {
      const value = await act()
      this.#failure = this.#asked.failure = null
      return value
    } catch (thrown) {
      this.#failure = unlessDeclined(thrown)
      return null
    } finally {
      this.#ended += 1
      this.#count(-1)
    }
  }

  /** Like `attempt`, but hides the previous failure meanwhile. */
  run<T>(act: () => Promise<T>): Promise<T | null> {
    this.forgetFailure()
    return this.attempt(act)
  }

  /** A new question cancels the previous one. */
  async ask<T>(job: Job, question: () => Promise<T>, take: (answer: T) => void): Promise<void> {
    this.#stop()
    await this.#asked.only(() => this.act(job, question), take)
    this.#ended += 1
  }

  /** Only the last read counts: earlier answers are dropped. */
  latest<T>(read: () => Promise<T>, take: (answer: T) => void): Promise<void> {
    return this.#read.only((isLast) => this.#newest(read, isLast), take)
  }

  /** What is read beside other things. @returns null if it failed */
  async alsoRead<T>(read: () => Promise<T>): Promise<T | null> {
    this.#countReads(1)
    try {
      const value = await this.#newest(read)
      this.#read.failure = null
      return value
    } catch (thrown) {
      this.#read.failure = unlessDeclined(thrown)
      return null
    } finally {
      this.#countReads(-1)
    }
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

  /** What was read before an act ended may not have what the act brought: it is read again. */
  async #newest<T>(read: () => Promise<T>, isWanted = () => true): Promise<T> {
    for (;;) {
      const ended = this.#ended
      const answer = await read()
      if (ended === this.#ended || !isWanted()) return answer
    }
  }

  #stop(): void {
    const job = untrack(() => this.#job)
    this.#asked.drop()
    this.#job = this.#failure = null
    job?.cancel()
  }

  /** An effect that begins an act must not run again as the act ends. */
  #count(by: 1 | -1): void {
    untrack(() => (this.#acts += by))
  }

  #countReads(by: 1 | -1): void {
    untrack(() => (this.#reads += by))
  }
}
