import { app, type BrowserWindow } from 'electron'
import type { Listeners } from '../base/listeners'
import { hiddenSwitch } from '../desktop/autostart'
import type { TrayStatus } from '../desktop/tray-status'
import { emitTo } from '../ipc/register'
import { TrayIcon } from './tray'
import { showWindow } from './window'

export interface DesktopParts {
  window: BrowserWindow
  icon: string
  tray: TrayStatus
  desktopChanged: Listeners
  lock: () => void
}

/** Reaches a hidden app: by its icon, a second start, and the Dock. */
export function reachFromDesktop({ window, icon, tray, desktopChanged, lock }: DesktopParts): void {
  const open = () => showWindow(window)
  const refresh = () => emitTo(window.webContents)('app:command', { command: 'refresh' })
  const trayIcon = new TrayIcon(icon, { open, refresh, lock, quit: () => app.quit() })
  const update = () => trayIcon.show(tray.shown, tray.state)
  desktopChanged.add(update)
  update()
  app.on('activate', open)
  // A login while the app runs wants no window.
  app.on('second-instance', (_, args) => {
    if (!args.includes(hiddenSwitch)) open()
  })
}
