import type { Token } from './tokens'
import type { Value } from './values'

export type NodeKind =
  | 'field'
  | 'current'
  | 'literal'
  | 'function'
  | 'list'
  | 'hash'
  | 'reference'
  | 'group'
  | 'pipe'
  | 'or'
  | 'and'
  | 'not'
  | 'comparison'
  | 'sub'
  | 'index'
  /** `[1:]` after an index: the reference returns the list itself and looks nothing up in its items. */
  | 'cut'
  | 'slice'
  | 'wildcard'
  | 'values'
  | 'flatten'
  | 'filter'
  | 'nothing'

/**
 * A part of an expression with its position. For parts that follow another (`.b`, `[0]`, `[*]`, `| c`), `mark` and
 * `markEnd` bound their own text; the first child is the part before, the last the part after.
 */
export interface Node {
  kind: NodeKind
  from: number
  to: number
  mark: number
  markEnd: number
  children: Node[]
  /** A name, an index, or a comparison's sign. */
  name?: string | number
  /** Of a literal. */
  value?: Value
  /** A multi-select hash's key per child. */
  keys?: readonly string[]
  /** A slice's or cut's start, stop and step, as written. */
  bounds?: readonly (number | null)[]
  /** Depth of the reference's calls that evaluate this part. */
  frames: number
}

export interface Parsed {
  root: Node
  tokens: Token[]
}

/** Removes brackets, as the reference does. */
export function ungrouped(node: Node): Node {
  const [inner] = node.kind === 'group' ? node.children : []
  return inner ? ungrouped(inner) : node
}
