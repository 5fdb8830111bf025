import { vi } from 'vitest'

/** More than a turn of `inTurns` takes, in ms. */
const slice = 10

/**
 * Does work, and counts how often others had a turn meanwhile. Each look at the clock finds a turn over, so the count is
 * of the places where the work can pause, and the same on every computer.
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
