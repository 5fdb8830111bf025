import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Agent } from 'undici'
import type { z } from 'zod'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Shape } from '../../practice/types'
import { startPractice, type PracticeService } from '../../practice/server'
import { models } from '../../practice/world'
import { catalogue } from '../../shared/data/catalogue'
import type { DriftReason } from '../../shared/mappings/mapping-issue'
import { isOtherModel, modelOfPath } from '../../shared/mappings/tested-on'
import type { Place } from '../../shared/workspaces/place'
import { promised } from '../base/promised'
import { systemClock } from '../base/clock'
import { createClient } from '../http/client'
import { RateLimits } from '../http/rate-limit'
import { undiciTransport } from '../http/transport'
import { Pins } from '../connectors/pins'
import { TokenFinder } from '../connectors/token-finder'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { Encryption } from '../secrets/encryption'
import { MemoryStore } from '../secrets/memory-store'
import { maskerOf } from '../secrets/testing'
import { freshSettings } from '../settings/settings-schema'
import { bundleWorker, patientLimits } from '../testing/bundle-worker'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { madeUpRow } from '../testing/made-up-rows'
import { Responses } from '../viewer/responses'
import type { guardContent } from './guard-content'
import { Guards, mostGuards } from './guards'
import { LabEngine } from './lab/engine'
import { Lab } from './lab/lab'
import { CheckSchedule, mostSources } from './schedule'
import { ScopeNames } from './scope-names'

const { signal } = new AbortController()
const path = '/api/hris/v1/employees'
const code = 'employee.cost_centre.code'
const field = { category: 'HRIS', model: 'employee' }
const of = { fieldId: '00000000-0000-4000-8000-0000000000f1', scope: 'integration:bamboohr' }

let bundle: Awaited<ReturnType<typeof bundleWorker>>
let engine: LabEngine
let service: PracticeService
let agent: Agent
let kept: TestHistory
let lab: Lab
let key: string
let otherKey: string
let slug: string
let encryption: Encryption | null
let changed: number
let now: number

beforeAll(async () => {
  bundle = await bundleWorker(join(import.meta.dirname, 'lab', 'worker.ts'))
  engine = new LabEngine(bundle.url, patientLimits)
})
afterAll(async () => {
  await engine.stop()
  await bundle.remove()
})

beforeEach(async () => {
  service = await startPractice({ connectors: 60, collectionSize: 120 })
  agent = new Agent()
  kept = testHistory()
  encryption = new Encryption(randomBytes(32))
  changed = 0
  now = start
  const target = { ...place, baseUrl: service.url, bearerToken: service.bearerToken }
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock: systemClock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => text,
    log: () => undefined
  })
  const pins = new Pins({ get: () => freshSettings, update: () => freshSettings }, new MemoryStore())
  const masker = maskerOf(target.bearerToken)
  const history = { lastRecord: async () => null }
  lab = new Lab({
    ...{ client, masker, engine, responses: new Responses(() => undefined), now: () => now },
    workspaces: { target: async () => target },
    finder: new TokenFinder({ client, tokens: new ConnectorTokens(masker), pins, history }),
    views: { open: () => Promise.reject(new Error('Nothing is shown.')) },
    dialogs: { openFile: async () => null },
    slugOf: async () => 'bamboohr'
  })
  saved = code
  whileReading = async () => undefined
  const [linked, other] = service.connectors.filter(
    ({ category, status, sync_status }) => category === 'HRIS' && status === 'COMPLETE' && sync_status === 'Done'
  )
  otherKey = `HRIS:${other?.id}`
  key = `HRIS:${linked?.id}`
  slug = linked?.integration_slug ?? ''
})
afterEach(async () => {
  await agent.destroy()
  await service.close()
  kept.remove()
})

let saved: string | null
let whileReading: () => Promise<unknown>

