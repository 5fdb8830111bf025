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
  /** `[1:]` behind an index: the reference gives its list as it is, and looks nothing up in each item. */
  | 'cut'
  | 'slice'
  | 'wildcard'
  | 'values'
  | 'flatten'
  | 'filter'
  | 'nothing'

/**
 * A part of an expression and where it is. Of parts that follow another one (`.b`, `[0]`, `[*]`, `| c`) `mark` and
 * `markEnd` bound what they add themselves; the first child is what they follow, the last what comes behind.
 */
export interface Node {
  kind: NodeKind
  from: number
  to: number
  mark: number
  markEnd: number
  children: Node[]
  /** Of a field or function its name, of an index its number, of a comparison its sign. */
  name?: string | number
  /** The value of a literal. */
  value?: Value
  /** Of a multi-select hash: the key of each child. */
  keys?: readonly string[]
  /** Of a slice or cut: start, stop and step as far as they are written. */
  bounds?: readonly (number | null)[]
  /** How deep the calls of the reference get that evaluate this part. */
  frames: number
}

export interface Parsed {
  root: Node
  tokens: Token[]
}

/** A part without the brackets around it, which the reference forgets. */
export function ungrouped(node: Node): Node {
  const [inner] = node.kind === 'group' ? node.children : []
  return inner ? ungrouped(inner) : node
}
