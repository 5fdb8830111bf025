/** ms: what else is asked of the thread waits no longer for a step to end than for the steps of this time. */
const sliceMs = 15

/** To its end at once. */
export function atOnce<T>(steps: Generator<void, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** A slice at a time: in between the thread answers what else is asked, so each step must find what that left. */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const began = performance.now()
    do {
      const step = steps.next()
      if (step.done) return step.value
    } while (performance.now() - began < sliceMs)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** What a method answers in the end, or its promise. @param made what it returned, perhaps steps */
export function answerOf(made: unknown): unknown {
  const isSteps = typeof made === 'object' && made !== null && Symbol.iterator in made && 'next' in made
  return isSteps ? inSlices(made as Generator<void>) : made
}
