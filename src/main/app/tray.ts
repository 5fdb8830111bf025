import { app, Menu, nativeImage, Tray } from 'electron'
import { drawNumber } from '../desktop/badge'
import { trayItems, trayNumber, trayWords, type TrayActs, type TrayState } from '../desktop/tray'

/** Twice a tray's size, for screens of high density. */
const size = 44

/** On macOS the Dock's number and menu. Shows nothing on a desktop without a tray. */
export class TrayIcon {
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
