import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fork } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { paginate } from '../../http/paginate'
import { WalkExport } from '../../services/collections/export'
import { rowsOf } from '../../services/collections/rows'
import { listedPath, listingServer } from './listing-server'
import { clientTo, walkIn } from './walk-parts'

// How fast walks are, and what they take: `bench-collections.js [rows]`; `serve <rows>` is its server, in a process of
// its own, as the service is.
const [first = '1000000', served = '0'] = process.argv.slice(2)
const compared = 100_000

if (first === 'serve') process.send?.(await listingServer(Number(served)))
else await measure(Number(first))

async function measure(rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-bench-'))
  const servers: { kill(): boolean }[] = []
  try {
    const small = await serve(compared)
    await bare(small, 20_000)
    const speeds: Record<string, number[]> = { bare: [], 'with its rows kept': [], ndjson: [], csv: [], json: [] }
    // By turns, so that a machine that slows down slows all of them.
    for (let round = 0; round < 3; round++) {
      speeds['bare']?.push(await bare(small))
      speeds['with its rows kept']?.push(await timed(compared, () => walking(small)))
      for (const format of ['ndjson', 'csv', 'json'] as const) {
        speeds[format]?.push(await timed(compared, () => walking(small, format)))
      }
    }
    const median = (list: number[] = []) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
    const base = median(speeds['bare'])
    console.log(`${compared.toLocaleString('en')} rows, rows/s, median of 3:`)
    for (const [name, list] of Object.entries(speeds)) {
      console.log(
        `  ${name.padEnd(20)} ${Math.round(median(list))}  ${(median(list) / base).toFixed(2)} of the bare walk`
      )
    }
    await large(rows)
  } finally {
    for (const server of servers) server.kill()
    rmSync(folder, { recursive: true, force: true })
  }

  /** @returns the address of a server in a process of its own */
  function serve(total: number): Promise<string> {
    const child = fork(process.argv[1] ?? '', ['serve', String(total)])
    servers.push(child)
    return new Promise((resolve) => child.once('message', (url) => resolve(String(url))))
  }

  /** @returns rows/s of a walk that keeps nothing */
  async function bare(baseUrl: string, maxItems?: number): Promise<number> {
    const { client, target, agent } = clientTo(baseUrl)
    const signal = new AbortController().signal
    const began = performance.now()
    let items = 0
    const walk = { asker: 'collections' as const, path: listedPath, pageSize: 200, signal }
    for await (const page of paginate(client, target, walk)) {
      items += page.items.length
      if (maxItems && items >= maxItems) break
    }
    await agent.close()
    return items / ((performance.now() - began) / 1_000)
  }

  async function walking(baseUrl: string, format?: 'ndjson' | 'csv' | 'json') {
    const walk = await walkIn(join(folder, 'spill'), baseUrl, randomUUID())
    const file = join(folder, `${randomUUID()}.out`)
    const begun = format && (await WalkExport.begin(walk, { id: randomUUID(), file, format, columns: [] }))
    await Promise.all([walk.run(), begun?.run()])
    if (walk.end !== 'done' || (begun && begun.state.state !== 'done')) throw new Error(JSON.stringify(walk.progress))
    return { walk, file }
  }

  async function timed(count: number, work: () => ReturnType<typeof walking>): Promise<number> {
    const began = performance.now()
    const { walk } = await work()
    const speed = count / ((performance.now() - began) / 1_000)
    await walk.spill.remove()
    return speed
  }

  /** One walk to NDJSON, with what this process takes meanwhile. */
  async function large(total: number): Promise<void> {
    const baseUrl = await serve(total)
    const most = { rss: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }
    const look = () => {
      const now = process.memoryUsage()
      for (const name of Object.keys(most) as (keyof typeof most)[]) most[name] = Math.max(most[name], now[name])
    }
    const before = process.memoryUsage().rss
    const timer = setInterval(look, 100)
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const began = performance.now()
    const { walk, file } = await walking(baseUrl, 'ndjson')
    const seconds = (performance.now() - began) / 1_000
    delay.disable()
    clearInterval(timer)
    look()
    const { items, pages, bytes } = walk.progress
    const mb = (count: number) => `${Math.round(count / 1e6)} MB`
    console.log(
      `${items.toLocaleString('en')} rows, ${pages} pages, ${mb(bytes)} to NDJSON (${mb(statSync(file).size)}): ` +
        `${seconds.toFixed(1)} s, ${Math.round(items / seconds)} rows/s`
    )
    const figures = Object.entries(most).map(([name, count]) => `${name} ${mb(count)}`)
    console.log(`  this process at most: ${figures.join(', ')}; rss before it ${mb(before)}`)
    const ms = (ns: number) => (ns / 1e6 - 5).toFixed(1)
    console.log(`  held up: p99 ${ms(delay.percentile(99))} ms, longest ${ms(delay.max)} ms`)
    const window = performance.now()
    await rowsOf(walk, { from: Math.floor(total / 2), count: 200, columns: ['id', 'first_name', 'manager.name'] })
    console.log(`  200 rows from the middle: ${(performance.now() - window).toFixed(1)} ms`)
    await walk.spill.remove()
  }
}
