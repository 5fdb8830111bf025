import { describe, expect, it } from 'vitest'
import { longestSleep } from '../../shared/issues/issue'
import { connect } from './connection'
import { madeUpRow } from '../testing/made-up-rows'
import { place, start } from '../testing/history'
import { passwordOf, type TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { as, joined, upToDate, stored } = suite

describe('two desks', () => {
  it('show owner, note and snooze of one in the other, with who did it', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    const until = Date.parse('2026-04-01T08:00:00Z')
    ada.change('a', { owner: 'Linus' })
    ada.change('a', { note: 'Asked on Monday' })
    ada.change('a', { snoozedUntil: until })
    await expect.poll(() => grace.issue('a')).toEqual({ owner: 'Linus', note: 'Asked on Monday', snoozedUntil: until })
    expect(grace.events('a')).toEqual([
      ['opened', null, null],
      ['owner-changed', 'Linus', 'Ada'],
      ['noted', 'Asked on Monday', 'Ada'],
      ['snoozed', String(until), 'Ada']
    ])
    expect(ada.events('a').slice(1)).toEqual([
      ['owner-changed', 'Linus', null],
      ['noted', 'Asked on Monday', null],
      ['snoozed', String(until), null]
    ])
  })

  /** @param readAt when the provider's page was read, without an incident */
  const list = (desk: TestDesk, readAt = 0) =>
    desk.history.history.issueList({ place, now: start + 600_000, calm: [{ integration: 'bamboohr', readAt }] })
  const wakes = (desk: TestDesk, readAt = 0) => list(desk, readAt).snoozed.map((one) => one.wakes)
  const sleeps = (desk: TestDesk) => desk.change('a', { snoozedUntil: Number.MAX_SAFE_INTEGER, wakes: 'provider' })
  const woke = (desk: TestDesk) => desk.events('a').filter(([kind]) => kind === 'woke')

  it('know what a snooze waits for: any of them sees it come, once, and the others say why', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    sleeps(ada)
    const until = ada.issue('a')?.snoozedUntil ?? 0
    expect(until).toBeLessThan(start + longestSleep + 600_000)
    for (const desk of [ada, grace]) {
      await expect.poll(() => wakes(desk)).toEqual(['provider'])
      await upToDate(desk)
    }
    // The desk that snoozed is off; the other one sees it.
    await ada.team.stop()
    expect(wakes(grace, start + 300_000)).toEqual([])
    grace.team.told()
    await upToDate(grace)
    await ada.restart()
    await expect.poll(() => ada.issue('a')?.snoozedUntil).toBeNull()
    expect(ada.events('a').slice(-2)).toEqual([['snoozed', 'provider', null], ['woke', 'provider', 'Grace']]) // prettier-ignore
    expect(woke(grace)).toEqual([['woke', 'provider', null]])
  })

  it('that both see what a snooze waited for say so once', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    sleeps(ada)
    await expect.poll(() => wakes(grace)).toEqual(['provider'])
    await upToDate(ada, grace)
    await suite.whileApart([ada, grace], () => {
      for (const desk of [ada, grace]) expect(wakes(desk, start + 300_000)).toEqual([])
    })
    await suite.back(ada)
    await suite.back(grace)
    for (const desk of [ada, grace]) {
      await upToDate(desk)
      expect(woke(desk)).toEqual([['woke', 'provider', null]])
      expect(desk.issue('a')?.snoozedUntil).toBeNull()
    }
  })

  it('end no newer snooze of a colleague when theirs wakes', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    sleeps(ada)
    await expect.poll(() => wakes(grace)).toEqual(['provider'])
    await upToDate(ada, grace)
    await suite.whileApart([ada, grace], () => {
      grace.change('a', { snoozedUntil: start + 5 * longestSleep })
      expect(wakes(ada, start + 300_000)).toEqual([])
    })
    await suite.back(grace)
    await suite.back(ada)
    for (const desk of [ada, grace])
      await expect.poll(() => desk.issue('a')?.snoozedUntil).toBe(start + 5 * longestSleep)
    expect(woke(grace)).toEqual([])
  })

  it('end no newer snooze of a colleague when the diagnosis becomes another, and the one before on all', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    const becomes = (desk: TestDesk) => {
      desk.history.refresh([madeUpRow('a', start, { sync_status: 'Failed' })], start + 900_000)
      desk.history.history.issueList({ place, now: start + 900_000 })
      desk.team.told()
    }
    const [first, newer] = [start + longestSleep, start + 5 * longestSleep]
    ada.change('a', { snoozedUntil: first })
    await expect.poll(() => grace.issue('a')?.snoozedUntil).toBe(first)
    await upToDate(ada, grace)
    await suite.whileApart([ada, grace], () => {
      grace.change('a', { snoozedUntil: newer })
      becomes(ada)
      expect(ada.issue('a')?.snoozedUntil).toBeNull()
    })
    await suite.back(grace)
    await suite.back(ada)
    for (const desk of [ada, grace]) await expect.poll(() => desk.issue('a')?.snoozedUntil).toBe(newer)
    becomes(grace)
    await expect.poll(() => ada.issue('a')?.snoozedUntil).toBeNull()
    const vera = await joined('Grace Hopper')
    expect(vera.issue('a')?.snoozedUntil).toBeNull()
  })

  it('wait no more for what a colleague’s snooze replaced, even one until the same time', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    sleeps(ada)
    await expect.poll(() => wakes(grace)).toEqual(['provider'])
    grace.change('a', { snoozedUntil: ada.issue('a')?.snoozedUntil ?? 0 })
    for (const desk of [ada, grace]) await expect.poll(() => wakes(desk)).toEqual([undefined])
    for (const desk of [ada, grace]) expect(wakes(desk, start + 300_000)).toEqual([undefined])
  })

  it('wake once, though the snooze comes back from the team only after it woke', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    await suite.whileApart([ada, grace], () => {
      sleeps(ada)
      expect(wakes(ada, start + 300_000)).toEqual([])
    })
    await suite.back(ada, grace)
    await upToDate(ada, grace)
    await expect.poll(() => woke(grace)).toEqual([['woke', 'provider', 'Ada']])
    for (const desk of [ada, grace]) expect(desk.issue('a')?.snoozedUntil).toBeNull()
    expect(woke(ada)).toEqual([['woke', 'provider', null]])
  })

  it('that join later know what a snooze waits for, too', async () => {
    const ada = await joined('Ada')
    sleeps(ada)
    await upToDate(ada)
    const grace = await joined('Grace')
    await expect.poll(() => wakes(grace)).toEqual(['provider'])
  })

  it('that opened the same case apart have one, and what each of them wrote', async () => {
    const [ada, grace] = [await joined('Ada', []), await joined('Grace', [])]
    await suite.server.stop()
    await expect.poll(() => [ada, grace].map(({ team }) => team.state.status?.kind)).toEqual(['away', 'away'])
    for (const desk of [ada, grace]) desk.refresh(['a'])
    ada.change('a', { owner: 'Linus' })
    grace.change('a', { note: 'Their administrator left' })
    await suite.server.start()
    for (const { team } of [ada, grace]) team.tryNow()
    const both = { owner: 'Linus', note: 'Their administrator left', snoozedUntil: null }
    await expect.poll(() => [ada.issue('a'), grace.issue('a')]).toEqual([both, both])
  })

  it('keep the later of two writes by the server’s clock, and both in the history', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    await suite.apart(ada, grace)
    ada.change('a', { owner: 'Linus', note: 'From Ada' })
    grace.change('a', { owner: 'Maya', note: 'From Grace' })
    await suite.together(grace, ada)
    const later = { owner: 'Linus', note: 'From Ada', snoozedUntil: null }
    await expect.poll(() => [ada.issue('a'), grace.issue('a')]).toEqual([later, later])
    expect(ada.events('a')).toEqual(
      expect.arrayContaining([
        ['owner-changed', 'Maya', 'Grace'],
        ['noted', 'From Grace', 'Grace'],
        ['owner-changed', 'Linus', null]
      ])
    )
    expect(grace.events('a')).toEqual(
      expect.arrayContaining([
        ['owner-changed', 'Maya', null],
        ['owner-changed', 'Linus', 'Ada'],
        ['noted', 'From Ada', 'Ada']
      ])
    )
  })

  it('keep a case of their own each where one saw it recover and break again', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    ada.change('a', { owner: 'Linus' })
    await expect.poll(() => grace.issue('a')?.owner).toBe('Linus')
    ada.refresh([], ['a'])
    await expect.poll(() => grace.events('a').at(-1)).toEqual(['recovered', null, 'Ada'])
    expect(grace.issue('a')?.owner).toBe('Linus')
    grace.refresh([], ['a'])
    for (const desk of [ada, grace]) desk.refresh(['a'])
    await upToDate(ada, grace)
    expect([ada.issue('a'), grace.issue('a')].map((one) => one?.owner)).toEqual(['', ''])
    grace.change('a', { owner: 'Maya' })
    await expect.poll(() => ada.issue('a')?.owner).toBe('Maya')
  })
})

