import { exampleDueTimes } from '../../shared/issues/due-times'
import type { MappingFacts } from '../../shared/mappings/mapping-issue'
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import Database from 'libsql'
import { afterEach, expect, it, vi } from 'vitest'
import { teamKinds } from '../../shared/team/kinds'
import { Activity } from '../activity/activity'
import { systemClock } from '../base/clock'
import { promised } from '../base/promised'
import { place, start } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { ChangeLog, type Noted } from '../mappings/change-log'
import { madeUpOpenApi } from '../passthrough/shelf/testing'
import { draft } from '../passthrough/testing'
import { anyIssue, testAlerts } from '../alerts/testing'
import type { AlertRule } from '../../shared/alerts/rule'
import { callRow } from '../store/tables/activity/testing'
import { schemaScript } from './schema'
import { guardId, lookId } from '../store/tables/team/outbox'
import type { Ticket } from '../../shared/tickets/ticket'
import { claimOutage } from '../mail/outages'
import { claimTicket } from '../tickets/claim'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

/**
 * Desks of other versions exchange data with this one: rows, SQL and local tables must match these files byte for
 * byte.
 */
const suite = teamSuite()
const { workspaceId } = place
const service = 'https://api.example.com'
const id = (at: number) => `00000000-0000-4000-8000-00000000f0${String(at).padStart(2, '0')}`
const later = start + 86_400_000
afterEach(() => void vi.restoreAllMocks())

function steady(text: string): string {
  const ids = new Map<string, string>()
  return (
    text
      .replaceAll(hostname(), '<computer>')
      .replaceAll(/\b(ada|grace|vera)_\d+\b/g, '$1')
      // Compressed: each zlib does it in its own way.
      .replaceAll(/("part","value":").*?"}/g, '$1<part>"}')
      .replaceAll(/\b1[789]\d{11}\b/g, (time) => (Math.abs(Number(time) - start) < 2 * 86_400_000 ? time : '<time>'))
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uuid) => {
        if (uuid.startsWith('00000000-')) return uuid
        ids.set(uuid, ids.get(uuid) ?? `<id ${ids.size + 1}>`)
        return ids.get(uuid) ?? ''
      })
  )
}

const alertRule: AlertRule = {
  ...{ name: 'Possible outage', on: true, when: { ...anyIssue, watches: 'outage' }, digest: '08:00', zone: 'UTC' },
  channel: { kind: 'slack', name: '#ops', host: 'hooks.slack.com' },
  ...{ quiet: { from: '20:00', to: '07:00', weekend: true }, names: false }
}
const noted: Noted = {
  ...{ act: 'change-mapping', outcome: 'done', message: '' },
  field: { id: 'f', name: 'start_date', category: 'HRIS', model: 'employees' },
  mapping: {
    ...{ id: 'm', scope: { kind: 'connector', key: 'HRIS:a' }, scopeName: 'Acme' },
    ...{ expression: 'new', before: 'old' }
  },
  cascade: []
}

