import { app, BrowserWindow, Menu } from 'electron'
import { editMenuItems } from './edit-menu-items'

/**
 * Gives every window of the app a menu in fields and on selected text, as programs of the platform have it. A page that
 * shows a menu of its own prevents the event, which then does not come here.
 */
export function offerEditMenus(): void {
  app.on('web-contents-created', (_, contents) =>
    contents.on('context-menu', (_, params) => {
      const window = BrowserWindow.fromWebContents(contents)
      const items = editMenuItems(params)
      if (!window || items.length === 0) return
      // The keyboard opens it where the text cursor is, not where the pointer happens to be.
      const place = params.menuSourceType === 'keyboard' ? { x: Math.round(params.x), y: Math.round(params.y) } : {}
      Menu.buildFromTemplate(items).popup({ window, ...place })
    })
  )
}
