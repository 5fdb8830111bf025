import type { Entry } from '../../records/entry'

/** One thing the palette can do. */
export interface Command {
  /** The same whenever it is offered, so that the palette knows what was run last. */
  id: string
  label: string
  /** What it is found by, beside its label. */
  also?: string
  /** Its shortcut, as `Shortcut.keys` has it. */
  key?: string
  /** A connector, which the palette draws as one. */
  entry?: Entry
  run: () => void
}

export interface CommandGroup {
  name: string
  commands: readonly Command[]
}
