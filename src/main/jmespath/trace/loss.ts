import type { Node } from '../node'
import type { Value } from '../values'
import type { Visit } from './recorder'

export interface Loss {
  /** The part that lost the value. */
  node: Node
  /** `missing`: no such key; `null`: the data holds null. */
  kind: 'missing' | 'null' | 'other'
  /** Without full stop. */
  sentence: string
  /** Text after "and the fallback". */
  short: string
  /** A likely correction to append; '' for none. */
  hint: string
  /** JSON pointer; null outside the payload. */
  at: string | null
}

export const fellThrough = (first: Loss, second: Loss): Loss => ({
  ...first,
  sentence: `${first.sentence.replace(/\?$/, '')}, and the fallback ${second.short}`
})

/** Goes back from a missing value to its last existence. */
export interface Tracker {
  why(visit: Visit): Loss
  text(node: Node): string
  loss(node: Node, kind: Loss['kind'], sentence: string, short: string, at: string | null, hint?: string): Loss
  /** The part of a multi-select or `map` at a key or position. */
  madeAt(container: Value, key: string | number): Visit | undefined
  /** JSON pointer of an object or list; null if an expression made it. */
  pointerTo(value: Value): string | null
}
