import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { launchApp, root, type RunningApp } from '../fixtures/app'
import { footprints, total } from '../fixtures/footprint'
import { collectGarbage } from '../fixtures/garbage'
import { expect, test } from '../fixtures/test'
import { Desk } from '../pages/desk'
import { FirstRun } from '../pages/first-run'
import { prepared } from './prepared'
import { inTurn, measured, report, type Measured } from './report'
import { framesWhileScrolling, longestTask, p95, paintedAfter, watchTasks } from './window-timing'

// Pages take 20 ms, as over a network: without latency the service, main and the window compete for one processor.
const connectors = Number(process.env['BENCH_CONNECTORS'] ?? 100_000)
const runs = Number(process.env['BENCH_RUNS'] ?? 10)
const service = { connectors, latencyMs: 20 }
/** ms until start-up memory is freed. */
const settling = 10_000
/** ms until the idle app has collected garbage (`shared/at-rest.ts`). */
const resting = 45_000

/** Polls from outside would add tasks. */
async function refreshed({ page }: RunningApp): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => document.querySelector('main')?.dataset['walk'] === 'done' && resolve()
        new MutationObserver(look).observe(document, { subtree: true, attributeFilter: ['data-walk'] })
        look()
      })
  )
  await expect.poll(() => new Desk(page).connectors()).toBe(connectors)
}

async function connect(running: RunningApp, url: string): Promise<void> {
  const first = new FirstRun(running.page)
  await first.fill({ name: 'Bench', baseUrl: url, token: 'bench-token-bench-token' })
  await first.connect.press('Enter')
  await refreshed(running)
}

/** MB; shared memory is divided. */
async function memory({ child }: RunningApp, after: number): Promise<number> {
  await pause(after)
  return total(await footprints(child.pid ?? 0), 'pss')
}

/** MB after garbage collection. */
async function kept(running: RunningApp) {
  await collectGarbage(running.app, running.page)
  const all = await footprints(running.child.pid ?? 0)
  return { window: total(all, 'own', 'renderer'), main: total(all, 'own', 'main') }
}

async function databaseBytes(profile: string): Promise<number> {
  const names = (await readdir(profile)).filter((name) => /\.db(-wal)?$/.test(name))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(profile, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The display's part of a frame, which the processor draws here. */
async function framesOfBareList(folder: string): Promise<number[]> {
  const appDir = join(root, 'e2e/bench/peers/bare-list')
  const { page, close } = await launchApp({ profileDir: join(folder, 'bare-list'), appDir })
  await page.getByRole('grid').hover()
  const frames = await framesWhileScrolling(page, 80)
  await close()
  return frames
}

test('what a window with 100,000 connectors keeps', async ({ profileDir, folder, keyring }) => {
  test.setTimeout(1_200_000)
  const { url, close } = await prepared(service)
  const atRest: number[] = []
  const launched = async (options: { profileDir: string; appDir?: string }, ready: typeof refreshed | null) => {
    const running = await launchApp({ ...options, keyring })
    if (ready) await ready(running)
    const taken = await memory(running, settling)
    if (ready) atRest.push(await memory(running, resting - settling))
    await running.close()
    return taken
  }
  const first = await launchApp({ profileDir, keyring })
  const before = await kept(first)
  await connect(first, url)
  await pause(settling)
  const after = await kept(first)
  await first.close()
  const appDir = join(root, 'e2e/bench/peers/bare-window')
  const { bare, idle, rows } = await inTurn({
    bare: () => launched({ profileDir: join(folder, 'bare'), appDir }, null),
    idle: () => launched({ profileDir: join(folder, 'idle') }, null),
    rows: () => launched({ profileDir }, refreshed)
  })
  const peer = { name: 'bare window', value: bare }
  report({ name: 'memory, idle', unit: 'MB', ours: idle, peer, target: { ratio: 1.3 } })
  report({
    name: 'memory with 100,000 rows, 10 s after a refresh',
    unit: 'MB',
    ours: rows,
    peer,
    target: { ratio: 1.8 }
  })
  const rested = { name: 'memory with 100,000 rows, 45 s after a refresh', ours: measured(atRest) }
  report({ ...rested, unit: 'MB', peer, target: { ratio: 1.6 } })
  const perRow = (mb: number) => measured([(mb * 1024 * 1024) / connectors])
  report({ name: 'a row in the window', unit: 'B', ours: perRow(after.window - before.window) })
  report({ name: 'a row in main', unit: 'B', ours: perRow(after.main - before.main) })
  report({ name: 'a row in the database', unit: 'B', ours: measured([(await databaseBytes(profileDir)) / connectors]) })
  close()
})

test('refresh, filter, sort and scroll of 100,000 connectors', async ({ profileDir, folder, keyring }) => {
  test.setTimeout(1_200_000)
  const { url, close } = await prepared(service)
  const running = await launchApp({ profileDir, keyring })
  const { page } = running
  const desk = new Desk(page)
  const [typing, sorting, frames, bareFrames]: [number[], number[], number[], number[]] = [[], [], [], []]
  const tasks = new Map<string, number[]>()
  const task = async (of: string, where = page) => tasks.set(of, [...(tasks.get(of) ?? []), await longestTask(where)])
  await connect(running, url)
  await desk.go('Connectors')
  await watchTasks(page)
  await task('the first refresh')
  const head = desk.grid.getByRole('columnheader', { name: /Customer/ }).getByRole('button')
  for (let run = 0; run < runs; run++) {
    await desk.refresh.press('Enter')
    await desk.refreshed('walking')
    await refreshed(running)
    // Diagnoses follow later.
    await pause(settling / 2)
    await task('a refresh')
    // Each letter changes the results.
    await desk.search.focus()
    for (const key of ['9', '4', '3', '1', 'Backspace', 'Backspace', 'Backspace', 'Backspace'])
      typing.push(await paintedAfter(page, 'input', () => page.keyboard.press(key)))
    await task('typing')
    // Up, down and back to the first order.
    for (let press = 0; press < 3; press++)
      sorting.push(await paintedAfter(page, 'click', () => head.first().press('Enter')))
    await task('sorting')
    await desk.grid.hover()
    frames.push(...(await framesWhileScrolling(page, 80)))
    await desk.grid.press('Home')
    await task('scrolling')
    bareFrames.push(...(await framesOfBareList(folder)))
  }
  await running.close()
  // The next morning: kept rows come first.
  const next = await launchApp({ profileDir, keyring })
  await watchTasks(next.page)
  await refreshed(next)
  await pause(settling)
  await task('start with kept rows', next.page)
  await next.close()
  const of = (values: readonly number[], middle: number): Measured => ({ ...measured(values), median: middle })
  const bareList = { name: 'bare list', value: of(bareFrames, p95(bareFrames)) }
  report({
    name: 'frame while scrolling, p95',
    unit: 'ms',
    ours: of(frames, p95(frames)),
    peer: bareList,
    target: { ours: 17 }
  })
  report({ name: 'typed to painted, p95', unit: 'ms', ours: of(typing, p95(typing)), target: { ours: 100 } })
  report({ name: 'sorted', unit: 'ms', ours: measured(sorting), target: { ours: 300 } })
  for (const [name, longest] of tasks)
    report({
      name: `longest task, ${name}`,
      unit: 'ms',
      ours: of(longest, Math.max(...longest)),
      target: { ours: 50 }
    })
  close()
})
