import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'

export type Edited = Pick<ContextMenuParams, 'isEditable' | 'selectionText'> & {
  editFlags: Pick<
    ContextMenuParams['editFlags'],
    'canUndo' | 'canRedo' | 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'
  >
}

/**
 * Nobody can copy from a token field: Chromium's flags say so.
 * @returns empty for no menu
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