async function actOn(desk: TestDesk): Promise<void> {
  const { history } = desk.history
  desk.change('a', { owner: 'Ada', note: 'Asked', snoozedUntil: later, tagged: 'vip' })
  desk.change('a', { untagged: 'vip', requested: 'copied' })
  const [{ events = [] } = {}] = desk.health('a').issues
  desk.change('a', { unrequested: events.findLast(({ kind }) => kind === 'requested')?.at ?? 0 })
  desk.change('a', { snoozedUntil: later, wakes: 'provider' })
  history.issueList({ place, now: start + 120_000, calm: [{ integration: 'bamboohr', readAt: later }] })
  desk.change('a', { snoozedUntil: later })
  desk.history.refresh([madeUpRow('a', start, { sync_status: 'Failed' })], start + 130_000)
  history.issueList({ place, now: start + 130_000 })
  desk.refresh([], ['a'])
  history.saveFilter({ workspaceId, id: id(1), name: 'Stalled', filters: { quick: 'stalled', employees: 50 } })
  history.saveFilter({ workspaceId, id: id(2), name: 'Of before', filters: { quick: 'failed' } })
  history.removeFilter({ workspaceId, id: id(2) })
  const { saved } = await desk.library
  await saved.saveFolder(workspaceId, { id: id(3), name: 'Payroll', parentId: null })
  await saved.saveFolder(workspaceId, { id: id(4), name: 'Within', parentId: id(3) })
  await saved.save(workspaceId, { id: id(5), folderId: id(4), name: 'Read pay', draft: { ...draft, workspaceId } })
  await saved.save(workspaceId, { id: id(6), folderId: null, name: 'Gone', draft: { ...draft, workspaceId } })
  await saved.remove(workspaceId, id(6))
  await saved.saveFolder(workspaceId, { id: id(7), name: 'Gone', parentId: null })
  await saved.removeFolder(workspaceId, id(7))
  const checked = { ...draft, workspaceId, checks: [{ kind: 'status' as const, at: '', value: '200' }] }
  await saved.save(workspaceId, { id: id(8), folderId: null, name: 'Checked', draft: checked })
  const shelf = await desk.shelf()
  for (const of of ['personio', 'bamboohr']) await shelf.import(workspaceId, of, JSON.stringify(madeUpOpenApi()))
  await shelf.remove(workspaceId, 'bamboohr')
  const steps = { matches: ['invalid_grant'], steps: '1. Ask', requests: [id(5)], letter: 'Open {relink_link}' }
  const runbook = { title: 'Relink', integration: 'bamboohr', cause: 'relink' as const, ...steps }
  for (const of of [id(9), id(10)])
    history.saveRunbook({ workspaceId, id: of, at: start, before: null, content: runbook })
  history.removeRunbook({ workspaceId, id: id(10) })
  const customer = { address: 'd.hale@harrow.example', name: 'Dana Hale', language: 'en', relinks: true }
  await desk.contacts.save(workspaceId, [{ originId: 'hwa-0458', contacts: [customer] }])
  history.forgetCustomer({ workspaceId, originId: 'umb-0044' })
  for (const of of [id(31), id(32)])
    history.saveAlertRule({ workspaceId, id: of, at: start, before: null, content: alertRule })
  history.removeAlertRule({ workspaceId, id: id(32) })
  history.endAlert({ place, message: id(33), end: { outcome: 'unknown', said: 'It ended.' } })
  for (const of of [id(25), id(26)])
    history.beginTicket({ service, ticket: { ...ticket, id: of, key: `HRIS:${of}` }, told: 'seen' })
  history.changeTicket({ service, id: id(26), change: { state: 'refused' }, told: 'released' })
  history.setDueTimes({ workspaceId, dueTimes: exampleDueTimes('Europe/London') })
  const drifted = { key: 'm-1', since: start, facts: drift }
  history.settleMappings({ place, findings: [{ ...drifted, state: 'drifted' }], at: start })
  const places = [{ ...place, service }]
  history.takeUpIssues({ places, writes: true })
  const [watched] = history.issueList({ place, now: start }).mappings
  history.changeWatchedIssue({
    place,
    id: watched?.id ?? 0,
    change: { owner: 'Ada', note: 'Asked', snoozedUntil: later }
  })
  history.addOutageTold({ place, rows: [{ ...told, message: id(42), at: start, by: null, state: null }] })
  const letter = { id: id(42), at: start, kind: 'outage' as const, originId: told.originId, keys: told.keys }
  history.addMessages({
    place,
    consent: null,
    campaign: null,
    messages: [{ ...letter, digest: '', encrypted: new Uint8Array() }]
  })
  history.endMessage({ id: id(42), state: 'sent', at: start, encrypted: new Uint8Array() })
  history.endOutageTold()
  const log = new ChangeLog(
    promised(() => history),
    () => start,
    async () => null,
    desk.masker,
    () => 'Ada',
    () => undefined
  )
  await log.end(await log.begin(place, noted), noted)
  const changed = { place, at: start, fingerprint: 'a1'.repeat(16), operator: 'Ada' }
  history.endTokenChange({ id: history.beginTokenChange(changed), operator: 'Ada' })
  const activity = new Activity({
    ...{ store: promised(() => history), clock: systemClock, masker: desk.masker, operator: () => 'Ada' },
    added: () => undefined,
    unrecorded: () => null,
    failed: (error) => desk.failures.push(error)
  })
  const call = {
    ...callRow({ at: start, asker: 'passthrough', method: 'POST', path: '/api/hris/v1/passthrough', query: 'dry_run' }),
    ...{ mutation: true, forwarded: 'DELETE /employees/17', subject: 'Passthrough to Acme', connectorKey: 'HRIS:a' },
    ...{ status: null, error: 'unanswered', tries: 0, partOf: 'send' as const, requestId: null }
  }
  await (
    await activity.begin(call)
  )({ ...call, status: 204, error: null, requestId: 'r-1' })
  const answered = { at: start, said: 'dead' as const, status: 401, method: 'GET' as const, by: 'check' as const }
  history.noteAccess({ place, key: 'HRIS:a', fact: { ...answered, since: start } })
}

