import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readable } from './fixtures/held'
import { confinement, normalUser } from './fixtures/normal-user'
import { expect, shot, test } from './fixtures/test'
import { DataView } from './pages/data'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

const run = promisify(execFile)

test('@main-job a normal user runs with the sandbox on', async ({ launch }) => {
  const user = await normalUser()
  try {
    const { page, app, close } = await launch(user.launch)
    await new FirstRun(page).tryPractice.click()
    await new Desk(page).refreshed()
    const pid = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId()
    )
    expect(await confinement(pid ?? 0)).toMatchObject({ seccomp: true, ownUserNamespace: true })
    await close()
  } finally {
    await user.remove()
  }
})

test('@main-job a profile that cannot be written to opens, walks, and says that nothing is kept', async ({
  launch
}) => {
  const user = await normalUser()
  const { profileDir } = user.launch
  try {
    const first = await launch(user.launch)
    await new FirstRun(first.page).tryPractice.click()
    await new Desk(first.page).refreshed()
    await first.close()
    await run('chmod', ['-R', 'a-w', profileDir])
    const { page, close } = await launch(user.launch)
    const desk = new Desk(page)
    await desk.refreshed()
    const before = await desk.connectors()
    await desk.switchTo('EU')
    await desk.refreshed()
    expect(await desk.connectors()).not.toBe(before)
    await expect(page.getByText('The settings cannot be written')).toBeVisible()
    await shot(page, 'settings-unwritten')
    await desk.go('Issues')
    await expect(page.getByText('the profile cannot be written to').first()).toBeVisible()
    await close()
  } finally {
    await run('chmod', ['-R', 'u+w', profileDir])
    await user.remove()
  }
})

test('@main-job the page can neither navigate away, nor open windows, nor call what the contract does not name', async ({
  app: { app, page }
}) => {
  await expect(new FirstRun(page).tryPractice).toBeVisible()
  const url = page.url()
  const outcome = await page.evaluate(async () => {
    const desk = (window as unknown as { desk: { invoke(channel: string, request?: unknown): Promise<string> } }).desk
    const attempt = (channel: string, request?: unknown) =>
      desk.invoke(channel, request).catch((error: Error) => error.message)
    const opened = window.open('https://example.com/')
    location.href = 'https://example.com/'
    return {
      opened,
      unknown: await attempt('secrets:get', {}),
      inherited: await attempt('toString'),
      malformed: JSON.parse(await attempt('workspaces:remove', { workspaceId: '../../x' })) as unknown,
      node: typeof (window as unknown as { require?: unknown }).require
    }
  })
  expect(outcome).toMatchObject({
    opened: null,
    unknown: expect.stringContaining('Unknown channel'),
    inherited: expect.stringContaining('Unknown channel'),
    malformed: { ok: false, error: { code: 'invalid-input' } },
    node: 'undefined'
  })
  expect(page.url()).toBe(url)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('@collections the page never shows a token that the service repeats, in an error or in the name of a key', async ({
  connected,
  practice
}) => {
  const { page } = await connected()
  await new Desk(page).refreshed()
  const view = new DataView(page)
  await view.show()
  const path = '/api/hris/v1/employees'
  const connector = readable(practice.default)
  const tokens = [practice.default.bearerToken, connector.connector_token]
  const said = tokens.join(' ')
  const detail = [{ loc: ['query', said], msg: said, type: said, input: said }]
  const items = [{ id: said, [said]: { [said]: said } }]
  const shown = async () => {
    const html = await page.content()
    return tokens.filter((token) => html.includes(token))
  }

  practice.default.set({ faults: [{ name: 'status', status: 422, path, body: { detail } }] })
  await view.fill(path, connector, 10)
  await view.fetch.click()
  await expect(view.state).toHaveAttribute('data-state', 'failed')
  await expect(view.inspector).toContainText('[token] [token]')
  expect(await shown()).toEqual([])

  const body = { cursor: null, page_size: 1, items }
  practice.default.set({ faults: [{ name: 'status', status: 200, path, body }] })
  await view.newFetch.click()
  await view.fill(path, connector, 10)
  await view.fetch.click()
  await expect(view.state).toHaveAttribute('data-state', 'done')
  await expect(view.rows).toContainText('[token]')
  expect(await shown()).toEqual([])
})

test('@attack ELECTRON_RENDERER_URL brings no other page in front of the bridge', async ({ launch }) => {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    response.end('<h1>Another page</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const { page } = await launch({ env: { ELECTRON_RENDERER_URL: `http://127.0.0.1:${port}` } })
    await expect(new FirstRun(page).tryPractice).toBeVisible()
    expect(new URL(page.url()).protocol).toBe('app:')
    expect(asked).toBe(0)
  } finally {
    server.close()
  }
})
