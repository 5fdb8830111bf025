import { tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/** For what was opened to be typed in: it has the focus as it appears. */
export const takeFocus: Attachment<HTMLElement> = (element) => element.focus()

/** For what takes the place of something else: it has the focus as it appears, where that had it. */
export const takeLostFocus: Attachment<HTMLElement> = (element) =>
  void tick().then(() => document.activeElement === document.body && element.focus())