const numbers = { at: start, records: 1, filled: 1, problems: 0, types: [], distinct: 1, lengths: null }
const drift: MappingFacts = {
  ...{ fieldId: 'f', field: 'Cost centre', scope: 'integration:hibob', scopeName: 'HiBob', reasons: [] },
  ...{ source: { key: 'HRIS:a', name: 'Acme', path: '/people' }, kept: numbers, look: numbers }
}
const told = { integration: 'workday', number: 1, step: 1, originId: 'hwa-0458', try: 1, keys: ['HRIS:a'] }

const ticket: Ticket = {
  ...{ id: id(25), key: 'HRIS:a', tracker: 'https://x.atlassian.net', state: 'open', number: 'OPS-1' },
  ...{ url: 'https://x.atlassian.net/browse/OPS-1', title: 'Acme: Relink needed', status: 'To Do', at: start },
  ...{ seenAt: null, by: null, evidence: 'none', why: '' }
}

it('what a desk sends, and asks, is what desks of earlier versions send and ask', async () => {
  const { default: Client } = await import('pg/lib/client')
  const asked = new Set<string>()
  const sent = new Map<string, string>()
  const query = vi.spyOn(Client.prototype as { query: (...of: unknown[]) => unknown }, 'query')
  const ada = await suite.joined('Ada')
  // Offline work leaves in one piece.
  await ada.team.stop()
  await actOn(ada)
  await ada.restart()
  await suite.upToDate(ada)
  const fits = { key: 'm-1', state: 'fits' as const, since: start, facts: null }
  ada.history.history.settleMappings({ place, findings: [fits], at: start })
  ada.team.told()
  const { alerts } = testAlerts(ada.history, {
    ...{ team: ada.team, operator: () => 'Ada', serviceOf: () => service, notify: () => undefined }
  })
  await alerts.claim(place, { id: id(31), content: alertRule }, id(34), [
    { about: 'outage workday', number: 1, part: 'first', title: 'Workday', facts: [], first: null }
  ])
  const live = await ada.team.live()
  const claim = { service, key: 'HRIS:c', ticket: id(27), tracker: ticket.tracker, operator: 'Ada' }
  expect(live && (await claimTicket(live, claim))).toBe(true)
  const { try: _, originId: __, keys: ___, ...step } = told
  const begun = {
    id: id(43),
    subject: id(43),
    value: { ...step, kind: 'first', first: start, letters: { '': 'Hello' } }
  }
  for (const [field, one] of [
    ['step', begun],
    ['told', { id: id(44), subject: id(42), value: told }]
  ] as const)
    expect((live && (await claimOutage(live, { service, field, claims: [one], operator: 'Ada' })))?.size).toBe(1)

  ada.history.history.allowSamples({ allowed: true })
  const ofGuard = { fieldId: id(40), scope: 'integration:bamboohr', key: 'HRIS:a', at: start }
  const numbers = {
    records: 9,
    filled: 8,
    problems: 1,
    types: [{ type: 'string', count: 8 }],
    distinct: 3,
    lengths: null
  }
  const expected = { ...ofGuard, ...numbers, path: '/api/hris/v1/employees', expression: 'code' }
  const subject = guardId(service, ofGuard.fieldId, ofGuard.scope)
  const sample = { subject: id(41), value: { ...ofGuard, encrypted: 'AQ==' } }
  ada.history.history.tellGuards({ place, told: [{ field: 'expected', subject, at: start, value: expected }] })
  ada.history.history.tellGuards({ place, told: [{ field: 'sample', at: start, ...sample }] })
  const looked = { ...ofGuard, ...numbers, kept: start, field: 'Cost centre', reasons: [{ kind: 'fill' }] }
  const look = lookId(service, ofGuard.fieldId, ofGuard.scope)
  ada.history.history.tellGuards({ place, told: [{ field: 'looked', subject: look, at: start, value: looked }] })
  ada.team.told()
  const isThere = (kind: string) =>
    ada.history.history.sharedGuards({ place, of: null })?.rows.some((row) => row.kind === kind)
  await expect.poll(() => isThere('sample')).toBe(true)
  ada.history.history.tellGuards({ place, told: [{ field: 'dropped', subject: id(41), at: 0, value: true }] })
  ada.team.told()
  await expect.poll(() => isThere('dropped')).toBe(true)

  for (const [sql, values = []] of query.mock.calls as [string, unknown[]?][]) {
    asked.add(sql)
    if (!sql.includes('INSERT INTO')) continue
    const rows = JSON.parse(String(values[0])) as { id: string }[]
    for (const row of rows) sent.set(row.id, JSON.stringify([row, ...values.slice(1)]))
  }
  const kinds = (await suite.stored()).map(({ kind, field }) => `${kind}.${field}`)
  const all = Object.entries(teamKinds).flatMap(([kind, fields]) => Object.keys(fields).map((one) => `${kind}.${one}`))
  expect([...new Set(kinds)].sort()).toEqual(all.sort())
  const text = [...sent.values(), '', ...[...asked].sort()].join('\n')
  await expect(steady(text)).toMatchFileSnapshot('testing/wire-sent.txt')
})

