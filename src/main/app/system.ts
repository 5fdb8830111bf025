import { shell, clipboard, app, dialog, BrowserWindow, Notification, powerMonitor } from 'electron'
import { join } from 'node:path'
import type { Clipboard } from '../base/brief-copy'
import type { AskedFiles } from './file-dialogs'
import type { Preferences } from '../../shared/settings/preferences'
import type { LockReason } from '../../shared/settings/lock'
import { autostartFile, hiddenSwitch, linuxLogin, renewAutostart, type LoginItem } from '../desktop/autostart'

/** Opens an address with the system's program for it; `base/outside.ts` checks the address. */
export const openAddress = (address: string): Promise<void> => shell.openExternal(address)

export const systemClipboard: Clipboard = {
  read: () => clipboard.readText(),
  write: (text) => clipboard.writeText(text),
  clear: () => clipboard.clear()
}

export const systemDialogs: AskedFiles = {
  async askSave(suggestedName, folder) {
    const defaultPath = join(folder ?? app.getPath('downloads'), suggestedName)
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath })
    return canceled || !filePath ? null : filePath
  },
  async askOpen() {
    const { canceled, filePaths } = await dialog.showOpenDialog({ properties: ['openFile'] })
    return canceled ? null : (filePaths[0] ?? null)
  },
  showInFolder: (file) => shell.showItemInFolder(file)
}

/** @param always also while the app has the focus */
export function showNotification(words: { title: string; body: string }, click: () => void, always = false): void {
  if ((!always && BrowserWindow.getFocusedWindow()) || !Notification.isSupported()) return
  const notification = new Notification(words)
  notification.on('click', click)
  notification.show()
}

/**
 * SIGTERM comes at the end of a login. Electron quits in order, too, but a listener of electron-store ends the process
 * first.
 */
export function quitOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => app.quit())
  }
}

/** Interval between looks at the idle time, ms. */
const lookEvery = 15_000

export function lockWhenLeft(preferences: () => Preferences, lock: (reason: LockReason) => void): void {
  const withScreen = (reason: LockReason) => () => {
    if (preferences().lockWithScreen) lock(reason)
  }
  powerMonitor.on('suspend', withScreen('suspend'))
  powerMonitor.on('lock-screen', withScreen('screen'))
  setInterval(() => {
    const { lockMinutes } = preferences()
    if (lockMinutes > 0 && powerMonitor.getSystemIdleTime() >= lockMinutes * 60) lock('idle')
  }, lookEvery).unref()
}

/** null for a checkout, which no system can start */
export function loginItem(): LoginItem | null {
  if (!app.isPackaged) return null
  if (process.platform === 'linux') {
    // An AppImage runs from a folder that is gone after the run.
    const [file, program] = [autostartFile(process.env), process.env['APPIMAGE'] ?? process.execPath]
    renewAutostart(file, program)
    return linuxLogin(file, program)
  }
  const args = [hiddenSwitch]
  return {
    isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args })
  }
}

export function startedAtLogin(): boolean {
  if (process.argv.includes(hiddenSwitch)) return true
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
}
