import { expect, test } from 'vitest'
import { killExport } from './export.mjs'
import { killSends } from './sends.mjs'
import { killSnapshots, killThreads } from './snapshots.mjs'

// The short form of `npm run kill`; that of the app itself is e2e/kills.spec.ts.
test.each([
  ['snapshots', killSnapshots, { times: 5, seed: 7 }, /^[1-9]\d* snapshots/],
  ['sends', killSends, { times: 4, seed: 7 }, /^[1-9]\d* sends/],
  ['exports', killExport, { times: 6, seed: 3 }, /[1-9]/],
  ['snapshots in a thread that ends', killThreads, { times: 4, seed: 5 }, /^[1-9]\d* snapshots/]
])('what is killed while it writes %s loses nothing it reported', { timeout: 180_000 }, async (_, kill, of, found) => {
  expect(await kill(of)).toMatch(found)
})
