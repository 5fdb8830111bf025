import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../shared/data/catalogue'
import { createCursors } from '../cursor'
import { body, call, HRIS, practice, refusals, send, START, stopped } from '../testing'
import type { PracticeConnector } from '../connector'
import type { PracticeOptions, PracticeService } from '../types'

type Item = Record<string, unknown> & { id: string; remote_id: string; modified_at: string }
interface Page {
  cursor: string | null
  page_size: number
  items: Item[]
}

const EMPLOYEES = '/api/hris/v1/employees'
const quiet = { connectors: 120, limitPerMinute: 0 }

function linked(service: PracticeService, category = 'HRIS'): PracticeConnector {
  const fit = (one: PracticeConnector) => one.status === 'COMPLETE' && one.avg_sync_duration !== null
  const found = service.connectors.find((one) => one.category === category && fit(one))
  if (!found) throw new Error(`no ${category} connector`)
  return found
}

const headersOf = (connector: PracticeConnector) => ({ 'x-connector-token': connector.connector_token })

async function hris(options: PracticeOptions = {}) {
  const service = await practice({ ...quiet, ...options })
  const connector = linked(service)
  const get = (path: string, query = '') => call(service, `${path}?${query}`, { headers: headersOf(connector) })
  const page = (path: string, query = '') => body<Page>(get(path, query))
  return { service, connector, get, page }
}

async function fetch(page: (query: string) => Promise<Page>, query: string): Promise<Page[]> {
  const pages = [await page(query)]
  for (let cursor = pages[0]?.cursor; cursor; cursor = pages.at(-1)?.cursor) {
    pages.push(await page(`${query}&cursor=${encodeURIComponent(cursor)}`))
    if (pages.length > 400) throw new Error('the walk does not end')
  }
  return pages
}

describe('the 53 collections', () => {
  const sections = [...new Set(catalogue.map((one) => one.category))]

  it.each(sections)('of %s are walked to their end, with the right headers', async (section) => {
    const service = await practice({ ...quiet, collectionSize: 60 })
    for (const { path, needsConnector, pageSize } of catalogue.filter((one) => one.category === section)) {
      const headers = needsConnector && section ? headersOf(linked(service, section)) : {}
      const get = (query: string) => body<Page>(call(service, `${path}?${query}`, { headers }))
      const pages = await fetch(get, `page_size=${pageSize.max}`)
      for (const one of pages) expect(one.page_size).toBe(one.items.length)
      const items = pages.flatMap((one) => one.items)
      expect([path, items.length > 0]).toEqual([path, true])
      // Webhooks have their own id field; integrations have a slug.
      const ids = new Set<unknown>(items.map((one) => one.id ?? one.webhook_id ?? one.slug))
      expect([path, ids.size, [...ids].includes(undefined)]).toEqual([path, items.length, false])
    }
  })

  it('want a token, of their category', async () => {
    const service = await practice(quiet)
    for (const { path, category, needsConnector } of catalogue.filter((one) => one.needsConnector)) {
      expect([path, needsConnector, await refusals(call(service, path))]).toEqual([
        path,
        true,
        [['header.x-connector-token', 'missing']]
      ])
      const other = category === 'LMS' ? 'ATS' : 'LMS'
      const refused = await call(service, path, { headers: headersOf(linked(service, other)) })
      expect(refused.status).toBe(403)
      expect(await refused.json()).toEqual({ detail: `This connector token belongs to ${other}, not to ${category}` })
    }
    const refused = await call(service, EMPLOYEES, { headers: { 'x-connector-token': 'ct_nobody' } })
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { detail: 'This connector token is not one of yours' }
    ])
    expect((await call(service, '/api/hris/v1/candidates')).status).toBe(404)
    expect((await call(service, EMPLOYEES, { method: 'PATCH' })).status).toBe(405)
  })

  it.each([
    [EMPLOYEES, 201],
    ['/api/v1/webhooks', 101],
    ['/api/v1/webhooks/logs', 51]
  ])('refuse a page of %s with %i', async (path, size) => {
    const { get } = await hris()
    for (const page_size of [0, size, 'x']) {
      expect((await refusals(get(path, `page_size=${page_size}`))).map(([loc]) => loc)).toEqual(['query.page_size'])
    }
    expect((await get(path, `page_size=${size - 1}`)).status).toBe(200)
  })

  it('are the same each time, and others for another connector and seed', async () => {
    const { page, service, connector } = await hris({ now: () => 1.9e12 })
    const first = await page(EMPLOYEES)
    expect(await page(EMPLOYEES)).toEqual(first)
    const again = await hris({ now: () => 1.9e12 })
    expect(await again.page(EMPLOYEES)).toEqual(first)
    const ids = new Set(first.items.map((one) => one.id))
    const other = service.connectors.find(
      (one) => one.category === 'HRIS' && one !== connector && one.status === 'COMPLETE'
    )
    const headers = headersOf(other as PracticeConnector)
    const others = await body<Page>(call(service, EMPLOYEES, { headers }))
    expect(others.items.filter((one) => ids.has(one.id))).toEqual([])
    // A cursor belongs to one connector.
    const cursor = encodeURIComponent(first.cursor ?? '')
    expect(await refusals(call(service, `${EMPLOYEES}?cursor=${cursor}`, { headers }))).toHaveLength(1)
  })

  it('have as many employees as the connector says, and none before its first sync is over', async () => {
    const { service, connector, page } = await hris()
    connector.total_employees = 77
    const count = async () =>
      (await fetch((query) => page(EMPLOYEES, query), 'page_size=200')).flatMap((one) => one.items).length
    expect(await count()).toBe(77)
    connector.total_employees = null
    expect(await count()).toBe(0)
    service.set({ collectionSize: 12 })
    expect(await count()).toBe(12)
  })

  it('have short and empty pages before the end', async () => {
    const { page } = await hris({ collectionSize: 300 })
    const pages = await fetch((query) => page(EMPLOYEES, query), 'page_size=50')
    expect(pages.map((one) => one.items.length)).toEqual([50, 17, 0, 50, 50, 17, 0, 50, 50, 16])
  })
})

