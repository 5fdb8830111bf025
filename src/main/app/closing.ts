import { app, dialog, type BrowserWindow } from 'electron'
import type { Jobs } from '../base/jobs'

/**
 * A change of data continues without the window. The question goes away with the last change: at the end of a login
 * nobody answers it.
 * @param staysOn whether closing only hides the window
 */
export function askBeforeClosing(window: BrowserWindow, jobs: Jobs, staysOn: () => boolean): void {
  let answered = false
  let asking = false
  let quitting = false
  app.on('before-quit', () => (quitting = true))
  window.on('close', (event) => {
    if (staysOn() && !quitting) {
      event.preventDefault()
      return window.hide()
    }
    if (answered || jobs.changing === 0) return
    event.preventDefault()
    if (asking) return
    asking = true
    window.show()
    const one = jobs.changing === 1
    const over = new AbortController()
    const question = dialog.showMessageBox(window, {
      signal: over.signal,
      type: 'question',
      title: 'Connector Desk',
      message: one ? 'A change is being sent.' : `${jobs.changing} changes are being sent.`,
      detail: `${one ? 'It' : 'They'} cannot be stopped. If you close the window now, the app quits once the ${one ? 'outcome is' : 'outcomes are'} known and recorded.`,
      buttons: ['Keep the window open', 'Close the window'],
      defaultId: 0,
      cancelId: 0
    })
    const closes = question.then(({ response }) => response === 1 || over.signal.aborted)
    void Promise.race([closes, jobs.settled().then(() => true)]).then((close) => {
      asking = false
      over.abort()
      if (!close) quitting = false
      if (!close || window.isDestroyed()) return
      answered = true
      if (quitting) app.quit()
      else window.close()
    })
  })
}
