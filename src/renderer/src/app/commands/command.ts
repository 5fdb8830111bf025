import type { Entry } from '../../records/entry'

export interface Command {
  /** Constant, so that the palette knows recent commands. */
  id: string
  label: string
  /** More text to find it by. */
  also?: string
  key?: string
  /** A connector, which the palette draws as one. */
  entry?: Entry
  run: () => void
}

export interface CommandGroup {
  name: string
  commands: readonly Command[]
}
