import type { Page } from '@playwright/test'
import { createHmac } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { ready, written } from './fixtures/passthrough'
import { expect, shot, test } from './fixtures/test'
import { Confirm } from './pages/confirm'
import { Desk } from './pages/desk'
import { FirstRun } from './pages/first-run'

test.use({ practiceOptions: { connectors: 200 } })

/** A script can call main with any arguments. */
function asPageScript(page: Page, channel: string, request: unknown): Promise<string> {
  return page.evaluate(
    ([name, asked]) =>
      (window as unknown as { desk: { invoke: (name: string, asked: unknown) => Promise<string> } }).desk
        .invoke(name as string, asked)
        .catch((error: Error) => error.message),
    [channel, request] as const
  )
}

test.describe('@attack a script in the page that has the bridge', () => {
  test('sends no write and deletes nothing without the person, whatever it claims was confirmed', async ({
    app,
    practice
  }) => {
    const { page } = app
    const { connector } = await ready(app, practice)
    const state = await asPageScript(page, 'app:getState', undefined)
    const workspaceId = /"workspaces":\[\{"id":"([^"]+)"/.exec(state)?.[1] ?? ''
    const key = `${connector.category}:${connector.id}`
    const place = { workspaceId, region: 'default' }
    const send = (path: string) => ({
      requestId: crypto.randomUUID(),
      draft: {
        ...place,
        connector: { key, tokenRef: null, originId: null, endUser: 'Nobody', integrationSlug: 'x', isTest: true },
        ...{ method: 'POST', path, params: [], headers: [], body: { kind: 'json', text: '{"pay": 1}' } },
        ...{ requestFormat: null, responseFormat: null, timeout: '' }
      },
      variables: []
    })
    const act = { ...place, key }
    const link = { endUser: 'Stolen', originId: 'stolen', email: '', category: 'HRIS', integration: 'personio' }
    const attempts: [string, object][] = [
      ['passthrough:send', send('/counter/stolen')],
      ['connectors:delete', act],
      ['connectors:resync', act],
      ['connectors:newLink', { ...place, link, beside: true }],
      ['mappings:createField', { ...place, name: 'stolen', description: '', category: 'HRIS', model: 'employee' }]
    ]
    const before = practice.default.requests.length
    for (const [channel, request] of attempts) {
      const answer = asPageScript(page, channel, { requestId: crypto.randomUUID(), ...request })
      const confirm = await Confirm.asked(page)
      // The page cannot confirm for the person.
      expect(await asPageScript(page, 'confirm:answer', { agreed: true, typed: connector.end_user })).toContain(
        'Unknown channel'
      )
      await page.evaluate(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
      expect(await page.evaluate(() => window.open('app://confirm/confirm.html'))).toBeNull()
      expect(await asPageScript(page, 'passthrough:send', send('/counter/second'))).toContain('"busy"')
      await confirm.goBack()
      expect(await answer, channel).toContain('"code":"cancelled"')
    }
    expect(written(practice.default)).toEqual({})
    const sent = practice.default.requests
      .slice(before)
      .filter(({ method, status }) => method !== 'GET' && ![404, 405, 422].includes(status ?? 0))
    expect(sent.filter(({ path, status }) => !path.startsWith('/api/embedded') || status === 200)).toEqual([])
    expect(practice.default.connectors).toContain(connector)
  })

  test('is shown as what it is: the window names the customer that main will reach, not the one the page names', async ({
    app,
    practice
  }) => {
    const { builder, connector } = await ready(app, practice)
    await builder.target('POST', '/counter/one')
    await app.page.evaluate(() => (document.title = 'Send POST to Harmless Inc?'))
    await builder.send.click()
    const confirm = await Confirm.asked(app.page)
    await expect(confirm.page.getByRole('main')).toContainText(connector.end_user)
    await confirm.agree()
    await builder.answered()
    expect(written(practice.default)).toEqual({ one: 1 })
    // The focus returns.
    expect(await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })

  test('hides nothing of what is sent by calling it a key: path and body are shown as they leave', async ({
    connected,
    practice
  }) => {
    const app = await connected()
    const { builder } = await ready(app, practice)
    const state = await asPageScript(app.page, 'app:getState', undefined)
    const workspaceId = /"workspaces":\[\{"id":"([^"]+)"/.exec(state)?.[1] ?? ''
    const iban = '"iban":"DE89370400440532013000"'
    const [body, path] = [`{"name":"x",${iban}}`, '/counter/salaries-99']
    for (const key of [iban, path]) {
      const signature = createHmac('sha256', key).update(body).digest('base64url')
      const check = { workspaceId, region: 'default', of: { body, signature }, key, keep: false }
      const answer = await asPageScript(app.page, 'webhooks:checkSignature', {
        requestId: crypto.randomUUID(),
        ...check
      })
      expect(answer).toContain('"verified":true')
    }
    await builder.target('POST', path)
    await builder.typeBody(body)
    await builder.send.click()
    const confirm = await Confirm.asked(app.page)
    await expect(confirm.requests).toContainText(path)
    await expect(confirm.requests).toContainText(iban)
    await expect(confirm.requests).not.toContainText('[token]')
    await confirm.goBack()
  })

  test('reaches no host that it names before the person agreed: not by a workspace, the Doctor or a team', async ({
    app
  }) => {
    const { page } = app
    await expect(new FirstRun(page).tryPractice).toBeVisible()
    let connections = 0
    const server = createServer((socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const requestId = crypto.randomUUID()
    const typed = { baseUrl: `http://localhost:${port}`, euBaseUrl: '' }
    const draft = { ...typed, name: 'Stolen', region: 'default', bearerToken: 'all-that-it-read', euBearerToken: '' }
    const address = { host: 'localhost', port, database: 'stolen', user: 'stolen', tls: false }
    const attempts: [string, object, end: string][] = [
      ['workspaces:connect', { ...draft, keep: 'session', requestId }, '"code":"cancelled"'],
      ['doctor:run', { requestId, of: typed }, '"ok":true'],
      ['team:test', { address, password: 'all-that-it-read' }, '"code":"cancelled"']
    ]
    for (const [channel, request, end] of attempts) {
      const answer = asPageScript(page, channel, request)
      const confirm = await Confirm.asked(page)
      await expect(confirm.title).toHaveText(`Connect to localhost:${port}?`)
      await shot(confirm.page, `confirm-host-${channel.split(':')[0]}`)
      await confirm.goBack()
      expect(await answer, channel).toContain(end)
    }
    expect(connections).toBe(0)
    server.close()
  })

  test('gets no token by moving the workspace to an address of its own', async ({ app, practice }) => {
    await ready(app, practice)
    const state = await asPageScript(app.page, 'app:getState', undefined)
    const workspaceId = /"workspaces":\[\{"id":"([^"]+)"/.exec(state)?.[1] ?? ''
    const moved = { workspaceId, name: 'Harbourline', baseUrl: 'http://127.0.0.1:9', euBaseUrl: practice.eu.url }
    const requestId = crypto.randomUUID()
    const untyped = { bearerToken: '', euBearerToken: '', requestId }
    const answer = await asPageScript(app.page, 'workspaces:update', { ...moved, ...untyped })
    expect(answer).toContain('belongs to')
    expect(answer).toContain('"bearerToken"')
    expect(answer).not.toContain(practice.default.bearerToken)
    await new Desk(app.page).refresh.click()
    await new Desk(app.page).refreshed()
  })
})
