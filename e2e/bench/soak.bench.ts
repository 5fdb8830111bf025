import { growthOf, mean, type Sample } from '../../src/main/testing/growth'
import { launchApp } from '../fixtures/app'
import { footprints, total, type Footprint } from '../fixtures/footprint'
import { ready } from '../fixtures/passthrough'
import { expect, test } from '../fixtures/test'
import { Mappings } from '../pages/mappings'
import type { Desk } from '../pages/desk'
import type { Passthrough } from '../pages/passthrough'

// A day's work over and over, as `npm run soak -- --minutes N`: what the app takes must not grow with it.
const minutes = Number(process.env['SOAK_MINUTES'] ?? 120)
const seconds = minutes * 60
/** Until caches and heaps have the size they keep, s. */
const warmUp = Math.min(600, seconds / 3)
const mostGrowth = 0.05
const mostOfFirstMinute = 1.5

test.use({ practiceOptions: { connectors: 600, limitPerMinute: 0 } })

test('a day’s work over and over leaves nothing behind', async ({ practice, profileDir, keyring }) => {
  test.setTimeout((seconds + 300) * 1_000)
  // Without a recording, which itself grows.
  const running = await launchApp({ profileDir, keyring })
  const { builder, desk } = await ready(running, practice)
  const mappings = new Mappings(running.page)
  const begun = Date.now()
  const samples: { at: number; all: Footprint[] }[] = []
  for (let number = 1; (Date.now() - begun) / 1_000 < seconds; number++) {
    await walk(desk)
    await send(builder, number)
    await lookBack(builder)
    await preview(mappings, number)
    for (const view of ['Relink queue', 'Connectors', 'Collections', 'Activity', 'Webhooks', 'Settings']) {
      await desk.go(view)
    }
    const at = (Date.now() - begun) / 1_000
    const all = await footprints(running.child.pid ?? 0)
    samples.push({ at, all })
    const of = (kind: string) => `${kind} ${Math.round(total(all, 'rss', kind))}`
    console.log(
      `${Math.round(at)} s, round ${number}: ${Math.round(total(all, 'own'))} MB (rss of ${of('main')}, ` +
        `${of('renderer')}), ${total(all, 'descriptors')} descriptors, ${total(all, 'threads')} threads`
    )
  }
  await running.close()

  const series = (what: 'own' | 'descriptors' | 'threads'): Sample[] =>
    samples.map(({ at, all }) => ({ at, value: total(all, what) }))
  const values = (of: Sample[]) => of.map(({ value }) => value)
  for (const [what, unit] of [
    ['own', 'MB'],
    ['descriptors', 'descriptors'],
    ['threads', 'threads']
  ] as const) {
    const all = series(what)
    const after = all.filter(({ at }) => at >= warmUp)
    const { slope, part } = growthOf(after)
    const first = mean(values(all.filter(({ at }) => at <= Math.max(60, all[0]?.at ?? 0))))
    const times = Math.max(...values(all)) / first
    console.log(
      `${unit}: first minute ${first.toFixed(0)}, at most ${times.toFixed(2)} times that; after ${Math.round(warmUp)} s ` +
        `${slope >= 0 ? '+' : ''}${slope.toFixed(1)} an hour, ${(part * 100).toFixed(1)} % in all`
    )
    expect.soft(part, `growth of ${unit} after the warm-up`).toBeLessThanOrEqual(mostGrowth)
    expect.soft(times, `the most ${unit} by the first minute`).toBeLessThanOrEqual(mostOfFirstMinute)
  }
})

async function walk(desk: Desk): Promise<void> {
  await desk.go('Connectors')
  await desk.refresh.click()
  await desk.walked()
}

/** A large answer in each form, then a write. */
async function send(builder: Passthrough, number: number): Promise<void> {
  await builder.show()
  await builder.target('GET', `/huge?megabytes=9&round=${number}`)
  await builder.send.click()
  await builder.answered()
  for (const form of ['Tree', 'Table', 'Raw', 'Pretty'] as const)
    await expect(await builder.shownAs(form)).toBeVisible()
  await builder.target('POST', '/echo')
  await builder.typeBody(`{"round":${number}}`)
  await builder.sendConfirmed()
  await builder.answered()
}

/** Opens an earlier answer from the history, in a tab that is closed again. */
async function lookBack(builder: Passthrough): Promise<void> {
  const earlier = builder.sent('/huge')
  await earlier
    .nth(Math.min(3, (await earlier.count()) - 1))
    .getByRole('button')
    .first()
    .click()
  await expect(builder.lines('Pretty')).toContainText('Worker 0000001')
  await builder.page.keyboard.press('Control+w')
}

async function preview(mappings: Mappings, number: number): Promise<void> {
  await mappings.show()
  await mappings.row('second_manager').click()
  await mappings.paste({ id: number, employee: { name: `Ada ${number}` } })
  await mappings.type('employee.name')
  await expect(mappings.result).toContainText(`"Ada ${number}"`)
}
