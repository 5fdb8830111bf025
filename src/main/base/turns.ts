import { setImmediate } from 'node:timers/promises'

/** Work runs for this many ms before other tasks get a turn. */
const turnMs = 8

/** Does long work while other tasks get a turn every few ms. @param work pauses wherever it can continue later */
export async function inTurns<T>(work: Generator<void, T, void>): Promise<T> {
  for (let turn = performance.now(); ;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - turn < turnMs) continue
    await setImmediate()
    turn = performance.now()
  }
}

/** Does the same without pauses. */
export function atOnce<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
