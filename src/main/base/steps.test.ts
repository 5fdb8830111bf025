import { expect, it } from 'vitest'
import { answerOf, atOnce } from './steps'

function* countTo(most: number): Generator<void, number> {
  for (let count = 0; count < most; count++) {
    // As long as a slice.
    for (const began = performance.now(); performance.now() - began < 20;);
    yield
  }
  return most
}

it('lets others be answered between slices, and answers in the end', async () => {
  const order: unknown[] = []
  const answer = Promise.resolve(answerOf(countTo(3))).then((count) => order.push(count))
  setImmediate(() => order.push('another'))
  await answer
  expect(order).toEqual(['another', 3])
})

it('fails as its step does', async () => {
  const failing = (function* () {
    yield
    throw new Error('Its step failed.')
  })()
  await expect(answerOf(failing)).rejects.toThrow('Its step failed.')
})

it('leaves what has no steps as it is', () => {
  const rows = [1]
  expect(answerOf(rows)).toBe(rows)
  expect(atOnce(countTo(2))).toBe(2)
})