describe('a desk', () => {
  it('opens an issue about unreadable data by the word that desks of the version before know', async () => {
    const ada = await joined('Ada', [])
    ada.history.refresh([madeUpRow('a', start, { created_at: 'soon' })], start + 120_000)
    ada.history.history.issueList({ place, now: start + 120_000 })
    ada.team.told()
    await upToDate(ada)
    expect(ada.health('a').issues[0]?.cause).toBe('unreadable')
    await expect
      .poll(async () => (await stored()).filter(({ field }) => field === 'opened').map(({ value }) => value))
      .toEqual([{ connector: 'HRIS:a', cause: 'contradictory' }])
  })

  it('opens an issue about a sudden drop by the word that they know, too', async () => {
    const ada = await joined('Ada', [])
    const sync = (n: number) => new Date(start - (9 - n) * 43_200_000).toISOString()
    for (let n = 0; n < 10; n++) {
      const counts = { total_employees: n < 9 ? 812 : 9, sync_status: 'Done', last_sync_start_time: sync(n) }
      ada.history.refresh([madeUpRow('a', start, { ...counts, next_sync_start_time: null })], start + n * 60_000)
    }
    ada.history.history.issueList({ place, now: start + 600_000 })
    ada.team.told()
    await upToDate(ada)
    expect(ada.health('a').issues[0]?.cause).toBe('drop')
    await expect
      .poll(async () => (await stored()).filter(({ field }) => field === 'opened').map(({ value }) => value))
      .toEqual([{ connector: 'HRIS:a', cause: 'contradictory' }])
  })

  it('that opens a case later takes over what the team says of it', async () => {
    const ada = await joined('Ada')
    ada.change('a', { owner: 'Linus', note: 'Known' })
    await upToDate(ada)
    const grace = await joined('Grace', [])
    grace.refresh(['a'])
    await expect.poll(() => grace.issue('a')).toEqual({ owner: 'Linus', note: 'Known', snoozedUntil: null })
  })

  it('brings what it knew before it joined, and leaves it where the team says otherwise', async () => {
    const ada = await joined('Ada', ['a', 'b'])
    ada.change('a', { owner: 'Linus' })
    await upToDate(ada)
    const grace = suite.desk('Grace')
    grace.refresh(['a', 'b'])
    grace.change('a', { owner: 'Maya' })
    grace.change('b', { owner: 'Maya' })
    await grace.join(as('Grace'))
    await expect.poll(() => ['a', 'b'].map((id) => grace.issue(id)?.owner)).toEqual(['Linus', 'Maya'])
    await expect.poll(() => ada.issue('b')?.owner).toBe('Maya')
  })

  it('works on while the server is away, and hands over what waited', async () => {
    const [ada, grace] = [await joined('Ada', ['a', 'b']), await joined('Grace', ['a', 'b'])]
    await suite.server.stop()
    await expect.poll(() => ada.team.state.status?.kind).toBe('away')
    for (const id of ['a', 'b']) ada.change(id, { owner: `For ${id}` })
    await expect
      .poll(() => ada.team.state.status)
      .toMatchObject({ waiting: 2, words: expect.stringMatching(/No server/) })
    await ada.restart()
    expect(ada.issue('a')?.owner).toBe('For a')
    await suite.server.start()
    for (const { team } of [ada, grace]) team.tryNow()
    await expect.poll(() => ['a', 'b'].map((id) => grace.issue(id)?.owner)).toEqual(['For a', 'For b'])
  })

  it('applies each change once, though the answer to it never came', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    await ada.team.stop()
    ada.change('a', { owner: 'Linus' })
    const [waits] = ada.history.history.waitingChanges({ limit: 10 }).changes
    // A kill after the server's commit.
    const link = ada.history.history.teamLink()
    await suite.server.query(
      suite.database,
      `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
        VALUES ($1, $2, 'Ada', $3, 'case', $4, $5, $6)`,
      [waits?.id, link?.desk, waits?.service, waits?.subject, waits?.field, waits?.value]
    )
    await ada.restart()
    await upToDate(ada)
    await expect.poll(() => grace.issue('a')?.owner).toBe('Linus')
    expect((await stored()).filter(({ field }) => field === 'owner')).toHaveLength(1)
    for (const desk of [ada, grace])
      expect(desk.events('a').filter(([kind]) => kind === 'owner-changed')).toHaveLength(1)
  })

  it('applies each change once when the feed comes twice', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    ada.change('a', { owner: 'Linus' })
    await expect.poll(() => grace.issue('a')?.owner).toBe('Linus')
    const { readTo } = grace.history.history.teamLink() ?? { readTo: 0 }
    const change = { seq: readTo, at: 1, account: 'ada', operator: 'Ada', service: 'https://api.example.com' }
    const ids = { id: crypto.randomUUID(), desk: crypto.randomUUID(), subject: crypto.randomUUID() }
    const again = {
      changes: [{ ...change, ...ids, kind: 'case' as const, field: 'owner' as const, value: 'Twice' }],
      unread: [],
      readTo,
      reader: { account: 'grace', operator: 'Grace' }
    }
    expect(grace.history.history.receiveChanges(again)).toEqual({ owners: [], told: [] })
    expect(grace.events('a').filter(([kind]) => kind === 'owner-changed')).toHaveLength(1)
  })

  it('reads many changes at once in the order of their numbers, and each once', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    await grace.team.stop()
    const owners = Array.from({ length: 250 }, (_, at) => `Owner ${at}`)
    for (const owner of owners) ada.change('a', { owner })
    await upToDate(ada)
    await grace.restart()
    await expect.poll(() => grace.issue('a')?.owner).toBe('Owner 249')
    const told = grace.events('a').filter(([kind]) => kind === 'owner-changed')
    expect(told.map(([, owner]) => owner)).toEqual(owners)
  })

  it('skips no change that was numbered before others and committed after them', async () => {
    const [ada, grace] = [await joined('Ada', ['a', 'b']), await joined('Grace', ['a', 'b'])]
    const slow = await connect({ address: as('Ada'), password: passwordOf(as('Ada').user), certificates: [] })
    await slow.query('BEGIN')
    await slow.query(
      `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
        SELECT gen_random_uuid(), gen_random_uuid(), 'Slow', service, kind, subject, 'owner', '"Slow"'
        FROM connector_desk.change WHERE field = 'opened' AND value ->> 'connector' = 'HRIS:a'`
    )
    ada.change('b', { owner: 'Quick' })
    grace.team.told()
    await expect.poll(() => ada.team.state.status?.waiting).toBe(1)
    await slow.query('COMMIT')
    slow.end()
    await expect.poll(() => ['a', 'b'].map((id) => grace.issue(id)?.owner)).toEqual(['Slow', 'Quick'])
  })

  it('connects again by itself when the server was killed', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    await suite.server.stop('SIGKILL')
    await suite.server.start()
    ada.change('a', { owner: 'Linus' })
    await expect.poll(() => grace.issue('a')?.owner).toBe('Linus')
  })

  it('joins again where its history no longer says that it had', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    await grace.team.stop()
    grace.history.history.leaveTeam()
    ada.change('a', { owner: 'Linus' })
    await grace.restart()
    await expect.poll(() => grace.issue('a')?.owner).toBe('Linus')
  })

  it('sends what is changed at the moment at which it gets connected', async () => {
    const ada = await joined('Ada')
    await ada.team.stop()
    const { history } = ada.history
    const { waitingChanges } = history
    history.waitingChanges = (of) => {
      const waiting = waitingChanges(of)
      if (of.limit > 0 && ada.issue('a')?.owner === '') ada.change('a', { owner: 'Linus' })
      return waiting
    }
    ada.team.begin()
    await expect.poll(async () => (await stored()).at(-1)?.value).toBe('Linus')
  })

  it('keeps what waits when its password is changed, until another one is entered', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    const { user } = as('Ada')
    await suite.server.query(suite.database, `ALTER ROLE ${user} PASSWORD 'another'`)
    await suite.server.query(
      suite.database,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1',
      [user]
    )
    await expect
      .poll(() => ada.team.state.status)
      .toMatchObject({ words: expect.stringMatching(/password of .* is wrong/), fault: 'password' })
    ada.change('a', { owner: 'Linus' })
    await ada.team.setPassword('another')
    await expect.poll(() => grace.issue('a')?.owner).toBe('Linus')
  })

  it('that leaves keeps its cases, and tells the team nothing any more', async () => {
    const [ada, grace] = [await joined('Ada'), await joined('Grace')]
    ada.change('a', { owner: 'Linus' })
    await expect.poll(() => grace.issue('a')?.owner).toBe('Linus')
    const before = await stored()
    expect(await grace.team.leave()).toMatchObject({ address: null, status: null })
    grace.change('a', { owner: 'Maya' })
    expect(grace.issue('a')?.owner).toBe('Maya')
    expect(grace.history.history.waitingChanges({ limit: 1 }).count).toBe(0)
    expect([...grace.secrets.secrets.keys()]).toEqual([])
    expect(await stored()).toEqual(before)
  })

  it('@attack that leaves with changes that wait asks first, and stays where the person does not agree', async () => {
    const [ada, vera] = [await joined('Ada'), await joined('Vera')]
    ada.change('a', { owner: 'Linus' })
    await expect.poll(() => vera.issue('a')?.owner).toBe('Linus')
    vera.change('a', { note: 'mine' })
    await expect.poll(() => vera.team.state.status?.waiting).toBe(1)
    vera.agrees(false)
    await expect(vera.team.leave()).rejects.toMatchObject({ code: 'cancelled' })
    expect(vera.acts.at(-1)).toMatchObject({ title: 'Leave the team?', note: expect.stringContaining('One change') })
    expect(vera.team.state.address).not.toBeNull()
    vera.agrees(true)
    expect(await vera.team.leave()).toMatchObject({ address: null })
  })

  it('of a viewer reads, and what it changes is not sent', async () => {
    const [ada, vera] = [await joined('Ada'), await joined('Vera')]
    ada.change('a', { owner: 'Linus' })
    await expect.poll(() => vera.issue('a')?.owner).toBe('Linus')
    expect(vera.team.state.status).toMatchObject({ kind: 'connected', writes: false })
    await expect(vera.team.mayChange()).rejects.toMatchObject({ code: 'team-read-only' })
    await expect(ada.team.mayChange()).resolves.toBeUndefined()
    const before = await stored()
    vera.change('a', { owner: 'Vera' })
    await expect.poll(() => vera.team.state.status?.waiting).toBe(1)
    expect(await stored()).toEqual(before)
  })

  it('sends no token, however it came into a note', async () => {
    const token = 'ct_practice_8fK2mQ7xLw'
    const ada = await joined('Ada')
    ada.masker.add(token)
    ada.change('a', { note: `Their token is ${token}, in base64 ${Buffer.from(token).toString('base64')}` })
    await upToDate(ada)
    expect((await stored()).at(-1)?.value).toBe('Their token is [token], in base64 [token]')
  })

  it('names a database that was taken back, or is another one', async () => {
    const ada = await joined('Ada')
    await suite.server.query(suite.database, 'UPDATE connector_desk.team SET last_seq = 0')
    await ada.restart()
    await expect.poll(() => ada.team.state.status).toMatchObject({ words: expect.stringMatching(/earlier state/) })
    await suite.server.query(suite.database, 'UPDATE connector_desk.team SET last_seq = 1000, id = gen_random_uuid()')
    ada.team.tryNow()
    await expect.poll(() => ada.team.state.status).toMatchObject({ words: expect.stringMatching(/another team/) })
  })
})

