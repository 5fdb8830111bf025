import { join } from 'node:path'
import { app, shell, type BrowserWindow } from 'electron'
import type { EventName, EventPayload } from '../../shared/ipc'
import { openLog, type Log } from '../base/log'
import { Outside } from '../base/outside'
import { collectThread, collectThreadAtRest } from '../base/thread-heap'
import type { LinkInbox } from '../desktop/link-inbox'
import { startWithProxy } from '../http/proxy'
import { answersOf, emitTo, type AnswerCall } from '../ipc/register'
import { digestsIn } from '../secrets/digest-file'
import { Masker } from '../secrets/masker'
import { updateKeyFile } from '../updates/update-key'
import {
  openAddress,
  systemClipboard,
  systemDialogs,
  quitOnSignals,
  lockWhenLeft,
  loginItem,
  startedAtLogin
} from './system'
import { confirmIn } from './confirm-window'
import { reachFromDesktop } from './desktop'
import { fileDialogs } from './file-dialogs'
import { GuideWindow } from './guide-window'
import { managedHere } from './managed'
import { actInMenu, openMenu } from './menu'
import { openRooms } from './rooms'
import { printIn } from './print-report'
import { useTheme } from './theme'
import { reached } from './timeline'
import { versions } from './versions'
import { furnish, isTrusted, showWindow, type Frame } from './window'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { builtFrom, type BuiltFrom } from '../../shared/support/channels'

/** Each build lists its bundled packages (scripts/bundled-packages.ts). */
const builds = ['main', 'preload', 'renderer']

/** @param out the folder of the builds */
async function packagesIn(out: string): Promise<BuiltFrom[]> {
  const lists = await Promise.all(builds.map((build) => readFile(join(out, build, 'packages.json'), 'utf8')))
  const all = lists.flatMap((text) => z.array(builtFrom).parse(JSON.parse(text)))
  const each = new Map(all.map((one) => [`${one.name}@${one.version}`, one]))
  return [...each.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Opens the rooms while the window loads its page.
 * @param out the folder of the build
 * @returns the handler of the page's calls
 */
export async function start({ window, painted, icon }: Frame, inbox: LinkInbox, out: string): Promise<AnswerCall> {
  reached('parts loaded')
  quitOnSignals()
  const profile = app.getPath('userData')
  const digests = digestsIn(join(profile, 'known-tokens'), (error) => log('Known tokens', error))
  const masker = new Masker(digests)
  const logFile = join(profile, 'logs', 'main.log')
  const log: Log = openLog(logFile, (text) => masker.mask(text))
  process.on('uncaughtException', (error) => log('Uncaught', error))
  process.on('unhandledRejection', (error) => log('Unhandled', error))
  const main = (): BrowserWindow | null => (window.isDestroyed() ? null : window)
  const broadcast = <E extends EventName>(event: E, payload: EventPayload<E>): void => {
    if (!window.isDestroyed() && !rooms.lock.state) emitTo(window.webContents)(event, payload)
  }
  const { version, ...runtime } = versions()
  const about = {
    version,
    runtime,
    sandboxed: !app.commandLine.hasSwitch('no-sandbox')
  }
  const show = confirmIn(join(out, 'preload', 'confirm.cjs'), main)
  const dropPage = (): void => {
    if (window.isDestroyed()) return
    inbox.hold()
    window.webContents.reload()
  }
  const guide = new GuideWindow(icon, (words) => rooms.tell('guide', words))
  const help = {
    logFile,
    showLogs: () => shell.showItemInFolder(logFile),
    openGuide: () => guide.open(main()?.webContents.zoomFactor ?? 1),
    packages: () => packagesIn(out),
    commit: import.meta.env.MAIN_VITE_COMMIT || null,
    packaged: app.isPackaged
  }
  const dialogs = fileDialogs({
    ...systemDialogs,
    isLocked: () => rooms.lock.state !== null,
    lastFolder: () => rooms.settings.get().saveFolder,
    keepFolder: (saveFolder) => rooms.settings.update({ saveFolder }, 'for-now')
  })
  const rooms = openRooms({
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
    showIssues() {
      showWindow(window)
      broadcast('app:openView', { view: 'issues' })
    },
    login: loginItem(),
    outside: new Outside(openAddress),
    help,
    menuAct: (act) => actInMenu(act, main()),
    managed: await managedHere()
  })
  reached('parts open')
  const answers = answersOf(rooms.handlers, isTrusted, rooms.lock, (channel, error) => log(channel, error))
  const preferences = () => rooms.settings.get().preferences
  const showTheme = () => useTheme(preferences().theme)
  showTheme()
  furnish(window, {
    settings: rooms.settings,
    jobs: rooms.jobs,
    log,
    painted,
    hidden: startedAtLogin() && preferences().background
  })
  await startWithProxy(preferences().proxy)
  // Creates the log, and records each start.
  log(`Started: ${version} on Electron ${runtime.electron}`)
  await rooms.begin()

  const lock = () => void rooms.lock.lock('asked')
  openMenu(main, { ...help, lock })
  lockWhenLeft(preferences, (reason) => void rooms.lock.lock(reason))
  const { tray, desktopChanged } = rooms
  desktopChanged.add(showTheme)
  reachFromDesktop({ window, icon, tray, desktopChanged, lock })
  window.webContents.on('did-navigate', () => inbox.release())
  inbox.came = () => {
    showWindow(window)
    broadcast('desktop:linkCame', {})
  }
  window.on('closed', () => guide.close())
  // A closing page still sends. A kill loses no saved data; an orderly end also leaves no write-ahead log.
  app.once('will-quit', (event) => {
    event.preventDefault()
    // The history must record the end of calls that may have changed data.
    void rooms.jobs
      .stop()
      .then(() => rooms.stop())
      .then(() => digests.flush())
      .finally(() => app.quit())
  })
  // A process that stays would keep the next start from opening a window.
  app.once('quit', () => {
    if (rooms.isHeldUp()) process.kill(process.pid, 'SIGKILL')
  })
  reached('parts begun')
  // Once: what a start leaves lies mostly outside of the heap, whose growth counts below.
  const afterStart = setInterval(() => {
    if (rooms.jobs.count > 0) return
    clearInterval(afterStart)
    void collectThread().catch(() => undefined)
  }, 5_000).unref()
  // A person who types only in the page asks main nothing for a while.
  const asked = collectThreadAtRest(() => rooms.jobs.count > 0, 30_000)
  return (...question) => {
    asked()
    return answers(...question)
  }
}
