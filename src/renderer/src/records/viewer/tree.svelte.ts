import { SvelteMap } from 'svelte/reactivity'
import type { TreeWindow } from '../../../../shared/viewer/windows'
import type { Client } from '../../client.svelte'

export type TreeNode = TreeWindow['nodes'][number]
export type TreeRow = { depth: number; node: TreeNode } | { depth: number; more: { of: number; left: number } }

/** Children read at once: opening a list of 100,000 must not read them all. */
const page = 200

/** A JSON body as a tree; a branch is read when it opens. */
export class BodyTree {
  #client: Client
  #id: string
  #root = $state.raw<TreeNode | null>(null)
  #open = new SvelteMap<number, TreeWindow>()
  #began = false

  constructor(client: Client, id: string) {
    this.#client = client
    this.#id = id
  }

  rows: readonly TreeRow[] = $derived.by(() => {
    const rows: TreeRow[] = []
    const add = (node: TreeNode, depth: number) => {
      rows.push({ depth, node })
      const branch = this.#open.get(node.node)
      if (!branch) return
      for (const child of branch.nodes) add(child, depth + 1)
      const left = branch.total - branch.nodes.length
      if (left > 0) rows.push({ depth: depth + 1, more: { of: node.node, left } })
    }
    if (this.#root) add(this.#root, 0)
    return rows
  })

  isOpen(node: number): boolean {
    return this.#open.has(node)
  }

  async begin(): Promise<void> {
    if (this.#began) return
    this.#began = true
    const { nodes } = await this.#read(null, 0)
    const root = nodes[0] ?? null
    if (root && root.children > 0) this.#open.set(root.node, await this.#read(root.node, 0))
    this.#root = root
  }

  async toggle({ node, children }: TreeNode): Promise<void> {
    if (this.#open.delete(node) || children === 0) return
    this.#open.set(node, await this.#read(node, 0))
  }

  async more(node: number): Promise<void> {
    const branch = this.#open.get(node)
    if (!branch) return
    const { total, nodes } = await this.#read(node, branch.nodes.length)
    this.#open.set(node, { total, nodes: [...branch.nodes, ...nodes] })
  }

  #read(node: number | null, from: number): Promise<TreeWindow> {
    return this.#client.call('passthrough:readChildren', { id: this.#id, node, from, count: page })
  }
}
