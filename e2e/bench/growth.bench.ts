import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chartOf, type Panel } from '../../scripts/bench/chart'
import { root } from '../fixtures/app'
import { footprints, total } from '../fixtures/footprint'
import { expect, test } from '../fixtures/test'
import { Desk } from '../pages/desk'
import { connected, refreshed } from './connected'
import { prepared } from './prepared'
import { measured, report, times, type Measured, type Row } from './report'

const most = 1_000_000
const sizes = [1_000, 10_000, 100_000, most] as const

/** 5 % more than linear is noise. */
const linear = 1.05

/** ms: then the issues are ready and V8 has freed memory. */
const restMs = 5_000

interface Taken {
  /** s */
  first: number
  refresh: number
  /** MB */
  all: number
  main: number
  database: number
}

/** MB, with the write-ahead log. */
function databaseIn(profile: string): number {
  const files = readdirSync(profile).filter((name) => name.startsWith('history.db'))
  return files.reduce((sum, name) => sum + statSync(join(profile, name)).size, 0) / 2 ** 20
}

test('how time, memory and database grow with the connectors', async ({ launch, profileDir }) => {
  test.setTimeout(7_200_000)
  const taken = new Map<number, Taken[]>(sizes.map((size) => [size, []]))
  for (let round = 0; round < times; round++) {
    // The largest takes minutes, so it is measured once.
    for (const size of round === 0 ? sizes : sizes.filter((one) => one < most)) {
      const service = await prepared({ connectors: size })
      const profile = join(profileDir, `${size}-${round}`)
      const { page, child, close } = await launch({ profileDir: profile })
      const { done } = await connected(page, service.url)
      expect(await new Desk(page).connectors()).toBe(size)
      const refresh = await refreshed(page)
      await pause(restMs)
      const all = await footprints(child.pid ?? 0)
      await close()
      service.close()
      taken.get(size)?.push({
        first: done / 1_000,
        refresh: refresh / 1_000,
        all: total(all, 'pss'),
        main: total(all, 'pss', 'main'),
        database: databaseIn(profile)
      })
      // A gigabyte is no text that could be searched for tokens in the end; other benches have the same data.
      rmSync(profile, { recursive: true })
    }
  }
  const of = (size: number, what: keyof Taken): Measured => measured((taken.get(size) ?? []).map((one) => one[what]))
  const line = (name: string, what: keyof Taken) => ({
    name,
    points: sizes.map((x) => ({ x, y: of(x, what).median }))
  })
  const panels: Panel[] = [
    { label: 'time, s', lines: [line('first refresh', 'first'), line('refresh', 'refresh')] },
    { label: 'memory, MB (PSS)', lines: [line('all processes', 'all'), line('main', 'main')] },
    { label: 'database, MB', lines: [line('history.db', 'database')] }
  ]
  const chart = chartOf({ title: 'How it grows, on logarithmic axes', label: 'connectors', panels })
  writeFileSync(join(root, 'bench/results/growth.svg'), chart)

  for (const { name, unit, what } of [
    { name: 'first refresh', unit: 's', what: 'first' },
    { name: 'refresh', unit: 's', what: 'refresh' },
    { name: 'memory of all processes', unit: 'MB', what: 'all' },
    { name: 'memory of main', unit: 'MB', what: 'main' },
    { name: 'database', unit: 'MB', what: 'database' }
  ] as const satisfies { name: string; unit: Row['unit']; what: keyof Taken }[]) {
    report({
      name: `1,000,000 connectors, 0 ms a page: ${name}`,
      unit,
      ours: of(most, what),
      peer: { name: 'ten times that of 100,000', value: tenTimes(of(100_000, what)) },
      target: { ratio: linear }
    })
  }
})

const tenTimes = ({ median, min, max }: Measured): Measured => ({ median: 10 * median, min: 10 * min, max: 10 * max })
