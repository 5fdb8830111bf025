import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleWorker } from '../testing/bundle-worker'
import { Responses } from './responses'
import { ResponseViews, type FilterEngine } from './views'
import { ViewerThread } from './viewer-thread'

let bundle: Awaited<ReturnType<typeof bundleWorker>>
let thread: ViewerThread

beforeAll(async () => {
  bundle = await bundleWorker(join(import.meta.dirname, 'worker.ts'))
  thread = new ViewerThread(bundle.url)
})

afterAll(async () => {
  await thread.stop()
  await bundle.remove()
})

function setUp() {
  const responses = new Responses()
  const dialogs = { saveFile: async () => null, openFile: async () => null }
  const put = (body: Buffer, hidden: string[] = []) =>
    responses.put({ body, contentType: 'application/json', suggestedName: 'a.json', complete: true, hidden })
  const filtered: Parameters<FilterEngine>[0][] = []
  const filter: FilterEngine = async (response, expression) => {
    filtered.push(response)
    return Buffer.from(JSON.stringify({ expression }))
  }
  return { put, filtered, views: new ResponseViews(responses, thread.ask, dialogs, filter) }
}

it('opens 50 MB without holding up the thread that asks', async () => {
  const row = { id: 9_007_199_254_740_991, name: 'Person', nested: { a: [1, 2, 3] }, text: 'lorem ipsum '.repeat(13) }
  const body = Buffer.from(`[${Array.from({ length: 230_000 }, () => JSON.stringify(row)).join(',')}]`)
  expect(body.length).toBeGreaterThan(50e6)
  const { put, views } = setUp()
  const id = put(body)
  // Parsing in this thread would leave few turns.
  let turns = 0
  let counting = true
  const turn = () => {
    turns++
    if (counting) setImmediate(turn)
  }
  setImmediate(turn)
  const summary = await views.open(id)
  const lines = await views.read('lines', id, 'pretty', summary.prettyLines - 2, 2)
  const table = await views.read('table', id, 0, 229_999, 1)
  counting = false
  expect(summary).toMatchObject({ kind: 'json', prettyLines: 230_000 * 12 + 2, tables: [{ rows: 230_000 }] })
  expect(lines.lines).toMatchObject([{ text: '}' }, { text: ']' }])
  expect(table.rows[0]?.cells[0]?.text).toBe('9007199254740991')
  expect(turns).toBeGreaterThan(1_000)
})

it('saves what the viewer cannot open', async () => {
  const saved: Uint8Array[] = []
  const saveFile = async (name: string, content: Uint8Array) => {
    saved.push(content)
    return name
  }
  const responses = new Responses()
  const broken = () => Promise.reject(new Error('out of memory'))
  const views = new ResponseViews(responses, broken, { saveFile, openFile: async () => null })
  const id = responses.put({ body: Buffer.from('7'), contentType: '', suggestedName: 'a.json', complete: true })
  expect(await views.save(id)).toBe('a.json')
  expect(saved).toEqual([Buffer.from('7')])
})

it('opens a body again that the viewer closed meanwhile', async () => {
  const { put, views } = setUp()
  const id = put(Buffer.from('{"a":1}'))
  expect(await views.read('lines', id, 'pretty', 0, 10)).toMatchObject({ total: 3 })
  await thread.ask('close', id)
  expect(await views.read('copy', id, 1, 'jmespath')).toBe('a')
  await expect(views.read('copy', id, 99, 'value')).rejects.toMatchObject({ code: 'invalid-input' })
})

it('shows the result of a filter as a response of its own', async () => {
  const { put, views } = setUp()
  const { id, summary } = await views.filtered(put(Buffer.from('{}')), 'a.b', new AbortController().signal)
  expect(summary.kind).toBe('json')
  expect(await views.read('copy', id, 1, 'value')).toBe('a.b')
})

it('hides from a filter what it must not see, and gives it the same bytes each time', async () => {
  const { put, filtered, views } = setUp()
  const body = Buffer.from('{"a":"\\u0063t_secret"}')
  const id = put(body, ['\\u0063t_secret'])
  const { signal } = new AbortController()
  await views.filtered(id, 'a', signal)
  await views.filtered(id, 'reverse(a)', signal)
  expect(filtered).toMatchObject([{ hidden: ['\\u0063t_secret'] }, { hidden: ['\\u0063t_secret'] }])
  for (const given of filtered) expect(given.body).toBe(body)
})

it('fails what was asked of a thread that ended, and starts another for the next', async () => {
  const { put, views } = setUp()
  const id = put(Buffer.from('[1]'))
  const asked = thread.ask('open', 'x', Buffer.from(`[${'1,'.repeat(1e6)}1]`), {
    contentType: '',
    complete: true,
    hidden: []
  })
  const refused = expect(asked).rejects.toMatchObject({ code: 'too-large' })
  await thread.stop()
  await refused
  expect(await views.read('lines', id, 'pretty', 0, 1)).toMatchObject({ total: 3 })
})
