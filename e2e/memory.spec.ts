import { footprints, total } from './fixtures/footprint'
import { ready } from './fixtures/passthrough'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'

test.use({ practiceOptions: { connectors: 60 } })

const answers = 20
/** MB in main beyond the first of 20 answers of 9 MB. In memory they take 520. */
const mostLeft = 150

test.describe('@fault memory', () => {
  test('answers leave memory for the sealed history, and the oldest leave the disk where their room ends', async ({
    connected,
    practice
  }) => {
    test.setTimeout(300_000)
    const running = await connected()
    const { builder } = await ready(running, practice)
    const main = async () => total(await footprints(running.child.pid ?? 0), 'rss', 'main')
    let first = 0
    for (let number = 1; number <= answers; number++) {
      await builder.target('GET', `/huge?megabytes=9&round=${number}`)
      await builder.send.click()
      await builder.answered()
      await expect(builder.lines('Pretty')).toContainText('Worker 0000001')
      if (number === 1) first = await main()
    }
    await expect.poll(main, { timeout: 120_000 }).toBeLessThan(first + mostLeft)

    await builder.sends.nth(10).getByRole('button').first().click()
    await expect(builder.lines('Pretty')).toContainText('Worker 0000001')

    await new Desk(running.page).go('Settings')
    const room = running.page.getByRole('region', { name: 'Request history' })
    await expect(room).toContainText(/18\d MB of 200 MB used/)
    await room.getByRole('combobox', { name: 'Space for request history' }).selectOption('100 MB')
    await expect(room).toContainText(/9\d MB of 100 MB used/)
    await shot(running.page, 'settings-room')
    await running.page.reload()
    await builder.show()
    await expect(builder.sends).toHaveCount(answers)
    await expect(builder.sends.filter({ hasText: 'Response body deleted to stay within 100 MB' })).toHaveCount(
      answers - 10
    )
    await builder.sends.last().getByRole('button').first().click()
    await expect(builder.response).toContainText('The response body was deleted to stay within 100 MB')
    await shot(running.page, 'passthrough-body-dropped')
  })
})
