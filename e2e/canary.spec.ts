import type { ElectronApplication, Page } from '@playwright/test'
import Database from 'libsql'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApp } from './fixtures/app'
import { canariesIn, filesWithCanaries } from './fixtures/canary'
import { ready } from './fixtures/passthrough'
import { answerSaveDialogs } from './fixtures/save-dialog'
import { expect, test } from './fixtures/test'
import { Activity } from './pages/activity'
import { Desk } from './pages/desk'
import { Passthrough } from './pages/passthrough'
import { Issues } from './pages/issues'

test.use({ practiceOptions: { connectors: 200 } })

type Answer = { ok: boolean; value?: unknown; error?: { code: string } }

const ask = async (page: Page, channel: string, request?: unknown): Promise<Answer> =>
  JSON.parse(
    await page.evaluate(
      ([name, asked]) =>
        (window as unknown as { desk: { invoke(name: unknown, asked: unknown): Promise<string> } }).desk.invoke(
          name,
          asked
        ),
      [channel, request] as const
    )
  ) as Answer

/** @returns a function that reads what main sent to pages */
async function tracedIpc(app: ElectronApplication): Promise<() => Promise<string>> {
  await app.evaluate(({ ipcMain, BrowserWindow }) => {
    const trace: string[] = []
    Object.assign(globalThis, { ipcTrace: trace })
    type Run = (event: unknown, asked: unknown) => Promise<string>
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Run> })._invokeHandlers
    for (const [channel, run] of handlers)
      handlers.set(channel, async (event, asked) => {
        const answer = await run(event, asked)
        trace.push(`${channel} ${answer}`)
        return answer
      })
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const send = webContents.send.bind(webContents)
      webContents.send = (channel, ...told) => {
        trace.push(`${channel} ${JSON.stringify(told)}`)
        send(channel, ...told)
      }
    }
  })
  return () => app.evaluate(() => (globalThis as unknown as { ipcTrace: string[] }).ipcTrace.join('\n'))
}

async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const pieces: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return pieces.join('')
}

/** Of the app's process group. */
async function processesOf({ child }: OpenApp): Promise<string> {
  const read = (id: string, file: string) => readFile(`/proc/${id}/${file}`, 'latin1').catch(() => '')
  const texts: string[] = []
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [, , group] = (await read(id, 'stat')).split(') ').at(-1)?.split(' ') ?? []
    if (Number(group) === child.pid) texts.push(await read(id, 'cmdline'), await read(id, 'environ'))
  }
  expect(texts.length).toBeGreaterThan(4)
  return texts.join('\n')
}

function databaseOf(profileDir: string): string {
  const database = new Database(join(profileDir, 'history.db'), { readonly: true })
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all() as { name: string }[]
  const rows = tables.flatMap(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all())
  database.close()
  return JSON.stringify(rows, (_, value: unknown) => (Buffer.isBuffer(value) ? value.toString('latin1') : value))
}

const clean = (text: string) => expect(canariesIn(Buffer.from(text))).toEqual([])

