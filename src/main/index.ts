import { accessSync, constants, writeSync } from 'node:fs'
import { join } from 'node:path'
import { app, shell, type BrowserWindow } from 'electron'
import type { EventName, EventPayload } from '../shared/ipc'
import { emitTo, registerIpc } from './ipc/register'
import { openLog, type Log } from './base/log'
import { Outside } from './base/outside'
import { packagesIn } from './app/built-from'
import { printedFor } from './app/command-line'
import { confirmIn } from './app/confirm-window'
import { diagnose } from './app/diagnose'
import { openAddress } from './app/browser'
import { systemDialogs } from './app/dialogs'
import { offerEditMenus } from './app/edit-menu'
import { fileDialogs } from './app/file-dialogs'
import { GuideWindow } from './app/guide-window'
import { endWithoutLock } from './app/no-lock'
import { hearLinks } from './app/hear-links'
import { systemClipboard } from './app/clipboard'
import { reachFromDesktop } from './app/desktop'
import { lockWhenLeft } from './app/lock-triggers'
import { loginItem, startedAtLogin } from './app/login'
import { actInMenu, openMenu } from './app/menu'
import { openPolicy, sourcesFor } from './app/policy'
import { openParts } from './app/parts'
import { printIn } from './app/print-report'
import { announceAppProtocol, serveApp } from './app/protocol'
import { LinkInbox } from './desktop/links'
import { digestsIn } from './secrets/digest-file'
import { Masker } from './secrets/masker'
import { updateKeyFile } from './updates/update-key'
import { startWithProxy, useProxy } from './http/proxy'
import { bindPages, closeSession } from './app/session'
import { refusedSwitches } from './app/switches'
import { useTheme } from './app/theme'
import { isTrusted, openWindow, showWindow } from './app/window'

// Before Chromium acts on them: a debugger would read every token.
const refused = app.isPackaged ? refusedSwitches(process.argv.slice(1)) : []
if (refused.length > 0) {
  console.error(`Connector Desk is not started with ${refused.join(', ')}: it would open the app to other programs.`)
  process.exit(1)
}

const printed = printedFor(process.argv.slice(1), app.getVersion())
if (printed !== null) {
  writeSync(process.stdout.fd, printed)
  process.exit(0)
}

// One process per profile: two would overwrite each other's settings. The second one wakes the first and leaves. In a
// profile that cannot be written to no lock can be made, and nothing can be overwritten.
if (process.argv.includes('--diagnose')) {
  void app
    .whenReady()
    .then(async () => diagnose(app.getPath('userData'), versions(), await managedHere()))
    .catch((error: unknown) => {
      console.error('The tests could not be run.', error)
      return 1
    })
    .then((code) => app.exit(code))
} else if (app.requestSingleInstanceLock() || !isWritable(app.getPath('userData'))) {
  announceAppProtocol()
  bindPages()
  offerEditMenus()
  app.on('window-all-closed', () => app.quit())
  const inbox = new LinkInbox()
  hearLinks(inbox)
  void app.whenReady().then(() => start(inbox))
} else {
  void endWithoutLock(app.getPath('userData'))
}

/** What the organization manages, with its proxy in use. */
async function managedHere() {
  const managed = await openPolicy(sourcesFor(app.isPackaged, process.env))
  await useProxy(managed.policy.of('network.proxy')?.value)
  return managed
}

