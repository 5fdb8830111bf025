import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Masker } from '../../secrets/masker'
import { bundleWorker } from '../../testing/bundle-worker'
import { Responses } from '../../viewer/responses'
import { draft, idOf, testLibrary, workspaceId, otherWorkspace, type TestLibrary } from '../library/testing'
import { ProviderShelf } from './provider-shelf'
import { madeUpOpenApi, yamlOf, type MadeUp } from './testing'

let bundle: Awaited<ReturnType<typeof bundleWorker>>
let test: TestLibrary
let shelf: ProviderShelf
let responses: Responses
let chosen: string | null

beforeAll(async () => {
  bundle = await bundleWorker(join(import.meta.dirname, 'worker.ts'))
})
afterAll(() => bundle.remove())

beforeEach(async () => {
  test = testLibrary()
  await test.open()
  chosen = null
  responses = new Responses()
  make()
})
afterEach(async () => {
  await shelf.stop()
  test.remove()
})

function make() {
  const { library, clock, known } = test
  shelf = new ProviderShelf({
    ...{ files: library.shelfFiles, bundle: bundle.url, clock, responses },
    masker: known instanceof Masker ? known : new Masker(),
    dialogs: { openFile: async () => chosen },
    operator: () => 'Ada',
    saved: (id) => library.saved.tree(id),
    mayChange: async () => undefined,
    changed: () => undefined
  })
}

const put = (made: MadeUp = {}) => shelf.import(workspaceId, 'personio', JSON.stringify(madeUpOpenApi(made)))
const employee = 'GET /company/employees/{}'

it('checks a body by the schema of its method, path and status', async () => {
  await put()
  const checked = async (body: string, status = 200, path = '/v1/company/employees/7') =>
    shelf.checkBody({ workspaceId, integration: 'personio', method: 'GET', path }, status, Buffer.from(body))
  expect(await checked('{"id": "7"}')).toMatchObject({
    isJson: true,
    problems: [{ place: 'id' }, { place: 'cost_center' }]
  })
  expect(await checked('<a/>')).toMatchObject({ isJson: false, problems: [] })
  expect(await checked('{}', 404)).toBeNull()
  expect(await checked('{}', 200, '/other')).toBeNull()
})

it('keeps a file per integration and workspace, encrypted, over a restart', async () => {
  expect(await put()).toMatchObject({ integration: 'personio', newer: null, current: { version: '2.4', by: 'Ada' } })
  expect(await shelf.operations(workspaceId, 'personio')).toHaveLength(6)
  expect(await shelf.list(otherWorkspace)).toEqual([])
  await expect(shelf.operations(workspaceId, 'bamboohr')).rejects.toMatchObject({ code: 'not-found' })
  expect(test.onDisk()).not.toMatch(/Umbra HR|company.employees/)
  await shelf.stop()
  await test.restart()
  make()
  expect(await shelf.operation(workspaceId, 'personio', employee)).toMatchObject({ name: 'One employee' })
  await test.library.removeWorkspace(workspaceId)
  expect(await shelf.list(workspaceId)).toEqual([])
})

it('keeps nothing of a file that does not parse', async () => {
  await expect(shelf.import(workspaceId, 'personio', '{"openapi": ')).rejects.toMatchObject({
    ...{ code: 'invalid-input', message: expect.stringMatching(/^Line 1, column 13: /) as string }
  })
  expect(await shelf.list(workspaceId)).toEqual([])
  expect(await shelf.import(workspaceId, 'personio', null)).toBeNull()
})

it('lets a newer file wait until it is used, and says which saved requests it touches', async () => {
  await put()
  await shelf.mark(workspaceId, 'personio', employee, true)
  for (const [number, path] of [
    [1, '/v1/company/employees/7'],
    [2, '/company/employees'],
    [3, '/other']
  ] as const)
    await test.library.saved.save(workspaceId, {
      id: idOf(number),
      folderId: null,
      name: `r${number}`,
      draft: { ...draft, path }
    })
  test.clock.pass(1_000)
  const newer: MadeUp = {
    version: '2.5',
    change: ({ components, paths }) => {
      delete paths['/company/employees']
      Object.assign(components.schemas['Salaried'] ?? {}, { required: [], properties: { pay: { type: 'number' } } })
    }
  }
  expect(await put(newer)).toMatchObject({ current: { version: '2.4' }, newer: { version: '2.5' } })
  const changes = await shelf.changes(workspaceId, 'personio')
  expect(changes).toMatchObject({
    counts: { added: 0, changed: 1, removed: 2 },
    removed: [
      { name: 'List employees', touches: [{ name: 'r2' }] },
      { name: 'Create employee', touches: [] }
    ]
  })
  expect(changes.changed.find(({ id }) => id === employee)?.touches).toEqual([{ id: idOf(1), name: 'r1' }])
  await shelf.decide(workspaceId, 'personio', false)
  expect(await shelf.list(workspaceId)).toMatchObject([{ current: { version: '2.4' }, newer: null }])
  test.clock.pass(1_000)
  await put(newer)
  await shelf.decide(workspaceId, 'personio', true)
  expect(await shelf.list(workspaceId)).toMatchObject([{ current: { version: '2.5' }, newer: null }])
  expect(await shelf.operations(workspaceId, 'personio')).toHaveLength(4)
  expect(await shelf.writes(workspaceId)('personio', '/company/employees/7')).toBe(true)
  await shelf.remove(workspaceId, 'personio')
  expect(await shelf.list(workspaceId)).toEqual([])
})

