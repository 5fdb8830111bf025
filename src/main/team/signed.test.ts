import { randomUUID } from 'node:crypto'
import Database from 'libsql'
import { describe, expect, it } from 'vitest'
import { Activity } from '../activity/activity'
import { systemClock } from '../base/clock'
import { promised } from '../base/promised'
import { place, start } from '../testing/history'
import { ChangeLog, type Noted } from '../mappings/change-log'
import { draft } from '../passthrough/testing'
import { migrate, migrations } from '../store/migrations'
import { Statements } from '../store/statements'
import { callRow } from '../store/tables/activity/testing'
import { ChangeLogTable } from '../store/tables/mappings/mappings'
import { TeamNames } from '../store/tables/team/team-names'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { joined } = suite
const { workspaceId } = place
/** No desk's account. */
const stranger = 'postgres'

const noted: Noted = {
  ...{ act: 'change-mapping', outcome: 'done', message: '', cascade: [] },
  field: { id: 'f', name: 'start_date', category: 'HRIS', model: 'employees' },
  mapping: {
    ...{ id: 'm', scope: { kind: 'connector', key: 'HRIS:c1' }, scopeName: 'Acme' },
    ...{ expression: 'new', before: 'old' }
  }
}
const changeLogOf = (desk: TestDesk, operator: string) =>
  new ChangeLog(
    ...([promised(() => desk.history.history), () => start, async () => null, desk.masker] as const),
    () => operator,
    () => desk.team.told()
  )
async function did(desk: TestDesk, operator: string): Promise<void> {
  const changeLog = changeLogOf(desk, operator)
  await changeLog.end(await changeLog.begin(place, noted), noted)
}
const log = async (desk: TestDesk) =>
  (await changeLogOf(desk, '').list(workspaceId)).entries.map(({ operator, mapping }) => [operator, mapping?.before])

async function sent(desk: TestDesk, operator: string): Promise<void> {
  const activity = new Activity({
    ...{ store: promised(() => desk.history.history), clock: systemClock, masker: desk.masker },
    operator: () => operator,
    unrecorded: () => null,
    added: () => undefined,
    failed: (error) => desk.failures.push(error)
  })
  const call = { ...callRow({ at: Date.now(), asker: 'passthrough', method: 'POST' }), mutation: true }
  await (
    await activity.begin(call)
  )(call)
  desk.team.told()
}
const calls = (desk: TestDesk) =>
  desk.history.history
    .listGrouped({ workspaceId, filters: { whose: 'team' }, before: null, limit: 10 })
    .calls.map(({ operator }) => operator)

const issueOfA = async () => (await suite.stored()).find(({ field }) => field === 'opened')?.subject ?? ''
const deskOf = (desk: TestDesk) => desk.history.history.teamLink()?.desk ?? ''

describe('@attack a row that another account signed with a colleague’s name', () => {
  it('does not replace that colleague’s entry of the change log', async () => {
    const [ada, grace] = [await joined('Ada', []), await joined('Grace', [])]
    await did(ada, 'Ada')
    await expect.poll(() => log(grace)).toEqual([['Ada', 'old']])
    const entry = (await suite.stored()).find(({ kind }) => kind === 'ledger')
    const forged = { ...noted, mapping: { ...noted.mapping, before: 'forged' } }
    const row = { kind: 'ledger', subject: entry?.subject ?? '', operator: 'Ada', field: 'entry' }
    await suite.insert({ ...row, value: { at: 1, entry: forged } })
    await did(ada, 'Ada')
    await expect.poll(() => log(grace)).toHaveLength(2)
    expect(await log(grace)).toEqual([
      ['Ada', 'old'],
      ['Ada', 'old']
    ])
  })

  it('shows its account in Activity, the change log and the history of an issue', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    await sent(ada, 'Ada')
    await did(ada, 'Ada')
    await expect.poll(() => calls(grace)).toHaveLength(1)
    const copy = async (kind: string) => (await suite.stored()).find((one) => one.kind === kind)?.value
    for (const kind of ['call', 'ledger'])
      await suite.insert({ kind, subject: randomUUID(), operator: 'Ada', field: 'entry', value: await copy(kind) })
    await suite.insert({ kind: 'case', subject: await issueOfA(), operator: 'Ada', field: 'owner', value: 'Linus' })
    await expect.poll(() => grace.issue('a')?.owner).toBe('Linus')
    const forged = `${stranger} (as Ada)`
    expect(calls(grace).sort()).toEqual(['Ada', forged])
    expect((await log(grace)).map(([operator]) => operator).sort()).toEqual(['Ada', forged])
    expect(grace.events('a').at(-1)).toEqual(['owner-changed', 'Linus', forged])
  })

  it('tells an operator who gave them an issue, though it is signed with their own name', async () => {
    const ada = await joined('Ada')
    await suite.insert({ kind: 'case', subject: await issueOfA(), operator: 'Ada', field: 'owner', value: 'Ada' })
    await expect.poll(() => ada.assigned).toEqual([[['HRIS:a'], [`${stranger} (as Ada)`], false]])
  })
})

