import { accessSync, constants, writeSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { printedFor } from './app/command-line'
import { offerEditMenus } from './app/edit-menu'
import { hearLinks } from './app/hear-links'
import { endWithoutLock } from './app/no-lock'
import { announceAppProtocol, serveApp } from './app/protocol'
import { bindPages, closeSession, lookUpNoNames } from './app/session'
import { refusedSwitches } from './app/switches'
import { reached } from './app/timeline'
import { answerOnce } from './app/waiting-calls'
import { openWindow } from './app/window'
import { LinkInbox } from './desktop/link-inbox'

// Imports only what the window needs. The rest loads while the page runs its scripts: see `open`.

// Before Chromium acts on them: a debugger would read every token.
const refused = app.isPackaged
  ? refusedSwitches({
      args: process.argv.slice(1),
      asRoot: process.getuid?.() === 0,
      withoutSandbox: app.commandLine.hasSwitch('no-sandbox'),
      platform: process.platform
    })
  : []
if (refused.length > 0) {
  console.error(
    `Connector Desk is not started with ${refused.join(', ')}: an installed app takes what --help lists, and no more.`
  )
  process.exit(1)
}

const printed = printedFor(process.argv.slice(1), app.getVersion())
if (printed !== null) {
  writeSync(process.stdout.fd, printed)
  process.exit(0)
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
