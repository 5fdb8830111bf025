import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@playwright/test'
import { Agent, request } from 'undici'
import type { StoreMethods } from '../../src/main/app/store'
import { systemClock } from '../../src/main/base/clock'
import type { PageItem } from '../../src/main/base/page-item'
import { record } from '../../src/main/connectors/refresh-keeper'
import { parsePage } from '../../src/main/http/page-items'
import { ConnectorTokens, type ListedRow } from '../../src/main/secrets/connector-tokens'
import { Masker } from '../../src/main/secrets/masker'
import { storeTexts } from '../../src/main/app/store-texts'
import { maskedStore } from '../../src/main/store/masked'
import { lineOf, pageOf } from '../../src/main/store/tables/connectors/page-lines'
import { storeInThread } from '../../src/main/store/thread'
import { madeUpRows } from '../../src/main/testing/made-up-rows'
import { categories } from '../../src/shared/connectors/category'
import { root } from '../fixtures/app'
import { prepared } from './prepared'
import { inTurn, measured, report, times } from './report'

const connectors = Number(process.env['BENCH_CONNECTORS'] ?? 100_000)
const place = { workspaceId: '00000000-0000-4000-8000-00000000000a', region: 'default' } as const
const count = connectors.toLocaleString('en-US')

function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-bench-'))
  const file = join(folder, 'history.db')
  const bundle = pathToFileURL(join(root, 'out/main/store.js'))
  const masker = new Masker()
  const { store, stop } = storeInThread<StoreMethods>(bundle, { file, now: Date.now() })
  const end = async () => {
    await stop()
    rmSync(folder, { recursive: true })
  }
  return { history: maskedStore(store, masker, storeTexts), masker, file, end }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function refresh(history: ReturnType<typeof opened>['history'], rows: ReturnType<typeof madeUpRows>) {
  const pages = Array.from({ length: Math.ceil(rows.length / 200) }, (_, at) => rows.slice(at * 200, at * 200 + 200))
  const id = await history.beginRefresh({ place, startedAt: Date.now(), whole: true })
  for (const page of pages) await history.appendPage({ refresh: id, page: pageOf(page.map(lineOf)), at: Date.now() })
  const parts = [{ category: 'HRIS' as const, state: 'done' as const, items: rows.length, repeated: 0 }]
  await history.endRefresh({ refresh: id, at: Date.now(), parts })
  return id
}

test('a refresh with and without its recording', async () => {
  const service = await prepared({ connectors })
  const { history, masker, end } = opened()
  const tokens = new ConnectorTokens(masker)
  const dispatcher = new Agent()

  /** Reads pages and takes tokens out. */
  async function refreshed(keep: (rows: ListedRow[]) => void): Promise<void> {
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = new URLSearchParams({ page_size: '200', ...(cursor && { cursor }) })
      const { body } = await request(`${service.url}/api/hris/v1/connectors?${query}`, { dispatcher })
      const page = parsePage(Buffer.from(await body.arrayBuffer())) as { cursor: string | null; items: PageItem[] }
      keep(tokens.toListed({ ...place, category: 'HRIS' }, page.items))
      cursor = page.cursor
    }
  }
  async function recorded(): Promise<void> {
    const startedAt = Date.now()
    const failed = (thrown: unknown) => {
      throw thrown
    }
    const recording = record({ history, masker, clock: systemClock, failed }, place, startedAt)
    await refreshed((rows) => recording.rows(rows))
    const none = { pages: 0, items: 0, emptyPages: 0, repeated: 0, waits: 0, bytes: 0 }
    const parts = categories.map((category) => ({ category, state: 'done' as const, ...none }))
    await recording.end({ startedAt, finishedAt: Date.now(), categories: parts })
  }

  const first = await timed(recorded)
  report({ name: `store: recorded refresh of ${count}, all of them new`, unit: 'ms', ours: measured([first]) })
  // From the second refresh on, records are known.
  await refreshed(() => undefined)
  const { ours, bare } = await inTurn({
    bare: () => timed(() => refreshed(() => undefined)),
    ours: () => timed(recorded)
  })
  const peer = { name: 'the same refresh without its recording', value: bare }
  report({ name: `store: recorded refresh of ${count}`, unit: 'ms', ours, peer, target: { ratio: 1.15 } })
  await dispatcher.close()
  await end()
  service.close()
})

