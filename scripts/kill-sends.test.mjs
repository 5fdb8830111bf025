import { expect, test } from 'vitest'
import { killSends } from './kill-sends.mjs'

test('a history that is killed while it keeps sends has every one it reported', { timeout: 180_000 }, async () => {
  expect(await killSends({ times: 4, seed: 7 })).toBeGreaterThan(0)
})
