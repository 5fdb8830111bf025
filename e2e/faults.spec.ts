import { once } from 'node:events'
import type { ElectronApplication } from '@playwright/test'
import { Line } from '../src/practice/line/line'
import type { Regions } from '../src/practice/regions'
import type { OpenApp } from './fixtures/app'
import { atWork } from './fixtures/connected'
import { connectorOf } from './fixtures/connector-of'
import { crashPage, inPage } from './fixtures/crash'
import { onPassthrough, written } from './fixtures/passthrough'
import { expect, shot, test } from './fixtures/test'
import { Activity } from './pages/activity'
import { confirmed } from './pages/confirm'
import type { Desk } from './pages/desk'
import { Passthrough } from './pages/passthrough'

test.use({ practiceOptions: { connectors: 60, limitPerMinute: 0 } })

/** A shared app asks once per port whether it may connect. */
let lastPort = 0

async function lineTo({ default: { url } }: Regions): Promise<Line> {
  const line = await Line.open(url, undefined, lastPort).catch(() => Line.open(url))
  lastPort = line.port
  return line
}

async function overLine(app: OpenApp, practice: Regions, line: Line) {
  const desk = await atWork(app, practice, { baseUrl: line.url })
  await desk.go('Connectors')
  return desk
}

/** The first with a typeable name. `remove`: confirms. */
async function armedDelete({ page }: OpenApp, desk: Desk, practice: Regions) {
  const names = practice.default.connectors.map(({ end_user }) => end_user)
  const once = (name: string) => names.filter((other) => other.includes(name)).length === 1
  const one = practice.default.connectors.find(({ end_user }) => /^[A-Za-z ]+$/.test(end_user) && once(end_user))
  if (!one) throw new Error('Every end user has several connectors, or a name that cannot be typed.')
  await desk.search.fill(one.end_user)
  await desk.row(one.end_user).click()
  await page.getByRole('button', { name: 'Delete connector' }).click()
  const dialog = page.getByRole('dialog')
  const remove = async () => {
    await dialog.getByRole('button', { name: 'Delete connector' }).click()
    await confirmed(page, one.end_user)
  }
  return { one, dialog, remove }
}

/** @returns a function that gives the questions */
async function answerQuestions(app: ElectronApplication, button: number): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, response) => {
    const asked: string[] = []
    Object.assign(globalThis, { askedQuestions: asked })
    dialog.showMessageBox = (async (_: unknown, { message }: { message: string }) => {
      asked.push(message)
      return { response, checkboxChecked: false }
    }) as typeof dialog.showMessageBox
  }, button)
  return () => app.evaluate(() => (globalThis as unknown as { askedQuestions: string[] }).askedQuestions)
}

