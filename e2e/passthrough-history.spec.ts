import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { connectorOf } from './fixtures/connector-of'
import { asked, ready } from './fixtures/passthrough'
import { filesHolding } from './fixtures/profile'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'
import { Passthrough } from './pages/passthrough'

test.use({ practiceOptions: { connectors: 200 } })

test.describe('@passthrough history', () => {
  test('is kept over a restart, its bodies can be opened, and nothing of them is readable on disk', async ({
    connected,
    launch,
    practice,
    profileDir
  }) => {
    const marker = 'Marker-Quetzalcoatl-4711'
    const first = await connected()
    const { builder, connector } = await ready(first, practice)
    await builder.target('POST', '/echo')
    await builder.part('Headers')
    await builder.cell('Header', 1, 'name').fill('X-Note')
    await builder.cell('Header', 1, 'value').fill(`header-${marker}`)
    await builder.typeBody(`{"note": "${marker}"}`)
    await builder.sendConfirmed()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText(`"note": "${marker}"`)
    await expect(builder.library).toContainText('Encrypted on this computer')
    await builder.target('GET', '/huge?megabytes=2')
    // A read with the previous body asks first.
    await builder.sendConfirmed()
    await builder.answered()
    await first.close()
    expect(await filesHolding(profileDir, marker)).toEqual([])
    expect(await filesHolding(profileDir, 'Worker 0000001')).toEqual([])
    expect(await filesHolding(profileDir, connector.connector_token)).toEqual([])
    expect(await filesHolding(profileDir, practice.default.bearerToken)).toEqual([])

    const again = await launch()
    await new Desk(again.page).refreshed()
    const later = new Passthrough(again.page)
    await later.show()
    await expect(later.sends).toHaveCount(2)
    await later.sent('/echo').getByRole('button').first().click()
    await expect(later.lines('Pretty')).toContainText(`"note": "${marker}"`)
    await later.sent('/huge').getByRole('button').first().click()
    await expect(later.lines('Pretty')).toContainText('Worker 0000001')
    await shot(again.page, 'passthrough-history')
    expect(asked(practice.default)).toHaveLength(2)

    const find = later.library.getByRole('searchbox', { name: 'Find in history' })
    await find.fill('echo')
    await expect(later.sends).toHaveCount(1)
    await find.fill(marker)
    await expect(later.sends).toHaveCount(0)
  })

  test('forgotten, it is gone: from the list, from the disk, over a restart', async ({
    connected,
    launch,
    practice,
    profileDir
  }) => {
    const bodies = () => readdir(join(profileDir, 'bodies')).catch(() => [])
    const first = await connected()
    const { builder } = await ready(first, practice)
    await builder.target('GET', '/huge?megabytes=2')
    await builder.send.click()
    await builder.answered()
    await expect(builder.sends).toHaveCount(1)
    expect(await bodies()).not.toEqual([])
    await builder.library.getByRole('button', { name: 'Clear history…' }).click()
    await expect(builder.dialog).toContainText('You cannot undo this')
    await shot(first.page, 'passthrough-forget')
    await builder.dialog.getByRole('button', { name: 'Clear history' }).click()
    await expect(builder.dialog).toBeHidden()
    await expect(builder.sends).toHaveCount(0)
    await expect(builder.library).toContainText('No requests yet')
    await expect.poll(bodies).toEqual([])
    await first.close()

    const again = await launch()
    await new Desk(again.page).refreshed()
    const later = new Passthrough(again.page)
    await later.show()
    await expect(later.library).toContainText('No requests yet')
  })

  test.describe('without a keychain', () => {
    test.use({ keyringState: 'missing' })

    test('bodies stay in memory, and the view says so', async ({ launch, practice, profileDir }) => {
      const marker = 'Marker-Memory-0815'
      const app = await launch()
      await new FirstRun(app.page).connectTo(practice)
      await app.page.getByRole('checkbox', { name: /this session only/i }).check()
      await new FirstRun(app.page).connect.click()
      await new Desk(app.page).refreshed()
      const builder = new Passthrough(app.page)
      await builder.show()
      await builder.choose(connectorOf(practice.default))
      await builder.target('POST', '/echo')
      await builder.typeBody(`{"note": "${marker}"}`)
      await builder.sendConfirmed()
      await builder.answered()
      await expect(builder.sent('/echo')).toContainText('200')
      await expect(builder.library.getByRole('status')).toContainText(/keychain/i)
      await shot(app.page, 'passthrough-memory-only')
      await app.close()
      expect(await filesHolding(profileDir, marker)).toEqual([])
    })
  })
})
