import { join } from 'node:path'
import { expect, test } from '../fixtures/test'
import { Desk } from '../pages/desk'
import { connected, refreshed, type Walked } from './connected'
import { peers } from './peers'
import { prepared } from './prepared'
import { profiled } from './profile'
import { inTurn, measured, report, times } from './report'

const connectors = 100_000
const path = '/api/hris/v1/connectors'

for (const [latencyMs, ratio] of [
  [0, 3],
  [20, 1.1]
] as const) {
  const what = `${connectors.toLocaleString('en')} connectors, ${latencyMs} ms a page`

  test(`a refresh beside its peers: ${what}`, async ({ launch }) => {
    test.setTimeout(3_600_000)
    const service = await prepared({ connectors, latencyMs })
    const { page, app } = await launch()
    await connected(page, service.url)
    expect(await new Desk(page).connectors()).toBe(connectors)
    const others = await peers()
    const there = others.flatMap(({ name, walk }) => (walk ? [[name, () => walk(service.url, path)] as const] : []))
    const figures = await inTurn<string>({ ours: () => refreshed(page), ...Object.fromEntries(there) })
    await profiled(app, () => refreshed(page))
    const ours = figures['ours'] ?? measured([])
    for (const [i, { name }] of others.entries()) {
      const peer = { name, value: figures[name] ?? null }
      report({ name: `walk: ${what}`, unit: 'ms', ours, peer, ...(i === 0 && { target: { ratio } }) })
    }
    service.close()
  })

  test(`the first walk of a new workspace: ${what}`, async ({ launch, profileDir }) => {
    test.setTimeout(3_600_000)
    const service = await prepared({ connectors, latencyMs })
    const walks: Walked[] = []
    for (let round = 0; round < times; round++) {
      const { page, close } = await launch({ profileDir: join(profileDir, String(round)) })
      walks.push(await connected(page, service.url))
      await close()
    }
    const whole = measured(walks.map(({ done }) => done))
    report({
      name: `first rows painted: ${what}`,
      unit: 'ms',
      ours: measured(walks.map(({ painted }) => painted ?? NaN)),
      peer: { name: 'the whole first walk', value: whole },
      target: { ratio: 0.05 }
    })
    service.close()
  })
}
