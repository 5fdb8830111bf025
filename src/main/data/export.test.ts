import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FetchExport, ExportFormat } from '../../shared/data/collection'
import { idOf, listing, page, people, testData, type Answer, type TestData } from './testing'

let test: TestData
let file: string
let goOn: () => void
let answer: (number: number) => Answer

beforeEach(async () => {
  const held = new Promise<void>((resolve) => (goOn = resolve))
  const pages = listing(200)
  answer = () => ({})
  test = await testData((ask) => {
    const own = answer(ask.number)
    return 'json' in own || own.status ? own : { ...pages(ask), ...(ask.number > 1 && { after: held }) }
  })
  file = join(test.folder, 'out.file')
  test.chosen = file
})
afterEach(() => {
  goOn()
  return test.remove()
})

const begin = (format: ExportFormat, columns: string[] = []) =>
  test.collections.export({ fetchId: idOf(1), format, columns })

async function walking() {
  const { opened, ended } = await test.fetch()
  while (opened.fetch.progress.items < 50) await opened.fetch.moved.next()
  return { fetch: opened.fetch, ended }
}

async function endOf(id: string | undefined): Promise<FetchExport> {
  for (;;) {
    const found = test.reported.flatMap(({ exports }) => exports).findLast((one) => one.id === id)
    if (found && found.state !== 'writing') return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}
const inFolder = () => readdirSync(test.folder).filter((name) => name.startsWith('out'))

describe('an export', () => {
  it('writes what came and what comes beside its name, and takes the name at the end', async () => {
    const { ended } = await walking()
    const begun = await begin('ndjson')
    expect(begun).toMatchObject({ file, state: 'writing' })
    expect(inFolder()).toEqual(['out.file.part'])
    expect(statSync(`${file}.part`).mode & 0o777).toBe(0o600)
    goOn()
    await ended
    expect(await endOf(begun?.id)).toMatchObject({ state: 'done', rows: 200, bytes: statSync(file).size })
    expect(inFolder()).toEqual(['out.file'])
    const lines = readFileSync(file, 'utf8').split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => JSON.parse(line))).toEqual(people(0, 200))
    expect(test.suggested[0]).toMatch(/^hris-employees-\d{4}-\d\d-\d\d\.ndjson$/)
  })

  it('is an array as JSON, also an empty one, and several go on at once', async () => {
    const { ended } = await walking()
    const first = await begin('json')
    test.chosen = join(test.folder, 'out.csv')
    const second = await begin('csv', ['id', 'name.first'])
    goOn()
    await ended
    await Promise.all([endOf(first?.id), endOf(second?.id)])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(people(0, 200))
    const csv = readFileSync(test.chosen, 'utf8').split('\r\n')
    expect(csv.slice(0, 2)).toEqual(['\ufeffid,name.first', 'e0,First 0'])
    expect(csv).toHaveLength(202)
  })

  it('of nothing is an empty array', async () => {
    answer = () => page(null, [])
    const { ended } = await test.fetch()
    await ended
    await endOf((await begin('json'))?.id)
    expect(readFileSync(file, 'utf8')).toBe('[]\n')
  })

  it('is safe in a spreadsheet, and says which columns came too late', async () => {
    const items = [{ id: '=1+1', note: 'a,"b"\n', list: [1] }]
    answer = (number) => (number === 1 ? page('next', items) : { ...page(null, [{ id: '2', later: 1 }]), after: late })
    let open: () => void = () => undefined
    const late = new Promise<void>((resolve) => (open = resolve))
    const { opened, ended } = await test.fetch()
    while (opened.fetch.progress.items < 1) await opened.fetch.moved.next()
    const begun = await begin('csv')
    while ((opened.fetch.progress.exports[0]?.rows ?? 0) < 1) await new Promise((resolve) => setImmediate(resolve))
    open()
    await ended
    expect(await endOf(begun?.id)).toMatchObject({
      state: 'done',
      notices: ['1 column came after the first row was written and is not in it.']
    })
    expect(readFileSync(file, 'utf8')).toBe(`\ufeffid,note,list\r\n'=1+1,"a,""b""\n",[1]\r\n2,,\r\n`)
  })

  it('that is cancelled leaves nothing', async () => {
    const { fetch } = await walking()
    const begun = await begin('ndjson')
    test.collections.cancelExport(idOf(1), begun?.id ?? '')
    // True as soon as it is reported.
    const state = () => fetch.progress.exports.find(({ id }) => id === begun?.id)?.state
    while (state() === 'writing') await new Promise((resolve) => setImmediate(resolve))
    expect([state(), inFolder()]).toEqual(['cancelled', []])
    expect((await endOf(begun?.id)).state).toBe('cancelled')
    expect(fetch.progress.state).toBe('walking')
  })

  it('leaves nothing where the walk is cancelled', async () => {
    const { fetch } = await walking()
    const begun = await begin('ndjson')
    fetch.cancel()
    expect((await endOf(begun?.id)).state).toBe('cancelled')
    expect(inFolder()).toEqual([])
  })

  it.each(['while it is written', 'before'])(
    'leaves only a .part, without the final name, where the walk failed %s',
    async (when) => {
      answer = (number) => (number === 2 ? { status: 400, json: { detail: 'Broken' } } : {})
      const { ended } = await walking()
      if (when === 'before') await ended
      const begun = await begin('ndjson')
      goOn()
      const { state, error } = await endOf(begun?.id)
      expect(state).toBe('failed')
      expect(error?.message).toContain('The rows fetched so far are in out.file.part, which is incomplete.')
      expect(inFolder()).toEqual(['out.file.part'])
      expect(readFileSync(`${file}.part`, 'utf8').trim().split('\n')).toHaveLength(50)
    }
  )

  it('does not look whole where its walk was cancelled before', async () => {
    const { fetch, ended } = await walking()
    fetch.cancel()
    await ended
    expect((await endOf((await begin('ndjson'))?.id)).state).toBe('failed')
    expect(inFolder()).toEqual(['out.file.part'])
  })

  it('is nothing where the operator changed their mind', async () => {
    await walking()
    test.chosen = null
    expect(await begin('ndjson')).toBeNull()
  })
})

