import { setTimeout as pause } from 'node:timers/promises'
import { growthOf, mean } from '../../src/main/testing/growth'
import type { PracticeConnector } from '../../src/practice/connector'
import { launchApp } from '../fixtures/app'
import { footprints, total, type Footprint } from '../fixtures/footprint'
import { collectGarbage } from '../fixtures/garbage'
import { ready } from '../fixtures/passthrough'
import { expect, test } from '../fixtures/test'
import { Mappings } from '../pages/mappings'
import type { Desk } from '../pages/desk'
import type { Passthrough } from '../pages/passthrough'

// `npm run soak -- --minutes N`: memory must not grow with work. Chromium keeps garbage during work, so kept memory is
// measured at a rest, after a collection; peaks are compared with the first minute.
const minutes = Number(process.env['SOAK_MINUTES'] ?? 120)
const seconds = minutes * 60
interface Measured {
  /** s since the start */
  at: number
  all: Footprint[]
}

/** s until caches have their size. */
const warmUp = Math.min(600, seconds / 3)
/** s between rests, and of one rest. */
const untilRest = Math.min(600, seconds / 10)
const rest = 20
const mostGrowth = 0.05
const mostOfFirstMinute = 1.5

test.use({ practiceOptions: { connectors: 600, limitPerMinute: 0 } })

test('a day’s work over and over leaves nothing behind', async ({ practice, profileDir, keyring }) => {
  test.setTimeout((seconds + 300) * 1_000)
  // No recording, because a recording grows.
  const running = await launchApp({ profileDir, keyring })
  const { builder, desk, connector } = await ready(running, practice)
  const mappings = new Mappings(running.page)
  const begun = Date.now()
  const elapsed = () => (Date.now() - begun) / 1_000
  const measure = async (when: string) => {
    const all = await footprints(running.child.pid ?? 0)
    const of = (kind: string) => `${kind} ${Math.round(total(all, 'rss', kind))}`
    console.log(
      `${Math.round(elapsed())} s, ${when}: ${Math.round(total(all, 'own'))} MB (rss of ${of('main')}, ` +
        `${of('renderer')}), ${total(all, 'descriptors')} descriptors, ${total(all, 'threads')} threads`
    )
    return { at: elapsed(), all }
  }
  const working: Measured[] = []
  const rested: Measured[] = []
  for (let number = 1; elapsed() < seconds; number++) {
    await refresh(desk)
    await send(builder, connector, number)
    await lookBack(builder)
    await preview(mappings, number)
    for (const view of ['Issues', 'Connectors', 'Data', 'Activity', 'Webhooks', 'Settings']) {
      await desk.go(view)
    }
    working.push(await measure(`round ${number}`))
    if (elapsed() < (rested.length + 1) * untilRest) continue
    const kept = await collectGarbage(running.app, running.page)
    console.log(
      `held, MB: page ${kept.page}, main ${kept.main}, its threads ${kept.threads.join(', ')}, buffers ${kept.buffers}`
    )
    await pause(rest * 1_000)
    rested.push(await measure(`rest ${rested.length + 1}`))
  }
  await running.close()

  for (const [what, unit] of [
    ['own', 'MB'],
    ['descriptors', 'descriptors'],
    ['threads', 'threads']
  ] as const) {
    const value = ({ all }: Measured) => total(all, what)
    const after = rested.filter(({ at }) => at >= warmUp).map((one) => ({ at: one.at, value: value(one) }))
    const { slope, part } = growthOf(after)
    const first = mean(working.filter(({ at }) => at <= Math.max(60, working[0]?.at ?? 0)).map(value))
    const times = Math.max(...working.map(value)) / first
    console.log(
      `${unit}: first minute ${first.toFixed(0)}, at most ${times.toFixed(2)} times that; at the ${after.length} rests after ` +
        `${Math.round(warmUp)} s ${slope >= 0 ? '+' : ''}${slope.toFixed(1)} an hour, ${(part * 100).toFixed(1)} % in all`
    )
    expect.soft(part, `growth of ${unit} after the warm-up`).toBeLessThanOrEqual(mostGrowth)
    expect.soft(times, `the most ${unit} by the first minute`).toBeLessThanOrEqual(mostOfFirstMinute)
  }
})

async function refresh(desk: Desk): Promise<void> {
  await desk.go('Connectors')
  await desk.refresh.click()
  await desk.refreshed()
}

/** A new tab, because each pasted address adds params. */
async function send(builder: Passthrough, connector: PracticeConnector, number: number): Promise<void> {
  await builder.show()
  await builder.page.keyboard.press('Control+w')
  await builder.choose(connector)
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

/** In a tab that is closed again. */
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
