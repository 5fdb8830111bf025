import { tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/** For a field that opens for typing. */
export const takeFocus: Attachment<HTMLElement> = (element) => element.focus()

export const takeLostFocus: Attachment<HTMLElement> = (element) =>
  void tick().then(() => document.activeElement === document.body && element.focus())
