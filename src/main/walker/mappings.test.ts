import { afterEach, beforeEach, expect, it } from 'vitest'
import { startPractice, type PracticeService } from '../../practice/server'
import { createClient } from '../http/client'
import { RateLimits } from '../http/rate-limit'
import { subjectOf } from '../issues/triage/subject'
import { guardId, lookId } from '../store/tables/team/outbox'
import { passwordOf } from '../team/testing'
import { teamSuite } from '../team/testing/suite'
import { maskerOf } from '../secrets/testing'
import { FakeClock } from '../testing/fakes'
import { place } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { WalkerMappings } from './mappings'
import { openTransport } from './program'
import { TeamDoor, type Session } from './session'

const suite = teamSuite()
const address = 'https://api.example.com'
const path = '/api/hris/v1/employees'
const hour = 3_600_000
const code = 'employee.cost_centre.code'
const { signal } = new AbortController()

let practice: PracticeService
let sessions: Session[] = []
beforeEach(async () => void (practice = await startPractice({ connectors: 60, collectionSize: 120 })))
afterEach(async () => {
  for (const { connection } of sessions) connection.end()
  sessions = []
  await practice.close()
})

const told = async (field: string) =>
  (await suite.stored()).flatMap((one) => (one.kind === 'guard' && one.field === field ? [one.value as never] : []))

/** A mapping of an integration, what it gave at its save on records of a linked connector, and its field's id. */
async function mapping(at = 0, expression = code) {
  const linked = practice.connectors.filter(
    ({ category, status, sync_status }) => category === 'HRIS' && status === 'COMPLETE' && sync_status === 'Done'
  )
  const one = [...new Map(linked.map((of) => [of.integration_slug, of])).values()][at] ?? expect.fail()
  const like = practice.mappings.find((of) => of.integration_slug !== null) ?? expect.fail()
  Object.assign(like, { integration_slug: one.integration_slug, json_path: expression })
  const fieldId = like.custom_field_id
  const scope = `integration:${one.integration_slug}`
  const numbers = { records: 120, filled: 120, problems: 0, types: [{ type: 'string', count: 120 }], distinct: 120 }
  const expected = {
    fieldId,
    scope,
    key: `HRIS:${one.id}`,
    at: Date.now(),
    path,
    expression,
    ...numbers,
    lengths: null
  }
  const subject = guardId(address, fieldId, scope)
  const expect_ = (value: object) => suite.insert({ kind: 'guard', subject, field: 'expected', value, operator: 'Ada' })
  await expect_(expected)
  return { ...{ expected, fieldId, scope, like, slug: one.integration_slug ?? '' }, again: expect_ }
}

/** One that was started anew and has refreshed. */
async function walker(known = true, everyHours = 24) {
  const account = suite.as('Grace')
  const door = new TeamDoor({ database: { address: account, password: passwordOf(account.user) }, certificates: [], name: 'night-1' }) // prettier-ignore
  const session = await door.open({ ...place, baseUrl: address, bearerToken: 'x' }, signal)
  sessions.push(session)
  const said: string[] = []
  const clock = new FakeClock(Date.now())
  const masker = maskerOf(practice.bearerToken)
  const rateLimits = new RateLimits(() => undefined)
  const transport = openTransport({ proxy: null, certificates: [] })
  const redact = (text: string) => masker.mask(text)
  const client = createClient({ transport, clock, rateLimits, redact, log: () => undefined })
  const target = { ...place, baseUrl: practice.url, bearerToken: practice.bearerToken }
  const say = (line: string) => void said.push(line)
  const mappings = new WalkerMappings({ ...{ client, clock, masker, rateLimits, target, everyHours, say } })
  if (known)
    mappings.know(practice.connectors.map(({ id, origin_id }) => subjectOf(madeUpRow(id, 0, { origin_id: String(origin_id) })))) // prettier-ignore
  return { ...{ said, clock, mappings, session }, check: () => mappings.check(session, signal) }
}

it('checks what the team keeps mappings right by when it is due; only counts and types reach the database', async () => {
  const { expected, fieldId, scope, slug } = await mapping()
  const night = await walker()
  const before = practice.requests.length
  await night.check()
  expect(practice.requests.length).toBe(before)
  night.clock.time += 25 * hour
  await night.check()
  expect(night.said).toEqual([`${practice.url}: Mappings checked: 1, drifted: 0.`])
  const fits = { fieldId, scope, key: expected.key, kept: expected.at, records: 120, filled: 120, reasons: [] }
  expect(await told('looked')).toMatchObject([fits])
  practice.reshape(slug, 'renamed')
  night.clock.time += 25 * hour
  await night.check()
  expect(await told('looked')).toMatchObject([fits, { kept: expected.at, filled: 0, reasons: [{ kind: 'fill' }] }])
  expect(await told('expected')).toHaveLength(1)
  // Neither a value of the records nor a customer's name.
  const stored = JSON.stringify(await suite.stored())
  for (const { end_user } of practice.connectors) if (end_user) expect(stored).not.toContain(end_user)
  const [looked] = await told('looked')
  const names = 'at distinct field fieldId filled kept key lengths problems reasons records scope types'
  expect(Object.keys(looked ?? {}).sort()).toEqual(names.split(' '))
  const changing = practice.requests.filter(({ method }) => method !== 'GET')
  expect(changing).toEqual([])
})

