import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fork } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { paginate } from '../http/paginate'
import { WalkExport } from '../collections/export'
import { rowsOf } from '../collections/rows'
import { listingServer, practiceListing, type Listed } from './listing-server'
import { clientTo, walkIn } from './walk-parts'

// How fast walks are, and what they use: `bench-collections.js [rows]`. Its servers are processes of their own, as the
// service is: one that does next to nothing, where speeds are compared, and the practice service for the long walk.
const [first = '1000000', served = '0'] = process.argv.slice(2)
const compared = 100_000

if (first === 'quick') process.send?.(await listingServer(Number(served)))
else if (first === 'practice') process.send?.(await practiceListing(Number(served)))
else await measure(Number(first))

/** Both in s. */
interface Speed {
  seconds: number
  cpu: number
}

async function measure(rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-bench-'))
  const servers: { kill(): boolean }[] = []
  try {
    console.log('Against a server that does next to nothing:')
    await compare(await serve('quick', compared), 3)
    console.log('Against the practice service:')
    await compare(await serve('practice', compared), 1)
    await large(rows)
  } finally {
    for (const server of servers) server.kill()
    rmSync(folder, { recursive: true, force: true })
  }

  /** By turns, so that a machine that slows down slows all of them; the best of `rounds` counts. */
  async function compare(listed: Listed, rounds: number): Promise<void> {
    const speeds: Record<string, Speed[]> = { bare: [], 'with its rows kept': [], ndjson: [], csv: [], json: [] }
    await bare(listed, 20_000)
    for (let round = 0; round < rounds; round++) {
      speeds['bare']?.push(await timed(() => bare(listed)))
      speeds['with its rows kept']?.push(await timed(() => dropped(walking(listed))))
      for (const format of ['ndjson', 'csv', 'json'] as const) {
        speeds[format]?.push(await timed(() => dropped(walking(listed, format))))
      }
    }
    const best = (list: Speed[] = []) => list.reduce((one, other) => (other.seconds < one.seconds ? other : one))
    const base = best(speeds['bare'])
    for (const [name, list] of Object.entries(speeds)) {
      const { seconds, cpu } = best(list)
      const speed = `${Math.round(compared / seconds)} rows/s, ${(base.seconds / seconds).toFixed(2)} of the bare walk`
      console.log(`  ${name.padEnd(20)} ${speed}; ${((cpu * 1e6) / compared).toFixed(1)} µs of processor here a row`)
    }
  }

  function serve(which: 'quick' | 'practice', total: number): Promise<Listed> {
    const child = fork(process.argv[1] ?? '', [which, String(total)])
    servers.push(child)
    return new Promise((resolve) => child.once('message', (listed) => resolve(listed as Listed)))
  }

  /** A walk that keeps nothing. */
  async function bare(listed: Listed, maxItems = Infinity): Promise<void> {
    const { client, target, agent } = clientTo(listed)
    const signal = new AbortController().signal
    const headers = { 'x-connector-token': listed.connectorToken }
    const walk = { asker: 'collections' as const, path: listed.path, pageSize: 200, signal, headers }
    let items = 0
    for await (const page of paginate(client, target, walk)) {
      items += page.items.length
      if (items >= maxItems) break
    }
    await agent.close()
  }

  async function walking(listed: Listed, format?: 'ndjson' | 'csv' | 'json') {
    const walk = await walkIn(join(folder, 'spill'), listed, randomUUID())
    const file = join(folder, `${randomUUID()}.out`)
    const begun = format && (await WalkExport.begin(walk, { id: randomUUID(), file, format, columns: [] }))
    await Promise.all([walk.run(), begun?.run()])
    if (walk.end !== 'done' || (begun && begun.state.state !== 'done')) throw new Error(JSON.stringify(walk.progress))
    return { walk, file }
  }

  async function dropped(walked: ReturnType<typeof walking>): Promise<void> {
    await (await walked).walk.spill.remove()
  }

  async function timed(work: () => Promise<void>): Promise<Speed> {
    const [began, before] = [performance.now(), process.cpuUsage()]
    await work()
    const { user, system } = process.cpuUsage(before)
    return { seconds: (performance.now() - began) / 1_000, cpu: (user + system) / 1e6 }
  }

  /** One walk to NDJSON, with what this process takes meanwhile. */
  async function large(total: number): Promise<void> {
    const listed = await serve('practice', total)
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
    const { walk, file } = await walking(listed, 'ndjson')
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