describe('@attack a place that must not be written to', () => {
  const target = () => join(test.folder, 'precious')
  it.each([
    ['a link at the name', () => symlinkSync(target(), file)],
    ['a link at the .part', () => symlinkSync(target(), `${file}.part`)],
    ['a .part of another export', () => writeFileSync(`${file}.part`, 'theirs')],
    ['a folder', () => (test.chosen = test.folder)]
  ])('is %s', async (_, make) => {
    writeFileSync(target(), 'precious')
    make()
    await walking()
    await expect(begin('ndjson')).rejects.toMatchObject({ code: 'file-conflict' })
    expect(readFileSync(target(), 'utf8')).toBe('precious')
    expect(existsSync(file) && readFileSync(file, 'utf8') !== 'precious').toBe(false)
  })

  it('is a name that another file took meanwhile, but not one that was confirmed', async () => {
    const { ended } = await walking()
    const begun = await begin('ndjson')
    const confirmed = join(test.folder, 'out.confirmed')
    writeFileSync(confirmed, 'old')
    test.chosen = confirmed
    const other = await begin('ndjson')
    writeFileSync(file, 'somebody’s')
    goOn()
    await ended
    expect((await endOf(begun?.id)).error).toMatchObject({ code: 'file-conflict' })
    expect(readFileSync(file, 'utf8')).toBe('somebody’s')
    expect((await endOf(other?.id)).state).toBe('done')
    expect(readFileSync(confirmed, 'utf8')).toContain('"e199"')
  })

  it('leaves nothing behind where the walk is closed as it begins', async () => {
    const { opened } = await test.fetch()
    const beginning = opened.exports.begin(file, 'json', [])
    await Promise.all([expect(beginning).rejects.toMatchObject({ code: 'not-found' }), opened.close()])
    expect(readdirSync(test.folder).filter((name) => name.startsWith('out.file'))).toEqual([])
  })
})
