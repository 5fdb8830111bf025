import { BrowserWindow, Notification } from 'electron'
import { emitTo } from '../ipc/register'
import { showWindow } from './window'

/** Shows a desktop notification, where there is one and nothing of the app has the focus. */
export function showNotification(words: { title: string; body: string }, click: () => void): void {
  if (BrowserWindow.getFocusedWindow() || !Notification.isSupported()) return
  const notification = new Notification(words)
  notification.on('click', click)
  notification.show()
}

/** Brings the queue to the front. */
export function openQueue(): void {
  const [window] = BrowserWindow.getAllWindows()
  if (!window) return
  showWindow(window)
  emitTo(window.webContents)('app:openView', { view: 'queue' })
}
