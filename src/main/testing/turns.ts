import { vi } from 'vitest'

/** Longer than a turn of `inTurns`, ms. */
const slice = 10

/**
 * Counts the places where work can pause: each look at the clock finds a turn over, so every computer counts the same.
 */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let [now, turns, working] = [performance.now(), 0, true]
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += slice))
  const others = () => {
    turns++
    if (working) setImmediate(others)
  }
  setImmediate(others)
  try {
    const result = await work()
    return { result, turns }
  } finally {
    working = false
    clock.mockRestore()
  }
}