function versions() {
  const { electron, chrome, node } = process.versions
  return { version: app.getVersion(), electron, chrome, node }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function start(inbox: LinkInbox): Promise<void> {
  const profile = app.getPath('userData')
  const out = join(import.meta.dirname, '..')
  const digests = digestsIn(join(profile, 'known-tokens'), (error) => log('Known tokens', error))
  const masker = new Masker(digests)
  const logFile = join(profile, 'logs', 'main.log')
  const log: Log = openLog(logFile, (text) => masker.mask(text))
  process.on('uncaughtException', (error) => log('Uncaught', error))
  process.on('unhandledRejection', (error) => log('Unhandled', error))
  let main: BrowserWindow | null = null
  const broadcast = <E extends EventName>(event: E, payload: EventPayload<E>): void => {
    if (main && !main.isDestroyed() && !parts.lock.state) emitTo(main.webContents)(event, payload)
  }
  const { version, ...runtime } = versions()
  const about = {
    version,
    runtime,
    sandboxed: !app.commandLine.hasSwitch('no-sandbox')
  }
  const show = confirmIn(join(out, 'preload', 'confirm.cjs'), () => (main?.isDestroyed() ? null : main))
  const dropPage = (): void => {
    if (!main || main.isDestroyed()) return
    inbox.hold()
    main.webContents.reload()
  }
  const icon = join(out, '..', 'resources', 'icons', '512x512.png')
  const guide = new GuideWindow(icon)
  const help = {
    logFile,
    showLogs: () => shell.showItemInFolder(logFile),
    openGuide: () => guide.open(main?.webContents.zoomFactor ?? 1),
    packages: () => packagesIn(out),
    commit: import.meta.env.MAIN_VITE_COMMIT || null,
    packaged: app.isPackaged
  }
  const dialogs = fileDialogs(systemDialogs, () => parts.lock.state !== null)
  const parts = openParts({
    profile,
    updateKeyFile: updateKeyFile(app.isPackaged, process.env, join(out, '..', 'resources')),
    about,
    masker,
    log,
    broadcast,
    show,
    dropPage,
    clipboard: systemClipboard,
    dialogs,
    print: printIn(join(out, 'preload', 'report.cjs')),
    inbox,
    openQueue() {
      if (main) showWindow(main)
      broadcast('app:openView', { view: 'queue' })
    },
    login: loginItem(),
    outside: new Outside(openAddress),
    help,
    menuAct: (act) => actInMenu(act, main),
    managed: await managedHere()
  })
  registerIpc(parts.handlers, isTrusted, parts.lock, (channel, error) => log(channel, error))
  const preferences = () => parts.settings.get().preferences
  const showTheme = () => useTheme(preferences().theme)
  showTheme()
  await startWithProxy(preferences().proxy)
  // The folder of the log is there to be opened, and each start is in it.
  log(`Started: ${version} on Electron ${runtime.electron}`)
  await parts.begin()

  serveApp(join(out, 'renderer'))
  closeSession()
  const lock = () => void parts.lock.lock('asked')
  openMenu(() => main, { ...help, lock })
  lockWhenLeft(preferences, (reason) => void parts.lock.lock(reason))
  const window = (main = openWindow({
    preload: join(out, 'preload', 'index.cjs'),
    icon,
    settings: parts.settings,
    jobs: parts.jobs,
    log,
    hidden: startedAtLogin() && preferences().background
  }))
  const { tray, desktopChanged } = parts
  desktopChanged.add(showTheme)
  reachFromDesktop({ window, icon, tray, desktopChanged, lock })
  window.webContents.on('did-navigate', () => inbox.release())
  inbox.came = () => {
    showWindow(window)
    broadcast('desktop:linkCame', {})
  }
  window.on('closed', () => guide.close())
  // Once the windows are closed, for what a page still sends while it closes. A kill loses nothing that was kept;
  // an orderly end also leaves no write-ahead log behind.
  app.once('will-quit', (event) => {
    event.preventDefault()
    // What may have changed something at the service is followed to its end, or the history would not know of it.
    void parts.jobs
      .stop()
      .then(() => parts.stop())
      .then(() => digests.flush())
      .finally(() => app.quit())
  })
  // All is kept by then. A process that stayed would keep the next start from opening a window.
  app.once('quit', () => {
    if (parts.isHeldUp()) process.kill(process.pid, 'SIGKILL')
  })
}