it('says whether a read is marked as a write, and what the file says of a request', async () => {
  expect(await shelf.writes(workspaceId)('personio', '/company/employees/7')).toBe(false)
  expect(await shelf.operationFor(workspaceId, 'personio', 'GET', '/x')).toBeNull()
  await put()
  const recalculate = 'GET /company/employees/{}/recalculate'
  await shelf.mark(workspaceId, 'personio', recalculate, true)
  const marks = (path: string) => shelf.writes(workspaceId)('personio', path)
  expect(await marks('/v1/company/employees/7/recalculate?now=1')).toBe(true)
  expect(await marks('/company/employees/7')).toBe(false)
  expect((await shelf.operations(workspaceId, 'personio')).filter(({ writes }) => writes).map(({ id }) => id)).toEqual([
    recalculate
  ])
  const found = await shelf.operationFor(workspaceId, 'personio', 'GET', '/company/employees/7')
  expect(found).toMatchObject({
    operation: { id: employee },
    answers: [{ status: '200', shape: { ref: '#/components/schemas/Employee' } }]
  })
  expect(Object.keys(found?.shapes ?? {}).sort()).toEqual(
    ['Employee', 'Hourly', 'Salaried'].map((one) => `#/components/schemas/${one}`)
  )
  await shelf.mark(workspaceId, 'personio', recalculate, false)
  expect(await marks('/company/employees/7/recalculate')).toBe(false)
})

it('holds a marked operation in every spelling and for every method, and opens no file for it', async () => {
  await put({ change: ({ paths }) => (paths['/recalculate'] = { get: { responses: {} } }) })
  await shelf.mark(workspaceId, 'personio', 'GET /recalculate', true)
  await shelf.mark(workspaceId, 'personio', employee, true)
  await shelf.stop()
  const content = vi.spyOn(test.library.shelfFiles, 'content')
  const list = vi.spyOn(test.library.shelfFiles, 'list')
  const isMarked = shelf.writes(workspaceId)
  for (const path of [
    ...['/recalculate', '/recalculate/', '//recalculate', '/re%63alculate', '/Recalculate', '/x/../recalculate'],
    ...['/v1/recalculate', '/v1//recalculate/?a=1', '/%761/recalculate', '/company/employees/a%2Fb']
  ])
    expect([path, await isMarked('personio', path)]).toEqual([path, true])
  for (const path of ['/', '', '/recalculate/7', '/company/employees', '/recalculated', '/%zz'])
    expect([path, await isMarked('personio', path)]).toEqual([path, false])
  expect(await isMarked('bamboohr', '/recalculate')).toBe(false)
  expect(list).toHaveBeenCalledOnce()
  expect(content).not.toHaveBeenCalled()
})

it('checks an answer with its file', async () => {
  await put()
  const answer = (body: string) =>
    responses.put({
      body: Buffer.from(body),
      contentType: 'application/json',
      suggestedName: 'a',
      complete: true,
      hidden: []
    })
  const of = { method: 'GET', path: '/company/employees/7', status: 200 }
  const check = (body: string) => shelf.check(workspaceId, 'personio', { ...of, responseId: answer(body) })
  expect(await check('{"id": 1, "cost_center": "a"}')).toEqual({
    ...{ title: 'Umbra HR', version: '2.4', more: 0 },
    problems: [{ place: 'cost_center', message: 'text, the file says list of text', times: 1 }]
  })
  expect(await check('{"id": 1, "cost_center": []}')).toMatchObject({ problems: [] })
  expect(await shelf.check(workspaceId, 'personio', { ...of, path: '/else', responseId: answer('{}') })).toBeNull()
})

it('keeps files in memory without a key, and encrypts them when the keychain opens', async () => {
  test.keychain.state = 'locked'
  await test.restart()
  make()
  await put()
  expect(await shelf.operations(workspaceId, 'personio')).toHaveLength(6)
  expect(test.onDisk()).not.toContain('personio')
  test.keychain.state = 'unlocked'
  await test.keychainAnswers()
  expect(await shelf.operations(workspaceId, 'personio')).toHaveLength(6)
  expect(test.onDisk()).toContain('personio')
})

it.each(['JSON', 'YAML'])(
  'reads 10,000 operations in 60 MB of %s without holding up this thread',
  async (format) => {
    const file = madeUpOpenApi({ operations: 10_000, prose: 5_700 })
    const text = format === 'JSON' ? JSON.stringify(file, null, 1) : yamlOf(file)
    expect(text.length).toBeGreaterThan(57e6)
    expect(text.length).toBeLessThan(64e6)
    chosen = join(test.folder, 'large')
    await writeFile(chosen, text)
    let [turns, counting] = [0, true]
    const turn = () => {
      turns++
      if (counting) setImmediate(turn)
    }
    setImmediate(turn)
    const read = await shelf.import(workspaceId, 'personio', null)
    expect(read?.current.operations).toBe(10_000)
    expect(await shelf.operations(workspaceId, 'personio')).toHaveLength(10_000)
    counting = false
    expect(turns).toBeGreaterThan(1_000)
  },
  120_000
)
