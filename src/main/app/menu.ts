import { app, BrowserWindow, Menu } from 'electron'
import type { MenuAct } from '../../shared/app/menu-act'
import { emitTo } from '../ipc/register'
import { menuItems, type MenuActs } from './menu-items'

/** From the smallest that fits a window to 200 % for large text. */
const sizes = [0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2]

type MenuParts = Pick<MenuActs, 'lock' | 'openGuide' | 'showLogs'>

/** @param windowOf the main window: entries act there */
export function openMenu(windowOf: () => BrowserWindow | null, parts: MenuParts): void {
  const inWindow = (act: (window: BrowserWindow) => void) => {
    const window = windowOf()
    if (window && !window.isDestroyed()) act(window)
  }
  const items = menuItems(process.platform === 'darwin', app.isPackaged, {
    show: (view) => inWindow(({ webContents }) => emitTo(webContents)('app:openView', { view })),
    command: (command) => {
      // On macOS all windows share the menu, so the guide may have the focus.
      const focused = BrowserWindow.getFocusedWindow()
      if (command === 'close' && focused && focused !== windowOf()) focused.close()
      else inWindow(({ webContents }) => emitTo(webContents)('app:command', { command }))
    },
    ...parts,
    zoom: (steps) => inWindow(({ webContents }) => webContents.setZoomFactor(sizeAfter(webContents.zoomFactor, steps)))
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(items))
}

export function actInMenu(act: MenuAct, window: BrowserWindow | null): void {
  Menu.getApplicationMenu()
    ?.getMenuItemById(act)
    ?.click(undefined, window ?? undefined, window?.webContents)
}

function sizeAfter(now: number, steps: 1 | 0 | -1): number {
  if (steps === 0) return 1
  const at = sizes.findIndex((size) => size >= now - 0.01)
  return sizes[Math.min(sizes.length - 1, Math.max(0, at + steps))] ?? 1
}
