import { app, BrowserWindow, screen, type IpcMainInvokeEvent, dialog } from 'electron'
import { isPage, pageOf } from './protocol'
import { backgroundColor } from './theme'
import type { Jobs } from '../base/jobs'
import type { Log } from '../base/log'
import { placeOf } from './window-place'
import { followPage } from './timeline'
import type { Settings, SettingsStore } from '../settings/settings-schema'
import { afterCrash, mostReloads } from './crashes'

export interface Frame {
  window: BrowserWindow
  /** Resolves once the page shows something. */
  painted: Promise<void>
  icon: string
}

export interface WindowParts {
  settings: SettingsStore
  /** The jobs of a closed, reloaded or crashed page end, except changes that already left. */
  jobs: Jobs
  log: Log
  painted: Promise<void>
  hidden: boolean
}

export const webPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  devTools: !app.isPackaged
}

/** The window stays hidden until `furnish`. */
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

/**
 * A change of data continues without the window. The question goes away with the last change: at the end of a login
 * nobody answers it.
 * @param staysOn whether closing only hides the window
 */
function askBeforeClosing(window: BrowserWindow, jobs: Jobs, staysOn: () => boolean): void {
  let answered = false
  let asking = false
  let quitting = false
  app.on('before-quit', () => (quitting = true))
  window.on('close', (event) => {
    if (staysOn() && !quitting) {
      event.preventDefault()
      return window.hide()
    }
    if (answered || jobs.changing === 0) return
    event.preventDefault()
    if (asking) return
    asking = true
    window.show()
    const one = jobs.changing === 1
    const over = new AbortController()
    const question = dialog.showMessageBox(window, {
      signal: over.signal,
      type: 'question',
      title: 'Connector Desk',
      message: one ? 'A change is being sent.' : `${jobs.changing} changes are being sent.`,
      detail: `${one ? 'It' : 'They'} cannot be stopped. If you close the window now, the app quits once the ${one ? 'outcome is' : 'outcomes are'} known and recorded.`,
      buttons: ['Keep the window open', 'Close the window'],
      defaultId: 0,
      cancelId: 0
    })
    const closes = question.then(({ response }) => response === 1 || over.signal.aborted)
    void Promise.race([closes, jobs.settled().then(() => true)]).then((close) => {
      asking = false
      over.abort()
      if (!close) quitting = false
      if (!close || window.isDestroyed()) return
      answered = true
      if (quitting) app.quit()
      else window.close()
    })
  })
}

function reloadAfterCrashes(window: BrowserWindow, log: Log): void {
  let times: number[] = []
  window.webContents.on('render-process-gone', (_, { reason }) => {
    log(`The window's process ended: ${reason}`)
    if (reason === 'clean-exit') return
    const after = afterCrash(times, performance.now())
    times = after.times
    if (after.reload) return window.reload()
    void askAfterCrashes(window, reason).then((answer) => {
      if (window.isDestroyed()) return
      if (answer === 'quit') return app.quit()
      times = []
      window.reload()
    })
  })
}

async function askAfterCrashes(window: BrowserWindow, reason: string): Promise<'reload' | 'quit'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Connector Desk',
    message: `The window crashed ${mostReloads + 1} times within a minute.`,
    detail: `The last reason given was “${reason}”. What you typed is kept. Reload the window, or quit and start the app again; the log in the profile says more.`,
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true
  })
  return response === 0 ? 'reload' : 'quit'
}

export function furnish(window: BrowserWindow, { settings, jobs, log, painted, hidden }: WindowParts): void {
  const { webContents } = window
  const owner = webContents.id
  webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) jobs.leave(owner)
  })
  webContents.on('render-process-gone', () => jobs.leave(owner))
  // It may have crashed before anything listened.
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
  // Not at its creation: Windows would use the main screen's scale.
  if (x !== undefined && y !== undefined) window.setBounds({ x, y, width, height })
  else if (kept) {
    window.setSize(width, height)
    window.center()
  }
  // Maximizing shows a window, so a hidden start maximizes later.
  if (maximized) window.once('show', () => window.maximize())
}

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
  // A window that was never shown is not maximized yet; one that was hidden is already saved.
  if (!window.isVisible() && !window.isMinimized()) return
  try {
    settings.update({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } })
  } catch {
    // A read-only profile only loses the window's position.
  }
}
