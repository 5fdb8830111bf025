import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RecoveryProgress, RecoveryWindow } from '../../../shared/webhooks/recovery'
import { idOf, page, place, testData, type Answer, type Ask, type TestData } from '../../data/testing'
import { Recoveries } from './recoveries'
import type { Recovery } from './recovery'

const employees = '/api/hris/v1/employees'
const groups = '/api/hris/v1/groups'
const users = '/api/lms/v1/users'
const day = (number: number, hour = 12) => Date.UTC(2026, 2, number, hour)
const iso = (ms: number) => new Date(ms).toISOString()
const record = (id: string, at: number | null) => ({
  id,
  name: `=${id}`,
  ...(at === null ? {} : { modified_at: iso(at) })
})
const window: RecoveryWindow = { from: day(2, 0), to: day(3, 0), keys: ['HRIS:c1', 'HRIS:c2'], paths: [employees] }

let answer: (ask: Ask) => Answer
let test: TestData
let recoveries: Recoveries
let told: RecoveryProgress[]
beforeEach(async () => {
  told = []
  answer = () => page(null, [])
  test = await testData((ask) => answer(ask))
  test.tokens.set('HRIS:c1', { ref: 'ref-1', token: 'connector-secret-1' })
  test.tokens.set('HRIS:c2', { ref: 'ref-2', token: 'connector-secret-2' })
  test.tokens.set('LMS:c3', { ref: 'ref-3', token: 'connector-secret-3' })
  recoveries = new Recoveries(test.parts)
})
afterEach(async () => {
  await recoveries.stop()
  await test.remove()
})

const begin = (change: Partial<RecoveryWindow> = {}, number = 1, signal = new AbortController().signal) =>
  recoveries.begin({ recoveryId: idOf(number), place, window: { ...window, ...change } }, signal, (progress) =>
    told.push(structuredClone(progress))
  )
async function ran(change: Partial<RecoveryWindow> = {}): Promise<Recovery> {
  const recovery = await begin(change)
  await recovery.run()
  return recovery
}
const rows = async (part: number | null = null, from = 0, count = 100) =>
  (await recoveries.rows({ recoveryId: idOf(1), part, from, count })).rows

describe('what changed in a window', () => {
  it('is asked for by modified_after, of each connector with its own token', async () => {
    await ran()
    expect(test.asked.map(({ path, query, token }) => [path, query['modified_after'], token]).sort()).toEqual([
      [employees, '2026-03-01T23:59:59.000Z', 'connector-secret-1'],
      [employees, '2026-03-01T23:59:59.000Z', 'connector-secret-2']
    ])
    expect(test.asked.every(({ query }) => query['page_size'] === '200')).toBe(true)
  })

  it('is each record once, also one that changed again after the window, and none from before', async () => {
    answer = ({ query, token }) => {
      if (token !== 'connector-secret-1') return page(null, [])
      const first = [record('old', day(1)), record('in', day(2)), record('again', day(5))]
      return query['cursor'] ? page(null, [record('in', day(2)), record('none', null)]) : page('next', first)
    }
    const { progress } = await ran()
    expect(progress.parts[0]).toMatchObject({
      ...{ state: 'done', pages: 2, items: 5, changed: 3, later: 1, undated: 1, older: 1, repeated: 1 },
      newest: day(5)
    })
    expect(await rows()).toEqual([
      { index: 0, part: 0, id: 'in', modifiedAt: iso(day(2)), later: false, problem: null },
      { index: 1, part: 0, id: 'again', modifiedAt: iso(day(5)), later: true, problem: null },
      { index: 2, part: 0, id: 'none', modifiedAt: null, later: false, problem: null }
    ])
  })

  it('of a model that cannot be narrowed is picked out of everything', async () => {
    answer = () => page(null, [record('old', day(1)), record('new', day(2))])
    const { progress } = await ran({ keys: ['LMS:c3'], paths: [users] })
    expect(test.asked[0]?.query).not.toHaveProperty('modified_after')
    expect(progress.parts).toMatchObject([{ narrowed: false, items: 2, changed: 1, older: 1 }])
  })

  it('is read part by part, windows of it across pages', async () => {
    answer = ({ path, query }) => {
      const from = Number(query['cursor'] ?? 0)
      const its = Array.from({ length: 5 }, (_, at) => record(`${path.split('/').at(-1)}-${from + at}`, day(2)))
      return page(from < 10 ? String(from + 5) : null, its)
    }
    const { progress } = await ran({ keys: ['HRIS:c1'], paths: [employees, groups] })
    expect(progress.parts.map((part) => part.rows)).toEqual([15, 15])
    expect((await rows(1, 3, 4)).map(({ index, id }) => [index, id])).toEqual([
      [3, 'groups-3'],
      [4, 'groups-4'],
      [5, 'groups-5'],
      [6, 'groups-6']
    ])
    expect(await rows(null, 28, 10)).toHaveLength(2)
    expect(await rows(1, 15, 10)).toEqual([])
  })
})