describe('@attack a row with the id of another desk', () => {
  it('is not that desk’s own: it has its history and its notice', async () => {
    const ada = await joined('Ada')
    const row = { kind: 'case', subject: await issueOfA(), operator: 'Mallory', desk: deskOf(ada) }
    await suite.insert({ ...row, field: 'owner', value: 'Ada' })
    await expect.poll(() => ada.assigned).toEqual([[['HRIS:a'], ['Mallory'], false]])
    expect(ada.events('a').at(-1)).toEqual(['owner-changed', 'Ada', 'Mallory'])
    await suite.insert({ ...row, field: 'closed', value: 'recovered' })
    await expect.poll(() => ada.events('a').at(-1)).toEqual(['recovered', null, 'Mallory'])
  })

  it('is shown in the change log and Activity, and as the maker of a filter', async () => {
    const [ada, grace] = [await joined('Ada', []), await joined('Grace', [])]
    await sent(grace, 'Grace')
    await did(grace, 'Grace')
    await expect.poll(() => calls(ada)).toHaveLength(1)
    const copy = async (kind: string) => (await suite.stored()).find((one) => one.kind === kind)?.value
    const of = { operator: 'Ada', desk: deskOf(ada) }
    for (const kind of ['call', 'ledger'])
      await suite.insert({ ...of, kind, subject: randomUUID(), field: 'entry', value: await copy(kind) })
    const filter = randomUUID()
    await suite.insert({ ...of, kind: 'filter', subject: filter, field: 'name', value: 'Stalled' })
    await suite.insert({ ...of, kind: 'filter', subject: filter, field: 'content', value: {} })
    const forged = `${stranger} (as Ada)`
    await expect.poll(() => ada.history.history.savedFilters({ workspaceId })).toMatchObject([{ maker: forged }])
    expect(calls(ada).sort()).toEqual(['Grace', forged])
    expect((await log(ada)).map(([operator]) => operator).sort()).toEqual(['Grace', forged])
  })

  it('loses no text that it would overwrite', async () => {
    const ada = await joined('Ada', [])
    const library = await ada.library
    const id = randomUUID()
    const save = (path: string) =>
      library.saved.save(workspaceId, { id, folderId: null, name: 'Read pay', draft: { ...draft, workspaceId, path } })
    await save('/first')
    await suite.upToDate(ada)
    const first = (await suite.stored()).find(({ field }) => field === 'content')?.value as object
    await suite.whileApart([ada], () => save('/by-ada').then(() => undefined))
    await suite.insert({
      ...{ kind: 'request', subject: id, operator: 'Mallory', desk: deskOf(ada), field: 'content' },
      value: { ...first, path: '/by-mallory' }
    })
    await suite.back(ada)
    const paths = async () => (await library.saved.tree(workspaceId)).requests.map(({ path }) => path)
    await expect.poll(paths).toEqual(['/by-ada', '/by-mallory'])
  })
})

it('what a desk wrote is its own, though it comes back under another desk and account', async () => {
  const ada = await joined('Ada')
  await ada.team.stop()
  ada.change('a', { owner: 'Linus' })
  const [waits] = ada.history.history.waitingChanges({ limit: 1 }).changes
  await suite.server.query(
    suite.database,
    `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
      VALUES ($1, gen_random_uuid(), 'Ada', $2, 'case', $3, 'owner', '"Linus"')`,
    [waits?.id, waits?.service, waits?.subject]
  )
  await ada.restart()
  await suite.upToDate(ada)
  expect(ada.events('a').filter(([kind]) => kind === 'owner-changed')).toEqual([['owner-changed', 'Linus', null]])
})