describe('a million records', () => {
  it('are not made to answer any one page of them', async () => {
    const { page } = await hris({ collectionSize: 1_000_000 })
    const last = await page(EMPLOYEES, 'remote_id=1001000')
    expect(last.items.map((one) => one.remote_id)).toEqual(['1001000'])
    const first = await page(EMPLOYEES, 'page_size=200')
    const ids = [last.items[0]?.id, first.items[3]?.id, '00000000-0000-4000-8000-000000000000']
    expect((await page(EMPLOYEES, `ids=${ids.join(',')}`)).items.map((one) => one.remote_id)).toEqual([
      '1004',
      '1001000'
    ])
    expect((await page(EMPLOYEES, 'remote_id=1001001')).items).toEqual([])
  })

  it('are filtered without being generated: a few of them, from one end to the other', async () => {
    const { page } = await hris({ collectionSize: 1_000_000, now: () => START })
    // Nothing is younger than a minute.
    const edge = new Date(START - 62_000).toISOString()
    const pages = await fetch((query) => page(EMPLOYEES, query), `page_size=200&modified_after=${edge}`)
    const found = pages.flatMap((one) => one.items)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter((one) => one.modified_at <= edge)).toEqual([])
    expect(Math.max(...found.map((one) => Number(one.remote_id)))).toBeGreaterThan(500_000)
  })

  it('end at the last one, for a walk that has come so far', async () => {
    const { page, service, connector } = await hris({ collectionSize: 1_000_000 })
    const { seed, region } = { seed: 1, region: service.region }
    const name = `${EMPLOYEES} ${connector.id}`
    const filters = createHash('sha256').update('[]').digest('base64url').slice(0, 8)
    const far = { path: name, offset: 999_950, pageSize: 200, page: 4, resume: 999_950, filters, moves: 0 }
    const cursor = createCursors(`${seed}/${region}`).encode(far)
    const last = await page(EMPLOYEES, `cursor=${cursor}`)
    expect([last.items.length, last.items.at(-1)?.remote_id, last.cursor]).toEqual([50, '1001000', null])
  })
})