const rows: [kind: string, subject: string, field: string, value: unknown][] = [
  ['case', id(11), 'opened', { connector: 'HRIS:a', cause: 'relink' }],
  ['case', id(11), 'owner', 'Ada'],
  ['case', id(11), 'note', 'Asked'],
  ['case', id(11), 'snoozedUntil', later],
  ['case', id(11), 'tagged', 'vip'],
  ['case', id(11), 'untagged', 'vip'],
  ['case', id(11), 'tagged', 'old'],
  ['case', id(11), 'requested', 'email'],
  ['case', id(12), 'opened', { connector: 'HRIS:a', cause: 'relink' }],
  ['case', id(12), 'note', 'Of the other'],
  ['case', id(13), 'opened', { connector: 'HRIS:b', cause: 'relink' }],
  ['case', id(13), 'closed', 'recovered'],
  ['case', id(13), 'note', 'Too late'],
  ['folder', id(14), 'place', { name: 'Payroll', within: null }],
  ['folder', id(15), 'place', { name: 'Gone', within: id(14) }],
  ['folder', id(15), 'removed', true],
  ['request', id(16), 'place', { name: 'Read pay', within: id(14) }],
  [
    ...(['request', id(16), 'content'] as const),
    {
      ...{ region: 'default', connector: null, method: 'GET', path: '/employees', params: [], headers: [] },
      ...{ body: { kind: 'none' }, requestFormat: null, responseFormat: null, timeout: '' }
    }
  ],
  ['request', id(17), 'place', { name: 'Gone', within: null }],
  ['request', id(17), 'removed', true],
  ['filter', id(18), 'name', 'Stalled'],
  ['filter', id(18), 'content', { quick: 'stalled' }],
  ['filter', id(19), 'name', 'Gone'],
  ['filter', id(19), 'removed', true],
  ['ledger', id(20), 'entry', { at: start, entry: noted }],
  [
    ...(['call', id(21), 'entry'] as const),
    {
      ...{ at: start, computer: 'ada-laptop', asker: 'passthrough', method: 'POST', path: '/p', query: 'q' },
      ...{ subject: 'Acme', forwarded: 'DELETE /1', connector: 'HRIS:a', status: 204, error: null }
    }
  ],
  ['case', id(11), 'unheard-of', 1],
  ['unheard-of', id(22), 'entry', 1],
  ['case', id(11), 'requested', 'file'],
  ['case', id(11), 'unrequested', true],
  ['case', id(24), 'opened', { connector: 'HRIS:c', cause: 'relink' }],
  ['case', id(24), 'requested', 'copied'],
  ['case', id(24), 'unrequested', true],
  ['case', id(24), 'snoozedUntil', later],
  ['case', id(24), 'waits', { when: 'fails', at: start, until: later, failed: null, rejected: null, completed: null }],
  ['token', id(25), 'changed', { at: start, fingerprint: 'a1'.repeat(16) }]
]

