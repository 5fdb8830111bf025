import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Activity } from '../activity/activity'
import { systemClock } from '../base/clock'
import { promised } from '../base/promised'
import { place, start } from '../testing/history'
import { ChangeLog, type Noted } from '../mappings/change-log'
import { callRow } from '../store/tables/activity/testing'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { workspaceId } = place

async function sent(desk: TestDesk, method: string): Promise<void> {
  const activity = new Activity({
    ...{ store: promised(() => desk.history.history), clock: systemClock, masker: desk.masker, operator: () => 'Ada' },
    added: () => undefined,
    unrecorded: () => null,
    failed: (error) => desk.failures.push(error)
  })
  const call = { ...callRow({ at: Date.now(), asker: 'passthrough', method }), mutation: true }
  await (
    await activity.begin(call)
  )(call)
  desk.team.told()
}
const changeLogOf = (desk: TestDesk, operator: string) =>
  new ChangeLog(
    ...([promised(() => desk.history.history), () => start, async () => null, desk.masker] as const),
    () => operator,
    () => desk.team.told()
  )
async function deleted(desk: TestDesk, mappings: number, expression: string): Promise<void> {
  const field = { id: 'f', name: 'start_date', category: 'HRIS', model: 'employees' }
  const cascade = Array.from({ length: mappings }, (_, at) => ({ mappingId: `m${at}`, expression, scopeName: 'Acme' }))
  const noted: Noted = { act: 'delete-field', outcome: 'done', message: '', field, mapping: null, cascade }
  const changeLog = changeLogOf(desk, 'Ada')
  await changeLog.end(await changeLog.begin(place, noted), noted)
}
const acts = async (desk: TestDesk) => (await changeLogOf(desk, '').list(workspaceId)).entries
const limit = (check: string) =>
  suite.server.query(suite.database, `ALTER TABLE connector_desk.change ADD CHECK (${check})`)

/** Nothing blocks later changes. */
async function goesOn(desk: TestDesk): Promise<void> {
  desk.change('a', { note: 'Still at work' })
  await suite.upToDate(desk)
  expect((await suite.stored()).at(-1)?.value).toBe('Still at work')
}

it.each(['DELETE', 'passthrough', 'readTo', 'subject'])(
  '@attack a token that is called %s keeps no change from the team',
  async (token) => {
    const ada = await suite.joined('Ada')
    ada.masker.add(token)
    await sent(ada, 'DELETE')
    await goesOn(ada)
    const [call] = (await suite.stored()).filter(({ kind }) => kind === 'call')
    expect(call?.value).toMatchObject({ method: 'DELETE', asker: 'passthrough' })
    expect(ada.team.state).toMatchObject({ unread: 0, unsent: 0 })
  }
)

describe('a change of this desk that does not fit', () => {
  it('as its connector has a very long id, stays here, and all else is sent', async () => {
    const ada = await suite.joined('Ada', ['a', 'x'.repeat(3_000)])
    await goesOn(ada)
    expect((await suite.stored()).filter(({ field }) => field === 'opened')).toHaveLength(1)
    expect(ada.team.state.unsent).toBe(1)
  })

  it('and is in the feed already, as an earlier version sent it, does not wait any more', async () => {
    const ada = await suite.joined('Ada')
    await ada.team.stop()
    ada.change('a', { owner: 'Linus' })
    const [waits] = ada.history.history.waitingChanges({ limit: 10 }).changes
    await suite.server.query(
      suite.database,
      `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
        VALUES ($1, $2, 'Ada', $3, 'case', $4, 'owner', '7')`,
      [waits?.id, ada.history.history.teamLink()?.desk, waits?.service, waits?.subject]
    )
    await ada.restart()
    await goesOn(ada)
    expect(ada.team.state.unread).toBe(1)
    expect((await suite.stored()).filter(({ field }) => field === 'owner')).toHaveLength(1)
  })

  it('is found among those that the server refuses together', async () => {
    const [ada, grace] = [await suite.joined('Ada', ['a', 'b']), await suite.joined('Grace', ['a', 'b'])]
    await limit(`value <> '"Refused"'`)
    await suite.whileApart([ada, grace], () => {
      ada.change('a', { owner: 'Linus' })
      ada.change('b', { owner: 'Refused' })
      ada.change('b', { note: 'Taken' })
    })
    await suite.back(ada, grace)
    await expect.poll(() => [grace.issue('a')?.owner, grace.issue('b')?.note]).toEqual(['Linus', 'Taken'])
    expect(ada.issue('b')?.owner).toBe('Refused')
    expect(ada.team.state.unsent).toBe(1)
    await goesOn(ada)
  })

  it('is counted once, though it is of a filter that was here before', async () => {
    const ada = await suite.joined('Ada')
    await limit(`kind <> 'filter'`)
    const filter = { workspaceId, id: randomUUID(), name: 'Failed', filters: { quick: 'failed' } }
    ada.history.history.saveFilter(filter)
    ada.team.told()
    await goesOn(ada)
    const before = ada.exchanges()
    ada.team.tryNow()
    await expect.poll(() => ada.exchanges()).toBeGreaterThan(before)
    await suite.upToDate(ada)
    expect(ada.team.state.unsent).toBe(2)
    expect(ada.history.history.savedFilters({ workspaceId })).toHaveLength(1)
  })
})

describe('a field that is deleted', () => {
  it.each([
    ['more mappings than are shared', 700, 'a', 500],
    ['long expressions', 300, 'x'.repeat(1_024), 139]
  ])('with %s is told with the first of them, and how many there were', async (_, mappings, expression, shared) => {
    const [ada, grace] = [await suite.joined('Ada'), await suite.joined('Grace')]
    await deleted(ada, mappings, expression)
    await goesOn(ada)
    await expect.poll(() => acts(grace)).toHaveLength(1)
    const [there] = await acts(grace)
    expect(there?.cascade).toHaveLength(shared)
    expect(there?.cascadeMore).toBe(mappings - shared)
    expect((await acts(ada))[0]?.cascade).toHaveLength(mappings)
    expect(ada.team.state.unsent).toBe(0)
  })
})
