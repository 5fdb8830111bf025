import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../data/draft'
import { body, call, HRIS, practice, refusals, send, START, stopped } from '../testing'
import type { PracticeConnector } from '../connector'
import type { PracticeService } from '../types'

const RESYNC = '/api/embedded/v1/connectors/resync'
const LINK = '/api/embedded/v1/link/create-link-token'

const resync = (service: PracticeService, token: string) =>
  call(service, RESYNC, { method: 'POST', headers: { 'x-connector-token': token } })

function pick(service: PracticeService, fits: (one: PracticeConnector) => boolean): PracticeConnector {
  const found = service.connectors.find((one) => one.category === 'HRIS' && 'sync_progress' in one && fits(one))
  if (!found) throw new Error('no such connector')
  return found
}

async function listed(service: PracticeService, { connector_token }: PracticeConnector) {
  const [one] = (await body(call(service, `${HRIS}?connector_token=${connector_token}`))).items
  if (!one) throw new Error('it is not in the list')
  return one
}

const rests = (one: PracticeConnector) =>
  one.status === 'COMPLETE' && one.is_active && one.sync_status === 'Done' && !one.is_test_connector

describe('resync', () => {
  it('starts a sync now that advances with the clock and ends Done', async () => {
    const { clock, service } = await stopped({ connectors: 300, limitPerMinute: 0 })
    const target = pick(service, (one) => rests(one) && /^1\d min/.test(one.avg_sync_duration ?? ''))
    const answer = await resync(service, target.connector_token)
    expect([answer.status, await answer.json()]).toEqual([200, 'Sync started'])
    const now = new Date(START).toISOString()
    const begun = { sync_status: 'Syncing', sync_progress: 0, last_sync_start_time: now }
    expect(await listed(service, target)).toMatchObject(begun)
    const seen: (number | null | undefined)[] = []
    for (let minute = 1; minute <= 24; minute++) {
      clock.at = START + minute * MINUTE
      seen.push((await listed(service, target)).sync_progress)
    }
    const running = seen.filter((one) => typeof one === 'number') as number[]
    expect(running.length).toBeGreaterThan(7)
    expect(running).toEqual([...new Set(running)].toSorted((a, b) => a - b))
    expect(seen.slice(running.length).every((one) => one === null)).toBe(true)
    const after = await listed(service, target)
    expect(after).toMatchObject({ sync_status: 'Done', sync_progress: null, last_sync_start_time: now })
    expect(Date.parse(after.next_sync_start_time ?? '')).toBeGreaterThan(START + HOUR)
  })

  it('refuses while one runs, and again after it has ended no more', async () => {
    const { clock, service } = await stopped({ connectors: 300, syncSeconds: 2 })
    const target = pick(service, rests)
    expect((await resync(service, target.connector_token)).status).toBe(200)
    clock.at += 1999
    const refused = await resync(service, target.connector_token)
    expect([refused.status, await refused.json()]).toEqual([409, { detail: 'A sync is already running' }])
    clock.at += 1
    expect((await resync(service, target.connector_token)).status).toBe(200)
  })

  it.each([
    ['RELINK_NEEDED', 'The connector has to be relinked first'],
    ['INCOMPLETE', 'The connector has not been linked yet']
  ])('answers 409 to %s', async (status, detail) => {
    const { service } = await stopped({ connectors: 300 })
    const { connector_token } = pick(service, (one) => one.status === status)
    const answer = await resync(service, connector_token)
    expect([answer.status, await answer.json()]).toEqual([409, { detail }])
  })

  it('of a development connector: one run, and no planned one after it', async () => {
    const { clock, service } = await stopped({ connectors: 300, syncSeconds: 60 })
    const target = pick(service, (one) => one.is_test_connector && one.is_active && one.status === 'COMPLETE')
    expect((await resync(service, target.connector_token)).status).toBe(200)
    clock.at += 61_000
    expect(await listed(service, target)).toMatchObject({ sync_status: 'Done', next_sync_start_time: null })
    clock.at += 30 * HOUR
    expect(await listed(service, target)).toMatchObject({ last_sync_start_time: new Date(START).toISOString() })
  })

  it('gets a stalled connector going, and it goes on by itself', async () => {
    const { clock, service } = await stopped({ connectors: 1204, syncSeconds: 60 })
    const stalled = (one: PracticeConnector) => rests(one) && Date.parse(one.next_sync_start_time ?? '') < START
    const target = pick(service, stalled)
    expect((await resync(service, target.connector_token)).status).toBe(200)
    clock.at += 30 * HOUR
    const after = await listed(service, target)
    expect(Date.parse(after.next_sync_start_time ?? '')).toBeGreaterThan(clock.at)
    expect(Date.parse(after.last_sync_start_time ?? '')).toBeGreaterThan(START)
  })

  it('answers 422 without a token, 403 to an unknown one, 401 without a bearer', async () => {
    const service = await practice()
    const missing = call(service, RESYNC, { method: 'POST' })
    expect(await refusals(missing)).toEqual([['header.x-connector-token', 'missing']])
    const unknown = await resync(service, 'ct_nobody')
    expect([unknown.status, await unknown.json()]).toEqual([
      403,
      { detail: 'This connector token is not one of yours' }
    ])
    expect((await fetch(service.url + RESYNC, { method: 'POST' })).status).toBe(401)
  })
})

