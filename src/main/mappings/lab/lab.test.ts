import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPractice, type PracticeService } from '../../../practice/server'
import type { Request } from '../../../shared/ipc'
import { systemClock } from '../../base/clock'
import { labHandlers } from '../room'
import type { Context } from '../../base/room'
import { RateLimits } from '../../http/rate-limit'
import type { Target } from '../../http/call'
import { createClient } from '../../http/client'
import { undiciTransport } from '../../http/transport'
import { Jobs } from '../../base/jobs'
import { MemoryStore } from '../../secrets/memory-store'
import { freshSettings } from '../../settings/settings-schema'
import { bundleWorker, patientLimits } from '../../testing/bundle-worker'
import { ConnectorTokens } from '../../secrets/connector-tokens'
import { Responses } from '../../viewer/responses'
import type { AskViewer } from '../../viewer/viewer-thread'
import { Viewer } from '../../viewer/viewer'
import { ResponseViews } from '../../viewer/views'
import { Pins } from '../../connectors/pins'
import { TokenFinder } from '../../connectors/token-finder'
import { LabEngine } from './engine'
import { Lab } from './lab'
import { maskerOf } from '../../secrets/testing'

const place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' as const }
const employees = '/api/hris/v1/employees'
const context: Context = { owner: 1, emit: () => undefined }

let bundle: Awaited<ReturnType<typeof bundleWorker>>
let engine: LabEngine
let service: PracticeService
let agent: Agent
let responses: Responses
let lab: Lab
let viewer: Viewer
let handlers: ReturnType<typeof labHandlers>
let chosenFile: string | null
let folder: string
let requests = 0

beforeAll(async () => {
  bundle = await bundleWorker(join(import.meta.dirname, 'worker.ts'))
  engine = new LabEngine(bundle.url, patientLimits)
})
afterAll(async () => {
  await engine.stop()
  await bundle.remove()
})

