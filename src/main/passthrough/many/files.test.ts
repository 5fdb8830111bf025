import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Jobs } from '../../base/jobs'
import { scripted } from '../../testing/fakes'
import { Masker } from '../../secrets/masker'
import { maskedText } from './reading'
import { manyHandlers } from './room'
import { csvRows } from './files'
import { manyDesk } from './testing'

describe('rows of a CSV file', () => {
  it.each([
    ['comma', 'id,name\n1,"Ada, Ltd"\n'],
    ['semicolon', 'id;name\r\n1;Ada, Ltd\r\n'],
    ['tab, with a mark', '\ufeffid\tname\n1\tAda, Ltd\n\n']
  ])('with a %s', (_, text) => {
    expect(csvRows('people.csv', Buffer.from(text))).toEqual({
      ...{ name: 'people.csv', columns: ['id', 'name'], rows: [['1', 'Ada, Ltd']], lines: [1], skipped: [] }
    })
  })

  it('names lines with another number of cells, and leaves them out', () => {
    expect(csvRows('a.csv', Buffer.from('a,b\n1,2\n3\n4,5,6\n7,8\n'))).toMatchObject({
      rows: [
        ['1', '2'],
        ['7', '8']
      ],
      lines: [1, 4],
      skipped: [2, 3]
    })
  })

  it.each(['utf8', 'latin1'] as const)('of Excel in %s', (encoding) => {
    expect(csvRows('a.csv', Buffer.from('Wer;Größe\nMüller;é', encoding))).toMatchObject({
      ...{ columns: ['Wer', 'Größe'], rows: [['Müller', 'é']] }
    })
  })

  it.each([
    ['', 'is empty'],
    ['a,b\n', 'no lines'],
    ['a,b\n1,"2\n', 'cannot be read'],
    [`a\n${'1\n'.repeat(5_001)}`, '5001 lines'],
    [`${'a,'.repeat(100)}a\n1\n`, '101 columns']
  ])('%j is refused', (text, said) => {
    expect(() => csvRows('a.csv', Buffer.from(text))).toThrow(said)
  })
})

describe('an export', () => {
  const folders: string[] = []
  afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))))

  async function exported(form: 'csv' | 'ndjson') {
    const transport = scripted((request) =>
      request.headers['x-connector-token'] === 'token-of-c0'
        ? { json: { echo: 'canary-token-1', n: -5, formula: '=1+1' }, headers: { 'content-type': 'application/json' } }
        : { json: { error: { status: 403, code: 'no_right', message: 'Not allowed' } } }
    )
    const { planner, runs, setup, signal, workspaceId, library, test } = await manyDesk(transport, { connectors: 3 })
    const folder = await mkdtemp(join(tmpdir(), 'connector-desk-many-'))
    folders.push(folder, test.folder)
    const masker = new Masker()
    masker.add('canary-token-1')
    const handlers = manyHandlers({
      ...{ planner, runs, history: library.history, known: () => masker.shared, clock: test.clock, jobs: new Jobs() },
      reader: { text: async (answer) => maskedText(answer).text },
      dialogs: { openFile: async () => null, chooseFile: async (name) => join(folder, name) }
    })
    const columns = ['n', 'formula'].map((expression) => ({ id: randomUUID(), name: '', expression }))
    const [first, second] = setup().asked
    const asked = [first, second].flatMap((one) => one ?? [])
    const id = randomUUID()
    await runs.start(id, setup({ columns, asked }), signal.signal)
    const made = await handlers['passthrough:exportMany'](
      { workspaceId, id, form, places: [1, 0] },
      { owner: 1, emit: () => undefined }
    )
    test.desk.close()
    return { made, text: readFileSync(made?.file ?? '', 'utf8') }
  }

  it('as CSV has the table, in its order, without formulas', async () => {
    const { made, text } = await exported('csv')
    expect(made?.rows).toBe(2)
    const [head, ...lines] = text.trim().split('\r\n')
    expect(head).toMatch(/customer,integration,origin_id,connector,.*,n,formula$/)
    expect(lines[0]).toMatch(/^Customer 1,bamboohr,origin-1,HRIS:c1,answered,200,403,no_right,Not allowed,/)
    expect(lines[1]).toMatch(/,-5,'=1\+1$/)
  })

  it('@attack as NDJSON has the answers without tokens, with the numbers as they came', async () => {
    const { text } = await exported('ndjson')
    const [one, other] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(one).toMatchObject({ customer: 'Customer 1', provider_status: 403, answer: { error: { code: 'no_right' } } })
    expect(other).toMatchObject({ values: { n: -5 }, answer: { echo: '[token]', n: -5 } })
    expect(text).not.toContain('canary-token-1')
  })
})
