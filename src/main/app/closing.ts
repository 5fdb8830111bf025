import { app, dialog, type BrowserWindow } from 'electron'
import type { Jobs } from '../base/jobs'

/**
 * A window that is closed while something is on its way that changes data asks first. Without the window it is followed
 * to its end all the same, and the history says how it ended.
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
    const question = dialog.showMessageBox(window, {
      type: 'question',
      title: 'Connector Desk',
      message: one ? 'A change is being sent.' : `${jobs.changing} changes are being sent.`,
      detail: `${one ? 'It' : 'They'} cannot be stopped. If you close the window now, the app quits once the ${one ? 'outcome is' : 'outcomes are'} known and recorded.`,
      buttons: ['Keep the window open', 'Close the window'],
      defaultId: 0,
      cancelId: 0
    })
    void question.then(({ response }) => {
      asking = false
      if (response !== 1) quitting = false
      if (response !== 1 || window.isDestroyed()) return
      answered = true
      window.close()
    })
  })
}
