import { BrowserWindow, Notification } from 'electron'
import type { QueueCase } from '../shared/model/case'
import { emitTo } from './ipc/register'

/** A desktop notification of cases that opened; a click on it brings the queue to the front. */
export function notifyNewCases(cases: readonly QueueCase[]): void {
  const [window] = BrowserWindow.getAllWindows()
  if (!window || window.isFocused() || cases.length === 0 || !Notification.isSupported()) return
  const names = [...new Set(cases.map(({ endUser }) => endUser))]
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  const notification = new Notification({
    title: cases.length === 1 ? '1 connector needs somebody' : `${cases.length} connectors need somebody`,
    body: names.slice(0, 3).join(', ') + more
  })
  notification.on('click', () => {
    window.show()
    window.focus()
    emitTo(window.webContents)('app:openView', { view: 'queue' })
  })
  notification.show()
}