const made = `ct_${'aB3'.repeat(14)}`
test.describe('the search for canaries', () => {
  for (const [name, spelled] of [
    ['as it is', Buffer.from(`x${made}y`)],
    ['in UTF-16', Buffer.from(`x${made}`, 'utf16le')],
    ['in UTF-16 at an odd place', Buffer.from(`\0${Buffer.from(made, 'utf16le').toString('latin1')}`, 'latin1')],
    ['in base64', Buffer.from(btoa(`u:${made}:`))],
    ['in hexadecimal', Buffer.from(Buffer.from(made).toString('hex'))],
    ['percent-encoded', Buffer.from(made.replaceAll(/[^]/g, (one) => `%${one.charCodeAt(0).toString(16)}`))],
    ['escaped for JSON', Buffer.from(made.replaceAll(/[^]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`))],
    ['as entities', Buffer.from(made.replaceAll(/[^]/g, (one) => `&#${one.charCodeAt(0)};`))],
    ['in base64 in an address', Buffer.from(encodeURIComponent(btoa(`/${made}`)))]
  ] as const)
    test(`finds one ${name}`, () => expect(canariesIn(spelled)[0]).toContain(made))
})

test('@attack @canary tokens that are typed wherever a person can type are found nowhere afterwards', async ({
  launch,
  practice,
  profileDir,
  folder
}) => {
  const token = () => practice.default.connectors[7]?.connector_token ?? ''
  const spelled = [token(), btoa(`user:${token()}`), encodeURIComponent(encodeURIComponent(`/${token()}`))]

  const first = await launch()
  const { builder, connector } = await ready(first, practice)
  const workspace = (await ask(first.page, 'app:getState')).value as { activeWorkspaceId: string }
  const workspaceId = workspace.activeWorkspaceId
  const place = { workspaceId, region: 'default' }
  const type = async (page: Page) => {
    const [raw = '', basic = '', twice = ''] = spelled
    const key = `${connector.category}:${connector.id}`
    const id = () => crypto.randomUUID()
    const draft = { fieldId: 'f', scope: 'integration:x', expression: `a[?t=='${raw}']`, at: 1 }
    const typed: [string, object][] = [
      ['issues:change', { ...place, keys: [key], change: { note: `Ask with ${basic}` } }],
      ['issues:change', { ...place, keys: [key], change: { owner: raw.slice(0, 43) } }],
      ['passthrough:saveFolder', { workspaceId, id: id(), parentId: null, name: `For ${raw}` }],
      ['mappings:rememberField', { ...place, id: 'f', name: twice }],
      ['mappings:putDraft', { ...place, draft }],
      ['mappings:createField', { ...place, requestId: id(), name: raw, description: '', category: 'HRIS', model: 'x' }]
    ]
    for (const [channel, request] of typed)
      expect(await ask(page, channel, request), channel).toMatchObject({ ok: false, error: { code: 'leak-refused' } })
  }

  // Tokens typed, sent, echoed, exported.
  await type(first.page)
  await builder.target('POST', `/echo/${token()}`)
  await builder.typeBody(JSON.stringify({ said: spelled }))
  await builder.sendConfirmed()
  await builder.answered()
  await expect(builder.lines('Pretty')).toContainText('[token]')
  clean(await builder.lines('Pretty').innerText())
  const issues = new Issues(first.page)
  await issues.show()
  const one = practice.default.connectors.find(
    ({ is_test_connector, status, integration_slug }) =>
      !is_test_connector && status === 'RELINK_NEEDED' && integration_slug !== 'workday'
  )
  await issues.filter('Relink needed')
  await issues.open(one?.end_user ?? '')
  await issues.note.fill(`Call them with ${token()}`)
  await issues.note.blur()
  await expect(first.page.getByText('it contains a token').first()).toBeVisible()
  await answerSaveDialogs(first.app, join(folder, 'evidence.zip'))
  await issues.exportEvidence()
  await expect(first.page.getByText('evidence.zip').first()).toBeVisible()
  await answerSaveDialogs(first.app, join(folder, 'requests.json'))
  expect(await ask(first.page, 'passthrough:exportFolder', { workspaceId, folderId: null })).toMatchObject({ ok: true })
  clean(await processesOf(first))
  clean(await first.output())
  await first.close()
  expect(await filesWithCanaries(profileDir)).toEqual({})

  // It knows no token yet, and refuses the typed ones.
  const second = await launch()
  const { page, app, close, output } = second
  const trace = await tracedIpc(app)
  await type(page)
  await new Desk(page).refreshed()
  const later = new Passthrough(page)
  await later.show()
  await later.sent('/echo').getByRole('button').first().click()
  await expect(later.lines('Pretty')).toContainText('[token]')
  for (const view of ['Data', 'Mappings', 'Webhooks']) await new Desk(page).go(view)
  // A view that is left before its code has come asks nothing.
  await new Activity(page).show()
  await expect.poll(trace).toContain('activity:list')
  await new Desk(page).go('Connectors')
  for (const format of ['csv', 'json']) {
    await answerSaveDialogs(app, join(folder, `calls.${format}`))
    const filters = {}
    expect(await ask(page, 'activity:export', { workspaceId, filters, format })).toMatchObject({ ok: true })
  }
  clean(await trace())
  const heap = await heapOf(page)
  expect(heap).toContain('Harbourline')
  clean(heap)
  clean(await app.evaluate(({ clipboard }) => clipboard.readText()))
  clean(await processesOf(second))
  clean(await output())
  await close()
  clean(databaseOf(profileDir))
  expect(await filesWithCanaries(profileDir)).toEqual({})
  expect(await filesWithCanaries(folder)).toEqual({})
})
