import { app, BrowserWindow, screen, type IpcMainInvokeEvent } from 'electron'
import { askBeforeClosing } from './closing'
import { pageOf } from './protocol'
import { reloadAfterCrashes } from './reload'
import { backgroundColor } from './theme'
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
  /** Starts without being seen. */
  hidden: boolean
}

/** So much of a window's width, and all of its title bar, has to be on a screen, in px. */
const leastShown = 120
const titleBar = 32

/** Every window is sandboxed and isolated, and has no DevTools when packaged. */
export const webPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  devTools: !app.isPackaged
}

/** The main window: sandboxed, isolated, and bound to its page. */
export function openWindow({ preload, icon, settings, jobs, log, hidden }: WindowParts): BrowserWindow {
  const { x, y, width, height } = onScreen(settings.get().window) ?? { width: 1440, height: 900 }
  const window = new BrowserWindow({
    width,
    height,
    ...(x !== undefined && { x }),
    ...(y !== undefined && { y }),
    minWidth: 640,
    minHeight: 480,
    show: false,
    backgroundColor: backgroundColor(),
    title: 'Connector Desk',
    icon,
    autoHideMenuBar: true,
    webPreferences: { ...webPreferences, preload }
  })
  const { webContents } = window
  const owner = webContents.id
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) jobs.leave(owner)
  })
  webContents.on('render-process-gone', () => jobs.leave(owner))
  reloadAfterCrashes(window, log)
  window.on('closed', () => jobs.leave(owner))
  if (!hidden) window.once('ready-to-show', () => window.show())
  window.on('close', () => rememberBounds(window, settings))
  askBeforeClosing(window, jobs, () => settings.get().preferences.background)
  void window.loadURL(pageOf('desk'))
  return window
}

/** Brings it to the front, wherever it was: hidden, minimized or behind others. */
export function showWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
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

/** Only the main frame of the app's own page may use IPC. */
export function isTrusted(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame
  return frame !== null && frame === event.sender.mainFrame && siteOf(frame.url) === siteOf(pageOf('desk'))
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
    // A profile that cannot be written loses the window's position, nothing more.
  }
}
