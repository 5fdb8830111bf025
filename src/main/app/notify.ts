import { BrowserWindow, Notification } from 'electron'
import type { QueueCase } from '../../shared/model/case'
import { emitTo } from '../ipc/register'
import { newCaseWords } from '../health/new-case-words'

/** A desktop notification of cases that opened; a click on it brings the queue to the front. */
export function notifyNewCases(cases: readonly QueueCase[]): void {
  const [window] = BrowserWindow.getAllWindows()
  if (!window || window.isFocused() || cases.length === 0 || !Notification.isSupported()) return
  const notification = new Notification(newCaseWords(cases))
  notification.on('click', () => {
    window.show()
    window.focus()
    emitTo(window.webContents)('app:openView', { view: 'queue' })
  })
  notification.show()
}
