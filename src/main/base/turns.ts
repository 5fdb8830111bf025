import { setImmediate } from 'node:timers/promises'

/** ms of work before other tasks get a turn. */
const turnMs = 8

/**
 * Runs long work and lets other tasks in every few ms.
 * @param work yields wherever it can pause
 */
export async function inTurns<T>(work: Generator<void, T, void>): Promise<T> {
  for (let turn = performance.now(); ;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - turn < turnMs) continue
    await setImmediate()
    turn = performance.now()
  }
}

/** Work that others let pass. */
export class Passing {
  private readonly running = new Set<Promise<unknown>>()

  run<T>(work: Promise<T>): Promise<T> {
    const over = () => this.running.delete(work)
    this.running.add(work)
    work.then(over, over)
    return work
  }

  /** Resolves once none is under way, whatever became of it, or when the time given for all of it is over. */
  async over(patience: () => Promise<void>): Promise<void> {
    if (this.running.size === 0) return
    const all = async () => {
      while (this.running.size > 0) await Promise.allSettled(this.running)
    }
    await Promise.race([all(), patience()])
  }
}

/** The same as `inTurns`, without pauses. */
export function atOnce<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
