import { expect, test } from 'vitest'
import { killSends } from './kill-sends.mjs'

test('a history that is killed while it keeps sends has every one it reported', { timeout: 60_000 }, async () => {
  const { kills, sends } = await killSends({ times: 4, seed: 7 })
  expect(kills).toBe(4)
  expect(sends).toBeGreaterThan(0)
})
