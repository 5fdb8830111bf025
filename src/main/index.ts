import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'
import { systemClock } from './clock'
import { appHandlers, appStateOf } from './handlers/app'
import { connectorHandlers } from './handlers/connectors'
import { workspaceHandlers } from './handlers/workspaces'
import { Budgets } from './http/budget'
import { createClient } from './http/client'
import { dispatchers } from './http/proxy'
import { undiciTransport } from './http/transport'
import { emitTo, registerIpc } from './ipc/register'
import { Jobs } from './jobs'
import { openLog } from './log'
import { announceAppProtocol, serveApp } from './protocol'
import { KeytarStore } from './secrets/keytar-store'
import { Redactor } from './secrets/redactor'
import { BearerTokens } from './services/bearer-tokens'
import { ConnectorTokens } from './services/connector-tokens'
import { Keychain } from './services/keychain'
import { Notices } from './services/notices'
import { practiceInWorker } from './services/practice-host'
import { Workspaces } from './services/workspaces'
import { openSettings } from './storage/settings'
import { denyPermissions, isTrusted, openWindow } from './window'
import type { EventName, EventPayload } from '../shared/ipc'

// One process per profile: two would overwrite each other's settings. The second one wakes the first and leaves.
if (app.requestSingleInstanceLock()) {
  announceAppProtocol()
  app.on('window-all-closed', () => app.quit())
  void app.whenReady().then(start)
} else {
  app.quit()
}

async function start(): Promise<void> {
  const profile = app.getPath('userData')
  const out = join(import.meta.dirname, '..')
  const redactor = new Redactor()
  const log = openLog(join(profile, 'logs', 'main.log'), redactor.redact)
  process.on('uncaughtException', (error) => log('Uncaught', error))
  process.on('unhandledRejection', (error) => log('Unhandled', error))

  const broadcast = <E extends EventName>(event: E, payload: EventPayload<E>): void => {
    for (const { webContents } of BrowserWindow.getAllWindows()) emitTo(webContents)(event, payload)
  }
  const notices = new Notices()
  const { settings, setAside } = openSettings(profile)
  if (setAside) {
    notices.add('settings', `The settings could not be read. They were set aside as ${setAside}; tokens are untouched.`)
  }
  const secrets = new KeytarStore()
  const budgets = new Budgets(({ workspaceId, region }, list) =>
    broadcast('budget:changed', { workspaceId, region, budgets: list })
  )
  const client = createClient({
    transport: undiciTransport(dispatchers()),
    clock: systemClock,
    budgets,
    redact: redactor.redact
  })
  const practice = practiceInWorker(new URL('./practice.js', import.meta.url))
  const workspaces = new Workspaces(settings, new BearerTokens(secrets, redactor), client, practice)
  const tokens = new ConnectorTokens()
  const jobs = new Jobs()
  const keychain = new Keychain(secrets, () => broadcast('app:changed', state()))
  const about = {
    version: app.getVersion(),
    runtime: { electron: process.versions.electron, chrome: process.versions.chrome, node: process.versions.node },
    sandboxed: !app.commandLine.hasSwitch('no-sandbox')
  }
  const state = () => appStateOf(about, workspaces, keychain, notices)

  registerIpc(
    {
      ...appHandlers(state, keychain, notices),
      ...workspaceHandlers(state, workspaces, tokens, jobs),
      ...connectorHandlers({ client, clock: systemClock, tokens }, workspaces, jobs)
    },
    isTrusted,
    (channel, error) => log(channel, error)
  )
  void keychain.check()
  if (process.argv.includes('--practice')) await workspaces.startPractice()

  serveApp(join(out, 'renderer'))
  denyPermissions()
  const window = openWindow({
    preload: join(out, 'preload', 'index.cjs'),
    icon: join(out, '..', 'resources', 'icon.png'),
    settings
  })
  const owner = window.webContents.id
  const endJobs = () => jobs.cancelWhere((job) => job.owner === owner)
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) endJobs()
  })
  window.webContents.on('render-process-gone', (_, { reason }) => {
    log(`The window's process ended: ${reason}`)
    endJobs()
    if (reason !== 'clean-exit') window.reload()
  })
  window.on('closed', endJobs)
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('will-quit', () => void practice.stop())
}
