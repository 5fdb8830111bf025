import { BrowserWindow, Notification } from 'electron'

/** Shows a desktop notification, where there is one and nothing of the app has the focus. */
export function showNotification(words: { title: string; body: string }, click: () => void): void {
  if (BrowserWindow.getFocusedWindow() || !Notification.isSupported()) return
  const notification = new Notification(words)
  notification.on('click', click)
  notification.show()
}
