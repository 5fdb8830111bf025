import { expect, it } from 'vitest'
import { teamSuite } from './testing/suite'
import type { TestDesk } from './testing'

const suite = teamSuite()
const { joined, upToDate, apart, together } = suite

/** Newest first. */
const issuesOf = (desk: TestDesk) =>
  desk.health('a').issues.map(({ owner, note, closedAt }) => ({ owner, note, open: closedAt === null }))
const identities = async () => {
  const opened = await suite.server.query<{ subject: string }>(
    suite.database,
    `SELECT subject FROM connector_desk.change WHERE field = 'opened'`
  )
  return opened.length
}

/** Ada saw the issue recover; Grace did not refresh, and has it open. */
async function recoveredForOne() {
  const [ada, grace] = [await joined('Ada'), await joined('Grace')]
  ada.change('a', { owner: 'Linus' })
  await expect.poll(() => grace.issue('a')?.owner).toBe('Linus')
  ada.refresh([], ['a'])
  await expect.poll(() => grace.events('a').at(-1)).toEqual(['recovered', null, 'Ada'])
  return { ada, grace }
}

it('a connector that breaks again has one case on all desks, also where one never saw it recover', async () => {
  const { ada, grace } = await recoveredForOne()
  grace.change('a', { owner: 'Maya', note: 'Their administrator is away' })
  await expect.poll(() => ada.events('a').at(-1)?.[1]).toBe('Their administrator is away')
  ada.refresh(['a'])
  const next = { owner: 'Maya', note: 'Their administrator is away', open: true }
  for (const desk of [ada, grace]) {
    await expect.poll(() => issuesOf(desk).map(({ open }) => open)).toEqual([true, false])
    await expect.poll(() => issuesOf(desk)[0]).toEqual(next)
  }
  expect(await identities()).toBe(2)

  grace.refresh(['a'])
  grace.change('a', { owner: 'Ken' })
  await expect.poll(() => ada.issue('a')?.owner).toBe('Ken')
  ada.change('a', { note: 'From Ada' })
  await expect.poll(() => grace.issue('a')?.note).toBe('From Ada')
  expect(await identities()).toBe(2)
})

it('what a desk wrote while it was away goes to the case that followed meanwhile', async () => {
  const { ada, grace } = await recoveredForOne()
  await grace.team.stop()
  grace.change('a', { owner: 'Maya' })
  ada.refresh(['a'])
  ada.change('a', { note: 'Broke again' })
  await upToDate(ada)
  await grace.restart()
  const next = { owner: 'Maya', note: 'Broke again', open: true }
  await expect.poll(() => [issuesOf(ada)[0], issuesOf(grace)[0]]).toEqual([next, next])
  expect(grace.events('a')).toContainEqual(['owner-changed', 'Maya', null])
})

it('what was on its way to a case that was over reaches the one that followed', async () => {
  const { ada, grace } = await recoveredForOne()
  await grace.team.stop()
  grace.change('a', { owner: 'Maya' })
  const [sent] = grace.history.history.waitingChanges({ limit: 1 }).changes
  ada.refresh(['a'])
  await upToDate(ada)
  // Grace sent this before she read of the next issue.
  const values = [sent?.id, grace.history.history.teamLink()?.desk, sent?.service, sent?.subject, sent?.field]
  await suite.server.query(
    suite.database,
    `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
      VALUES ($1, $2, 'Grace', $3, 'case', $4, $5, $6)`,
    [...values, sent?.value]
  )
  await expect.poll(() => ada.issue('a')?.owner).toBe('Maya')
  await grace.restart()
  await upToDate(grace)
  expect(grace.issue('a')?.owner).toBe('Maya')
  ada.change('a', { owner: 'Ken' })
  await expect.poll(() => grace.issue('a')?.owner).toBe('Ken')
})

it('a case that its writer saw recover as well hands nothing on to the next', async () => {
  const { ada, grace } = await recoveredForOne()
  grace.change('a', { owner: 'Maya' })
  await upToDate(grace)
  grace.refresh([], ['a'])
  await upToDate(grace)
  ada.refresh(['a'])
  grace.refresh(['a'])
  await upToDate(ada, grace)
  const both = [
    { owner: '', open: true },
    { owner: 'Maya', open: false }
  ]
  await expect.poll(() => [issuesOf(ada), issuesOf(grace)]).toMatchObject([both, both])
})

it('a desk that reads of it only after the connector broke again hands nothing on either', async () => {
  const { ada, grace } = await recoveredForOne()
  await ada.team.stop()
  grace.change('a', { owner: 'Maya' })
  await upToDate(grace)
  grace.refresh([], ['a'])
  await upToDate(grace)
  ada.refresh(['a'])
  await ada.restart()
  grace.refresh(['a'])
  const both = [
    { owner: '', open: true },
    { owner: 'Maya', open: false }
  ]
  await expect.poll(() => [issuesOf(ada), issuesOf(grace)]).toMatchObject([both, both])
})

it('desks that were apart while it recovered and broke again for one of them have one case', async () => {
  const [ada, grace] = [await joined('Ada'), await joined('Grace')]
  await apart(ada, grace)
  ada.refresh([], ['a'])
  ada.refresh(['a'])
  ada.change('a', { note: 'Broke again' })
  grace.change('a', { owner: 'Maya' })
  await together(grace, ada)
  const both = [
    { owner: '', note: 'Broke again', open: true },
    { owner: 'Maya', note: '', open: false }
  ]
  await expect.poll(() => [issuesOf(ada), issuesOf(grace)]).toEqual([both, both])
})
