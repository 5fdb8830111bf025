import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import { madeUpRow } from '../testing/made-up-rows'
import { FakeClock } from '../testing/fakes'
import { promised as asRemote } from '../base/promised'
import type { StoreMethods } from '../app/store'
import type { SentPage } from '../store/tables/connectors/page-lines'
import { maskerOf } from '../secrets/testing'
import { record } from './refresh-keeper'
import { place, start, testHistory, type TestHistory } from '../testing/history'

let test: TestHistory
let failures: unknown[]
beforeEach(() => {
  test = testHistory()
  failures = []
})
afterEach(() => test.remove())

/** Asynchronous, like the store's thread. */
const promised = (methods: StoreMethods, change: Partial<StoreMethods> = {}) =>
  asRemote(() => ({ ...methods, ...change }))
const row = (id: string) => ({ ...madeUpRow(id, start), tokenRef: 'handle' })
const part = { category: 'HRIS' as const, pages: 1, items: 1, emptyPages: 0, repeated: 0, waits: 0, bytes: 1 }
const progress = (...parts: Partial<RefreshProgress['categories'][number]>[]): RefreshProgress => ({
  startedAt: start,
  finishedAt: start + 5,
  categories: parts.map((one) => ({ ...part, state: 'done', ...one }))
})
const recording = (history: Parameters<typeof record>[0]['history'] = promised(test.history)) =>
  record(
    { history, masker: maskerOf(), clock: new FakeClock(start), failed: (error) => failures.push(error) },
    place,
    start
  )

