import { BrowserWindow, Notification } from 'electron'

/** Does nothing while the app has the focus. */
export function showNotification(words: { title: string; body: string }, click: () => void): void {
  if (BrowserWindow.getFocusedWindow() || !Notification.isSupported()) return
  const notification = new Notification(words)
  notification.on('click', click)
  notification.show()
}