describe('link tokens', () => {
  const good = {
    end_user_data: { org_name: 'Ashcombe Labs', origin_id: 'ala-0417', email: 'admin@ashcombe.example' },
    category: 'HRIS',
    integration: 'bamboohr'
  }

  it('are given, a new one each time', async () => {
    const { clock, service } = await stopped()
    const token = async () => (await body<{ link_token: string }>(send(service, LINK, good))).link_token
    const one = await token()
    clock.at++
    expect(one).toMatch(/^lt_[0-9A-Za-z]{48}$/)
    expect(await token()).not.toBe(one)
    const { email: _, ...user } = good.end_user_data
    expect((await send(service, LINK, { ...good, end_user_data: user })).status).toBe(200)
    expect((await send(service, LINK, { ...good, end_user_data: { ...user, email: null } })).status).toBe(200)
  })

  it.each<[string, unknown, [string, string][]]>([
    [
      'nothing in it',
      {},
      [
        ['body.end_user_data', 'missing'],
        ['body.category', 'missing'],
        ['body.integration', 'missing']
      ]
    ],
    [
      'short names',
      { ...good, end_user_data: { org_name: 'A', origin_id: '' } },
      [
        ['body.end_user_data.org_name', 'string_too_short'],
        ['body.end_user_data.origin_id', 'string_too_short']
      ]
    ],
    ['a name missing', { ...good, end_user_data: { org_name: 'AB' } }, [['body.end_user_data.origin_id', 'missing']]],
    [
      'wrong types',
      { ...good, end_user_data: { org_name: 7, origin_id: 'ab', email: 'nobody' } },
      [
        ['body.end_user_data.org_name', 'string_type'],
        ['body.end_user_data.email', 'value_error']
      ]
    ],
    ['text for a user', { ...good, end_user_data: 'Ashcombe' }, [['body.end_user_data', 'model_attributes_type']]],
    ['an unknown category', { ...good, category: 'hris' }, [['body.category', 'enum']]],
    ['a list', [good], [['body', 'model_attributes_type']]]
  ])('answer 422 at the field to %s', async (_name, sent, expected) => {
    expect(await refusals(send(await practice(), LINK, sent))).toEqual(expected)
  })

  it.each(['LMS', 'CUSTOM'])('answer 403 to an integration that is not enabled for %s', async (category) => {
    expect((await send(await practice(), LINK, { ...good, category })).status).toBe(403)
  })

  it('answer 422 to invalid JSON, to another content type, and to no body', async () => {
    const service = await practice()
    const post = (sent: string | null, type: string) =>
      refusals(call(service, LINK, { method: 'POST', body: sent, headers: { 'Content-Type': type } }))
    expect(await post('{"category": }', 'application/json')).toEqual([
      [expect.stringMatching(/^body\.\d+$/), 'json_invalid']
    ])
    expect(await post(JSON.stringify(good), 'text/plain')).toEqual([['body', 'model_attributes_type']])
    expect(await post(null, 'application/json')).toEqual([['body', 'missing']])
  })
})

describe('operations switched off', () => {
  it('are not there, as with an older service', async () => {
    const service = await practice({ operations: { resync: false, linkToken: false } })
    expect((await call(service, RESYNC, { method: 'POST' })).status).toBe(404)
    expect((await call(service, LINK, { method: 'POST' })).status).toBe(404)
    service.set({ operations: { linkToken: true } })
    expect((await call(service, RESYNC, { method: 'POST' })).status).toBe(422)
    expect((await call(service, LINK, { method: 'POST' })).status).toBe(422)
  })
})