/** Reads what is on the disk, as after a restart. */
const guards = (
  held = (of: Place, id: string) => lab.held(of, id),
  saving?: (of: { fieldId: string }) => Promise<{ expression: string; field: string | null }>
) =>
  new Guards(
    {
      lab: { engine, service: lab.service, held },
      history: promised(() => kept.history),
      encrypting: async () => encryption,
      masker: maskerOf(service.bearerToken),
      forgetToo: async () => undefined,
      driftChanged: () => changed++,
      teamKey: async () => null,
      teamTold: () => undefined,
      now: () => ++now
    },
    new ScopeNames({
      history: promised(() => kept.history),
      integrationName: async () => 'BambooHR'
    }),
    async (_, one) => {
      if (saving) return saving(one)
      const found = saved
      await whileReading()
      return found === null ? null : { expression: found, field: null }
    }
  )

const look = (expression = code, from = key, all = guards()) => {
  saved = expression
  return all.look({ ...place, ...of, field: 'cost_center', key: from, name: 'Hollis', path }, signal)
}
const issues = () => kept.history.issueList({ place, now, calm: [] }).mappings
const fetched = (from = key) =>
  lab.service.takeCollection({ ...place, requestId: '', key: from, name: 'Hollis', path, most: 50 }, signal)
const keep = (setId: string, index: number, expression = code, anonymous = false) =>
  guards().change(place, { ...of, expression, change: { kind: 'keep', setId, index, anonymous } }, signal)

describe('a provider that changes its shape overnight', () => {
  const planted: [Shape, string, DriftReason['kind'][]][] = [
    ['renamed', code, ['fill']],
    ['emptied', code, ['fill']],
    ['moved', 'custom.costCenter', ['fill']],
    ['numbers', code, ['type']],
    ['other-values', code, ['values']],
    ['longer', code, ['values', 'length']],
    ['renamed', 'employee.cost_centre', ['fill']],
    ['longer', "join('-', [employee.cost_centre.label, employee.cost_centre.code])", ['values', 'length']]
  ]
  test.each(planted)('%s: found within one look at %s, with both numbers', async (shape, expression, kinds) => {
    const first = await look(expression)
    expect(first.guard.drift).toEqual([])
    expect((await look(expression)).guard.drift).toEqual([])
    expect(issues()).toEqual([])
    service.reshape(slug, shape)
    const { guard } = await look(expression)
    expect(guard.drift.map(({ kind }) => kind)).toEqual(kinds)
    expect(issues()).toMatchObject([
      {
        closed: null,
        since: guard.look?.at,
        facts: {
          ...{ field: 'cost_center', scope: of.scope, scopeName: 'BambooHR' },
          ...{ kept: { records: 120, filled: 120 }, look: { records: 120 } }
        }
      }
    ])
    service.reshape(slug, null)
    expect((await look(expression)).guard.drift).toEqual([])
    expect(issues()).toMatchObject([{ closed: { why: 'fits' } }])
  })

  const unchanged: [Shape, string][] = [
    ['moved', code],
    ['renamed', 'employee.displayName'],
    ['emptied', 'custom.costCenter'],
    ['numbers', 'employee.fte'],
    ['other-values', 'employee.cost_centre.label'],
    ['longer', 'employee.nationality'],
    ['renamed', 'employee.address.country_code'],
    ['emptied', 'tags'],
    ['longer', 'nothing.of.this'],
    ['numbers', 'employee.active']
  ]
  test.each(unchanged)('%s: nothing is found at %s, which it leaves as it was', async (shape, expression) => {
    await look(expression)
    service.reshape(slug, shape)
    expect((await look(expression)).guard.drift).toEqual([])
    expect(issues()).toEqual([])
  })
})

