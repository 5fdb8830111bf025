import { app, Menu, nativeImage, Tray } from 'electron'
import { drawNumber } from '../desktop/badge'
import { trayItems, trayNumber, trayWords, type TrayActs, type TrayState } from '../desktop/tray'

/** The icon is drawn at twice the size that a tray has, for screens of high density. */
const size = 44

/** The icon in the tray; on macOS the number at the Dock icon, and its menu. Where a desktop has no tray, nothing shows. */
export class TrayIcon {
  #tray: Tray | null = null

  constructor(
    private readonly iconFile: string,
    private readonly acts: TrayActs
  ) {}

  /** @param shown whether there is one at all */
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
