import { asked, onPassthrough, ready, written } from './fixtures/passthrough'
import { killed } from './fixtures/process'
import { expect, shot, test } from './fixtures/test'
import { Desk } from './pages/desk'
import { Passthrough } from './pages/passthrough'

test.use({ practiceOptions: { connectors: 200 } })

test.describe('@passthrough exactly one arrival', () => {
  test('reset after send: the outcome is unknown, and it is not sent again', async ({ app, practice }) => {
    const { builder, connector } = await ready(app, practice, 'bamboohr')
    await builder.target('POST', '/reset-after-send')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText('Outcome unknown')
    await expect(builder.outcome).toContainText('does not send it again automatically')
    await expect(builder.outcome).toContainText(connector.end_user)
    await expect(builder.sent('/reset-after-send')).toContainText('unknown')
    await shot(app.page, 'passthrough-unknown')
    // A repeat in the same token's queue would arrive earlier.
    await builder.target('GET', '/echo')
    await builder.send.click()
    await builder.answered()
    expect(written(practice.default)).toEqual({ '/reset-after-send': 1 })
    expect(asked(practice.default)).toHaveLength(2)
  })

  test('an answer lost on the way: unknown, arrived once', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    practice.default.set({ faults: [onPassthrough({ name: 'lost-answer', times: 1 })] })
    await builder.target('POST', '/counter/lost')
    await builder.sendConfirmed()
    await expect(builder.outcome).toContainText('Outcome unknown')
    await builder.target('GET', '/counter/lost')
    await builder.send.click()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"count": 1')
    expect(asked(practice.default)).toHaveLength(2)
  })

  test('a slow answer, cancelled: unknown for a write, which arrived once', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('POST', '/slow?seconds=50')
    await builder.sendConfirmed()
    await expect.poll(() => written(practice.default)).toEqual({ '/slow': 1 })
    await expect(builder.progress).toContainText('Waiting for the response')
    await builder.cancel.click()
    await expect(builder.outcome).toContainText('Outcome unknown')
    await expect(builder.send).toBeVisible()

    await builder.target('GET', '/slow')
    await builder.send.click()
    await expect.poll(() => asked(practice.default).length).toBe(2)
    await app.page.keyboard.press('Escape')
    await expect(builder.outcome).toContainText('Cancelled. Nothing was changed.')
    expect(written(practice.default)).toEqual({ '/slow': 1 })
    expect(asked(practice.default)).toHaveLength(2)
  })

  test('429 of the service: waited out, shown, then exactly one arrival', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/echo')
    await builder.send.click()
    await builder.answered()
    await builder.send.click()
    await builder.answered()
    // Of passthrough alone: a limit of the whole service would also meet what the app asks by itself.
    const headers = { 'Retry-After': '6', 'X-RateLimit-Limit': '2', 'X-RateLimit-Remaining': '0' }
    const body = { detail: 'Rate limit exceeded' }
    practice.default.set({ faults: [onPassthrough({ name: 'status', status: 429, times: 1, body, headers })] })
    await builder.target('POST', '/counter/limited')
    await builder.sendConfirmed()
    await expect(builder.progress).toContainText(/Waiting \d+ s: rate limit/)
    expect(written(practice.default)).toEqual({})
    await shot(app.page, 'passthrough-waiting')
    await builder.answered()
    await expect(builder.response).toContainText('2 tries')
    expect(written(practice.default)).toEqual({ limited: 1 })
    expect(asked(practice.default).map(({ status }) => status)).toEqual([200, 200, 429, 200])
  })

  test('429 without the service’s headers may be of the third party: not sent again', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    practice.default.set({ faults: [onPassthrough({ name: 'status', status: 429, times: 1 })] })
    await builder.target('POST', '/counter/relayed')
    await builder.sendConfirmed()
    await expect(builder.response).toContainText('429')
    await expect(builder.outcome).toContainText('Outcome unknown')
    await expect(builder.outcome).toContainText('It was not retried.')
    expect(asked(practice.default)).toHaveLength(1)
    expect(written(practice.default)).toEqual({})
  })

  test('a keep-alive connection lost unseen does not lose or double a write', async ({ app, practice }) => {
    const { builder } = await ready(app, practice)
    await builder.target('GET', '/echo')
    await builder.send.click()
    await builder.answered()
    practice.default.set({ faults: [onPassthrough({ name: 'stale-socket' })] })
    await builder.target('POST', '/counter/stale')
    await builder.sendConfirmed()
    await builder.answered()
    await expect(builder.lines('Pretty')).toContainText('"count": 1')
    expect(written(practice.default)).toEqual({ stale: 1 })
  })

  test('killed in the middle of a write: the history says that its outcome is unknown', async ({
    connected,
    launch,
    practice
  }) => {
    const first = await connected()
    const { builder } = await ready(first, practice)
    await builder.target('GET', '/echo')
    await builder.send.click()
    await builder.answered()
    await builder.target('POST', '/slow?seconds=50')
    await builder.sendConfirmed()
    await expect.poll(() => written(practice.default)).toEqual({ '/slow': 1 })
    await killed(first)

    const { page } = await launch()
    await new Desk(page).refreshed()
    const later = new Passthrough(page)
    await later.show()
    await expect(later.sent('/slow')).toContainText('unknown')
    await expect(later.sent('/echo')).toContainText('200')
    expect(written(practice.default)).toEqual({ '/slow': 1 })
    expect(asked(practice.default)).toHaveLength(2)
  })
})
