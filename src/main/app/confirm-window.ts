import { BrowserWindow, type IpcMainEvent } from 'electron'
import { confirmAnswer, type ShownAct } from '../../shared/confirm'
import type { ShowAct } from '../guard/confirmer'
import { pageOf } from './protocol'
import { backgroundColor } from './theme'
import { webPreferences } from './window'

/** One request needs little room; a list of them, or a name to type, more. */
const width = 600
const heightOf = ({ requests, typed }: ShownAct) => (requests.length > 1 || typed ? 620 : 480)

/**
 * Shows an act in a window of its own, modal to the main one. Its page comes from another origin than the main page and
 * has another preload, which knows a question and an answer and nothing else; only this window's main frame is heard.
 *
 * @param parentOf the main window; null where it is gone: then nothing is confirmed
 */
export function confirmIn(preload: string, parentOf: () => BrowserWindow | null): ShowAct {
  return (act, signal) =>
    new Promise((resolve) => {
      const parent = parentOf()
      if (!parent || signal.aborted) return resolve(false)
      const window = new BrowserWindow({
        width,
        height: heightOf(act),
        parent,
        modal: true,
        show: false,
        backgroundColor: backgroundColor(),
        minWidth: 480,
        minHeight: 360,
        minimizable: false,
        maximizable: false,
        fullscreenable: false,
        title: act.title.slice(0, 200),
        autoHideMenuBar: true,
        webPreferences: { ...webPreferences, preload }
      })
      const { webContents } = window
      window.removeMenu()
      let agreed = false
      const end = () => window.destroy()
      const answered = (event: IpcMainEvent, raw: unknown) => {
        const answer = confirmAnswer.safeParse(raw)
        if (event.senderFrame !== webContents.mainFrame || !answer.success) return
        const { typed } = answer.data
        agreed = answer.data.agreed && (act.typed === null || typed === act.typed.text)
        end()
      }
      webContents.ipc.handle('confirm:read', () => JSON.stringify(act))
      webContents.ipc.on('confirm:answer', answered)
      webContents.on('render-process-gone', end)
      signal.addEventListener('abort', end, { once: true })
      window.once('ready-to-show', () => window.show())
      window.once('closed', () => {
        signal.removeEventListener('abort', end)
        if (!parent.isDestroyed()) {
          parent.focus()
          parent.webContents.focus()
        }
        resolve(agreed)
      })
      void window.loadURL(pageOf('confirm'))
    })
}
