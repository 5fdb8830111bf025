import { BrowserWindow, dialog, session, type IpcMainInvokeEvent } from 'electron'
import { afterCrash, mostReloads } from './crashes'
import { appOrigin } from './protocol'
import type { Log } from '../base/log'
import type { SettingsStore } from '../workspaces/settings-schema'

export interface WindowParts {
  preload: string
  icon: string
  settings: SettingsStore
  /** The page is gone: closed, reloaded or crashed. Whatever it asked for has no one to answer any more. */
  gone: (owner: number) => void
  log: Log
}

const page = `${appOrigin}/index.html`

/** Where the page comes from: the built files, or electron-vite's server in development. */
function pageUrl(): string {
  return process.env['ELECTRON_RENDERER_URL'] ?? page
}

/** The one window: sandboxed, isolated, and bound to its page. */
export function openWindow({ preload, icon, settings, gone, log }: WindowParts): BrowserWindow {
  const { x, y, width, height } = settings.get().window ?? { width: 1440, height: 900 }
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
    if (isMainFrame && !isSameDocument) gone(owner)
  })
  webContents.on('render-process-gone', () => gone(owner))
  reloadAfterCrashes(window, log)
  window.on('closed', () => gone(owner))
  window.once('ready-to-show', () => window.show())
  window.on('close', () => rememberBounds(window, settings))
  void window.loadURL(pageUrl())
  return window
}

/** Reloads the window when its process ended, and asks the operator once that happened too often. */
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
      if (answer === 'quit') return window.close()
      times = []
      window.reload()
    })
  })
}

async function askAfterCrashes(window: BrowserWindow, reason: string): Promise<'reload' | 'quit'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    title: 'Connector Desk',
    message: `The window crashed ${mostReloads + 1} times within a minute`,
    detail: `The last reason given was “${reason}”. What you typed is kept. Reload the window, or quit and start the app again; the log in the profile says more.`,
    buttons: ['Reload', 'Quit'],
    defaultId: 0,
    cancelId: 1,
    noLink: true
  })
  return response === 0 ? 'reload' : 'quit'
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
