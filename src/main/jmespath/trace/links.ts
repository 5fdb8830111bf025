import type { Node, NodeKind } from '../node'

/** One link of a chain like `a.b[*].c`. */
export interface TraceLink {
  node: Node
  /** End of its own text. */
  to: number
  /** True within a projection of the chain. */
  each: boolean
}

const projections: readonly NodeKind[] = ['wildcard', 'values', 'slice', 'flatten', 'filter']
export const isProjection = (kind: NodeKind) => projections.includes(kind)

/** True if it looks into its first child's value. */
export const isApplied = (kind: NodeKind) => kind === 'index' || kind === 'cut' || isProjection(kind)

/** Links in evaluation order. Pipes, `||` and the like form no chain. */
export function linksOf(chain: Node): TraceLink[] {
  const links: TraceLink[] = []
  add(chain, false)
  return links

  function add(node: Node, each: boolean): void {
    const { kind, children } = node
    if (kind === 'nothing') return
    const [left, ...rest] = children
    const follows = kind === 'sub' || isApplied(kind)
    if (left && follows) add(left, each)
    if (kind !== 'sub') links.push({ node, to: follows ? node.markEnd : node.to, each })
    const right = rest.at(-1)
    if (right && follows) add(right, each || isProjection(kind))
  }
}
