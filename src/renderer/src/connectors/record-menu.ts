import type { ConnectorRecord } from '../../../shared/connectors/connector'
import { safeString } from '../kit/safe-text'
import type { ContextMenu } from '../kit/context-menu.svelte'
import { recordFieldWords as words } from './words/record'
import { copyAndSay } from './connector-menu'

/**
 * The menu of the field below the pointer: its `dt` and `dd` name it in `data-field`.
 * @param say speaks the result of a copy
 */
export function showFieldMenu(
  event: MouseEvent,
  contextMenu: ContextMenu,
  record: ConnectorRecord,
  say: (text: string) => void
): void {
  if (!(event.target instanceof Element)) return
  const field = event.target.closest<HTMLElement>('[data-field]')?.dataset.field
  if (field === undefined) return
  const value = record[field]
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  contextMenu.show(event, words.about(safeString(field, 80)), [
    { label: words.copyValue, run: () => void copyAndSay(text).then(say), disabled: text === '' },
    { label: words.copyField, run: () => void copyAndSay(field).then(say) }
  ])
}
