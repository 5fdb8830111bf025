import type { Node } from '../node'
import type { Value } from '../values'
import type { Visit } from './recorder'

/** Where a value was lost. */
export interface Loss {
  /** The part that lost it. */
  node: Node
  /** `missing`: there is no such key; `null`: the data holds null there. */
  kind: 'missing' | 'null' | 'other'
  /** A sentence of its own, without its full stop. */
  sentence: string
  /** Behind "and the fallback". */
  short: string
  /** What was probably meant, to be put behind a sentence; '' where nothing is close. */
  hint: string
  /** JSON pointer into the payload; null where the place is not in the payload. */
  at: string | null
}

export const fellThrough = (first: Loss, second: Loss): Loss => ({
  ...first,
  sentence: `${first.sentence.replace(/\?$/, '')}, and the fallback ${second.short}`
})

/** Goes back from where a value is missing to where it last existed. */
export interface Tracker {
  why(visit: Visit): Loss
  /** A part as it is in the expression. */
  text(node: Node): string
  loss(node: Node, kind: Loss['kind'], sentence: string, short: string, at: string | null, hint?: string): Loss
  /** What a multi-select or `map` put at a key or position. */
  madeAt(container: Value, key: string | number): Visit | undefined
  /** JSON pointer of an object or list of the payload; null for what an expression made. */
  pointerTo(value: Value): string | null
}
