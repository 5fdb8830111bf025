import { viewLabels, type ViewLabelled } from './app/view'

export interface Shortcut {
  /** Heading in the sheet of shortcuts. */
  group: string
  does: string
  /**
   * Any of these. `Mod` is Ctrl, or Cmd on macOS; `Ctrl` is always Ctrl. A letter without modifiers does nothing while
   * text is typed.
   */
  keys: readonly [string, ...string[]]
}

const everywhere = 'Everywhere'
const lists = 'Lists and tables'
const { issues, passthrough, mappings, data } = viewLabels

/** The menu, the key handlers (`pressed`) and the sheet of shortcuts read these. */
const named = {
  shortcuts: { group: everywhere, does: 'Keyboard shortcuts', keys: ['?'] },
  guide: { group: everywhere, does: 'User guide', keys: ['F1'] },
  palette: { group: everywhere, does: 'Search or run', keys: ['Mod+K'] },
  refresh: { group: everywhere, does: 'Refresh connectors', keys: ['Mod+R'] },
  close: { group: everywhere, does: `Close the drawer, or the request in ${passthrough}`, keys: ['Mod+W'] },
  settings: { group: everywhere, does: 'Settings', keys: ['Mod+,'] },
  lock: { group: everywhere, does: 'Lock', keys: ['Mod+L'] },
  larger: { group: everywhere, does: 'Zoom in', keys: ['Mod+Plus'] },
  smaller: { group: everywhere, does: 'Zoom out', keys: ['Mod+-'] },
  'usual-size': { group: everywhere, does: 'Reset zoom', keys: ['Mod+0'] },
  quit: { group: everywhere, does: 'Quit', keys: ['Mod+Q'] },

  'next-row': { group: lists, does: 'Next row, from anywhere in the view', keys: ['J'] },
  'previous-row': { group: lists, does: 'Previous row, from anywhere in the view', keys: ['K'] },
  'row-down': { group: lists, does: 'Next row', keys: ['ArrowDown'] },
  'row-up': { group: lists, does: 'Previous row', keys: ['ArrowUp'] },
  'page-down': { group: lists, does: 'One page down', keys: ['PageDown'] },
  'page-up': { group: lists, does: 'One page up', keys: ['PageUp'] },
  'first-row': { group: lists, does: 'First row', keys: ['Home'] },
  'last-row': { group: lists, does: 'Last row', keys: ['End'] },
  'open-row': { group: lists, does: 'Open the row', keys: ['Enter'] },
  'close-drawer': { group: lists, does: 'Close the menu, then the drawer', keys: ['Escape'] },
  search: {
    group: lists,
    does: `Search (${viewLabels.issues}, ${viewLabels.connectors}, ${viewLabels.lookups}, ${viewLabels.activity})`,
    keys: ['/']
  },

  'select-row': { group: issues, does: 'Select the issue, or all of a group', keys: [' '] },
  'select-all': { group: issues, does: 'Select all issues that are listed', keys: ['Mod+A'] },
  'assign-me': { group: issues, does: 'Assign the issue, or the selected ones, to yourself', keys: ['A'] },
  fold: { group: issues, does: 'Collapse the group', keys: ['ArrowLeft'] },
  unfold: { group: issues, does: 'Expand the group', keys: ['ArrowRight'] },

  send: { group: passthrough, does: 'Send', keys: ['Mod+Enter'] },
  'cancel-send': { group: passthrough, does: 'Cancel the running request', keys: ['Escape'] },
  'save-request': { group: passthrough, does: 'Save the request', keys: ['Mod+S'] },
  find: { group: passthrough, does: 'Find in the response', keys: ['Mod+F'] },
  'new-request': { group: passthrough, does: 'New request', keys: ['Mod+T'] },
  'reopen-request': { group: passthrough, does: 'Reopen closed request', keys: ['Mod+Shift+T'] },
  'next-request': { group: passthrough, does: 'Next request', keys: ['Ctrl+Tab', 'Ctrl+PageDown'] },
  'previous-request': { group: passthrough, does: 'Previous request', keys: ['Ctrl+Shift+Tab', 'Ctrl+PageUp'] },

  'leave-out': { group: passthrough, does: 'Ask many: leave the connector out, or ask it', keys: ['X'] },
  'compare-two': { group: passthrough, does: 'Ask many: compare the two selected answers', keys: ['D'] },

  'save-mapping': { group: mappings, does: 'Save the mapping', keys: ['Mod+S'] },
  'use-proposal': { group: mappings, does: 'By example: use the chosen expression', keys: ['Mod+Enter'] },

  'read-collection': { group: data, does: 'Fetch records', keys: ['Mod+Enter'] },
  'copy-id': { group: data, does: 'Copy the ID', keys: ['C'] },
  'open-by-id': { group: data, does: 'Open a linked record', keys: ['O'] }
} as const satisfies Record<string, Shortcut>

/** The system makes these a right click, so no handler asks for them. */
const bySystem: Shortcut = { group: lists, does: 'Open the menu of the row', keys: ['Shift+F10', 'ContextMenu'] }

export type ShortcutId = keyof typeof named
export const shortcuts: Record<ShortcutId, Shortcut> = named

export const numberedViews = (Object.keys(viewLabels) as ViewLabelled[]).filter(
  (view): boolean => view !== 'settings' && view !== 'doctor'
)

/** @param view one of `numberedViews` */
export const viewKey = (view: ViewLabelled) => `Mod+${numberedViews.indexOf(view) + 1}`

/** null if it has no key. */
export const viewKeyOf = (view: string): string | null => {
  const numbered = numberedViews.find((one) => one === view)
  if (numbered) return viewKey(numbered)
  return view === 'settings' ? shortcuts.settings.keys[0] : null
}

export function shortcutGroups(): { group: string; shortcuts: Shortcut[] }[] {
  const views = numberedViews.map((view): Shortcut => ({
    group: 'Views',
    does: viewLabels[view],
    keys: [viewKey(view)]
  }))
  const all = [...Object.values(shortcuts), bySystem]
  const of = (group: string) => ({ group, shortcuts: all.filter((one) => one.group === group) })
  const others = new Set(all.map(({ group }) => group).filter((group) => group !== everywhere))
  return [of(everywhere), { group: 'Views', shortcuts: views }, ...[...others].map(of)]
}

export const acceleratorOf = (key: string) => key.replace('Mod', 'CmdOrCtrl')

const keyNames: Record<string, string> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ContextMenu: 'Menu',
  PageDown: 'Page down',
  PageUp: 'Page up',
  Plus: '+',
  '-': '−'
}
const onMac: Record<string, string> = { Mod: '⌘', Ctrl: '⌃', Shift: '⇧', Enter: '↩' }

/** @param key one of `Shortcut.keys` */
export function keysShown(key: string, mac: boolean): string[] {
  return key.split('+').map((one) => (mac ? onMac[one] : one === 'Mod' ? 'Ctrl' : undefined) ?? keyNames[one] ?? one)
}
