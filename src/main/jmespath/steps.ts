import type { Node } from './node'

/** One link of a chain like `a.b[*].c`: what stands up to `to` is an expression of its own. */
export interface Link {
  node: Node
  to: number
  /** What it adds is done item by item: a projection stands before it. */
  each: boolean
}

const projections: readonly Node['kind'][] = ['wildcard', 'values', 'slice', 'flatten', 'filter']

/** The links of a chain, in the order of evaluation. Pipes, `||` and the like are no chains. */
export function linksOf(chain: Node): Link[] {
  const links: Link[] = []
  add(chain)
  return links

  function add(node: Node): void {
    const { kind, children } = node
    if (kind === 'nothing') return
    const [left, ...rest] = children
    const follows = kind === 'sub' || kind === 'index' || projections.includes(kind)
    if (left && follows) add(left)
    if (kind !== 'sub') links.push({ node, to: follows ? node.markEnd : node.to, each: links.some(isProjection) })
    const right = rest.at(-1)
    if (right && follows) add(right)
  }
}

export const isProjection = ({ node }: Pick<Link, 'node'>) => projections.includes(node.kind)