describe('parameters', () => {
  it.each([
    ['modified_after=yesterday', 'query.modified_after'],
    ['modified_after=2026-02-31', 'query.modified_after'],
    ['modified_after=2026-01-01T00:00:00 02:00', 'query.modified_after'],
    ['modified_after=', 'query.modified_after'],
    ['include_raw_data=maybe', 'query.include_raw_data'],
    ['include_custom_fields=2', 'query.include_custom_fields'],
    ['ids=7', 'query.ids'],
    ['expand=manager[first_name', 'query.expand'],
    ['expand=boss', 'query.expand'],
    ['cursor=abc', 'query.cursor']
  ])('refuse %s at its place', async (query, loc) => {
    const { get } = await hris()
    expect((await refusals(get(EMPLOYEES, query))).map(([at]) => at)).toEqual([loc])
  })

  it('modified_after: what changed since then, without an offset in UTC', async () => {
    const { page } = await hris({ collectionSize: 400 })
    const all = (await fetch((query) => page(EMPLOYEES, query), 'page_size=200')).flatMap((one) => one.items)
    const edge = all[10]?.modified_at ?? ''
    const expected = all.filter((one) => one.modified_at > edge).map((one) => one.id)
    for (const text of [edge, edge.replace('Z', ''), edge.replace('Z', '%2B00:00')]) {
      const found = await fetch((query) => page(EMPLOYEES, query), `page_size=30&modified_after=${text}`)
      expect(found.flatMap((one) => one.items.map((item) => item.id))).toEqual(expected)
    }
    const day = await page(EMPLOYEES, `modified_after=${edge.slice(0, 10)}`)
    expect(day.items.filter((one) => one.modified_at < edge.slice(0, 10))).toEqual([])
  })

  it('expand: whole, in part, and lists', async () => {
    const { page } = await hris()
    const query = 'expand=manager[first_name,last_name],company,groups[name]&page_size=20'
    const { items } = await page(EMPLOYEES, query)
    const employees = new Map((await page(EMPLOYEES, 'page_size=200')).items.map((one) => [one.id, one]))
    for (const one of items) {
      const boss = employees.get(String(one.manager_id))
      expect(one.manager).toEqual(boss ? { first_name: boss.first_name, last_name: boss.last_name } : null)
      expect(one.company).toMatchObject({ id: one.company_id })
      expect(one.groups).toHaveLength((one.group_ids as string[]).length)
    }
    expect(items[0]?.manager).toBeNull()
  })

  it('include_raw_data: the same as the raw-data operation for the first record', async () => {
    const service = await practice(quiet)
    for (const [category, path, model] of [
      ['HRIS', EMPLOYEES, 'employee'],
      ['HRIS', '/api/hris/v1/time-off', 'time_off'],
      ['ATS', '/api/ats/v1/candidates', 'candidate'],
      ['LMS', '/api/lms/v1/courses', 'course']
    ]) {
      const connector = linked(service, category)
      const headers = headersOf(connector)
      const { items } = await body<Page>(call(service, `${path}?include_raw_data=true&page_size=2`, { headers }))
      const place = `connector_token=${connector.connector_token}&category=${category}&model=${model}`
      const sample = await body(call(service, `/api/v1/custom-fields/raw-data?${place}`))
      expect(items[0]?.raw_data).toEqual(sample)
      expect(items[1]?.raw_data).not.toEqual(sample)
      const plain = await body<Page>(call(service, `${path}?include_raw_data=false&page_size=1`, { headers }))
      expect(plain.items[0]).not.toHaveProperty('raw_data')
    }
    const place = `connector_token=${linked(service).connector_token}&category=HRIS&model=course`
    expect(await refusals(call(service, `/api/v1/custom-fields/raw-data?${place}`))).toEqual([
      ['query.model', 'value_error']
    ])
  })

  it('include_custom_fields: values by the effective mapping, and the word for an invalid expression', async () => {
    const { service, connector, page } = await hris()
    connector.integration_slug = 'bamboohr'
    const named = async (name: string) => {
      const { items } = await body<{ items: { id: string; name: string }[] }>(call(service, '/api/v1/custom-fields'))
      return items.find((one) => one.name === name)?.id
    }
    const own = { custom_field_id: await named('second_manager'), connector_token: connector.connector_token }
    await send(service, '/api/v1/custom-fields/mapping', { ...own, json_path: 'employee.contract.kind' })
    const { items } = await page(EMPLOYEES, 'include_custom_fields=true&include_raw_data=true&page_size=5')
    for (const one of items) {
      const raw = one.raw_data as { custom: Record<string, unknown>; employee: { contract: { kind: string } } }
      expect(one.custom_fields).toMatchObject({
        t_shirt_size: raw.custom['t-shirt size'],
        second_manager: raw.employee.contract.kind,
        badge_number: 'INVALID_JSON_PATH'
      })
    }
  })
})