describe('record', () => {
  it('keeps a walk, page by page', async () => {
    const refresh = recording()
    refresh.rows([row('a')])
    refresh.rows([row('b')])
    expect(await refresh.end(progress({}))).toMatchObject({
      ended: 'complete',
      startedAt: start,
      endedAt: start + 5
    })
    expect(test.history.lastRows({ place, after: 0, limit: 9 }).rows.map(({ key }) => key)).toEqual([
      'HRIS:a',
      'HRIS:b'
    ])
    expect(failures).toEqual([])
  })

  describe('rows that are as they were', () => {
    const listed = (id: string, again: boolean, change = {}) => {
      const { category, record } = { ...row(id), record: { ...row(id).record, ...change } }
      return {
        category,
        record,
        text: JSON.stringify(record),
        digest: `digest of ${id}`.padEnd(12).slice(0, 12),
        again
      }
    }
    const seenAt = () =>
      test.history.lastRows({ place, after: 0, limit: 9 }).rows.map(({ key, record }) => [key, record['note'] ?? null])
    const appended: SentPage[] = []
    const watched = () =>
      recording(
        promised(test.history, {
          appendPage: (page) => {
            appended.push(page)
            return test.history.appendPage(page)
          }
        })
      )
    beforeEach(() => void appended.splice(0))
    const refresh = async (...rows: ReturnType<typeof listed>[]) => {
      const recorded = watched()
      recorded.rows(rows)
      return recorded.end(progress({ items: rows.length }))
    }

    it('are sent as digests, count as seen, and are not gone', async () => {
      await refresh(listed('a', false), listed('b', false))
      expect(await refresh(listed('a', true), listed('b', true))).toMatchObject({ ended: 'complete' })
      expect(appended.map(({ page }) => page.length > 0)).toEqual([true, false])
      expect(seenAt()).toHaveLength(2)
      expect(await refresh(listed('a', true))).toMatchObject({ ended: 'complete' })
      expect(seenAt()).toEqual([['HRIS:a', null]])
    })

    it('are sent whole where the history does not have them as such', async () => {
      expect(await refresh(listed('a', true), listed('b', false))).toMatchObject({ ended: 'complete' })
      expect(appended).toHaveLength(2)
      expect(
        seenAt()
          .map(([key]) => key)
          .sort()
      ).toEqual(['HRIS:a', 'HRIS:b'])
    })

    it('come back as the list has them after a single look at them brought another record', async () => {
      await refresh(listed('a', false))
      const { key, category, record } = row('a')
      test.history.seeOne({ place, row: { key, category, record: { ...record, note: 'looked' } }, at: start })
      expect(seenAt()).toEqual([['HRIS:a', 'looked']])
      await refresh(listed('a', true))
      expect(seenAt()).toEqual([['HRIS:a', null]])
    })

    it('are back where a walk between did not bring them', async () => {
      await refresh(listed('a', false), listed('b', false))
      await refresh(listed('b', true))
      await refresh(listed('a', true), listed('b', true))
      expect(seenAt().map(([key]) => key)).toEqual(['HRIS:a', 'HRIS:b'])
    })

    it('are the last one of those that a page holds twice', async () => {
      await refresh(listed('a', false))
      await refresh({ ...listed('a', false, { note: 'other' }), digest: 'other-digest' }, listed('a', true))
      expect(seenAt()).toEqual([['HRIS:a', null]])
      await refresh(listed('a', true), { ...listed('a', false, { note: 'other' }), digest: 'other-digest' })
      expect(seenAt()).toEqual([['HRIS:a', 'other']])
      await refresh(listed('a', true), { ...listed('a', false, { note: 'other' }), digest: 'other-digest' })
      expect(seenAt()).toEqual([['HRIS:a', 'other']])
    })

    it('are known to one history only: another one that takes its place gets them whole', async () => {
      await refresh(listed('a', false))
      test.history.removeWorkspace({ workspaceId: place.workspaceId })
      await refresh(listed('a', true))
      expect(seenAt()).toEqual([['HRIS:a', null]])
      test.restart()
      expect(await refresh(listed('a', true))).toMatchObject({ ended: 'complete' })
      expect(seenAt()).toEqual([['HRIS:a', null]])
      expect(failures).toEqual([])
    })
  })

  it.each([
    ['a failed category', { state: 'failed' as const, error: { code: 'timeout' as const, message: '' } }, 'incomplete'],
    ['a cancelled one', { state: 'cancelled' as const }, 'incomplete'],
    ['one that waited when it was cut off', { state: 'waiting' as const }, 'incomplete'],
    [
      'one refused from the first page',
      { state: 'failed' as const, items: 0, error: { code: 'forbidden' as const, message: '' } },
      'complete'
    ],
    [
      'one refused under way',
      { state: 'failed' as const, items: 200, error: { code: 'forbidden' as const, message: '' } },
      'incomplete'
    ],
    ['an id twice', { repeated: 1 }, 'inconsistent']
  ])('marks a walk with %s', async (_, change, ended) => {
    expect(await recording().end(progress({}, { category: 'ATS', ...change }))).toMatchObject({ ended })
  })

  describe('a history that answers late', () => {
    const [asked, answers]: [string[], (() => void)[]] = [[], []]
    const settle = () => new Promise(setImmediate)
    /** Keeps each page at once, and answers when it is told to. */
    const late = () => {
      const { beginRefresh, endRefresh } = promised(test.history)
      return recording({
        beginRefresh,
        endRefresh,
        appendPage: (page) => {
          const missing = test.history.appendPage(page)
          asked.push(Buffer.from(page.page).toString().split('\t')[1] ?? 'digests')
          return new Promise((answer) => answers.push(() => answer(missing)))
        }
      })
    }
    beforeEach(() => {
      asked.length = 0
      answers.length = 0
    })

    it('gets the next whole page, and no further one, before it has answered', async () => {
      const refresh = late()
      for (const id of ['a', 'b', 'c', 'd']) refresh.rows([row(id)])
      await settle()
      expect(asked).toEqual(['a', 'b'])
      answers[0]?.()
      await settle()
      expect(asked).toEqual(['a', 'b', 'c'])
      const ended = refresh.end(progress({ items: 4 }))
      for (let at = 1; at < 4; at++) {
        await settle()
        answers[at]?.()
      }
      expect(await ended).toMatchObject({ ended: 'complete' })
      expect(asked).toEqual(['a', 'b', 'c', 'd'])
    })

    it('gets what it lacks of a page before the page after it', async () => {
      const { category, record } = row('a')
      const again = { category, record, text: JSON.stringify(record), digest: 'of a'.padEnd(12), again: true }
      const refresh = late()
      refresh.rows([row('x')])
      refresh.rows([again])
      refresh.rows([row('b')])
      for (let at = 0; at < 4; at++) {
        await settle()
        answers[at]?.()
      }
      await refresh.end(progress({ items: 3 }))
      expect(asked).toEqual(['x', 'digests', 'a', 'b'])
      expect(failures).toEqual([])
    })
  })

  it('loses the history, not the walk, when a page cannot be kept', async () => {
    let calls = 0
    const appendPage = () => {
      if (++calls === 2) throw new Error('Lost.')
      return []
    }
    const refresh = recording(promised(test.history, { appendPage }))
    for (const id of ['a', 'b', 'c', 'd', 'e']) refresh.rows([row(id)])
    expect(await refresh.end(progress({}))).toBeNull()
    expect(failures).toEqual([new Error('Lost.')])
    // The next one was under way.
    expect(calls).toBeLessThanOrEqual(3)
    expect(test.history.refreshes({ place, limit: 1 })[0]?.ended).toBe('walking')
    await recording().end(progress({}))
    expect(test.history.refreshes({ place, limit: 2 }).map(({ ended }) => ended)).toEqual(['complete', 'incomplete'])
  })

  it('loses nothing else when recording cannot even begin', async () => {
    const beginRefresh = () => {
      throw new Error('No history.')
    }
    const refresh = recording(promised(test.history, { beginRefresh }))
    refresh.rows([row('a')])
    expect(await refresh.end(progress({}))).toBeNull()
    expect(failures).toHaveLength(1)
  })
})
