import { app, session, type WebContents, BrowserWindow, Menu } from 'electron'
import { developmentServer, isOwnPage } from './protocol'
import { editMenuItems } from './edit-menu-items'

/**
 * Refuses permissions (except writing to the clipboard on a click), devices, downloads, and requests for anything but
 * the app's files. The app's own calls do not pass here. WebRTC finds only a proxy without an address.
 */
export function closeSession(): void {
  const { defaultSession } = session
  const nowhere = {
    mode: 'fixed_servers',
    proxyRules: 'http://none.invalid.',
    proxyBypassRules: '<-loopback>'
  } as const
  // Electron downloads dictionaries even if no page checks spelling.
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
 * A lookup reveals the name to the network: links (`dns-prefetch`) and WebRTC (names with a dot at the end) make them.
 * Call before the app is ready.
 */
export function lookUpNoNames(): void {
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP *. ~NOTFOUND')
}

/** No navigation, and no WebRTC, however a page opens. */
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

/** A page with its own menu prevents the event. */
export function offerEditMenus(): void {
  app.on('web-contents-created', (_, contents) =>
    contents.on('context-menu', (_, params) => {
      const window = BrowserWindow.fromWebContents(contents)
      const items = editMenuItems(params)
      if (!window || items.length === 0) return
      // The keyboard opens the menu at the text cursor, not at the pointer.
      const place = params.menuSourceType === 'keyboard' ? { x: Math.round(params.x), y: Math.round(params.y) } : {}
      Menu.buildFromTemplate(items).popup({ window, ...place })
    })
  )
}
