import type { OpenApp } from './fixtures/app'
import { connectorOf } from './fixtures/connector-of'
import { ready, written } from './fixtures/passthrough'
import { expect, test } from './fixtures/test'
import { Confirm } from './pages/confirm'

test.use({ practiceOptions: { connectors: 200 } })

/** The next confirmation window breaks: its page cannot read the question, or its process ends. */
const breakNext = ({ app }: OpenApp, how: 'unreadable' | 'gone') =>
  app.evaluate(({ app }, how) => {
    app.once('web-contents-created', (_, contents) => {
      contents.once('did-start-loading', () => {
        contents.ipc.removeHandler('confirm:read')
        contents.ipc.handle('confirm:read', () => {
          if (how === 'gone') contents.forcefullyCrashRenderer()
          return 'null'
        })
      })
    })
  }, how)

for (const how of ['unreadable', 'gone'] as const) {
  test(`@fault a confirmation window that cannot draw (${how}) closes, sends nothing, and the window behind says so`, async ({
    app,
    practice
  }) => {
    const { builder } = await ready(app, practice)
    await builder.target('POST', '/counter/blank')
    await breakNext(app, how)
    await builder.send.click()
    const said = app.page.getByText('The confirmation could not be shown, so nothing was sent.')
    await expect(said.first()).toBeVisible()
    expect(Confirm.of(app.page)).toBeUndefined()
    // The next one is drawn again.
    await builder.send.click()
    await (await Confirm.asked(app.page)).goBack()
    expect(written(practice.default)).toEqual({})
  })
}

test('@attack main takes no approval that comes sooner than a person can read, whatever the page says', async ({
  app,
  practice
}) => {
  const { builder } = await ready(app, practice)
  await builder.target('POST', '/counter/early')
  await builder.send.click()
  const confirm = await Confirm.asked(app.page)
  await confirm.page.evaluate(() => {
    const { confirmation } = window as unknown as { confirmation: { answer(answer: object): void } }
    confirmation.answer({ agreed: true, typed: '' })
  })
  await confirm.agree()
  await builder.answered()
  expect(written(practice.default)).toEqual({ early: 1 })
})

test('@fault a DELETE is confirmed by a name that is longer than 40 characters', async ({ app, practice }) => {
  const name = 'North Lancashire and South Cumbria Community Health Trust 1'
  connectorOf(practice.default).end_user = name
  const { builder } = await ready(app, practice)
  await builder.target('DELETE', '/counter/long')
  await builder.send.click()
  const confirm = await Confirm.asked(app.page)
  await expect(confirm.page.getByRole('main')).toContainText(name)
  await confirm.agree(name)
  await builder.answered()
  expect(written(practice.default)).toEqual({ long: 1 })
})

test('@attack the button waits again when the window gets the focus, as main counts from then', async ({
  app,
  practice
}) => {
  const { builder } = await ready(app, practice)
  await builder.target('POST', '/counter/focus')
  await builder.send.click()
  const confirm = await Confirm.asked(app.page)
  await expect(confirm.yes).toBeEnabled()
  await app.app.evaluate(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows()
    windows.find(({ webContents }) => webContents.getURL().startsWith('app://confirm/'))?.emit('focus')
  })
  await expect(confirm.yes).toBeDisabled()
  await confirm.agree()
  await builder.answered()
  expect(written(practice.default)).toEqual({ focus: 1 })
})