describe('the name by which an account is known', () => {
  const namesOf = (...signed: [account: string, operator: string][]) => {
    const sql = new Statements(new Database(':memory:'))
    migrate(sql.database)
    const names = new TeamNames(sql)
    for (const [account, operator] of signed) names.learn(account, operator)
    return new TeamNames(sql)
  }

  it.each<[string, [string, string][], [string, string], string]>([
    ['is the first it signed with', [['ada', 'Ada L']], ['ada', 'Ada L'], 'Ada L'],
    ['holds however it is typed', [['ada', 'Ada L']], ['ada', ' ADA  l\u200b'], 'ADA l'],
    ['does not follow another', [['ada', 'Ada L']], ['ada', 'Grace'], 'ada (as Grace)'],
    [
      'is not that of another account',
      [
        ['grace', 'Grace'],
        ['eve', 'grace']
      ],
      ['eve', 'grace'],
      'eve (as grace)'
    ],
    [
      'is not another account',
      [
        ['grace', 'Grace H'],
        ['eve', 'GRACE']
      ],
      ['eve', 'GRACE'],
      'eve (as GRACE)'
    ],
    [
      'looks like no account and name',
      [['eve', 'grace (as Grace)']],
      ['eve', 'grace (as Grace)'],
      'eve (as grace (as Grace))'
    ],
    [
      'nor with wide brackets',
      [['eve', 'grace （as Grace）']],
      ['eve', 'grace （as Grace）'],
      'eve (as grace （as Grace）)'
    ],
    [
      'is learned once it is free',
      [
        ['grace', 'Grace'],
        ['eve', 'Grace'],
        ['eve', 'Eve']
      ],
      ['eve', 'Eve'],
      'Eve'
    ],
    ['need not be there', [['eve', '\u200b']], ['eve', '\u200b'], 'eve (as ?)'],
    ['is the account itself', [], ['ada', 'ada'], 'ada']
  ])('%s', (_, signed, [account, operator], shown) => {
    expect(namesOf(...signed).shown(account, operator)).toBe(shown)
  })

  it('@attack leaves the account in sight, however long the name', () => {
    expect(namesOf().shown('eve', 'Grace '.repeat(100))).toMatch(/^eve \(as Grace/)
    expect(namesOf().shown('eve', 'Grace '.repeat(100)).length).toBeLessThan(80)
  })
})

describe('@attack what was read before accounts were compared', () => {
  function upgraded(...signed: [account: string, operator: string][]) {
    const sql = new Statements(new Database(':memory:'))
    migrate(sql.database, migrations.slice(0, 19))
    for (const [at, [account, operator]] of signed.entries())
      sql.run(
        `INSERT INTO team_call VALUES (?, ?, 's', ?, ?, '', 1, 'passthrough', 'POST', '/', '', '', '', '', 200, NULL)`,
        ...[-1 - at, `t${at}`, account, operator]
      )
    sql.run(`INSERT INTO ledger (workspace, region, at, entry, team, operator)
      VALUES ('w', 'eu', 1, '{"outcome":"unknown"}', 'begun', 'Grace'), ('w', 'eu', 1, '{"outcome":"done"}', 'ended', 'Grace')`)
    migrate(sql.database)
    return sql
  }

  it('gives a name to the first that signed with it', () => {
    const sql = upgraded(['mallory', 'Mallory'], ['grace', 'Grace'], ['mallory', 'Grace'])
    const shown = sql.all<{ operator: string }>('SELECT operator FROM team_call ORDER BY id DESC')
    expect(shown.map(({ operator }) => operator)).toEqual(['Mallory', 'Grace', 'mallory (as Grace)'])
  })

  it('gives nobody the name with which this desk signs', () => {
    const names = new TeamNames(upgraded(['mallory', 'Ada']))
    names.own('ada', 'Ada')
    expect(names.shown('mallory', 'Ada')).toBe('mallory (as Ada)')
    expect(names.shown('ada', 'Ada')).toBe('Ada')
  })

  it('has an entry of the change log end that began before, once, and with the name it began with', () => {
    const table = new ChangeLogTable(upgraded())
    const end = (team: string, account: string, operator: string) =>
      table.receive(
        { workspaceId: 'w', region: 'eu' },
        { team, at: 2, account, operator, entry: JSON.stringify({ outcome: 'done', by: account }) }
      )
    const entries = () => table.list('w', 9, 9).map(({ entry }) => (JSON.parse(entry) as { by?: string }).by)
    end('begun', 'mallory', 'mallory (as Grace)')
    end('ended', 'grace', 'Grace')
    expect(entries()).toEqual([undefined, undefined])
    end('begun', 'grace', 'Grace')
    end('begun', 'mallory', 'Grace')
    expect(entries()).toEqual([undefined, 'grace'])
  })
})

describe('@attack a token that is called like a word of the team’s feed', () => {
  it.each([
    'readTo',
    'changes',
    'reader',
    'account',
    'operator',
    'subject',
    'owner',
    'HRIS:a',
    'https://api.example.com'
  ])('%s does not stop a desk from reading it', async (token) => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    grace.masker.add(token)
    ada.change('a', { owner: 'Linus' })
    ada.change('a', { tagged: 'VIP' })
    await expect.poll(() => grace.issue('a')?.owner).toBe('Linus')
    await sent(ada, 'Ada')
    await expect.poll(() => calls(grace)).toHaveLength(1)
    expect(grace.team.state).toMatchObject({ unread: 0 })
  })

  it('is hidden in what colleagues typed, and keeps the words of the app', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    for (const token of ['ct_practice_8fK2mQ7xLw', 'passthrough', 'change-mapping', 'connector'])
      grace.masker.add(token)
    ada.change('a', { note: 'It is ct_practice_8fK2mQ7xLw.' })
    await expect.poll(() => grace.issue('a')?.note).toBe('It is [token].')
    await did(ada, 'Ada')
    await sent(ada, 'Ada')
    await expect.poll(() => log(grace)).toEqual([['Ada', 'old']])
    await expect.poll(() => calls(grace)).toEqual(['Ada'])
    expect(grace.team.state).toMatchObject({ unread: 0 })
  })
})
