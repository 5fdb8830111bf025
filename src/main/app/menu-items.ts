import type { MenuItemConstructorOptions } from 'electron'
import { viewLabels, type ViewLabelled, type WindowCommand } from '../../shared/app/view'
import { acceleratorOf, numberedViews, shortcuts, viewKey, type ShortcutId } from '../../shared/shortcuts'

export interface MenuActs {
  show(view: ViewLabelled | 'add-workspace'): void
  command(command: WindowCommand): void
  lock(): void
  /** @param steps 1 larger, -1 smaller, 0 back to 100 % */
  zoom(steps: 1 | 0 | -1): void
  openGuide(): void
  showLogs(): void
}

type Items = MenuItemConstructorOptions[]
const line = { type: 'separator' } as const
const keyOf = (id: ShortcutId) => ({ accelerator: acceleratorOf(shortcuts[id].keys[0]) })

/** Electron's own menu reloads the page (and loses its state), opens DevTools and closes the window with Ctrl+W. */
export function menuItems(mac: boolean, packaged: boolean, acts: MenuActs): Items {
  const settings = { ...viewItem('settings', acts), ...keyOf('settings') }
  const quit: Items = [line, { id: 'quit', role: 'quit', ...keyOf('quit') }]
  const aboutMac: Items = [aboutItem(acts), line, settings, line, { role: 'hide' }, { role: 'hideOthers' }]
  return [
    ...(mac ? [{ role: 'appMenu' as const, submenu: [...aboutMac, ...quit] }] : []),
    { label: '&File', submenu: [...fileItems(acts), ...(mac ? [] : [line, settings, ...quit])] },
    { label: '&Edit', submenu: editItems },
    { label: '&View', submenu: [...viewItems(acts), ...(packaged ? [] : [line, { role: 'toggleDevTools' as const }])] },
    ...(mac ? [{ role: 'windowMenu' as const, submenu: [{ role: 'minimize' }, { role: 'zoom' }] as Items }] : []),
    { role: 'help', label: '&Help', submenu: helpItems(mac, acts) }
  ]
}

const fileItems = (acts: MenuActs): Items => [
  { id: 'add-workspace', label: 'Add a workspace', click: () => acts.show('add-workspace') },
  { id: 'lock', label: 'Lock', ...keyOf('lock'), click: acts.lock },
  line,
  { id: 'close', label: 'Close drawer or request', ...keyOf('close'), click: () => acts.command('close') }
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
  return [
    ...numberedViews.map((view) => ({ ...viewItem(view, acts), accelerator: acceleratorOf(viewKey(view)) })),
    line,
    { id: 'refresh', label: 'Refresh connectors', ...keyOf('refresh'), click: () => acts.command('refresh') },
    { id: 'palette', label: 'Search or run', ...keyOf('palette'), click: () => acts.command('palette') },
    line,
    { id: 'larger', label: 'Zoom in', ...keyOf('larger'), click: () => acts.zoom(1) },
    { id: 'smaller', label: 'Zoom out', ...keyOf('smaller'), click: () => acts.zoom(-1) },
    { id: 'usual-size', label: 'Reset zoom', ...keyOf('usual-size'), click: () => acts.zoom(0) },
    { id: 'full-screen', role: 'togglefullscreen' }
  ]
}

/** As an accelerator, `?` would no longer reach text fields. */
const helpItems = (mac: boolean, acts: MenuActs): Items => [
  { id: 'shortcuts', label: 'Keyboard shortcuts', click: () => acts.command('shortcuts') },
  { id: 'guide', label: 'User guide', ...keyOf('guide'), click: acts.openGuide },
  line,
  viewItem('doctor', acts),
  { id: 'support', label: 'Support bundle…', click: () => acts.command('support') },
  { id: 'logs', label: 'Open logs folder', click: acts.showLogs },
  ...(mac ? [] : [line, aboutItem(acts)])
]

const aboutItem = (acts: MenuActs) => ({
  id: 'about',
  label: 'About Connector Desk',
  click: () => acts.command('about')
})

const viewItem = (view: ViewLabelled, acts: MenuActs) => ({
  id: view,
  label: viewLabels[view],
  click: () => acts.show(view)
})
