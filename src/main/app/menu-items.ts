import type { MenuItemConstructorOptions } from 'electron'
import { viewLabels, type ViewLabelled, type WindowCommand } from '../../shared/model/view'

/** What the entries do. */
export interface MenuActs {
  show(view: ViewLabelled | 'add-workspace'): void
  command(command: WindowCommand): void
  lock(): void
  /** @param steps 1 larger, -1 smaller, 0 back to 100 % */
  zoom(steps: 1 | 0 | -1): void
}

type Items = MenuItemConstructorOptions[]
const line = { type: 'separator' } as const

/**
 * The menu of the app, by the conventions of the platform. It stands in place of Electron's own, whose entries reload
 * the page (and lose what it holds), open DevTools and close the window with Ctrl+W.
 */
export function menuItems(mac: boolean, packaged: boolean, acts: MenuActs): Items {
  const settings = { ...viewItem('settings', acts), accelerator: 'CmdOrCtrl+,' }
  const quit: Items = [line, { role: 'quit', accelerator: 'CmdOrCtrl+Q' }]
  const aboutMac: Items = [{ role: 'about' }, line, settings, line, { role: 'hide' }, { role: 'hideOthers' }]
  return [
    ...(mac ? [{ role: 'appMenu' as const, submenu: [...aboutMac, ...quit] }] : []),
    { label: '&File', submenu: [...fileItems(acts), ...(mac ? [] : [line, settings, ...quit])] },
    { label: '&Edit', submenu: editItems },
    { label: '&View', submenu: [...viewItems(acts), ...(packaged ? [] : [line, { role: 'toggleDevTools' as const }])] },
    ...(mac ? [{ role: 'windowMenu' as const, submenu: [{ role: 'minimize' }, { role: 'zoom' }] as Items }] : []),
    { role: 'help', label: '&Help', submenu: [viewItem('doctor', acts)] }
  ]
}

const fileItems = (acts: MenuActs): Items => [
  { id: 'add-workspace', label: 'Add a workspace', click: () => acts.show('add-workspace') },
  { id: 'lock', label: 'Lock', accelerator: 'CmdOrCtrl+L', click: acts.lock },
  line,
  { id: 'close', label: 'Close drawer or request', accelerator: 'CmdOrCtrl+W', click: () => acts.command('close') }
]

const editItems: Items = [
  { role: 'undo' },
  { role: 'redo' },
  line,
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
  { role: 'selectAll' }
]

function viewItems(acts: MenuActs): Items {
  const views = (Object.keys(viewLabels) as ViewLabelled[]).filter((view) => view !== 'settings' && view !== 'doctor')
  return [
    ...views.map((view, at) => ({ ...viewItem(view, acts), accelerator: `CmdOrCtrl+${at + 1}` })),
    line,
    { id: 'refresh', label: 'Refresh the data', accelerator: 'CmdOrCtrl+R', click: () => acts.command('refresh') },
    { id: 'palette', label: 'Search or run', accelerator: 'CmdOrCtrl+K', click: () => acts.command('palette') },
    line,
    { id: 'larger', label: 'Larger', accelerator: 'CmdOrCtrl+Plus', click: () => acts.zoom(1) },
    { id: 'smaller', label: 'Smaller', accelerator: 'CmdOrCtrl+-', click: () => acts.zoom(-1) },
    { id: 'usual-size', label: 'Usual size', accelerator: 'CmdOrCtrl+0', click: () => acts.zoom(0) },
    { role: 'togglefullscreen' }
  ]
}

const viewItem = (view: ViewLabelled, acts: MenuActs) => ({
  id: view,
  label: viewLabels[view],
  click: () => acts.show(view)
})
