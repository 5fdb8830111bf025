import { expect, test } from 'vitest'
import { killSnapshots, seeded } from './kill-snapshots.mjs'

test('a history that is killed while it writes keeps every snapshot it reported', { timeout: 60_000 }, async () => {
  const { kills, snapshots } = await killSnapshots({ times: 5, seed: 7 })
  expect(kills).toBe(5)
  expect(snapshots).toBeGreaterThan(0)
})

test('the moments are the same for the same seed', () => {
  const [one, other] = [seeded(7), seeded(7)]
  const first = Array.from({ length: 5 }, one)
  expect(Array.from({ length: 5 }, other)).toEqual(first)
  expect(Array.from({ length: 5 }, seeded(8))).not.toEqual(first)
  expect(first.every((value) => value >= 0 && value < 1)).toBe(true)
})
