import { app, dialog, type BrowserWindow } from 'electron'
import type { Jobs } from '../base/jobs'

/**
 * A window that is closed while something is on its way that changes data asks first. Without the window it is followed
 * to its end all the same, and the history says how it ended. Once nothing is on its way any more, there is nothing to
 * ask: at the end of a login nobody answers.
 *
 * @param staysOn whether closing only hides the window, and the app goes on; to quit ends it all the same
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
