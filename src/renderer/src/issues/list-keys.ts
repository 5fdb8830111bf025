import type { ShortcutId } from '../../../shared/shortcuts'
import { pressed } from '../kit/keys/shortcut'
import type { IssuesView } from './issues-view.svelte'
import type { Selection } from './selection.svelte'

/**
 * @param onRow whether a row itself has the focus, not a control in it
 * @returns the row to make the current one, null for another key
 */
export function listKey(event: KeyboardEvent, onRow: boolean, view: IssuesView, selection: Selection): number | null {
  const { items } = view.layout
  const at = view.cursor
  const item = items.at(at)
  if (!item) return null
  const open = item.kind !== 'case' && item.open

  const is = (id: ShortcutId) => pressed(event, id)
  if (is('row-down')) return at + 1
  if (is('row-up')) return at - 1
  if (is('page-down')) return view.pageFrom(at, 1)
  if (is('page-up')) return view.pageFrom(at, -1)
  if (is('first-row')) return 0
  if (is('last-row')) return items.length - 1
  if (!onRow) return null
  if (is('open-row')) view.openAt(at)
  else if (is('select-row')) {
    if (item.kind === 'case') selection.toggle(item.one.key)
    else selection.toggleAll((item.kind === 'branch' ? item.branch : item.section).issues.map((one) => one.key))
  } else if (is('fold')) {
    if (!open) return item.parent === -1 ? null : item.parent
    view.toggle(item)
  } else if (is('unfold') && item.kind !== 'case' && !item.open) view.toggle(item)
  else return null
  return view.cursor
}