test('what follows from refreshes', async () => {
  test.setTimeout(3_600_000)
  const now = Date.now()
  const rows = madeUpRows(connectors, now)
  // About 3,000 differ in the first list, all in the last.
  const [later, last] = [madeUpRows(connectors, now, 1), madeUpRows(connectors, now + 60_000, 1)]
  const figures = { issueList: [] as number[], again: [] as number[], diagnoses: [] as number[] }
  const compared = { few: [] as number[], all: [] as number[] }
  const thread: number[] = []
  for (let round = 0; round < times; round++) {
    const { history, end } = opened()
    const before = await refresh(history, rows)
    figures.issueList.push(await timed(() => history.issueList({ place, now: Date.now() })))
    thread.push(await timed(() => refresh(history, rows)))
    figures.again.push(await timed(() => history.issueList({ place, now: Date.now() })))
    figures.diagnoses.push(
      await timed(async () => {
        for (let from: number | null = 0; from !== null;) {
          from = (await history.diagnoses({ place, now: Date.now(), from, count: 5_000 })).next
        }
      })
    )
    const after = await refresh(history, later)
    compared.few.push(await timed(() => history.compare({ place, before, after, limit: 2_000 })))
    const newest = await refresh(history, last)
    compared.all.push(await timed(() => history.compare({ place, before: after, after: newest, limit: 2_000 })))
    await end()
  }
  const limited = (name: string, values: number[], ours: number) =>
    report({ name: `store: ${name}`, unit: 'ms', ours: measured(values), target: { ours } })
  report({ name: `store: ${count} unchanged, the thread alone`, unit: 'ms', ours: measured(thread) })
  limited(`first queue after a refresh of ${count}, which opens its cases`, figures.issueList, 500)
  limited(`queue after another refresh of ${count}`, figures.again, 500)
  report({ name: `store: ${count} verdicts for the grid`, unit: 'ms', ours: measured(figures.diagnoses) })
  limited(`comparing two refreshes of ${count}, of which 3 % differ`, compared.few, 1_000)
  limited(`comparing two refreshes of ${count}, all of which differ`, compared.all, 1_000)
})

test('a search over 50,000 sends', async () => {
  test.setTimeout(3_600_000)
  const { history, end } = opened()
  const { workspaceId } = place
  const start = Date.now() - 50_000
  for (let n = 0; n < 50_000; n++) {
    const head = JSON.stringify({
      region: 'default',
      method: 'GET',
      path: `/v1/people/${n}`,
      connector: { key: `HRIS:${n % 900}` }
    })
    const words = `get /v1/people/${n} customer ${n % 900} bamboohr eu ${n % 7 === 0 ? 'payroll' : 'leave'}`
    await history.beginSent({ id: `send-${n}`, workspaceId, at: start + n, isRead: true, head, words, parts: [] })
  }
  const search = (...words: string[]) =>
    timed(() => history.listSent({ workspaceId, words, through: null, before: Date.now(), limit: 200 }))
  const { rare, none, common } = await inTurn({
    rare: () => search('people/49', 'customer 7'),
    none: () => search('nothing has this'),
    common: () => search('payroll')
  })
  for (const [name, ours] of Object.entries({ 'few of them': rare, 'none of them': none, 'many of them': common })) {
    report({ name: `store: search over 50,000 sends, ${name}`, unit: 'ms', ours, target: { ours: 200 } })
  }
  await end()
})

test('1,000 refreshes that bring nothing new', async () => {
  test.setTimeout(3_600_000)
  const { history, file, end } = opened()
  const rows = madeUpRows(2_000, Date.now())
  const bytes = () => statSync(file).size
  await refresh(history, rows)
  await history.issueList({ place, now: Date.now() })
  const before = bytes()
  for (let n = 0; n < 1_000; n++) await refresh(history, rows)
  const growth = (bytes() - before) / 1_000
  report({ name: 'store: growth per unchanged refresh', unit: 'B', ours: measured([growth]), target: { ours: 4_096 } })
  await end()
})
