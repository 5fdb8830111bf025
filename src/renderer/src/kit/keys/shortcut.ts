import { keysShown, shortcuts, type ShortcutId } from '../../../../shared/shortcuts'

const mac = navigator.userAgent.includes('Mac')

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** The handler decides whether the shortcut applies: see `view-keys.ts`. */
export const pressed = (event: Pressed, id: ShortcutId): boolean =>
  shortcuts[id].keys.some((key) => matches(event, key))

function matches({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed, wanted: string): boolean {
  const parts = wanted.split('+')
  const last = parts.pop() ?? ''
  if (key.toLowerCase() !== last.toLowerCase() || altKey) return false
  const ctrl = parts.includes('Ctrl') || (!mac && parts.includes('Mod'))
  const meta = mac && parts.includes('Mod')
  if (ctrlKey !== ctrl || metaKey !== meta) return false
  // The keyboard layout decides whether a sign needs Shift.
  return /^[^\p{L} ]$/u.test(last) || shiftKey === parts.includes('Shift')
}

/** The first keys of a shortcut, as this computer's keyboard labels them. */
export const keysOf = (id: ShortcutId): string[] => keysFor(shortcuts[id].keys[0])

/** For one key of `Shortcut.keys`. */
export const keysFor = (key: string): string[] => keysShown(key, mac)

/** One list per combination of keys. */
export const allKeysOf = (keys: readonly string[]): string[][] => keys.map((key) => keysShown(key, mac))

/** As `aria-keyshortcuts` names them. */
export const ariaKeysOf = (id: ShortcutId): string =>
  shortcuts[id].keys.map((key) => key.replace('Mod', mac ? 'Meta' : 'Control').replace('Ctrl', 'Control')).join(' ')