const kept = `SELECT * FROM team_place; SELECT * FROM team_case ORDER BY id; SELECT * FROM team_field ORDER BY team_case, field;
  SELECT * FROM team_item ORDER BY id; SELECT * FROM team_call; SELECT * FROM team_name ORDER BY account;
  SELECT kind, subject, field, value, refused FROM team_outbox; SELECT read_to, writes, news_after, expired FROM team;
  SELECT * FROM folder; SELECT * FROM saved_filter ORDER BY id; SELECT id, folder, name, team_change, stays FROM saved_request;
  SELECT workspace, region, at, entry, team, operator FROM ledger;
  SELECT owner, note, snoozed_until, tags, requested_at, team_case, closed_at FROM episode ORDER BY id;
  SELECT kind, detail, operator FROM episode_event ORDER BY rowid; SELECT * FROM team_token`

it('what a desk keeps of the rows of earlier versions is what those keep', async () => {
  for (const [kind, subject, field, value] of rows)
    await suite.insert({ kind, subject, field, value, service, operator: 'Grace', desk: id(30) })
  const ada = await suite.joined('Ada', ['a', 'b'])
  await expect.poll(async () => (await (await ada.library).saved.tree(workspaceId)).requests.length).toBe(1)
  expect(ada.team.state.unread).toBe(2)
  const done = { kind: 'ledger', subject: id(23), field: 'entry', value: { at: start, entry: noted } }
  await suite.insert({ ...done, service, operator: 'Grace', desk: id(30) })
  await expect.poll(() => ada.history.history.changeLog({ workspaceId, before: 1e9, limit: 9 }).length).toBe(1)
  const database = new Database(ada.history.file)
  const lines = kept.split(';').flatMap((select) => {
    const found = database.prepare(select).all() as object[]
    return [select.trim(), ...found.map((row) => JSON.stringify(row)), '']
  })
  database.close()
  await expect(steady(lines.join('\n'))).toMatchFileSnapshot('testing/wire-kept.txt')
})

it('the script of the tables is the one that teams have run', () => {
  const digest = createHash('sha256').update(schemaScript()).digest('hex')
  expect(digest).toBe('9a620aa1ec1dec689a645ab9e20d455b0b525bad936de6647928141a5d09a641')
})
