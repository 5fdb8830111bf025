import type { OpenApp } from './fixtures/app'
import { connectorOf } from './fixtures/connector-of'
import { ready, written } from './fixtures/passthrough'
import { expect, test } from './fixtures/test'
import { Confirm } from './pages/confirm'

test.use({ practiceOptions: { connectors: 200 } })

/** Its page cannot read the question, or its process ends. */
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
    // The next window works.
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
  // Main's clock stands still until the answer was given, however slow the machine.
  await app.app.evaluate(() => {
    const { uptime } = process
    const at = uptime()
    process.uptime = () => at
    Object.assign(globalThis, { uptime })
  })
  await builder.send.click()
  const confirm = await Confirm.asked(app.page)
  await confirm.page.evaluate(() => {
    const { confirmation } = window as unknown as { confirmation: { answer(answer: object): void } }
    confirmation.answer({ agreed: true, typed: '', why: '' })
  })
  await app.app.evaluate(() => {
    process.uptime = (globalThis as unknown as { uptime: () => number }).uptime
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

/** While the app or another program has the keyboard. */
const shownWhile = ({ app }: OpenApp, focused: boolean) =>
  app.evaluate(({ app, BrowserWindow }, focused) => {
    const [parent] = BrowserWindow.getAllWindows()
    const did: string[] = []
    Object.assign(globalThis, { did })
    if (!parent) throw new Error('There is no window.')
    parent.isFocused = () => focused
    parent.flashFrame = (on) => void did.push(`flash ${on}`)
    parent.focus = () => void did.push('focus of the app')
    parent.webContents.focus = () => void did.push('focus of the page')
    app.once('browser-window-created', (_, window) => {
      for (const name of ['show', 'showInactive', 'focus', 'moveTop'] as const) {
        const plain = window[name].bind(window)
        window[name] = () => (did.push(name), plain())
      }
      window.isFocused = () => focused
    })
  }, focused)

for (const focused of [false, true]) {
  const what = focused
    ? 'and takes it where the app has it already'
    : '@attack a confirmation takes the keyboard from no other program: it is shown behind, and the app asks for attention'
  test(what, async ({ connected, practice }) => {
    const app = await connected()
    const { builder } = await ready(app, practice)
    await builder.target('POST', '/counter/quiet')
    await shownWhile(app, focused)
    await builder.send.click()
    const confirm = await Confirm.asked(app.page)
    await expect(confirm.yes).toBeEnabled()
    await confirm.goBack()
    const did = () => app.app.evaluate(() => (globalThis as unknown as { did: string[] }).did)
    await expect
      .poll(did)
      .toEqual(focused ? ['show', 'flash false', 'focus of the page'] : ['showInactive', 'flash true', 'flash false'])
  })
}
