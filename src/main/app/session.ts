import { app, session, type WebContents } from 'electron'
import { developmentServer, isOwnPage } from './protocol'

/**
 * Closes what Chromium offers a page and this app has no use for: permissions (all but writing to the clipboard on a
 * click), devices, downloads, and every request that is not for a file of the app. The app's own calls do not pass here.
 * What is no request, such as WebRTC's connection to a server, finds only a proxy without an address.
 */
export function closeSession(): void {
  const { defaultSession } = session
  const nowhere = {
    mode: 'fixed_servers',
    proxyRules: 'http://none.invalid.',
    proxyBypassRules: '<-loopback>'
  } as const
  // Electron fetches dictionaries even where no page checks what is typed.
  defaultSession.setSpellCheckerLanguages([])
  if (!developmentServer()) void defaultSession.setProxy(nowhere)
  const allowed = 'clipboard-sanitized-write'
  defaultSession.setPermissionRequestHandler((_, permission, answer) => answer(permission === allowed))
  defaultSession.setPermissionCheckHandler((_, permission) => permission === allowed)
  defaultSession.setDevicePermissionHandler(() => false)
  defaultSession.on('will-download', (event) => event.preventDefault())
  defaultSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOwnPage(url) }))
}

/**
 * No page has a name looked up, which would tell it to the network: not by a link (`dns-prefetch`), and not by WebRTC,
 * which asks for names with a dot at their end. Nothing else here does. Must run before the app is ready.
 */
export function lookUpNoNames(): void {
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP *. ~NOTFOUND')
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
