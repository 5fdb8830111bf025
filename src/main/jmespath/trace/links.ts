import type { Node, NodeKind } from '../node'

/** One link of a chain like `a.b[*].c`. */
export interface Link {
  node: Node
  /** Where what it adds ends. */
  to: number
  /** It is evaluated item by item: it is within a projection of the chain. */
  each: boolean
}

const projections: readonly NodeKind[] = ['wildcard', 'values', 'slice', 'flatten', 'filter']
export const isProjection = (kind: NodeKind) => projections.includes(kind)

/** It looks into what its first child gives. */
export const isApplied = (kind: NodeKind) => kind === 'index' || kind === 'cut' || isProjection(kind)

/** The links of a chain, in the order of evaluation. Pipes, `||` and the like are not chains. */
export function linksOf(chain: Node): Link[] {
  const links: Link[] = []
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
