import { app, session, type WebContents } from 'electron'
import { isOwnPage } from './protocol'

/**
 * Closes what Chromium offers a page and this app has no use for: permissions (all but writing to the clipboard on a
 * click), devices, downloads, and every request that is not for a file of the app. The app's own calls do not pass here.
 */
export function closeSession(): void {
  const { defaultSession } = session
  const allowed = 'clipboard-sanitized-write'
  defaultSession.setPermissionRequestHandler((_, permission, answer) => answer(permission === allowed))
  defaultSession.setPermissionCheckHandler((_, permission) => permission === allowed)
  defaultSession.setDevicePermissionHandler(() => false)
  defaultSession.on('will-download', (event) => event.preventDefault())
  defaultSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOwnPage(url) }))
}

/** Whatever is opened, however: no page leads anywhere else, and none reaches the network by WebRTC. */
export function bindPages(): void {
  app.on('web-contents-created', (_, contents) => {
    bindToItsPage(contents)
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  })
}

function bindToItsPage(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
