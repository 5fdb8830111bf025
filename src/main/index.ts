import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'
import type { EventName, EventPayload } from '../shared/ipc'
import { systemClock } from './clock'
import { actionHandlers } from './handlers/actions'
import { notYet } from './handlers/not-yet'
import { activityChannels } from '../shared/activity/channels'
import { collectionChannels } from '../shared/collections/channels'
import { mappingChannels } from '../shared/mappings/channels'
import { appHandlers, appStateOf } from './handlers/app'
import { connectorHandlers } from './handlers/connectors'
import { healthHandlers } from './handlers/health'
import { libraryHandlers } from './handlers/library'
import { passthroughHandlers } from './handlers/passthrough'
import { workspaceHandlers } from './handlers/workspaces'
import { Budgets } from './http/budget'
import { CallLog } from './http/call-log'
import { createClient } from './http/client'
import { dispatchers } from './http/proxy'
import { undiciTransport } from './http/transport'
import { emitTo, registerIpc } from './ipc/register'
import { Jobs } from './jobs'
import { openLog } from './log'
import { notifyNewCases } from './notify'
import { announceAppProtocol, serveApp } from './protocol'
import { dialogs } from './dialogs'
import { KeytarStore } from './secrets/keytar-store'
import { Redactor } from './secrets/redactor'
import { BearerTokens } from './services/bearer-tokens'
import { ConnectorActions } from './services/connector-actions'
import { ConnectorTokens } from './services/connector-tokens'
import { historyInThread } from './services/history/history-thread'
import { WalkKeeper } from './services/history/walk-keeper'
import { JmespathEngine } from './services/jmespath/engine'
import { ChosenFiles } from './services/passthrough/files'
import { Responses } from './services/passthrough/responses'
import { PassthroughSender } from './services/passthrough/send'
import { ViewerThread } from './services/passthrough/view/viewer-thread'
import { filterWith, ResponseViews } from './services/passthrough/views'
import { Keychain } from './services/keychain'
import { keyFlagIn, Library } from './services/library/library'
import { Notices } from './services/notices'
import { Pins } from './services/pins'
import { practiceInWorker } from './services/practice-host'
import { TokenFinder } from './services/token-finder'
import { Workspaces } from './services/workspaces'
import { openSettings } from './storage/settings'
import { denyPermissions, isTrusted, openWindow } from './window'

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
  const clock = systemClock
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
  const keychain = new Keychain(secrets, () => {
    broadcast('app:changed', state())
    library.keychainSaid(keychain.state).catch((error: unknown) => log('Library', error))
  })
  const budgets = new Budgets(({ workspaceId, region }, list) =>
    broadcast('budget:changed', { workspaceId, region, budgets: list })
  )
  const calls = new CallLog()
  const client = createClient({
    transport: undiciTransport(dispatchers()),
    clock,
    budgets,
    redact: redactor.redact,
    log: (call) => calls.add(call)
  })
  const practice = practiceInWorker(new URL('./practice.js', import.meta.url))
  const workspaces = new Workspaces(settings, new BearerTokens(secrets, redactor), client, practice)
  const tokens = new ConnectorTokens()
  const pins = new Pins(settings, secrets)
  const jobs = new Jobs()
  const thread = historyInThread(
    new URL('./history.js', import.meta.url),
    { file: join(profile, 'history.db'), now: clock.now() },
    (keeping) => {
      if (keeping.setAside) {
        const message = `The history could not be read and starts anew. The old file was kept as ${keeping.setAside}.`
        notices.add('history', message)
        broadcast('app:changed', state())
      }
      broadcast('health:keepingChanged', keeping)
      broadcast('library:keepingChanged', library.keeping())
    }
  )
  const { history } = thread
  const walks = new WalkKeeper({
    history,
    clock,
    failed: (error) => log('The history could not take a walk', error),
    changed: (place, snapshot) => broadcast('health:changed', { ...place, snapshot }),
    opened(place, cases) {
      broadcast('health:newCases', { ...place, cases })
      notifyNewCases(cases)
    }
  })
  const finder = new TokenFinder({ client, tokens, pins, history, now: clock.now })
  const actions = new ConnectorActions({ client, workspaces, tokens, pins, finder, history, now: clock.now })
  const jmespath = new JmespathEngine(new URL('./jmespath.js', import.meta.url))
  const viewer = new ViewerThread(new URL('./viewer.js', import.meta.url))
  const responses = new Responses((id) => void viewer.ask('close', id).catch(() => undefined))
  const library = new Library({
    store: history,
    keeping: thread.keeping,
    bodiesFolder: join(profile, 'bodies'),
    keychain: secrets,
    keyFlag: keyFlagIn(settings),
    clock,
    dialogs,
    secrets: () => redactor.secrets,
    allSecrets: () => [...redactor.secrets, ...tokens.all()],
    dropResponse: (id) => responses.drop(id),
    changed: (keeping) => broadcast('library:keepingChanged', keeping)
  })
  const views = new ResponseViews(responses, viewer.ask, dialogs, filterWith(jmespath))
  const files = new ChosenFiles()
  const sender = new PassthroughSender({
    client,
    clock,
    workspaces,
    tokens,
    pinned: (account) => pins.read(account),
    redactor,
    files,
    responses,
    history: library.history,
    report: (error) => log('Passthrough', error)
  })
  const about = {
    version: app.getVersion(),
    runtime: { electron: process.versions.electron, chrome: process.versions.chrome, node: process.versions.node },
    sandboxed: !app.commandLine.hasSwitch('no-sandbox')
  }
  const state = () => appStateOf(about, settings, workspaces, keychain, notices)

  registerIpc(
    {
      ...appHandlers(state, settings, keychain, notices),
      ...workspaceHandlers(state, { workspaces, tokens, pins, history, library, jobs }),
      ...connectorHandlers({ client, clock, tokens, workspaces, walks, jobs }),
      ...actionHandlers(actions, pins, jobs),
      ...passthroughHandlers({ sender, views, files, dialogs }, jobs),
      ...libraryHandlers({ library, responses }),
      ...notYet(mappingChannels),
      ...notYet(collectionChannels),
      ...notYet(activityChannels),
      ...healthHandlers({
        thread,
        clock,
        about,
        nameOf: (id) => workspaces.nameOf(id),
        secrets: () => [...redactor.secrets, ...tokens.all()],
        callsFor: ({ workspaceId, region }, path) =>
          calls.find((call) => call.workspaceId === workspaceId && call.region === region && call.path === path, 50),
        save: dialogs.saveFile
      })
    },
    isTrusted,
    (channel, error) => log(channel, error)
  )
  void keychain.check()
  library.tidy().catch((error: unknown) => log('Library', error))
  // The practice service is made anew at each start: what was kept of its last run would contradict it.
  for (const { id, kind } of workspaces.list())
    if (kind === 'practice') void history.removeWorkspace({ workspaceId: id })
  if (process.argv.includes('--practice')) await workspaces.startPractice()

  serveApp(join(out, 'renderer'))
  denyPermissions()
  const window = openWindow({
    preload: join(out, 'preload', 'index.cjs'),
    icon: join(out, '..', 'resources', 'icon.png'),
    settings,
    gone: (owner) => jobs.cancelWhere((job) => job.owner === owner),
    log
  })
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  // Once the windows are closed, for what a page still hands over while it goes. A kill loses nothing that was kept;
  // an orderly end also leaves no write-ahead log behind.
  app.once('will-quit', (event) => {
    event.preventDefault()
    void Promise.all([thread.stop(), practice.stop(), viewer.stop(), jmespath.stop()]).finally(() => app.quit())
  })
}