describe('the schedule', () => {
  const shapes: [Shape, string][] = [
    ['renamed', code],
    ['emptied', code],
    ['moved', 'custom.costCenter'],
    ['numbers', code],
    ['other-values', code],
    ['longer', code]
  ]
  const hour = 3_600_000
  const expressions = new Map<string, string>()
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const watched = () =>
    guards(undefined, async (one) => ({
      expression: expressions.get(one.fieldId) ?? '',
      field: `field ${one.fieldId}`
    }))
  const set = (all: Guards, mappingHours: 0 | 24 | 168 = 24) => {
    const state = { mappingHours, locked: false, remaining: 200, open: true }
    const schedule = new CheckSchedule({
      guards: all,
      workspaces: {
        list: () => [{ id: place.workspaceId }] as never,
        target: () => (state.open ? Promise.resolve({} as never) : Promise.reject(new Error('No token.')))
      },
      settings: { get: () => ({ preferences: { mappingHours: state.mappingHours } }) },
      lock: {
        get state() {
          return state.locked ? {} : null
        }
      },
      rateLimits: { list: () => [{ limit: 200, remaining: state.remaining, resetAt: now + 1 }] as never },
      failed: (thrown) => {
        throw thrown
      },
      now: () => now
    })
    return { schedule, state }
  }
  const asked = () => service.requests.filter((one) => one.path === path)

  /** Of each integration one mapping that its planted change reaches, and one that it does not. */
  async function mappings() {
    expressions.clear()
    const linked = service.connectors.filter(
      ({ category, status, sync_status }) => category === 'HRIS' && status === 'COMPLETE' && sync_status === 'Done'
    )
    const first = [...new Map(linked.toReversed().map((one) => [one.integration_slug, one])).values()]
    expect(first.length).toBeGreaterThan(shapes.length)
    kept.refresh(
      first.map(({ id }) => madeUpRow(id, start)),
      start
    )
    return first.slice(0, mostSources).flatMap((one, at) => {
      const [shape, expression] = shapes[at] ?? [null, code]
      return [expression, 'employee.displayName'].map((of, n) => {
        const fieldId = idOf(at * 2 + n)
        expressions.set(fieldId, of)
        const source = { key: `HRIS:${one.id}`, name: one.end_user, path }
        const scope = `integration:${one.integration_slug}`
        return { fieldId, scope, field: 'x', source, shape: n === 0 ? shape : null, slug: one.integration_slug }
      })
    })
  }

  test('finds every change that was planted overnight within one run, and nothing where none was', async () => {
    const all = watched()
    const known = await mappings()
    expect(await all.lookAtAll(place, known, signal)).toEqual([])
    for (const { shape, slug } of known) if (shape) service.reshape(slug, shape)
    const { schedule } = set(all)
    now += 25 * hour
    const before = asked().length
    expect(await schedule.run()).toBe(known.length)
    // Mappings of one connector share its records.
    const first = asked()
      .slice(before)
      .filter(({ query }) => !('cursor' in query) && (query.page ?? '1') === '1')
    expect(first).toHaveLength(known.length / 2)
    const found = new Map(issues().map(({ facts }) => [facts.fieldId, facts.reasons.map(({ kind }) => kind)]))
    expect(known.map(({ fieldId, shape }) => [shape, found.get(fieldId) ?? null])).toEqual(
      known.map(({ shape }) => [shape, shape && foundAs[shape]])
    )
    // Counts and types only, also where it is encrypted.
    expect((await all.items.list(place)).map(({ details }) => details?.changed ?? [])).toEqual(known.map(() => []))
    expect(await schedule.run()).toBe(0)
  })
  const foundAs: Record<Shape, DriftReason['kind'][]> = {
    ...{ renamed: ['fill'], emptied: ['fill'], moved: ['fill'], numbers: ['type'] },
    ...{ 'other-values': ['values'], longer: ['values', 'length'] }
  }

  test('finds what the story of a year changes overnight, once, and nothing before', async () => {
    const all = watched()
    const known = (await mappings()).filter((_, n) => n % 2 === 0)
    for (const { fieldId } of known) expressions.set(fieldId, 'custom.costCenter')
    service.play('year', { speed: 0 })
    expect(await all.lookAtAll(place, known, signal)).toEqual([])
    const { schedule } = set(all)
    now += 25 * hour
    await schedule.run()
    expect(issues()).toEqual([])
    expect(service.advance('shape').at(-1)?.words).toContain('sends records of another shape')
    now += 25 * hour
    await schedule.run()
    expect(issues()).toMatchObject([{ closed: null, facts: { reasons: [{ kind: 'fill' }] } }])
  })

  test('is off at first, and asks nothing while the app is locked, the limit is half used or nothing is due', async () => {
    const all = watched()
    const known = await mappings()
    await all.lookAtAll(place, known, signal)
    const { schedule, state } = set(all, freshSettings.preferences.mappingHours as 0)
    now += 23 * hour
    const before = service.requests.length
    expect(await schedule.run()).toBe(0)
    state.mappingHours = 24
    expect(await schedule.run()).toBe(0)
    now += 2 * hour
    for (const [name, value] of Object.entries({ locked: true, remaining: 99, open: false, mappingHours: 168 })) {
      const usual = { ...state }
      Object.assign(state, { [name]: value })
      expect(await schedule.run()).toBe(0)
      Object.assign(state, usual)
    }
    expect(service.requests.length).toBe(before)
    expect(await schedule.run()).toBe(known.length)
  })

  test('reads no connector that is gone', async () => {
    const all = watched()
    const [known, other] = (await mappings()).filter((_, n) => n % 2 === 0)
    if (!known || !other) expect.fail()
    await all.lookAtAll(place, [known, other], signal)
    kept.refresh([madeUpRow(other.source.key.slice('HRIS:'.length), start)], start + 1)
    const { schedule } = set(all)
    now += 25 * hour
    expect(await schedule.run()).toBe(1)
  })

  test('tries what fails once in its time, and stands back', async () => {
    const all = watched()
    const [known] = await mappings()
    if (!known) expect.fail()
    await all.lookAtAll(place, [known], signal)
    const { schedule } = set(all)
    now += 25 * hour
    const running = schedule.run()
    schedule.standBack()
    expect(await running).toBe(0)
    // What was cut off goes on at the next turn.
    expect(await schedule.run()).toBe(1)
    now += 25 * hour
    expressions.delete(known.fieldId)
    expect(await schedule.run()).toBe(0)
    const before = service.requests.length
    now += hour
    expect(await schedule.run()).toBe(0)
    expect(service.requests.length).toBe(before)
  })
})

