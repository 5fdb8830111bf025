import { keysShown, shortcuts, type ShortcutId } from '../../../../shared/shortcuts'

const mac = navigator.userAgent.includes('Mac')

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether an event is for a shortcut. Where it holds is for the handler to know: see `view-keys.ts`. */
export const pressed = (event: Pressed, id: ShortcutId): boolean =>
  shortcuts[id].keys.some((key) => matches(event, key))

function matches({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed, wanted: string): boolean {
  const parts = wanted.split('+')
  const last = parts.pop() ?? ''
  if (key.toLowerCase() !== last.toLowerCase() || altKey) return false
  const ctrl = parts.includes('Ctrl') || (!mac && parts.includes('Mod'))
  const meta = mac && parts.includes('Mod')
  if (ctrlKey !== ctrl || metaKey !== meta) return false
  // Where a sign is on the keyboard decides whether it takes Shift.
  return /^[^\p{L} ]$/u.test(last) || shiftKey === parts.includes('Shift')
}

/** What is written on its keys on this computer: of several, those named first. */
export const keysOf = (id: ShortcutId): string[] => keysFor(shortcuts[id].keys[0])

/** The same for one key of `Shortcut.keys`. */
export const keysFor = (key: string): string[] => keysShown(key, mac)

/** All its keys, each as those to press together. */
export const allKeysOf = (keys: readonly string[]): string[][] => keys.map((key) => keysShown(key, mac))

/** As `aria-keyshortcuts` names them. */
export const ariaKeysOf = (id: ShortcutId): string =>
  shortcuts[id].keys.map((key) => key.replace('Mod', mac ? 'Meta' : 'Control').replace('Ctrl', 'Control')).join(' ')