test.describe('@fault in the window', () => {
  test('Esc keeps a delete that has begun in sight, and its end shows', async ({ app, practice }) => {
    const line = await lineTo(practice)
    const desk = await overLine(app, practice, line)
    const { one, dialog, remove } = await armedDelete(app, desk, practice)
    practice.default.set({ faults: [{ name: 'slow', path: '/delete', delayMs: 600_000 }] })
    await remove()
    await expect.poll(() => line.arrived.some(({ method }) => method === 'DELETE')).toBe(true)
    for (let at = 0; at < 3; at++) await app.page.keyboard.press('Escape')
    await expect(dialog).toContainText('Deleting… verifying')
    await shot(app.page, 'fault-delete-under-way')
    practice.default.set({ faults: [] })
    await expect(dialog.getByText('Deleted.')).toBeVisible()
    expect(practice.default.connectors).not.toContain(one)
    expect(line.arrived.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    await app.page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await line.close()
  })

  test('a service that takes a request and says nothing is reported in seconds, and Cancel works', async ({
    app,
    practice
  }) => {
    const line = await lineTo(practice)
    const desk = await overLine(app, practice, line)
    line.fail({ kind: 'black-hole' }, { times: 100 })
    await desk.refresh.click()
    await expect(desk.refreshRun).toContainText(/No answer for \d+ s/)
    await shot(app.page, 'fault-silent-walk')
    await desk.cancelRefresh.click()
    await desk.refreshed('cancelled')
    await line.close()
  })

  test('so it is where little of the rate limit is left and each category waits for its turn', async ({
    app,
    practice
  }) => {
    const line = await lineTo(practice)
    const desk = await overLine(app, practice, line)
    const soon = Math.round(Date.now() / 1_000) + 600
    const headers = { 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '40', 'x-ratelimit-reset': String(soon) }
    const body = { cursor: null, page_size: 0, items: [] }
    practice.default.set({ faults: [{ name: 'status', status: 200, path: '/connectors', body, headers }] })
    await desk.refresh.click()
    await desk.refreshed()
    line.fail({ kind: 'black-hole' }, { times: 100 })
    await desk.refresh.click()
    await expect(desk.refreshRun).toContainText(/No answer for \d+ s/)
    await shot(app.page, 'fault-silent-turns')
    await desk.cancelRefresh.click()
    await desk.refreshed('cancelled')
    await line.close()
  })

  test('a pause of 30 days can be cut short', async ({ app, practice }) => {
    const line = await lineTo(practice)
    const desk = await overLine(app, practice, line)
    const headers = { 'retry-after': String(30 * 86_400) }
    practice.default.set({ faults: [{ name: 'status', status: 429, path: '/connectors', headers, times: 1 }] })
    await desk.refresh.click()
    await expect(desk.refreshRun).toContainText(/Waiting .*rate limit/)
    await shot(app.page, 'fault-long-pause')
    await app.page.getByRole('button', { name: 'Try now' }).click()
    await desk.refreshed()
    expect(await desk.connectors()).toBe(practice.default.connectors.length)
    await line.close()
  })

  test('a window that crashes during a write shows how the write ended', async ({ connected, practice }) => {
    const line = await lineTo(practice)
    const opened = await connected({ baseUrl: line.url })
    const { app, page } = opened
    await overLine(opened, practice, line)
    const builder = new Passthrough(page)
    await builder.show()
    await builder.choose(connectorOf(practice.default))
    await builder.target('POST', '/counter/crash')
    practice.default.set({ faults: [onPassthrough({ name: 'slow', delayMs: 600_000 })] })
    await builder.send.click()
    await confirmed(page)
    await expect.poll(() => line.arrived.some(({ method }) => method === 'POST')).toBe(true)
    await crashPage(app)
    const history = () =>
      inPage(app, 'document.querySelector("aside[aria-label=\'History and saved requests\']")?.innerText ?? ""')
    await expect.poll(history).toContain('running')
    practice.default.set({ faults: [] })
    await expect.poll(history).toMatch(/20\d/)
    expect(await history()).not.toContain('running')
    expect(written(practice.default)).toEqual({ crash: 1 })
    await line.close()
  })

  test('a window that is closed during a write asks, and the write is recorded', async ({
    connected,
    launch,
    practice
  }) => {
    const line = await lineTo(practice)
    const first = await connected({ baseUrl: line.url })
    const desk = await overLine(first, practice, line)
    const asked = await answerQuestions(first.app, 0)
    const { one, remove } = await armedDelete(first, desk, practice)
    line.fail({ kind: 'late', ms: 15_000 }, { method: 'DELETE' })
    await remove()
    await expect.poll(() => line.arrived.some(({ method }) => method === 'DELETE')).toBe(true)
    const close = () =>
      first.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .find((window) => !window.getParentWindow())
          ?.close()
      )
    await close()
    await expect.poll(asked).toEqual(['A change is being sent.'])
    await answerQuestions(first.app, 1)
    const ended = first.app.waitForEvent('close')
    await close()
    await ended
    expect(practice.default.connectors).not.toContain(one)
    await line.close()

    const { page } = await launch()
    const activity = new Activity(page)
    await activity.show()
    await activity.changesOnly.check()
    await expect(activity.row('CHANGE')).toContainText(one.end_user)
    await activity.row('CHANGE').click()
    await expect(activity.drawer).toContainText('200')
  })

  test('@fault the end of a login during a write ends the app once the answer came, though nobody answers it', async ({
    connected,
    launch,
    practice
  }) => {
    const line = await lineTo(practice)
    const first = await connected({ baseUrl: line.url })
    const desk = await overLine(first, practice, line)
    const { one, remove } = await armedDelete(first, desk, practice)
    await first.app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => new Promise(() => undefined)
    })
    line.fail({ kind: 'late', ms: 4_000 }, { method: 'DELETE' })
    await remove()
    await expect.poll(() => line.arrived.some(({ method }) => method === 'DELETE')).toBe(true)
    const ended = once(first.child, 'exit')
    first.child.kill('SIGTERM')
    await ended
    expect(practice.default.connectors).not.toContain(one)
    await line.close()

    const { page } = await launch()
    const activity = new Activity(page)
    await activity.show()
    await activity.changesOnly.check()
    await activity.row('CHANGE').click()
    await expect(activity.drawer).toContainText('200')
  })
})
