import { BrowserWindow, dialog, screen, session, type IpcMainInvokeEvent } from 'electron'
import { appOrigin } from './protocol'
import type { Jobs } from '../base/jobs'
import type { Log } from '../base/log'
import type { Settings, SettingsStore } from '../workspaces/settings-schema'

export interface WindowParts {
  preload: string
  icon: string
  settings: SettingsStore
  /** Those of a page that is closed, reloaded or crashed end, but for what has already left to change something. */
  jobs: Jobs
  log: Log
}

/**
 * Chromium by itself takes seconds to write what the page keeps (drafts): a kill would cost them. So it is written a
 * moment after the hand rests, not at every key, and at the latest after a second.
 */
const flushEveryMs = 1_000
const flushAfterMs = 200
/** So much of a window's width, and all of its title bar, has to be on a screen, in px. */
const leastShown = 120
const titleBar = 32
const page = `${appOrigin}/index.html`

/** Where the page comes from: the built files, or electron-vite's server in development. */
function pageUrl(): string {
  return process.env['ELECTRON_RENDERER_URL'] ?? page
}

/** The one window: sandboxed, isolated, and bound to its page. */
export function openWindow({ preload, icon, settings, jobs, log }: WindowParts): BrowserWindow {
  const { x, y, width, height } = onScreen(settings.get().window) ?? { width: 1440, height: 900 }
  const window = new BrowserWindow({
    width,
    height,
    ...(x !== undefined && { x }),
    ...(y !== undefined && { y }),
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Connector Desk',
    icon,
    autoHideMenuBar: true,
    webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false }
  })
  const { webContents } = window
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  webContents.on('will-navigate', (event) => event.preventDefault())
  webContents.on('will-attach-webview', (event) => event.preventDefault())
  const owner = webContents.id
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) jobs.leave(owner)
  })
  webContents.on('render-process-gone', (_, { reason }) => {
    log(`The window's process ended: ${reason}`)
    jobs.leave(owner)
    if (reason !== 'clean-exit') window.reload()
  })
  keepFlushed(window)
  window.on('closed', () => jobs.leave(owner))
  window.once('ready-to-show', () => window.show())
  window.on('close', () => rememberBounds(window, settings))
  askBeforeClosing(window, jobs)
  void window.loadURL(pageUrl())
  return window
}

/**
 * A window that is closed while something is on its way that changes data asks first. Without the window it is followed
 * to its end all the same, and the history says how it ended.
 */
function askBeforeClosing(window: BrowserWindow, jobs: Jobs): void {
  let answered = false
  let asking = false
  window.on('close', (event) => {
    if (answered || jobs.changing === 0) return
    event.preventDefault()
    if (asking) return
    asking = true
    const one = jobs.changing === 1
    const question = dialog.showMessageBox(window, {
      type: 'question',
      title: 'Connector Desk',
      message: one
        ? 'A change is on its way to the service.'
        : `${jobs.changing} changes are on their way to the service.`,
      detail: `Nobody can take ${one ? 'it' : 'them'} back. If the window closes now, the app ends as soon as ${one ? 'its outcome is' : 'their outcomes are'} known and recorded.`,
      buttons: ['Keep the window open', 'Close the window'],
      defaultId: 0,
      cancelId: 0
    })
    void question.then(({ response }) => {
      asking = false
      if (response !== 1 || window.isDestroyed()) return
      answered = true
      window.close()
    })
  })
}

/** Bounds that some screen shows enough of to be taken hold of; a screen may be gone since. */
function onScreen(bounds: Settings['window']): Settings['window'] {
  if (!bounds || bounds.x === undefined || bounds.y === undefined) return bounds
  const { x, y, width, height } = bounds
  const shown = screen.getAllDisplays().some(({ workArea }) => {
    const across = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x)
    return across >= leastShown && y >= workArea.y - 1 && y + titleBar <= workArea.y + workArea.height
  })
  return shown ? bounds : { width, height }
}

/** Writes to the disk what the page keeps: when the hand rests, when the window is left, and once in a while. */
function keepFlushed(window: BrowserWindow): void {
  const flush = () => session.defaultSession.flushStorageData()
  const flushing = setInterval(flush, flushEveryMs)
  let resting: NodeJS.Timeout | undefined
  window.webContents.on('input-event', (_, { type }) => {
    if (type !== 'keyUp' && type !== 'char' && type !== 'mouseUp') return
    clearTimeout(resting)
    resting = setTimeout(flush, flushAfterMs)
  })
  window.on('blur', flush)
  window.on('hide', flush)
  window.on('minimize', flush)
  window.on('close', flush)
  window.on('closed', () => {
    clearInterval(flushing)
    clearTimeout(resting)
  })
}

/** The page may copy to the clipboard on a click; it gets no other permission. */
export function denyPermissions(): void {
  const allowed = 'clipboard-sanitized-write'
  session.defaultSession.setPermissionRequestHandler((_, permission, answer) => answer(permission === allowed))
  session.defaultSession.setPermissionCheckHandler((_, permission) => permission === allowed)
}

/** Only the main frame of the app's own page may use IPC. */
export function isTrusted(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame
  return frame !== null && frame === event.sender.mainFrame && siteOf(frame.url) === siteOf(pageUrl())
}

/** Node's URL knows no origin of a scheme of our own: it says "null" for all of them. */
function siteOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

function rememberBounds(window: BrowserWindow, settings: SettingsStore): void {
  try {
    settings.update({ window: window.getNormalBounds() })
  } catch {
    // A profile that cannot be written costs the window its place, nothing more.
  }
}