describe('a look', () => {
  test('says what became of kept samples and which names came in the place of others, encrypted', async () => {
    await look()
    const set = await fetched()
    const { samples } = await keep(set.id, 3)
    service.reshape(slug, 'renamed')
    const { guard } = await look()
    expect(guard.details).toEqual({
      changed: [{ label: samples[0]?.label, before: samples[0]?.expected, now: 'null' }],
      changedTotal: 1,
      gone: ['employee.cost_centre'],
      fresh: ['employee.cost_center']
    })
    expect(await guards().view(place, of, '', signal)).toMatchObject({ details: guard.details })
    expect(JSON.stringify(issues())).not.toContain(JSON.parse(samples[0]?.expected ?? ''))
  })

  test('of another connector keeps what it finds beside the rest, and settles nothing of the first', async () => {
    const first = await look()
    service.reshape(slug, 'renamed')
    await look()
    for (const _ of [1, 2]) {
      const { guard } = await look(code, otherKey)
      expect(guard).toMatchObject({ drift: [], kept: { source: { key: otherKey } } })
      expect(issues()).toMatchObject([{ closed: null, facts: { source: { key } } }])
    }
    expect((await look()).guard).toMatchObject({ drift: [{ kind: 'fill' }], kept: first.guard.kept })
    service.reshape(slug, null)
    expect((await look()).guard.drift).toEqual([])
    expect(issues()).toMatchObject([{ closed: { why: 'fits' } }])
  })

  test('of another expression ends the issue as saved; a mapping that is gone is not looked at', async () => {
    await look()
    service.reshape(slug, 'renamed')
    await look()
    const { guard } = await look(`${code} || 'none'`)
    expect(guard).toMatchObject({ drift: [], kept: guard.look })
    expect(issues()).toMatchObject([{ closed: { why: 'saved' } }])
    saved = null
    const gone = guards().look({ ...place, ...of, field: 'cost_center', key, name: 'Hollis', path }, signal)
    await expect(gone).rejects.toMatchObject({ code: 'outdated' })
  })

  test('is compared with as many records of the sample, and replaces too few', async () => {
    const { id } = await fetched()
    const withRecords = (change: (records: readonly Uint8Array[]) => readonly Uint8Array[]) =>
      guards((of, id) => ({ ...lab.held(of, id), records: change(lab.held(of, id).records) }))
    await withRecords((all) => Array(5).fill(all).flat()).saved(place, { ...of, field }, code, id)
    expect(await guards().items.get(place, of)).toMatchObject({ kept: { records: 200 } })
    await withRecords((all) => all.slice(0, 10)).saved(place, { ...of, field }, code, id)
    expect(await guards().items.get(place, of)).toMatchObject({ kept: { records: 10 } })
    const { guard } = await look()
    expect(guard).toMatchObject({ kept: guard.look, look: { records: 120 }, details: null })
    expect(
      (
        await look(
          code,
          key,
          withRecords((all) => all.slice(0, 10))
        )
      ).guard
    ).toMatchObject({ kept: guard.kept })
  })

  test('names neither new nor gone keys where there are too many to count', async () => {
    const wide = (records: readonly Uint8Array[]) => {
      const more = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`more${n}`, n]))
      return records.map((one) => Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(one).toString()), ...more })))
    }
    const all = guards((of, id) => ({ ...lab.held(of, id), records: wide(lab.held(of, id).records) }))
    await look()
    expect((await look(code, key, all)).guard.details).toMatchObject({ gone: [], fresh: [] })
    await look(`${code} || 'none'`, key, all)
    expect((await look(`${code} || 'none'`)).guard.details).toMatchObject({ gone: [], fresh: [] })
  })

  test('is dropped where the mapping was saved or deleted meanwhile', async () => {
    await look()
    service.reshape(slug, 'renamed')
    const all = guards()
    whileReading = () => all.saved(place, { ...of, field }, 'employee.cost_center.code', null)
    await look(code, key, all)
    expect(await all.items.get(place, of)).toMatchObject({ expression: 'employee.cost_center.code', kept: null })
    whileReading = () => all.removed(place, [of])
    await look('employee.cost_center.code', key, all)
    expect(await all.items.get(place, of)).toMatchObject({ expression: null, kept: null })
    expect(issues()).toEqual([])
  })

  test('leaves an issue with owner and note; a save closes it, and its sample is compared with from then on', async () => {
    await look()
    service.reshape(slug, 'renamed')
    await look()
    const [issue] = issues()
    kept.history.changeWatchedIssue({ place, id: issue?.id ?? 0, change: { owner: 'Ada', note: 'Asked them.' } })
    await look()
    expect(issues()).toMatchObject([{ owner: 'Ada', note: 'Asked them.', since: issue?.since }])
    const set = await fetched()
    await guards().saved(place, { ...of, scope: `connector:${key}`, field }, 'employee.cost_center.code', set.id)
    expect(issues()).toMatchObject([{ closed: null }])
    await guards().saved(place, { ...of, field }, 'employee.cost_center.code', set.id)
    expect(issues()).toMatchObject([{ closed: { why: 'saved' } }])
    service.reshape(slug, null)
    expect((await look('employee.cost_center.code')).guard).toMatchObject({
      drift: [{ kind: 'fill' }],
      kept: { records: 50 }
    })
    await guards().removed(place, [of])
    expect(issues().map(({ closed }) => closed?.why)).toEqual(['saved', 'gone'])
  })

  test('asks for pages of one collection only; what it counted is encrypted', async () => {
    const asked = service.requests.length
    await look('employee.email')
    const paths = service.requests.slice(asked).map((one) => one.path)
    // The connector's token is not known yet.
    expect(paths.filter((one) => one !== path)).toEqual(['/api/hris/v1/connectors'])
    const named = [{ ...of, expression: 'employee.email' }]
    expect(await guards().list(place, named, signal)).toMatchObject([{ kept: { filled: 120 } }])
    encryption = null
    expect(await guards().list(place, named, signal)).toEqual([])
  })
})