describe('data that moves during a walk', () => {
  it('shows a record again and leaves another out, each time the same ones', async () => {
    const { page, service } = await hris({ collectionSize: 300 })
    const ids = async () =>
      (await fetch((query) => page(EMPLOYEES, query), 'page_size=50')).flatMap((one) =>
        one.items.map((item) => item.id)
      )
    const still = await ids()
    service.set({ moving: true })
    const moved = await ids()
    expect(await ids()).toEqual(moved)
    expect(moved).toHaveLength(300)
    expect(new Set(moved).size).toBe(297)
    expect([moved[50], moved[167], moved[284]]).toEqual([still[49], still[166], still[283]])
    expect(still.filter((id) => !moved.includes(id))).toEqual([still[50], still[167], still[284]])
  })
})

describe('faults', () => {
  it('cursor-loop: of one collection and connector, not of its neighbours', async () => {
    const { page, service } = await hris({
      collectionSize: 300,
      faults: [{ name: 'cursor-loop', period: 3, path: '/employees' }]
    })
    const seen = [(await page(EMPLOYEES, 'page_size=20')).cursor]
    for (let n = 0; n < 8; n++) seen.push((await page(EMPLOYEES, `cursor=${seen.at(-1)}`)).cursor)
    expect(new Set(seen).size).toBe(3)
    const other = service.connectors.filter((one) => one.category === 'HRIS' && one.status === 'COMPLETE')[1]
    await call(service, `${EMPLOYEES}?page_size=20`, { headers: headersOf(other as PracticeConnector) })
    expect((await page(EMPLOYEES, `cursor=${seen.at(-1)}`)).cursor).toBe(seen.at(-3))
    expect((await page(HRIS)).cursor).not.toBeNull()
  })

  it.each<[string, unknown]>([
    ['number', 42],
    ['object', { next: 'page' }],
    ['true', true],
    ['array', ['page']],
    ['empty', ''],
    ['missing', undefined]
  ])('cursor-type %s, wherever the walk goes on', async (as, cursor) => {
    const { page } = await hris({ collectionSize: 30, faults: [{ name: 'cursor-type', as: as as 'number' }] })
    expect((await page(EMPLOYEES, 'page_size=20')).cursor).toEqual(cursor)
    expect((await page(EMPLOYEES)).cursor).toBeNull()
  })

  it.each(['cursor-lines', 'cursor-chars', 'huge-cursor'] as const)(
    '%s: the walk is whole when it comes back verbatim',
    async (name) => {
      const { page } = await hris({ collectionSize: 90, faults: [{ name }] })
      const pages = await fetch((query) => page(EMPLOYEES, query), 'page_size=30')
      expect(new Set(pages.flatMap((one) => one.items.map((item) => item.id))).size).toBe(90)
      if (name === 'cursor-lines') expect(pages[0]?.cursor).toMatch(/^a\r\nX-Injected: 1\r\n.*\n$/s)
    }
  )

  it('repeat-ids: pages overlap', async () => {
    const { page } = await hris({ collectionSize: 90, faults: [{ name: 'repeat-ids', count: 2 }] })
    const pages = await fetch((query) => page(EMPLOYEES, query), 'page_size=30')
    const ids = pages.flatMap((one) => one.items.map((item) => item.id))
    expect([ids.length, new Set(ids).size]).toEqual([90 + 2 * (pages.length - 1), 90])
  })
})

it('the clock of the data is stopped, so a walk sees one state of it', async () => {
  const { clock, service } = await stopped(quiet)
  const headers = headersOf(linked(service))
  const first = await body<Page>(call(service, EMPLOYEES, { headers }))
  clock.at += 3_600_000
  expect((await body<Page>(call(service, EMPLOYEES, { headers }))).items).toEqual(first.items)
})
