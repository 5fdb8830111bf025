import { expect, test } from 'vitest'
import { faultsOf, killApprovals } from './approvals.mjs'
import { killExport } from './export.mjs'
import { killLetters, killOutages } from './letters.mjs'
import { killSends } from './sends.mjs'
import { killSnapshots, killThreads } from './snapshots.mjs'
import { killAlerts, killTickets } from './taken.mjs'
import { killTeam } from './team.mjs'

// The app's own is e2e/kills.spec.ts.
test.each([
  ['snapshots', killSnapshots, { times: 5, seed: 7 }, /^[1-9]\d* snapshots/],
  ['sends', killSends, { times: 4, seed: 7 }, /^[1-9]\d* sends/],
  ['letters', killLetters, { times: 4, seed: 7 }, /^[1-9]\d* letters/],
  ['letters of an outage', killOutages, { times: 4, seed: 7 }, /^[1-9]\d* letters/],
  ['messages of alert rules', killAlerts, { times: 4, seed: 7 }, /^[1-9]\d* messages/],
  ['tickets', killTickets, { times: 4, seed: 7 }, /^[1-9]\d* tickets/],
  ['exports', killExport, { times: 6, seed: 3 }, /[1-9]/],
  ['snapshots in a thread that ends', killThreads, { times: 4, seed: 5 }, /^[1-9]\d* snapshots/],
  ['second approvals', killApprovals, { times: 5, seed: 3 }, /^[1-9]\d* sends/],
  ['changes of a team', killTeam, { times: 6, seed: 3 }, /^[1-9]\d* desks, [1-9]\d* servers.* [1-9]\d* changes$/]
])('what is killed while it writes %s loses nothing it reported', { timeout: 180_000 }, async (_, kill, of, found) => {
  expect(await kill(of)).toMatch(found)
})

test('what leaves twice, or without an agreement, is found', () => {
  const row = { operator: 'send 1', used: true, agreed: true, decider: 'agrees', withdrawn: false }
  expect(faultsOf([1], [row])).toEqual([])
  expect(faultsOf([1, 1], [row])).toEqual(['1 arrived 2 times.'])
  expect(faultsOf([1], [])).toEqual(['1 arrived, and 0 approvals were taken for it.'])
  expect(faultsOf([1], [{ ...row, decider: 'sends' }])).toEqual(['1 arrived without an agreement.'])
})
