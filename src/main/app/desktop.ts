import { app, type BrowserWindow, Menu, nativeImage, Tray } from 'electron'
import type { Listeners } from '../base/listeners'
import { hiddenSwitch } from '../desktop/autostart'
import type { TrayStatus } from '../desktop/tray-status'
import { emitTo } from '../ipc/register'
import { showWindow } from './window'
import { drawNumber } from '../desktop/badge'
import { trayItems, trayNumber, trayWords, type TrayActs, type TrayState } from '../desktop/tray'

interface DesktopParts {
  window: BrowserWindow
  icon: string
  tray: TrayStatus
  desktopChanged: Listeners
  lock: () => void
}

/** Twice a tray's size, for screens of high density. */
const size = 44

/** On macOS the Dock's number and menu. Shows nothing on a desktop without a tray. */
class TrayIcon {
  #tray: Tray | null = null

  constructor(
    private readonly iconFile: string,
    private readonly acts: TrayActs
  ) {}

  show(shown: boolean, state: TrayState): void {
    const menu = Menu.buildFromTemplate(trayItems(state, this.acts))
    if (process.platform === 'darwin') {
      app.setBadgeCount(state.count ?? 0)
      return app.dock?.setMenu(menu)
    }
    if (!shown) {
      this.#tray?.destroy()
      this.#tray = null
      return
    }
    this.#tray ??= this.#made()
    this.#tray.setImage(this.#image(trayNumber(state)))
    this.#tray.setToolTip(trayWords(state))
    this.#tray.setContextMenu(menu)
  }

  #made(): Tray {
    const tray = new Tray(this.#image(''))
    tray.on('click', this.acts.open)
    return tray
  }

  #image(number: string) {
    const bitmap = nativeImage.createFromPath(this.iconFile).resize({ width: size, height: size }).toBitmap()
    drawNumber(bitmap, size, number)
    return nativeImage.createFromBitmap(bitmap, { width: size, height: size, scaleFactor: 2 })
  }
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
