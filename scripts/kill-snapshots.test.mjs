import { expect, test } from 'vitest'
import { killSnapshots } from './kill-snapshots.mjs'

test('a history that is killed while it writes keeps every snapshot it reported', { timeout: 180_000 }, async () => {
  expect(await killSnapshots({ times: 5, seed: 7 })).toBeGreaterThan(0)
})
