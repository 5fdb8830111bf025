import { clipboard } from 'electron'
import type { Clipboard } from '../base/brief-copy'

export const systemClipboard: Clipboard = {
  read: () => clipboard.readText(),
  write: (text) => clipboard.writeText(text),
  clear: () => clipboard.clear()
}
