import { BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import { AppError } from '../../shared/errors'
import { armsAfterMs, confirmAnswer, typeable, type ShownAct } from '../../shared/guard/confirm'
import type { ShowAct } from '../guard/confirmer'
import { isPage, pageOf } from './protocol'
import { backgroundColor } from './theme'
import { webPreferences } from './window'

const width = 640
const heightOf = ({ requests, typed }: ShownAct) => (requests.length > 0 || typed ? 640 : 440)

const drawnWithinMs = 15_000
/** The page's and main's clocks may differ by this, ms. */
const leewayMs = 100
/** Electron 33 ends the app if a modal window is destroyed while X11 still shows it: one of 16 locks did so, ms. */
const settlesWithinMs = 500
/** ms, independent of changes to the clock. */
const steady = () => process.uptime() * 1_000

const notShown = () =>
  new AppError('internal', 'The confirmation could not be shown, so nothing was sent. Try again, or restart the app.')

/**
 * The question's page has its own origin and a preload that knows one question and one answer; main hears only its main
 * frame. The window takes the keyboard only if the app has it. Esc closes even a dead page.
 * @param parentOf the main window; null means that nothing is confirmed
 */
export function confirmIn(preload: string, parentOf: () => BrowserWindow | null): ShowAct {
  return (act, signal, save) =>
    new Promise((resolve, reject) => {
      const parent = parentOf()
      if (!parent || signal.aborted) return resolve({ agreed: false, why: '' })
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
      let why = ''
      let drawn = false
      let broken = false
      let attentionAt = Infinity
      let hadFocus = false
      let shownAt = -Infinity
      let over = false
      const destroy = () => {
        if (window.isDestroyed()) return
        hadFocus = window.isFocused()
        window.destroy()
      }
      /** The answer stands; the window closes once the system has shown it. */
      const end = () => {
        over = true
        const left = shownAt + settlesWithinMs - steady()
        if (left > 0) setTimeout(destroy, left)
        else destroy()
      }
      const fail = () => {
        broken = true
        end()
      }
      const fromPage = ({ senderFrame }: IpcMainEvent | IpcMainInvokeEvent) =>
        senderFrame === webContents.mainFrame && isPage('confirm', webContents.mainFrame.url)
      const answered = (event: IpcMainEvent, raw: unknown) => {
        const answer = confirmAnswer.safeParse(raw)
        if (!fromPage(event) || !answer.success || over) return
        const { typed } = answer.data
        // Nobody can read the question so soon, whatever the page says.
        if (answer.data.agreed && steady() - attentionAt < armsAfterMs - leewayMs) return
        why = act.asksWhy ? answer.data.why.trim() : ''
        agreed = answer.data.agreed && (act.typed === null || typeable(typed) === typeable(act.typed.text))
        end()
      }
      const show = (event: IpcMainInvokeEvent) => {
        if (!fromPage(event) || drawn || over) return
        drawn = true
        clearTimeout(giveUp)
        attentionAt = shownAt = steady()
        if (parent.isFocused()) return window.show()
        window.showInactive()
        parent.flashFrame(true)
      }
      const giveUp = setTimeout(fail, drawnWithinMs)
      webContents.ipc.handle('confirm:read', (event) => fromPage(event) && JSON.stringify(act))
      webContents.ipc.handle('confirm:save', (event, at: unknown) =>
        fromPage(event) && typeof at === 'number' ? save(at) : false
      )
      webContents.ipc.handle('confirm:drawn', show)
      webContents.ipc.on('confirm:failed', (event) => fromPage(event) && fail())
      webContents.ipc.on('confirm:answer', answered)
      webContents.on('render-process-gone', fail)
      webContents.on('did-fail-load', fail)
      webContents.on('preload-error', fail)
      webContents.on('before-input-event', (_, { type, key }) => {
        if (type === 'keyDown' && key === 'Escape') end()
      })
      window.on('focus', () => {
        attentionAt = steady()
        // Page and main count together, so that main takes what looks ready.
        webContents.send('confirm:focus')
      })
      signal.addEventListener('abort', end, { once: true })
      window.once('close', () => (hadFocus = window.isFocused()))
      window.once('closed', () => {
        clearTimeout(giveUp)
        signal.removeEventListener('abort', end)
        if (!parent.isDestroyed()) {
          parent.flashFrame(false)
          // Only with focus: the call brings the window in front of other programs.
          if (hadFocus) parent.webContents.focus()
        }
        if (broken) reject(notShown())
        else resolve({ agreed, why })
      })
      void window.loadURL(pageOf('confirm')).catch(fail)
    })
}
