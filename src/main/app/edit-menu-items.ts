import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'

/** What of a right click the entries depend on. */
export type Edited = Pick<ContextMenuParams, 'isEditable' | 'selectionText'> & {
  editFlags: Pick<
    ContextMenuParams['editFlags'],
    'canUndo' | 'canRedo' | 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'
  >
}

/**
 * The entries of the menu in a field, and of selected text. A field of a token can be pasted into and never copied
 * from: Chromium says so in the flags.
 *
 * @returns none where there is neither: no menu opens
 */
export function editMenuItems({ isEditable, selectionText, editFlags }: Edited): MenuItemConstructorOptions[] {
  const copy = { role: 'copy', label: 'Copy', enabled: editFlags.canCopy } as const
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'undo', label: 'Undo', enabled: editFlags.canUndo },
    { role: 'redo', label: 'Redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', label: 'Cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: 'Paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: 'Select all', enabled: editFlags.canSelectAll }
  ]
}
