import { quotedEnd } from '../../../shared/scan'
import type { Client } from '../client.svelte'

const page = 500

/** RFC 6901. */
export const stepsOfPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** For a plain JMESPath such as `a."b c"[3]`. */
export function stepsOfWay(way: string): string[] {
  const steps: string[] = []
  const plain = /\[(\d+)\]|(\w+)|[^]/y
  while (plain.lastIndex < way.length) {
    const at = plain.lastIndex
    const end = way[at] === '"' ? quotedEnd(way, at) : -1
    if (end >= 0) steps.push(JSON.parse(way.slice(at, end)) as string)
    const [, index, name] = (end < 0 && plain.exec(way)) || []
    if (end >= 0) plain.lastIndex = end
    else if (index ?? name) steps.push(index ?? name ?? '')
  }
  return steps
}

/**
 * Main holds the body.
 *
 * @returns the node, or the nearest existing one on the way; null for an empty body
 */
export async function nodeAt(client: Client, id: string, steps: readonly string[]): Promise<number | null> {
  const root = await client.call('passthrough:readChildren', { id, node: null, from: 0, count: 1 })
  let node = root.nodes[0]?.node ?? null
  for (const step of steps) {
    const child: number | null = node === null ? null : await childNamed(client, id, node, step)
    if (child === null) break
    node = child
  }
  return node
}

async function childNamed(client: Client, id: string, node: number, name: string): Promise<number | null> {
  for (let from = 0, total = 1; from < total; from += page) {
    const window = await client.call('passthrough:readChildren', { id, node, from, count: page })
    total = window.total
    const found = window.nodes.find((child) => String(child.name) === name)
    if (found) return found.node
  }
  return null
}