describe('@attack a row written by hand', () => {
  const insert = (change: Record<string, unknown>) =>
    suite.server.query(
      suite.database,
      `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
        SELECT gen_random_uuid(), gen_random_uuid(), $1, service, $2, subject, $3, $4::jsonb
        FROM connector_desk.change WHERE field = 'opened' LIMIT 1`,
      [
        change['operator'] ?? 'Mallory',
        change['kind'] ?? 'case',
        change['field'] ?? 'owner',
        JSON.stringify(change['value'])
      ]
    )

  it.each<[string, Record<string, unknown>]>([
    ['a name of 10 kB', { value: 'x'.repeat(10_000) }],
    ['an owner that is no text', { value: { toString: 1 } }],
    ['a time that is none', { field: 'snoozedUntil', value: 1e300 }],
    ['an unknown field', { field: '__proto__', value: 'x' }],
    ['an unknown kind', { kind: '__proto__', value: 'x' }]
  ])('with %s changes nothing, and is counted', async (_, change) => {
    const ada = await joined('Ada')
    await insert(change)
    await expect.poll(() => ada.team.state.unread).toBe(1)
    ada.change('a', { note: 'Still at work' })
    await upToDate(ada)
    expect(ada.issue('a')?.owner).toBe('')
  })

  it('with HTML, formulas and reversed text is kept as the text it is', async () => {
    const ada = await joined('Ada')
    const text = '<img src=x onerror=alert(1)> =cmd|calc \u202Etxt.exe'
    await insert({ value: text })
    await expect.poll(() => ada.issue('a')?.owner).toBe(text)
  })
})
