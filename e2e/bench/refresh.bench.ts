import { join } from 'node:path'
import { expect, test } from '../fixtures/test'
import { Desk } from '../pages/desk'
import { connected, refreshed, type Refreshed } from './connected'
import { peers } from './peers'
import { prepared, ran } from './prepared'
import { profiled } from './profile'
import { inTurn, measured, report, times } from './report'

const connectors = 100_000
const path = '/api/hris/v1/connectors'
/** Sizes of the other two categories. */
const beside = { ats: 40_000, lms: 20_000 }

for (const { latencyMs, again, first, shown } of [
  { latencyMs: 0, again: 1.8, first: 4, shown: 0.05 },
  { latencyMs: 20, again: 1.05, first: 1.08, shown: 0.02 }
]) {
  const what = `${connectors.toLocaleString('en')} connectors, ${latencyMs} ms a page`

  test(`a refresh beside its peers: ${what}`, async ({ launch }) => {
    test.setTimeout(3_600_000)
    const service = await prepared({ connectors, latencyMs })
    const { page, app } = await launch()
    await connected(page, service.url)
    expect(await new Desk(page).connectors()).toBe(connectors)
    const others = await peers()
    const there = others.flatMap(({ name, refresh: refreshOf }) =>
      refreshOf ? [[name, () => refreshOf(service.url, path)] as const] : []
    )
    const figures = await inTurn<string>({ ours: () => refreshed(page), ...Object.fromEntries(there) })
    await profiled(app, () => refreshed(page))
    const ours = figures['ours'] ?? measured([])
    for (const [i, { name }] of others.entries()) {
      const peer = { name, value: figures[name] ?? null }
      report({ name: `refresh: ${what}`, unit: 'ms', ours, peer, ...(i === 0 && { target: { ratio: again } }) })
    }
    service.close()
  })

  test(`the first refresh of a new workspace: ${what}`, async ({ launch, profileDir }) => {
    test.setTimeout(3_600_000)
    const service = await prepared({ connectors, latencyMs })
    const refreshes: Refreshed[] = []
    const floor: number[] = []
    for (let round = 0; round < times; round++) {
      const { page, close } = await launch({ profileDir: join(profileDir, String(round)) })
      refreshes.push(await connected(page, service.url, { table: true }))
      await close()
      floor.push((await ran(process.execPath, 'undici.mjs', [service.url, path])).ms)
    }
    const whole = measured(refreshes.map(({ done }) => done))
    report({
      name: `first refresh: ${what}`,
      unit: 'ms',
      ours: whole,
      peer: { name: 'bare undici', value: measured(floor) },
      target: { ratio: first }
    })
    report({
      name: `first rows painted: ${what}`,
      unit: 'ms',
      ours: measured(refreshes.map(({ painted }) => painted ?? NaN)),
      peer: { name: 'the whole first refresh', value: whole },
      target: { ratio: shown }
    })
    service.close()
  })

  test(`all categories at once: ${what}`, async ({ launch, profileDir }) => {
    test.setTimeout(3_600_000)
    const [one, all] = [await prepared({ connectors, latencyMs }), await prepared({ connectors, latencyMs, ...beside })]
    const alone = await launch({ profileDir: join(profileDir, 'one') })
    const together = await launch({ profileDir: join(profileDir, 'all') })
    await connected(alone.page, one.url)
    await connected(together.page, all.url)
    expect(await new Desk(together.page).connectors()).toBe(connectors + beside.ats + beside.lms)
    const figures = await inTurn({ alone: () => refreshed(alone.page), together: () => refreshed(together.page) })
    report({
      name: `all three categories at once: ${what}`,
      unit: 'ms',
      ours: figures.together,
      peer: { name: 'the longest one alone', value: figures.alone },
      ...(latencyMs > 0 && { target: { ratio: 1.15 } })
    })
    for (const service of [one, all]) service.close()
  })
}
