import { randomUUID } from 'node:crypto'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { place } from '../testing/history'
import { draft } from '../passthrough/testing'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { workspaceId } = place
const day = 86_400_000

const save = async (desk: TestDesk, id: string, name: string, folderId: string | null = null) =>
  (await desk.library).saved.save(workspaceId, { id, folderId, name, draft: { ...draft, workspaceId } })
const folder = async (desk: TestDesk, id: string, name: string) =>
  (await desk.library).saved.saveFolder(workspaceId, { id, name, parentId: null })
const remove = async (desk: TestDesk, id: string) => (await desk.library).saved.remove(workspaceId, id)
const tree = async (desk: TestDesk) => (await desk.library).saved.tree(workspaceId)
const pending = async (desk: TestDesk) =>
  (await desk.team.pending()).changes.map(({ kind, field, name, refused }) => [kind, field, name, refused])
const limit = (check: string) =>
  suite.server.query(suite.database, `ALTER TABLE connector_desk.change ADD CHECK (${check}) NOT VALID`)
/** For its next connections. */
async function becomesViewer(name: string): Promise<void> {
  const { user } = suite.as(name)
  await suite.server.query(suite.database, `REVOKE connector_desk_operator FROM ${user}`)
  await suite.server.query(suite.database, `GRANT connector_desk_viewer TO ${user}`)
}
function aged(desk: TestDesk, days: number): void {
  const database = new Database(desk.history.file)
  database.prepare('UPDATE team_outbox SET at = at - ?').run([days * day])
  database.close()
}

describe('what the team has not got', () => {
  it('is named by kind and name and since when, also after a restart', async () => {
    const ada = await suite.joined('Ada', ['a'])
    const [inside, id, filter] = [randomUUID(), randomUUID(), randomUUID()]
    await save(ada, id, 'Old')
    await suite.upToDate(ada)
    const before = Date.now()
    await suite.apart(ada)
    ada.change('a', { note: 'Later' })
    await folder(ada, inside, 'Payroll')
    await remove(ada, id)
    ada.history.history.saveFilter({ workspaceId, id: filter, name: 'Failed', filters: { quick: 'failed' } })
    await ada.restart()
    await expect.poll(() => ada.team.state.status?.kind).toBe('away')
    const customer = ada.health('a').fields.find(({ field }) => field === 'end_user')?.value
    expect(await pending(ada)).toEqual([
      ['filter', 'content', 'Failed', null],
      ['filter', 'name', 'Failed', null],
      ['request', 'removed', 'Old', null],
      ['folder', 'place', 'Payroll', null],
      ['case', 'note', customer, null]
    ])
    const { changes, more } = await ada.team.pending()
    expect(more).toBe(0)
    for (const { since } of changes) {
      expect(since).toBeGreaterThanOrEqual(before)
      expect(since).toBeLessThanOrEqual(Date.now())
    }
    await suite.together(ada)
    expect(await pending(ada)).toEqual([])
  })

  it('and refused is named too, counted after a restart, and over once it is done again', async () => {
    const ada = await suite.joined('Ada')
    await limit(`value <> '"Refused"'`)
    ada.change('a', { owner: 'Refused' })
    await expect.poll(() => ada.team.state.unsent).toBe(1)
    await ada.restart()
    await suite.upToDate(ada)
    expect(ada.team.state.unsent).toBe(1)
    expect(await pending(ada)).toMatchObject([['case', 'owner', expect.any(String), 'unfit']])
    ada.change('a', { owner: 'Linus' })
    await suite.upToDate(ada)
    await expect.poll(() => ada.team.state.unsent).toBe(0)
    expect(await pending(ada)).toEqual([])
  })

  it('lists the latest hundred, and how many more there are', async () => {
    const ada = await suite.joined('Ada')
    await suite.apart(ada)
    for (let at = 0; at < 130; at++) ada.change('a', { owner: `Owner ${at}` })
    const { changes, more } = await ada.team.pending()
    expect([changes.length, more]).toEqual([100, 30])
    await suite.together(ada)
  })
})