describe('kept samples', () => {
  test('are tried with each expression; what is expected can be changed, and dropped', async () => {
    const set = await fetched()
    await keep(set.id, 0)
    const kept = await keep(set.id, 1)
    expect(kept.samples.map(({ passes }) => passes)).toEqual([true, true])
    expect(await guards().check(place, of, code, signal)).toEqual({ tried: 2, closed: 0 })
    const [first, second] = kept.samples
    const failing = guards().check(place, of, 'employee.cost_centre.label', signal)
    await expect(failing).rejects.toMatchObject({
      code: 'invalid-input',
      info: { fields: { expression: expect.stringContaining(`${first?.label} no longer gives what is expected`) } }
    })
    const change = (change: Parameters<Guards['change']>[1]['change'], expression: string) =>
      guards().change(place, { ...of, expression, change }, signal)
    await change({ kind: 'expect', id: first?.id ?? '' }, 'employee.cost_centre.label')
    const left = await change({ kind: 'drop', id: second?.id ?? '' }, 'employee.cost_centre.label')
    expect(left.samples).toMatchObject([{ id: first?.id, passes: true }])
    expect(await guards().list(place, [{ ...of, expression: code }], signal)).toMatchObject([
      { samples: 1, failing: 1 }
    ])
  })

  test('an expression that cannot be read fails all of them', async () => {
    await keep((await fetched()).id, 0)
    expect((await guards().view(place, of, 'employee[', signal)).samples[0]).toMatchObject({ passes: false })
  })

  test('made anonymous keep the shape: no value of the record is left but what the expression names', async () => {
    const record = {
      id: 70_431,
      name: 'Ada Lovelace-Ünal',
      kind: 'FT',
      pay: 81_250.5,
      none: null,
      active: true,
      born: '1815-12-10',
      list: [{ code: 'XQ-7781', same: 'XQ-7781' }]
    }
    const text = JSON.stringify(record)
    const set = await lab.takePaste({ ...place, text, name: 'one' }, signal)
    const expression = "kind == 'FT' && list[0].code"
    const { samples } = await keep(set.id, 0, expression, true)
    const [row] = kept.history.encryptedItems({ kind: 'guard', place })
    const stored = Buffer.from(row?.encrypted ?? []).toString('latin1')
    // Long enough that random bytes and letters do not hold one by chance.
    for (const word of ['Lovelace', '70431', 'XQ-7781', of.fieldId]) expect(stored).not.toContain(word)
    expect(samples).toMatchObject([
      { isAnonymous: true, passes: true, expected: expect.stringMatching(/^"[A-Z]{2}-\d{4}"$/) }
    ])
    const other = Buffer.from(await engine.anonymized(Buffer.from(text), expression, signal)).toString()
    for (const word of ['Ada Love', 'Lovelace', '70431', '81250', 'XQ-7781', '1815-12'])
      expect(other).not.toContain(word)
    expect(JSON.parse(other)).toEqual({
      ...{ kind: 'FT', none: null, active: true },
      id: expect.any(Number),
      name: expect.stringMatching(/^[A-Z][a-z]{2} [A-Z][a-z]{7}-[A-Z][a-z]{3}$/),
      pay: expect.any(Number),
      born: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      list: [{ code: expect.stringMatching(/^[A-Z]{2}-\d{4}$/), same: JSON.parse(other).list[0].code }]
    })
  })

  test('made anonymous keep the numbers that the expression compares with, and become none of them', async () => {
    const text =
      '{"kind":3,"grade":"3","rate":-0.5,"size":1e16,"big":12345678901234567890,"one":2.0,"step":1,"zero":0,"small":0.05,"huge":1e999}'
    const expression =
      '[kind == `3`, rate > `-0.5`, size < `1E+16`, contains(`[12345678901234567890, 1e400]`, big), one == `2`]'
    for (let run = 0; run < 100; run++) {
      const other = Buffer.from(await engine.anonymized(Buffer.from(text), expression, signal)).toString()
      expect(other).toMatch(
        /^{"kind":3,"grade":"3","rate":-0.5,"size":1e\+16,"big":12345678901234567890,"one":2.0,"step":[4-9],"zero":0,"small":0.0[1-46-9],"huge":1.0}$/
      )
    }
  })

  test('made anonymous keep no number of a name, of an index or within a text', async () => {
    const expression = "\"custom-77\"[5] || address4 || born > '2024-05-17' || to_string(kind) == '8'"
    for (let run = 0; run < 100; run++) {
      const text = '{"a":77,"b":5,"c":4,"d":2024,"e":17,"kind":8}'
      const other = Buffer.from(await engine.anonymized(Buffer.from(text), expression, signal)).toString()
      expect(other).toMatch(/^{"a":(?!77)\d\d,"b":[^58],"c":[^48],"d":(?!2024)\d{4},"e":(?!17)\d\d,"kind":8}$/)
    }
  })

  test('made anonymous keep no letter and no digit of a short value, not even by chance', async () => {
    const record = { id: 77, grade: 7, pay: 1_000, code: 'A1', initial: 'Z' }
    for (let run = 0; run < 300; run++) {
      const other = JSON.parse(
        Buffer.from(await engine.anonymized(Buffer.from(JSON.stringify(record)), 'code', signal)).toString()
      )
      expect(String(other.id)).toMatch(/^[1-689]{2}$/)
      expect(String(other.grade)).toMatch(/^[1-689]$/)
      expect(String(other.pay)).toMatch(/^[2-9][1-9]{3}$/)
      expect(other.code).toMatch(/^[B-Z][02-9]$/)
      expect(other.initial).toMatch(/^[A-Y]$/)
    }
  })

  test('are compared with and renewed from records of their own connector only', async () => {
    const all = guards()
    await look(code, otherKey)
    const foreign = await fetched(otherKey)
    const { records } = lab.held(place, foreign.id)
    const label = (await engine.results({ records, expression: code }, signal))[2]?.label ?? ''
    await keep((await fetched()).id, 2)
    const content = (await all.items.get(place, of)) ?? expect.fail()
    // Another customer has a person of the same number.
    const samples = content.samples.map((one) => ({ ...one, label, expected: '"mine"' }))
    await all.items.put(place, { ...content, samples })
    const text = Buffer.from(records[2] ?? []).toString()
    for (const { id } of [foreign, await lab.takePaste({ ...place, text, name: 'one' }, signal)]) {
      const change = { kind: 'renew', setId: id } as const
      const renewed = guards().change(place, { ...of, expression: code, change }, signal)
      await expect(renewed).rejects.toMatchObject({ code: 'not-found' })
    }
    expect((await all.items.get(place, of))?.samples).toEqual(samples)
    expect((await look(code, otherKey)).guard.details).toMatchObject({ changed: [], changedTotal: 0 })
  })

  test('are not renewed from items of a list, nor by a record that is too large', async () => {
    const all = guards()
    const fresh = await fetched()
    await keep(fresh.id, 2)
    const content = (await all.items.get(place, of)) ?? expect.fail()
    const set = lab.held(place, fresh.id)
    const renew = (other: Partial<typeof set>) =>
      guards(() => ({ ...set, ...other })).change(
        place,
        { ...of, expression: code, change: { kind: 'renew', setId: fresh.id } },
        signal
      )
    await expect(renew({ set: { ...set.set, itemsOf: 'a' } })).rejects.toMatchObject({ code: 'invalid-input' })
    const large = set.records.map((one) =>
      Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(one).toString()), more: 'x'.repeat(500_000) }))
    )
    await expect(renew({ records: large })).rejects.toMatchObject({ code: 'too-large' })
    expect((await all.items.get(place, of))?.samples).toEqual(content.samples)
  })

  test('take the records of a newer set by their label; what is expected stays', async () => {
    const first = await keep((await fetched()).id, 2)
    service.reshape(slug, 'renamed')
    const { id } = await fetched()
    const expression = 'employee.cost_center.code'
    expect(await guards().view(place, of, expression, signal)).toMatchObject({ samples: [{ passes: false }] })
    const renewed = await guards().change(place, { ...of, expression, change: { kind: 'renew', setId: id } }, signal)
    expect(renewed.samples).toMatchObject([{ passes: true, expected: first.samples[0]?.expected }])
  })

  test('without a key they stay in memory, and the window is told', async () => {
    encryption = null
    const all = guards()
    const set = await fetched()
    const change = { kind: 'keep', setId: set.id, index: 0, anonymous: false } as const
    expect(await all.change(place, { ...of, expression: code, change }, signal)).toMatchObject({ isKept: false })
    expect(await all.view(place, of, code, signal)).toMatchObject({ samples: [{ passes: true }] })
    expect((await guards().view(place, of, code, signal)).samples).toEqual([])
  })

  test('hold no token, wherever it was pasted from', async () => {
    const text = JSON.stringify({ id: 1, note: `Bearer ${service.bearerToken}` })
    const set = await lab.takePaste({ ...place, text, name: 'one' }, signal)
    expect((await keep(set.id, 0, 'note')).samples[0]?.expected).toBe('"Bearer [token]"')
  })

  test('stay while looks at other mappings push out what has none; a mapping too many keeps none', async () => {
    const all = guards()
    const content = (fieldId: string, samples: z.infer<typeof guardContent>['samples'], at: number) => ({
      ...{ fieldId, scope: of.scope, at, samples, salt: 'salt', expression: code },
      ...{ kept: null, look: null, others: [], details: null, finding: null, closed: [], keptBy: null }
    })
    const set = await fetched()
    await keep(set.id, 0)
    const own = (await all.items.get(place, of)) ?? expect.fail()
    const about = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    for (let n = 1; n < mostGuards; n++) await all.items.put(place, content(about(n), [], now + n))
    now += mostGuards
    const other = { ...of, fieldId: about(0) }
    await guards().look({ ...place, ...other, field: 'other', key, name: 'Hollis', path }, signal)
    const items = await all.items.list(place)
    expect(items).toHaveLength(mostGuards)
    expect(items.map(({ fieldId }) => fieldId)).not.toContain(about(1))
    expect(await guards().check(place, of, code, signal)).toEqual({ tried: 1, closed: 0 })
    for (const { fieldId } of items) await all.items.put(place, content(fieldId, own.samples, ++now))
    const change = { kind: 'keep', setId: set.id, index: 0, anonymous: false } as const
    const late = { ...of, fieldId: about(mostGuards), expression: code }
    await expect(guards().change(place, { ...late, change }, signal)).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('500 mappings')
    })
  })

  test('are changed one after another: none is lost to a look, a save or a deletion of the same moment', async () => {
    const all = guards()
    const set = await fetched()
    const keeping = (index: number) =>
      all.change(
        place,
        { ...of, expression: code, change: { kind: 'keep', setId: set.id, index, anonymous: false } },
        signal
      )
    await Promise.all([
      ...[0, 1, 2].map(keeping),
      look(code, key, all),
      all.saved(place, { ...of, field }, code, set.id),
      all.removed(place, [of]),
      ...[3, 4].map(keeping)
    ])
    expect(await all.check(place, of, code, signal)).toEqual({ tried: 5, closed: 0 })
    await Promise.all([...[5, 6, 7, 8, 9, 10, 11].map((n) => keeping(n).catch(() => null))])
    expect(await all.check(place, of, code, signal)).toEqual({ tried: 10, closed: 0 })
  })

  test('no more than ten, and no items of a list', async () => {
    const set = await fetched()
    for (let n = 0; n < 10; n++) await keep(set.id, n)
    await expect(keep(set.id, 10)).rejects.toMatchObject({ code: 'too-large' })
    await expect(keep('00000000-0000-4000-8000-000000000000', 0)).rejects.toMatchObject({ code: 'not-found' })
  })
})

test('each collection has a model', () => {
  const of = catalogue.filter(({ needsConnector }) => needsConnector)
  const unknown = of.filter(({ path }) => !models().some(({ slug }) => !isOtherModel(slug, modelOfPath(path))))
  expect(unknown.map(({ path }) => path)).toEqual([])
})
