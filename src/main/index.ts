import { accessSync, constants, writeSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, ipcMain } from 'electron'
import { commandIn, printedFor, runCommand } from './app/command-line'
import { announceAppProtocol, serveApp } from './app/protocol'
import { bindPages, closeSession, lookUpNoNames, offerEditMenus } from './app/pages'
import { refusedSwitches } from './app/switches'
import { reached } from './app/timeline'
import { openWindow } from './app/window'
import { LinkInbox, linkAmong } from './desktop/link-inbox'
import { linkScheme } from '../shared/desktop/link'
import type { AnswerCall } from './ipc/register'
import type { Channel } from '../shared/ipc'

// Imports only what the window needs. The rest loads while the page runs its scripts: see `open`.

const command = commandIn(process.argv.slice(1))

// Before Chromium acts on them: a debugger would read every token.
const refused = app.isPackaged
  ? refusedSwitches({
      args: process.argv.slice(1),
      asRoot: process.getuid?.() === 0,
      withoutSandbox: app.commandLine.hasSwitch('no-sandbox'),
      platform: process.platform,
      isCommand: command !== null
    })
  : []
if (refused.length > 0) {
  console.error(
    `Connector Desk is not started with ${refused.join(', ')}: an installed app takes what --help lists, and no more.`
  )
  process.exit(1)
}

if (command) {
  const { before, name, after } = command
  const code = runCommand(new URL('./command.js', import.meta.url), {
    ...{ command: name, args: after, profile: app.getPath('userData'), version: app.getVersion() },
    start: [process.execPath, ...before]
  })
  process.exit(code)
}

const printed = printedFor(process.argv.slice(1), app.getVersion())
if (printed !== null) {
  writeSync(process.stdout.fd, printed)
  process.exit(0)
}

// Chromium ends a first process to which a second hands more than 32 kB: a web page could do so with a long link.
if (Buffer.byteLength(process.argv.join(' ')) > 24_000) {
  console.error('Connector Desk takes no arguments as long as these.')
  process.exit(1)
}

// One process per profile: two would overwrite each other's settings. A second wakes the first and quits. A read-only
// profile allows no lock, and nothing can be overwritten.
if (process.argv.includes('--diagnose')) {
  void app
    .whenReady()
    .then(async () => (await import('./app/diagnose')).diagnose(app.getPath('userData')))
    .catch((error: unknown) => {
      console.error('The tests could not be run.', error)
      return 1
    })
    .then((code) => app.exit(code))
} else if (app.requestSingleInstanceLock() || !isWritable(app.getPath('userData'))) {
  announceAppProtocol()
  lookUpNoNames()
  bindPages()
  offerEditMenus()
  app.on('window-all-closed', () => app.quit())
  const inbox = new LinkInbox()
  hearLinks(inbox)
  reached('main loaded')
  void app.whenReady().then(() => open(inbox))
} else {
  void endWithoutLock(app.getPath('userData'))
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Opens the window, empty until the rooms answer, and loads the rooms once the page has its files. */
function open(inbox: LinkInbox): void {
  reached('ready')
  const out = join(import.meta.dirname, '..')
  const served = serveApp(join(out, 'renderer'))
  closeSession()
  const frame = openWindow(join(out, 'preload', 'index.cjs'), join(out, '..', 'resources', 'icons', '512x512.png'))
  reached('window created')
  const opened = served.then(() => import('./app/start')).then(({ start }) => start(frame, inbox, out))
  answerOnce(opened)
  opened.catch((error: unknown) => {
    console.error('Connector Desk could not open its parts.', error)
    // Only a visible window can show the error.
    frame.window.show()
  })
}

/**
 * Takes links from this start, from a second start, and from macOS events. Call before the app is ready: macOS delivers
 * the link of a start earlier than that.
 */
function hearLinks(inbox: LinkInbox): void {
  const receive = (args: readonly string[]) => {
    const link = linkAmong(args)
    if (link !== null) inbox.receive(link)
  }
  receive(process.argv.slice(1))
  app.on('second-instance', (_, args) => receive(args.slice(1)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    inbox.receive(url)
  })
  // On Linux the package registers the scheme. A checkout must not take links from the installed app.
  if (app.isPackaged && process.platform !== 'linux') app.setAsDefaultProtocolClient(linkScheme)
}

/**
 * If another process holds the lock, it is awake now, and this one ends silently. Otherwise the lock failed: the screen
 * and stderr say so.
 */
async function endWithoutLock(profile: string): Promise<void> {
  const lock = join(profile, 'SingletonLock')
  if (process.platform === 'win32' || isHeld(lock)) return app.quit()
  const title = 'Connector Desk cannot start'
  const words = `It could not make the lock that keeps two of it from using one profile. The disk may be full, or something else has the name of the lock. Correct that, then start it again:\n\n${lock}\n\nStarted with --diagnose, it tests this computer and prints what it finds.`
  console.error(`${title}. ${words}`)
  await app.whenReady()
  dialog.showErrorBox(title, words)
  app.exit(1)
}

/** The lock is a link that names a computer and a process. */
function isHeld(lock: string): boolean {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(lock))?.[1])
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (thrown) {
    // A live process of another person.
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The build inserts the contract's names (electron.vite.config.ts): the schemas load later. */
declare const CHANNEL_NAMES: readonly Channel[]

/**
 * Early calls wait for the rooms. Later calls are answered in the same task: the frame of a closing page, by which main
 * trusts it, is gone a moment later.
 */
function answerOnce(opened: Promise<AnswerCall>): void {
  let answer: AnswerCall = async (...asked) => (await opened)(...asked)
  void opened.then((parts) => (answer = parts)).catch(() => undefined)
  for (const channel of CHANNEL_NAMES) ipcMain.handle(channel, (event, raw: unknown) => answer(channel, event, raw))
}
