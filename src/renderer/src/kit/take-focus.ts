import { tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/** For a field that opens for typing: it takes the focus as it appears. */
export const takeFocus: Attachment<HTMLElement> = (element) => element.focus()

/** For an element that replaces another: it takes the focus as it appears, where that had it. */
export const takeLostFocus: Attachment<HTMLElement> = (element) =>
  void tick().then(() => document.activeElement === document.body && element.focus())
