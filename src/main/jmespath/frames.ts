import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import type { Node, NodeKind } from './node'

/**
 * Python stops at 1,000 calls within each other, while an expression is read and while it is evaluated; the calls of the
 * server around them take their part of it.
 */
export const deepest = 900

export const tooDeep = (position: number): JmespathProblem => ({
  kind: 'limit',
  message: 'The expression is nested deeper than the server can follow.',
  position
})

/** How many calls the reference is within when it evaluates the deepest place of a part: two for each of its nodes. */
export function framesOf(kind: NodeKind, children: readonly Node[]): number {
  let most = 0
  for (const [at, { frames, kind: inner }] of children.entries()) {
    most = Math.max(most, frames + (at === 0 ? above(kind, inner) : 0))
  }
  return kind === 'group' ? most : most + 2
}

/** Calls between a part and its first one, beside the two of its own. */
function above(kind: NodeKind, first: NodeKind): number {
  // Of a chain of keys, or of positions, the reference makes one node.
  if (kind === first && (kind === 'sub' || kind === 'index')) return -2
  if (kind === 'flatten' || kind === 'slice' || kind === 'hash' || kind === 'reference') return 2
  return 0
}