describe('a part that fails', () => {
  it('does not end the others, and stands in the rows with the reason', async () => {
    answer = ({ token }) =>
      token === 'connector-secret-2'
        ? { status: 403, json: { detail: 'Not in your plan' } }
        : page(null, [record('a', day(2))])
    const { progress } = await ran()
    expect(progress.state).toBe('done')
    expect(progress.parts.map(({ state, changed, error }) => [state, changed, error?.code])).toEqual([
      ['done', 1, undefined],
      ['failed', 0, 'forbidden']
    ])
    expect(await rows(1)).toEqual([
      {
        index: 0,
        part: 1,
        id: null,
        modifiedAt: null,
        later: false,
        problem: expect.stringMatching(/^Not read: Not allowed/)
      }
    ])
  })

  it('is reported with the row that says why, also where the last report was long ago', async () => {
    let now = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
    answer = () => ({ status: 403, json: { detail: 'Not in your plan' } })
    const { progress } = await ran({ keys: ['HRIS:c1'] })
    time.mockRestore()
    expect(told.flatMap(({ parts }) => parts).at(-1)).toEqual(progress.parts[0])
    expect(progress.parts[0]?.rows).toBe(1)
  })

  it('looks for the token of a connector that is not known once, not for each model', async () => {
    let looked = 0
    const { finder } = test.parts
    recoveries = new Recoveries({
      ...test.parts,
      finder: { find: (...of) => (looked++, finder.find(...of)) }
    })
    const { progress } = await ran({ keys: ['HRIS:gone'], paths: [employees, groups] })
    expect(progress.parts.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(looked).toBe(1)
  })
})

describe('a recovery', () => {
  it('is not begun without a token of the region, and says so once', async () => {
    recoveries = new Recoveries({ ...test.parts, workspaces: { target: () => Promise.reject(new Error('no token')) } })
    await expect(begin()).rejects.toThrow('no token')
    expect(test.asked).toHaveLength(0)
  })

  it('tells the parts that changed, and its end', async () => {
    await ran()
    expect(told.at(-1)).toMatchObject({ state: 'done', finishedAt: expect.any(Number) as number })
    const known = new Map(told.flatMap(({ parts }) => parts.map((part) => [part.at, part.state] as const)))
    expect([...known.values()]).toEqual(['done', 'done'])
  })

  it('can be cancelled: nothing more is asked for, and an export of it leaves nothing', async () => {
    const controller = new AbortController()
    answer = ({ query }) => {
      if (query['cursor']) controller.abort()
      return page(`after ${query['cursor'] ?? 'nothing'}`, [record('a', day(2))])
    }
    const recovery = await begin({ paths: [employees, groups] }, 1, controller.signal)
    test.chosen = join(test.folder, 'changed.csv')
    await recoveries.export({ recoveryId: idOf(1), format: 'csv' })
    await recovery.run()
    expect(recovery.progress.state).toBe('cancelled')
    expect(recovery.progress.parts.every(({ state }) => state === 'cancelled')).toBe(true)
    await expect.poll(() => recovery.progress.exports[0]?.state).toBe('cancelled')
    expect(readdirSync(test.folder).filter((name) => name.startsWith('changed'))).toEqual([])
  })

  it('drops the one before of its place, and itself when the workspace goes', async () => {
    await ran()
    await begin({}, 2)
    expect(recoveries.current(place)?.recoveryId).toBe(idOf(2))
    expect(() => recoveries.rows({ recoveryId: idOf(1), part: null, from: 0, count: 1 })).toThrow('closed')
    await recoveries.forgetWorkspace(place.workspaceId)
    expect(recoveries.current(place)).toBeNull()
    expect(test.spills()).toEqual([])
  })
})

describe('the file', () => {
  beforeEach(() => {
    answer = ({ token }) =>
      token === 'connector-secret-2'
        ? { status: 403, json: { detail: 'No' } }
        : page(null, [
            { ...record('=1+1', day(2)), note: 'by connector-secret-1', big: 12345678901234567890n.toString() }
          ])
  })

  it('as CSV is the list of records: no formula, no token, and what could not be read', async () => {
    await ran()
    test.chosen = join(test.folder, 'changed.csv')
    await recoveries.export({ recoveryId: idOf(1), format: 'csv' })
    await expect.poll(() => recoveries.current(place)?.exports[0]?.state).toBe('done')
    const text = readFileSync(test.chosen, 'utf8')
    const [head, ...lines] = text.replace('\ufeff', '').trim().split('\r\n')
    expect(head).toBe('connector_id,end_user,category,model,id,modified_at,after_window,problem')
    expect(lines.sort()).toEqual([
      `c1,,HRIS,employees,'=1+1,${iso(day(2))},false,`,
      expect.stringMatching(/^c2,,HRIS,employees,,,,Not read: Not allowed/)
    ])
    expect(test.suggested).toEqual(['changed-since-2026-03-02.csv'])
  })

  it('as NDJSON has each record as it came, without tokens', async () => {
    await ran({ keys: ['HRIS:c1'] })
    test.chosen = join(test.folder, 'changed.ndjson')
    await recoveries.export({ recoveryId: idOf(1), format: 'ndjson' })
    await expect.poll(() => recoveries.current(place)?.exports[0]?.state).toBe('done')
    const [line] = readFileSync(test.chosen, 'utf8').trim().split('\n')
    expect(JSON.parse(line ?? '')).toMatchObject({
      ...{ connector_id: 'c1', category: 'HRIS', model: 'employees', id: '=1+1', problem: null },
      record: { id: '=1+1', note: 'by [token]' }
    })
  })
})
