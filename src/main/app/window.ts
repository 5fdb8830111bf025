import { app, BrowserWindow, screen, type IpcMainInvokeEvent } from 'electron'
import { askBeforeClosing } from './closing'
import { isPage, pageOf } from './protocol'
import { reloadAfterCrashes } from './reload'
import { backgroundColor } from './theme'
import type { Jobs } from '../base/jobs'
import type { Log } from '../base/log'
import { placeOf } from './window-place'
import { followPage } from './timeline'
import type { Settings, SettingsStore } from '../settings/settings-schema'

/** The main window before it has its parts. */
export interface Frame {
  window: BrowserWindow
  /** Resolves once its page has something to show. */
  painted: Promise<void>
  icon: string
}

export interface WindowParts {
  settings: SettingsStore
  /** Those of a page that is closed, reloaded or crashed end, but for what has already left to change something. */
  jobs: Jobs
  log: Log
  painted: Promise<void>
  /** Starts without being seen. */
  hidden: boolean
}

/** Every window is sandboxed and isolated, and has no DevTools when packaged. */
export const webPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  devTools: !app.isPackaged
}

/**
 * The main window: sandboxed, isolated, and bound to its page, which it begins to load. Nobody sees it before `furnish`
 * gave it its place and its theme.
 */
export function openWindow(preload: string, icon: string): Frame {
  const { width, height } = placeOf(null, [screen.getPrimaryDisplay().workArea])
  const window = new BrowserWindow({
    width,
    height,
    minWidth: 640,
    minHeight: 480,
    show: false,
    backgroundColor: backgroundColor(),
    title: 'Connector Desk',
    icon,
    autoHideMenuBar: true,
    webPreferences: { ...webPreferences, preload }
  })
  const painted = new Promise<void>((resolve) => window.once('ready-to-show', () => resolve()))
  followPage(window.webContents)
  void window.loadURL(pageOf('desk'))
  return { window, painted, icon }
}

/** Gives the window its place, what belongs to its life, and shows it. */
export function furnish(window: BrowserWindow, { settings, jobs, log, painted, hidden }: WindowParts): void {
  const { webContents } = window
  const owner = webContents.id
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) jobs.leave(owner)
  })
  webContents.on('render-process-gone', () => jobs.leave(owner))
  // Its process may have ended before anything listened.
  if (webContents.isCrashed()) window.reload()
  reloadAfterCrashes(window, log)
  window.on('closed', () => jobs.leave(owner))
  window.on('close', () => rememberBounds(window, settings))
  askBeforeClosing(window, jobs, () => settings.get().preferences.background)
  place(window, settings.get().window)
  if (!hidden) void painted.then(() => window.isDestroyed() || window.show())
}

function place(window: BrowserWindow, kept: Settings['window']): void {
  const { workArea } = screen.getPrimaryDisplay()
  const areas = [workArea, ...screen.getAllDisplays().map((display) => display.workArea)]
  const { x, y, width, height, maximized } = placeOf(kept, areas)
  // Only now: at its creation Windows would measure them by the scale of the main screen.
  if (x !== undefined && y !== undefined) window.setBounds({ x, y, width, height })
  else if (kept) {
    window.setSize(width, height)
    window.center()
  }
  // Maximizing shows a window, so one that starts unseen is maximized when it is first shown.
  if (maximized) window.once('show', () => window.maximize())
}

/** Brings it to the front, wherever it was: hidden, minimized or behind others. */
export function showWindow(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** Only the main frame of the app's own page may use IPC. */
export function isTrusted(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame
  return frame !== null && frame === event.sender.mainFrame && isPage('desk', frame.url)
}

function rememberBounds(window: BrowserWindow, settings: SettingsStore): void {
  // One that was never shown is not maximized yet, and one that was hidden was remembered then.
  if (!window.isVisible() && !window.isMinimized()) return
  try {
    settings.update({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } })
  } catch {
    // A profile that cannot be written loses the window's position, nothing more.
  }
}
