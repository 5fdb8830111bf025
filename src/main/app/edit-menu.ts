import { app, BrowserWindow, Menu } from 'electron'
import { editMenuItems } from './edit-menu-items'

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
