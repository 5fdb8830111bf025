import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import type { Lookers } from '../../shared/team/presence'
import { systemClock } from '../base/clock'
import { promised } from '../base/promised'
import { Masker } from '../secrets/masker'
import { place, start, testHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { connect } from './connection'
import { Presence } from './presence'
import { passwordOf } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const notifications = 400

it('@attack a viewer who notifies without end has a desk look a few times, and the next change comes all the same', async () => {
  const [ada, grace] = [await suite.joined('Ada'), await suite.joined('Grace')]
  const vera = suite.as('Vera')
  const connection = await connect({ address: vera, password: passwordOf(vera.user), certificates: [] })
  const before = ada.exchanges()
  for (let at = 0; at < notifications; at++)
    await connection.query('SELECT pg_notify($1, $2)', ['connector_desk', `flood ${at}`])
  connection.end()
  expect(ada.exchanges() - before).toBeLessThan(notifications / 4)
  grace.change('a', { owner: 'Linus' })
  await expect.poll(() => ada.issue('a')?.owner).toBe('Linus')
})

it('@attack who tells without end that they look at an issue is shown a few times', async () => {
  const test = testHistory()
  const service = 'https://api.example.com'
  test.refresh(
    [madeUpRow('a', start, { status: 'RELINK_NEEDED', relink_needed_at: new Date(start).toISOString() })],
    start
  )
  test.history.issueList({ place, now: start })
  test.history.joinTeam({ team: randomUUID(), writes: true, newsAfter: 0 })
  test.history.takeUpIssues({ places: [{ ...place, service }], writes: true })
  const at = { ...place, key: 'HRIS:a' }
  const shared = test.history.sharedIssue(at)
  vi.useFakeTimers()
  try {
    let asked = 0
    const shown: string[][] = []
    const presence = new Presence({
      store: promised(() => test.history),
      masker: new Masker(),
      operator: () => 'Ada',
      clock: { ...systemClock, steady: () => (asked++, 0) },
      broadcast: (_, payload) => shown.push((payload as Lookers).names)
    })
    await presence.look(at)
    asked = 0
    for (let times = 0; times < 1_000; times++)
      presence.hear(
        JSON.stringify({ desk: randomUUID(), operator: 'Eve', service, subject: shared?.subject, state: 'open' })
      )
    expect(asked).toBe(1_000)
    await vi.advanceTimersByTimeAsync(250)
    expect(asked).toBe(1_001)
    expect(shown.at(-1)).toHaveLength(50)
    presence.gone()
  } finally {
    vi.useRealTimers()
    test.remove()
  }
})
