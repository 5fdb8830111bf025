/** @returns whether the text is in the clipboard now: the window may not have the focus, or not be permitted. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