/** The practice service on a real socket, and the thread as it is shipped. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-lab-'))
  chosenFile = null
  service = await startPractice({ connectors: 60, collectionSize: 120 })
  agent = new Agent()
  const target: Target = { ...place, baseUrl: service.url, bearerToken: service.bearerToken }
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock: systemClock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => text,
    log: () => undefined
  })
  const pins = new Pins({ get: () => freshSettings, update: () => freshSettings }, new MemoryStore())
  const history = { lastRecord: async () => null }
  viewer = new Viewer()
  responses = new Responses((id) => viewer.close(id))
  const ask = (async (method: 'open', ...args: Parameters<Viewer['open']>) => viewer[method](...args)) as AskViewer
  const dialogs = { openFile: async () => chosenFile, saveFile: async () => null }
  const masker = maskerOf(target.bearerToken)
  lab = new Lab({
    client,
    masker,
    workspaces: { target: async () => target },
    finder: new TokenFinder({ client, tokens: new ConnectorTokens(masker), pins, history }),
    slugOf: async (_, key) => service.connectors.find(({ id }) => key === `HRIS:${id}`)?.integration_slug ?? '',
    engine,
    responses,
    views: new ResponseViews(responses, ask, dialogs),
    dialogs,
    now: Date.now
  })
  handlers = labHandlers(lab, new Jobs())
})
afterEach(async () => {
  await agent.destroy()
  await service.close()
  await rm(folder, { recursive: true })
})

const requestId = () => `00000000-0000-4000-8000-${String(++requests).padStart(12, '0')}`
const linked = () =>
  service.connectors.find(
    ({ category, status, sync_status }) => category === 'HRIS' && status === 'COMPLETE' && sync_status === 'Done'
  ) ?? expect.fail('There is no such connector.')
const keyOf = ({ id }: { id: string }) => `HRIS:${id}`
const kept = (json: unknown, hidden: string[] = []) => {
  const body = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))
  return responses.put({ body, contentType: 'application/json', suggestedName: 'r.json', complete: true, hidden })
}
const evaluate = (setIds: string[], expression: string, index = 0) =>
  handlers['mappings:evaluate'](
    { requestId: requestId(), expression, saved: null, setIds, front: { setId: setIds[0] ?? '', index } },
    context
  )

const rawData = (from: Request<'mappings:takeRawData'>['from']) =>
  handlers['mappings:takeRawData']({ requestId: requestId(), ...place, from, name: '', model: 'employee' }, context)
const pastedSet = (text: string) => handlers['mappings:takePaste']({ ...place, text, name: '' }, context)
const preview = (key: string, expression: string, sample: Request<'mappings:preview'>['sample'] = null) =>
  handlers['mappings:preview'](
    { requestId: requestId(), ...place, key, model: 'employee', expression, sample },
    context
  )

describe('samples of this computer', () => {
  it('come from a response, whole and without its token; its items only where they are asked for', async () => {
    const responseId = kept({ token: 'secret-1', data: [{ a: 1 }, { a: 2 }] }, ['secret-1'])
    const one = linked()
    const of = { key: keyOf(one), slug: one.integration_slug }
    const request = { ...place, responseId, name: 'Employees', connectorKey: of.key }
    const whole = await handlers['mappings:takeResponse'](request, context)
    expect(whole).toMatchObject({ source: 'passthrough', name: 'Employees', of, records: 1, itemsOf: null })
    expect(whole.notices).toEqual([expect.stringContaining('[token]')])
    expect((await evaluate([whole.id], 'a')).front).toMatchObject({ text: 'null' })
    expect((await evaluate([whole.id], 'data[1].a')).front).toMatchObject({ text: '2' })
    const { summary } = await handlers['mappings:openSample']({ setId: whole.id, index: 0 }, context)
    const node = summary.tables[0]?.node ?? -1
    const items = await handlers['mappings:takeItems']({ setId: whole.id, index: 0, node }, context)
    expect(items).toMatchObject({ name: 'items of Employees', of, records: 2, itemsOf: 'data' })
    expect((await evaluate([items.id], 'a', 1)).front).toMatchObject({ text: '2' })
    expect(await handlers['mappings:listSets'](place, context)).toHaveLength(2)
    expect(await handlers['mappings:listSets']({ ...place, region: 'eu' }, context)).toEqual([])
    await handlers['mappings:dropSet']({ setId: items.id }, context)
    await expect(evaluate([items.id], 'a')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('come from a file, or from none', async () => {
    expect(await handlers['mappings:takeFile'](place, context)).toBeNull()
    chosenFile = join(folder, 'people.ndjson')
    await writeFile(chosenFile, '{"a":1}\n{"a":2}\n')
    expect(await handlers['mappings:takeFile'](place, context)).toMatchObject({ name: 'people.ndjson', records: 2 })
    chosenFile = folder
    await expect(handlers['mappings:takeFile'](place, context)).rejects.toMatchObject({ code: 'invalid-input' })
  })

  it('come from what was pasted; what is not JSON is refused with its line', async () => {
    const paste = (text: string) => handlers['mappings:takePaste']({ ...place, text, name: '' }, context)
    expect(await paste('{"a":1}\n{"a":2}')).toMatchObject({ source: 'paste', name: 'pasted', of: null, records: 2 })
    await expect(paste('null')).rejects.toMatchObject({ message: 'It is null: there is no sample in it.' })
    await expect(paste('{\n"a": }')).rejects.toMatchObject({
      code: 'bad-response',
      message: expect.stringContaining('Line 2')
    })
  })
})

it('opens a record in the viewer as it came, and keeps only the last few there', async () => {
  const text = Array.from({ length: 8 }, (_, n) => `{"id": 900719925474099${n}, "a": 1, "a": 2}`).join('\n')
  const set = await handlers['mappings:takePaste']({ ...place, text, name: '' }, context)
  const { responseId, summary, object } = await handlers['mappings:openSample']({ setId: set.id, index: 3 }, context)
  expect(object).toBe(true)
  expect(responseId).toBe(`lab:${set.id}:3`)
  expect(summary).toMatchObject({ kind: 'json', values: 4 })
  expect(viewer.children(responseId, 0, 0, 9).nodes).toMatchObject([
    { text: '9007199254740993' },
    { repeated: true },
    {}
  ])
  const ways = await handlers['mappings:expressionsFor']({ responseId, node: 1 }, context)
  expect(ways.map(({ expression }) => expression)).toEqual(['id'])
  for (const index of [4, 5, 6, 7]) await handlers['mappings:openSample']({ setId: set.id, index }, context)
  await expect(responses.get(responseId)).rejects.toThrow('no longer in memory')
  expect(await viewer.has(responseId)).toBe(false)
  await handlers['mappings:dropSet']({ setId: set.id }, context)
  await expect(responses.get(`lab:${set.id}:7`)).rejects.toThrow('no longer in memory')
})

it('forgets the samples of a workspace, and those of no other', async () => {
  const elsewhere = { ...place, workspaceId: '00000000-0000-4000-8000-00000000000f' }
  const paste = (of: typeof place) => handlers['mappings:takePaste']({ ...of, text: '{"a":1}', name: '' }, context)
  const [gone, kept] = [await paste(place), await paste(elsewhere)]
  const { responseId } = await handlers['mappings:openSample']({ setId: gone.id, index: 0 }, context)
  lab.forgetWorkspace(place.workspaceId)
  expect(await handlers['mappings:listSets'](place, context)).toEqual([])
  await expect(responses.get(responseId)).rejects.toThrow('no longer in memory')
  expect(await handlers['mappings:listSets'](elsewhere, context)).toEqual([kept])
})

it('finds keys at a place by the record in front', async () => {
  const set = await handlers['mappings:takePaste']({ ...place, text: '{"employee":{"id":1}}', name: '' }, context)
  const asked = { setId: set.id, index: 0, expression: 'employee.i', position: 10 }
  expect(await handlers['mappings:keysAt'](asked, context)).toEqual({ from: 9, keys: [{ key: 'id', type: 'number' }] })
})

it('searches by example on a set that is held, and refuses what is not JSON', async () => {
  const set = await pastedSet('{"id":7,"kind":"P"}\n{"id":8,"kind":"T"}')
  const ask = (wanted: (string | null)[], setId = set.id) =>
    handlers['mappings:byExample'](
      { requestId: requestId(), setId, field: 'kind', examples: wanted.map((wanted, index) => ({ index, wanted })) },
      context
    )
  expect((await ask([null, '"T"'])).proposals[0]).toMatchObject({ expression: 'kind' })
  await expect(ask(['"P"', 'T'])).rejects.toMatchObject({
    code: 'invalid-input',
    info: { fields: { 'wanted.1': expect.any(String) } }
  })
  await handlers['mappings:dropSet']({ setId: set.id }, context)
  await expect(ask(['"P"'])).rejects.toMatchObject({ code: 'not-found' })
})

describe('a trial', () => {
  it('compares two expressions on a set, and says what the set is', async () => {
    const set = await pastedSet('{"a":1}\n{"b":2}')
    const { signal } = new AbortController()
    const question = { place, setId: set.id, expression: 'b', saved: 'a' }
    expect(await lab.trial(question, signal)).toMatchObject({
      set,
      result: { records: 2, change: { lose: 1, become: 1, examples: [{ kind: 'lose', before: '1', now: 'null' }, {}] } }
    })
    await expect(lab.trial({ ...question, expression: 'b[' }, signal)).rejects.toMatchObject({ code: 'invalid-input' })
    const elsewhere = { ...place, region: 'eu' as const }
    await expect(lab.trial({ ...question, place: elsewhere }, signal)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('samples of the service', () => {
  it('come from a collection, with raw data', async () => {
    const one = linked()
    const request = {
      requestId: requestId(),
      ...place,
      key: keyOf(one),
      name: 'Brightwater',
      path: employees,
      most: 70
    }
    const set = await handlers['mappings:takeCollection'](request, context)
    expect(set).toMatchObject({ source: 'collection', name: 'employees of Brightwater', records: 70 })
    const { sets } = await evaluate([set.id], '@')
    expect(sets[0]).toMatchObject({ filled: 70, types: [{ type: 'object' }] })
    expect(set.notices).toEqual(['The first 70 records with raw data; there may be more.'])
  })

  it('hold neither token, wherever the service repeats them', async () => {
    const one = linked()
    const said = `${service.bearerToken} ${one.connector_token}`
    const payload = { [said]: { said } }
    const item = { id: 'e1', raw_data: payload }
    const shownPreview = { resolved_value: payload, resolved_value_type: said, raw_data_source: said }
    const answer = (path: string, body: object) => ({ name: 'status' as const, status: 200, path, body })
    service.set({
      faults: [
        answer(employees, { cursor: null, page_size: 1, items: [item] }),
        answer('/custom-fields/raw-data', payload),
        answer('/custom-fields/preview', shownPreview)
      ]
    })
    const of = { ...place, key: keyOf(one), name: '', model: 'employee' }
    const refresh = { ...of, path: employees, most: 5 }
    const sets = [
      await handlers['mappings:takeCollection']({ requestId: requestId(), ...refresh }, context),
      (await rawData({ kind: 'connector', key: of.key })) ?? expect.fail('There is no sample.')
    ]
    const asked = { requestId: requestId(), ...of, expression: '@ || @', sample: null }
    const shown = [
      await handlers['mappings:preview'](asked, context),
      ...(await Promise.all(sets.map(({ id }) => evaluate([id], '@'))))
    ]
    for (const answered of shown) {
      const text = JSON.stringify(answered)
      expect(text).toContain('[token] [token]')
      expect([service.bearerToken, one.connector_token].filter((token) => text.includes(token))).toEqual([])
    }
  })

  it.each(['/api/ats/v1/candidates', '/api/hris/v1/../x', '/api/hris/v1/', 'https://elsewhere'])(
    'ask for no path but a collection of the category: %s',
    async (path) => {
      const request = { requestId: requestId(), ...place, key: keyOf(linked()), name: '', path, most: 5 }
      await expect(handlers['mappings:takeCollection'](request, context)).rejects.toMatchObject({
        code: 'invalid-input'
      })
      expect(service.requests).toEqual([])
    }
  )

  it('come from raw data of a connector, and are the ones the preview uses', async () => {
    const key = keyOf(linked())
    const set = (await rawData({ kind: 'connector', key })) ?? expect.fail('There is no sample.')
    const of = { key, slug: linked().integration_slug }
    expect(set).toMatchObject({ source: 'raw-data', of, records: 1, itemsOf: null })
    expect(set.notices).toEqual([expect.stringContaining('does not say which')])
    const [key0] = JSON.parse((await evaluate([set.id], 'keys(employee)')).front?.text ?? '[]') as string[]
    const { front } = await evaluate([set.id], `employee."${key0}"`)
    expect(await preview(key, `employee."${key0}"`)).toMatchObject({ text: front?.text, type: front?.type })
    const pasted = await pastedSet('{"n": {"m": 5}}')
    const sample = { setId: pasted.id, index: 0 }
    expect(await preview(key, 'n.m', sample)).toEqual({ text: '5', type: 'number', rawDataSource: 'inline' })
    await expect(preview(key, 'n'.repeat(1_025))).rejects.toMatchObject({
      info: { fields: { expression: expect.any(String) } }
    })
  })

  it('come from the canned sample of an integration; null is not a sample yet', async () => {
    const gusto = await rawData({ kind: 'integration', slug: 'gusto', category: 'HRIS' })
    expect(gusto).toMatchObject({ records: 1, notices: [expect.stringContaining('of no customer')] })
    expect(service.requests.at(-1)?.query).toEqual({ integration_slug: 'gusto', category: 'HRIS', model: 'employee' })
    expect(await rawData({ kind: 'integration', slug: 'deel', category: 'HRIS' })).toBeNull()
    expect(await handlers['mappings:listSets'](place, context)).toEqual([gusto])
  })

  it.each(['{"data":[{"employee":{"id":7}}]}', '{"raw_data":{"employee":{"id":7}}}'])(
    'keep raw data whole, as the service evaluates it: %s',
    async (payload) => {
      const body = JSON.parse(payload) as object
      service.set({ faults: [{ name: 'status', status: 200, path: '/custom-fields/raw-data', body }] })
      const set = (await rawData({ kind: 'connector', key: keyOf(linked()) })) ?? expect.fail('There is no sample.')
      expect(set).toMatchObject({ records: 1, itemsOf: null })
      expect((await evaluate([set.id], 'employee.id')).front).toMatchObject({ text: 'null' })
      expect((await evaluate([set.id], 'data[0].employee.id || raw_data.employee.id')).front).toMatchObject({
        text: '7'
      })
    }
  )

  it('are sent to the preview whole or not at all', async () => {
    const key = keyOf(linked())
    const whole = await pastedSet('{"data":[{"employee":{"id":7}}]}')
    const first = { setId: whole.id, index: 0 }
    expect(await preview(key, 'employee.id', first)).toMatchObject({ text: 'null', type: 'null' })
    expect(await preview(key, 'data[0].employee.id', first)).toMatchObject({ text: '7', rawDataSource: 'inline' })
    const sent = service.requests.length
    const { summary } = await handlers['mappings:openSample'](first, context)
    const node = summary.tables[0]?.node ?? -1
    const items = await handlers['mappings:takeItems']({ ...first, node }, context)
    const list = await pastedSet('[{"employee":{"id":7}}]')
    expect((await handlers['mappings:openSample']({ setId: list.id, index: 0 }, context)).object).toBe(false)
    for (const { id } of [items, list]) {
      const refused = { code: 'invalid-input', info: { fields: { sample: expect.stringContaining('sent') } } }
      await expect(preview(key, 'employee.id', { setId: id, index: 0 })).rejects.toMatchObject(refused)
    }
    expect(service.requests).toHaveLength(sent)
  })

  it.each(['@', 'a'])('take an expression of one character: %s', async (expression) => {
    const pasted = await pastedSet('{"a": 5}')
    const answer = await preview(keyOf(linked()), expression, { setId: pasted.id, index: 0 })
    expect(answer.text).toBe(expression === 'a' ? '5' : '{"a":5}')
  })
})