describe('what was deleted here and the team keeps', () => {
  it('comes back at once with a notice where the account may only read by now', async () => {
    const ada = await suite.joined('Ada', [])
    const [id, own, inside] = [randomUUID(), randomUUID(), randomUUID()]
    await save(ada, id, 'Read pay')
    await folder(ada, inside, 'Payroll')
    await suite.upToDate(ada)
    await suite.apart(ada)
    await remove(ada, id)
    await (await ada.library).saved.removeFolder(workspaceId, inside)
    await save(ada, own, 'Ada’s')
    expect((await tree(ada)).requests.map(({ name }) => name)).toEqual(['Ada’s'])
    await suite.server.start()
    await becomesViewer('Ada')
    const before = ada.exchanges()
    await suite.back(ada)
    await expect
      .poll(async () => (await tree(ada)).requests)
      .toMatchObject([{ name: 'Ada’s' }, { name: 'Read pay', shared: true, undeleted: 'viewer' }])
    expect((await tree(ada)).folders).toMatchObject([{ name: 'Payroll', shared: true, undeleted: 'viewer' }])
    expect(ada.exchanges() - before).toBe(1)
    await ada.restart()
    await suite.upToDate(ada)
    expect(await pending(ada)).toEqual([
      ['folder', 'removed', 'Payroll', 'viewer'],
      ['request', 'removed', 'Read pay', 'viewer']
    ])
    expect((await tree(ada)).requests[0]).not.toHaveProperty('shared')
  })

  it('comes back at once with a notice where the database refuses it', async () => {
    const ada = await suite.joined('Ada', [])
    const [id, inside] = [randomUUID(), randomUUID()]
    await save(ada, id, 'Read pay')
    await folder(ada, inside, 'Payroll')
    await suite.upToDate(ada)
    await limit(`field <> 'removed'`)
    await remove(ada, id)
    await expect.poll(async () => (await tree(ada)).requests).toMatchObject([{ name: 'Read pay', undeleted: 'unfit' }])
    await (await ada.library).saved.removeFolder(workspaceId, inside)
    await expect.poll(async () => (await tree(ada)).folders).toMatchObject([{ name: 'Payroll', undeleted: 'unfit' }])
    expect(ada.team.state.unsent).toBe(2)
  })

  it('a filter that waits to be deleted comes back as well', async () => {
    const ada = await suite.joined('Ada', [])
    const id = randomUUID()
    ada.history.history.saveFilter({ workspaceId, id, name: 'Failed', filters: { quick: 'failed' } })
    ada.team.told()
    await suite.upToDate(ada)
    await suite.apart(ada)
    ada.history.history.removeFilter({ workspaceId, id })
    await suite.server.start()
    await becomesViewer('Ada')
    await suite.back(ada)
    expect(ada.history.history.savedFilters({ workspaceId })).toMatchObject([{ name: 'Failed' }])
    expect(await pending(ada)).toEqual([['filter', 'removed', 'Failed', 'viewer']])
  })
})

describe('what cannot be shared for 30 days', () => {
  it('of a viewer is forgotten with a notice, which is said until somebody read it', async () => {
    await suite.joined('Ada')
    const vera = await suite.joined('Vera')
    const told: number[] = []
    const listen = () => vera.team.expired.add((changes) => told.push(changes))
    listen()
    vera.change('a', { owner: 'Vera', note: 'Mine' })
    await expect.poll(() => vera.team.state.status?.waiting).toBe(2)
    aged(vera, 29)
    vera.team.tryNow()
    await expect.poll(() => vera.exchanges()).toBeGreaterThan(1)
    expect(vera.team.state.status?.waiting).toBe(2)
    aged(vera, 2)
    vera.team.tryNow()
    await expect.poll(() => told).toEqual([2])
    await expect.poll(() => vera.team.state.status?.waiting).toBe(0)
    expect(vera.issue('a')).toMatchObject({ owner: 'Vera', note: 'Mine' })

    await vera.restart({ begun: listen })
    await expect.poll(() => told).toEqual([2, 2])
    await vera.team.toldExpired()
    await vera.restart({ begun: listen })
    await suite.upToDate(vera)
    expect(told).toEqual([2, 2])
  })

  it('of an operator waits on; only what was refused is listed no more', async () => {
    const ada = await suite.joined('Ada')
    await limit(`value <> '"Refused"'`)
    ada.change('a', { owner: 'Refused' })
    await expect.poll(() => ada.team.state.unsent).toBe(1)
    await suite.whileApart([ada], () => ada.change('a', { note: 'Waits' }))
    aged(ada, 31)
    await suite.back(ada)
    await expect.poll(() => ada.team.state.unsent).toBe(0)
    expect((await suite.stored()).at(-1)?.value).toBe('Waits')
  })

  it('is an issue that was never told: it is told once the account may write again', async () => {
    const ada = await suite.joined('Ada', [])
    await suite.apart(ada)
    ada.refresh(['a'])
    ada.history.history.takeUpIssues({
      places: [{ ...place, service: 'https://api.example.com' }],
      writes: true
    })
    await suite.server.start()
    await becomesViewer('Ada')
    aged(ada, 31)
    await ada.restart()
    await suite.upToDate(ada)
    await suite.server.query(suite.database, `GRANT connector_desk_operator TO ${suite.as('Ada').user}`)
    await ada.restart()
    await suite.upToDate(ada)
    expect((await suite.stored()).map(({ field }) => field)).toEqual(['opened'])
  })
})
