/**
 * Whether a key is for the whole view: one without Ctrl, Cmd or Alt that nothing has answered yet, and not while a
 * dialog or menu is open, wherever the focus is: Esc is theirs then, also where the focus was lost to the page.
 */
export function isForView(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  return !(event.target as HTMLElement).closest('dialog, [popover]') && !document.querySelector(':popover-open, :modal')
}
