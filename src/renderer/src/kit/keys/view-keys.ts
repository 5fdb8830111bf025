/** Whether no dialog, menu or other popover is open: while one is, the keys are for it, wherever the focus is. */
export function nothingIsAbove(): boolean {
  return document.querySelector('dialog[open], :popover-open') === null
}

/**
 * Whether a key is for the whole view: one without Ctrl, Cmd or Alt that nothing has answered, while nothing is open above
 * the view. Where something is typed only Esc is, and in a search box only once it is empty.
 */
export function isForView(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return false
  if (!nothingIsAbove()) return false
  const box = (event.target as Element).closest(
    'input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable=true]'
  )
  if (event.key !== 'Escape') return box === null
  return !(box instanceof HTMLInputElement && box.type === 'search' && box.value !== '')
}