it('what it finds is an issue on desks, and one that was started anew goes on where it ended', async () => {
  const desk = await suite.joined('Ada', [])
  const { slug } = await mapping()
  const night = await walker()
  practice.reshape(slug, 'numbers')
  night.clock.time += 25 * hour
  await night.check()
  // The server's clock goes on as the walker's does.
  await suite.server.query(suite.database, `UPDATE connector_desk.change SET at = at + interval '25 hours'`)
  const again = await walker()
  again.clock.time += 26 * hour
  await again.check()
  expect(again.said).toEqual([])
  again.clock.time += 25 * hour
  await again.check()
  expect(await told('looked')).toMatchObject([{ reasons: [{ kind: 'type' }] }, { reasons: [{ kind: 'type' }] }])
  const isThere = () => desk.history.history.sharedGuards({ place, of: null })?.rows.map(({ kind }) => kind).sort() // prettier-ignore
  await expect.poll(isThere).toEqual(['expected', 'looked'])
})

it('checks no mapping that was deleted, and brings nothing back that was counted on a forgotten customer', async () => {
  const { fieldId, scope } = await mapping()
  const night = await walker()
  night.clock.time += 25 * hour
  await night.check()
  expect(await told('looked')).toHaveLength(1)
  const drop = () => suite.insert({ kind: 'guard', subject: guardId(address, fieldId, scope), field: 'dropped', value: true }) // prettier-ignore
  night.clock.time += 25 * hour
  // After it was read what is due.
  const { query } = night.session.connection
  night.session.connection.query = async <R>(sql: string, values?: readonly unknown[]) => {
    const rows = await query<R>(sql, values)
    if (sql.includes('DISTINCT ON')) await drop()
    return rows
  }
  await night.check()
  night.session.connection.query = query
  night.clock.time += 25 * hour
  const before = practice.requests.length
  await night.check()
  expect(practice.requests.length).toBe(before)
  expect(await told('looked')).toHaveLength(1)
  expect(await told('expected')).toHaveLength(1)
})

it('begins no check after a stop that came while it read what is due', async () => {
  await mapping()
  const night = await walker()
  night.clock.time += 25 * hour
  const stop = new AbortController()
  const { query } = night.session.connection
  night.session.connection.query = async <R>(sql: string, values?: readonly unknown[]) => {
    const rows = await query<R>(sql, values)
    stop.abort()
    return rows
  }
  const before = practice.requests.length
  await night.mappings.check(night.session, stop.signal)
  expect(practice.requests.length).toBe(before)
  expect([night.said, await told('looked')]).toEqual([[], []])
})

it('takes the team’s word for what is saved where the service lists no mappings, and finds tokens by itself', async () => {
  const { slug } = await mapping()
  practice.set({ operations: { listFields: false, readField: false, listMappings: false } })
  practice.reshape(slug, 'renamed')
  const night = await walker(false)
  night.clock.time += 25 * hour
  await night.check()
  expect(night.said).toEqual([`${practice.url}: Mappings checked: 1, drifted: 1.`])
})

it.each(['looked', 'expected'])('believes no “%s” of a clock that ran ahead', async (field) => {
  const { expected, again, fieldId, scope } = await mapping()
  const ahead = Date.now() + 365 * 24 * hour
  const { path: _path, expression: _expression, ...numbers } = expected
  const value = { ...numbers, at: ahead, kept: expected.at, field: '', reasons: [] }
  if (field === 'expected') await again({ ...expected, at: ahead })
  else await suite.insert({ kind: 'guard', subject: lookId(address, fieldId, scope), field, value })
  const night = await walker()
  night.clock.time += 25 * hour
  await night.check()
  expect(night.said).toEqual([`${practice.url}: Mappings checked: 1, drifted: 0.`])
})

it('reads no connector that is gone, and says why what could not be looked at was not', async () => {
  const { expected, again, like } = await mapping()
  const night = await walker()
  await again({ ...expected, key: 'HRIS:gone', at: expected.at + 1 })
  night.clock.time += 25 * hour
  const before = practice.requests.length
  await night.check()
  expect(practice.requests.length).toBe(before)
  await again({ ...expected, at: expected.at + 2 })
  Object.assign(like, { integration_slug: 'another' })
  await night.check()
  expect(night.said).toEqual([`${practice.url}: Mappings checked: 0, drifted: 0. This mapping is no longer saved.`])
  expect(await told('looked')).toEqual([])
})
