import type { Token } from './tokens'

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
  | 'slice'
  | 'wildcard'
  | 'values'
  | 'flatten'
  | 'filter'
  | 'nothing'

/**
 * A part of an expression and where it stands. Of parts that follow another one (`.b`, `[0]`, `[*]`, `| c`) `mark` and
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
}

export interface Parsed {
  root: Node
  tokens: Token[]
}
