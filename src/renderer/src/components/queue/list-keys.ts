import type { QueueView } from '../../state/queue/queue-view.svelte'
import type { Selection } from '../../state/queue/selection.svelte'

/**
 * What a key does in the list.
 *
 * @param onRow whether a row itself has the focus, not something in it
 * @returns the row to make the current one, null where the key has no meaning here
 */
export function listKey(key: string, onRow: boolean, view: QueueView, selection: Selection): number | null {
  const { items } = view.layout
  const at = view.cursor
  const item = items[at]
  if (!item) return null
  const parent = items.findLastIndex(({ level }, index) => index < at && level < item.level)
  const open = item.kind !== 'case' && item.open

  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'PageDown') return view.pageFrom(at, 1)
  if (key === 'PageUp') return view.pageFrom(at, -1)
  if (key === 'Home') return 0
  if (key === 'End') return items.length - 1
  if (!onRow) return null
  if (key === 'Enter') view.openAt(at)
  else if (key === ' ') {
    if (item.kind === 'case') selection.toggle(item.one.key)
    else selection.toggleAll((item.kind === 'branch' ? item.branch : item.section).cases.map((one) => one.key))
  } else if (key === 'ArrowLeft') {
    if (!open) return parent === -1 ? null : parent
    view.toggle(item)
  } else if (key === 'ArrowRight' && item.kind !== 'case' && !item.open) view.toggle(item)
  else return null
  return view.cursor
}
