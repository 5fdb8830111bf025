import { BrowserWindow } from 'electron'
import { pageOf } from './protocol'
import { backgroundColor } from './theme'
import { webPreferences } from './window'

/**
 * The user guide in a window of its own, to be read beside the work. Its page has no preload: it reaches nothing of the
 * app, and holds nothing of a customer.
 */
export class GuideWindow {
  #window: BrowserWindow | null = null

  constructor(private readonly icon: string) {}

  /** Opens it, or brings it to the front. @param zoom the size of the main window's page */
  open(zoom: number): void {
    this.#window ??= this.#opened(zoom)
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.focus()
  }

  close(): void {
    this.#window?.destroy()
  }

  #opened(zoom: number): BrowserWindow {
    const window = new BrowserWindow({
      width: 920,
      height: 800,
      minWidth: 480,
      minHeight: 360,
      show: false,
      backgroundColor: backgroundColor(),
      title: 'User guide',
      icon: this.icon,
      autoHideMenuBar: true,
      webPreferences: { ...webPreferences, zoomFactor: zoom }
    })
    window.removeMenu()
    window.once('ready-to-show', () => window.show())
    window.once('closed', () => (this.#window = null))
    void window.loadURL(pageOf('guide'))
    return window
  }
}
