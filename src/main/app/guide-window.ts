import { BrowserWindow } from 'electron'
import { guideTitles } from '../../shared/support/guide'
import { pageOf } from './protocol'
import { backgroundColor } from './theme'
import { webPreferences } from './window'

const drawnWithinMs = 15_000
const notShown = 'The user guide could not be shown. Open it again, or restart the app.'

/** The guide's page has no preload: it reaches nothing of the app. */
export class GuideWindow {
  #window: BrowserWindow | null = null

  /** @param failed gets the reason if a broken page closes the window */
  constructor(
    private readonly icon: string,
    private readonly failed: (words: string) => void
  ) {}

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
      title: guideTitles.drawn,
      icon: this.icon,
      autoHideMenuBar: true,
      webPreferences: { ...webPreferences, zoomFactor: zoom }
    })
    window.removeMenu()
    const fail = () => {
      if (window.isDestroyed()) return
      window.destroy()
      this.failed(notShown)
    }
    const giveUp = setTimeout(fail, drawnWithinMs)
    window.once('ready-to-show', () => window.show())
    window.once('closed', () => {
      clearTimeout(giveUp)
      this.#window = null
    })
    window.on('page-title-updated', (_, title) => {
      if (title === guideTitles.drawn) clearTimeout(giveUp)
      if (title === guideTitles.broken) fail()
    })
    window.webContents.on('render-process-gone', fail)
    window.webContents.on('did-fail-load', fail)
    void window.loadURL(pageOf('guide')).catch(fail)
    return window
  }
}
