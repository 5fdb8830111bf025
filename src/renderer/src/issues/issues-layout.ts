import type { Issue } from '../../../shared/issues/issue'
import type { Branch, IssueSection } from './issues-tree'

/** In px, lines included (tokens: Rows). */
export const heights = { head: 40, incident: 64, branch: 32, row: 30, tableHead: 28 } as const

/** Rows shown of a longer incident until the operator asks for the rest. */
const incidentRows = 4

interface Named {
  key: string
  /** Depth in the outline, for assistive technology. */
  level: 1 | 2 | 3
}

type Content = Named &
  (
    | { kind: 'section'; section: IssueSection; open: boolean }
    | { kind: 'branch'; section: IssueSection; branch: Branch; open: boolean }
    | { kind: 'case'; section: IssueSection; one: Issue }
    | { kind: 'more'; section: IssueSection; rest: readonly Issue[]; open: boolean }
  )

export type Item = Content & { index: number; top: number; height: number }

/** A part of the list whose head stays visible while it scrolls. */
export interface ListBlock {
  id: string
  top: number
  height: number
  head: Item
  items: readonly Item[]
  blocks: readonly ListBlock[]
}

interface Layout {
  height: number
  blocks: readonly ListBlock[]
  items: readonly Item[]
}

/**
 * All heights are known, so that drawing a part of thousands of issues is arithmetic.
 *
 * @param folded ids of closed sections and branches
 * @param unfolded ids of incidents shown in full
 */
export function layoutOf(
  sections: readonly IssueSection[],
  folded: ReadonlySet<string>,
  unfolded: ReadonlySet<string>
): Layout {
  const items: Item[] = []
  let top = 0
  const put = (content: Content, height: number): Item => {
    const placed = { ...content, index: items.length, top, height }
    items.push(placed)
    top += height
    return placed
  }
  const rows = (section: IssueSection, issues: readonly Issue[], level: 2 | 3) =>
    issues.map((one) => put({ key: `case:${one.key}`, kind: 'case', section, one, level }, heights.row))

  const blocks = sections.map((section): ListBlock => {
    const { id, head: title, branches, issues } = section
    const from = top
    const open = !folded.has(id)
    const incident = title.kind === 'incident'
    const head = put(
      { key: `section:${id}`, kind: 'section', section, open, level: 1 },
      incident ? heights.incident : heights.head
    )
    if (!open) return { id, top: from, height: top - from, head, items: [], blocks: [] }

    const inner = branches.map((branch): ListBlock => {
      const start = top
      const shown = !folded.has(branch.id)
      const title = put(
        { key: `branch:${branch.id}`, kind: 'branch', section, branch, open: shown, level: 2 },
        heights.branch
      )
      const own = shown ? rows(section, branch.issues, 3) : []
      return { id: branch.id, top: start, height: top - start, head: title, items: own, blocks: [] }
    })
    const flat = branches.length > 0 ? [] : issues
    const cut = incident && flat.length > incidentRows + 1
    const whole = !cut || unfolded.has(id)
    const own = rows(section, whole ? flat : flat.slice(0, incidentRows), 2)
    if (cut) {
      const rest = flat.slice(incidentRows)
      own.push(put({ key: `more:${id}`, kind: 'more', section, rest, open: whole, level: 2 }, heights.row))
    }
    return { id, top: from, height: top - from, head, items: own, blocks: inner }
  })
  return { height: top, blocks, items }
}

/** Drawn beyond each edge, px, so that a fast wheel shows no blank. */
const margin = 240

/** The rows of a block to draw; always the current row, as it holds the focus. */
export function drawnOf(
  items: readonly Item[],
  view: { top: number; height: number },
  cursor: string | null
): readonly Item[] {
  const from = firstAfter(items, view.top - margin)
  const to = firstAfter(items, view.top + view.height + margin)
  const drawn = items.slice(from, to + 1)
  const held = items.find(({ key }) => key === cursor)
  return held && !drawn.includes(held) ? [...drawn, held] : drawn
}

export function touches(block: ListBlock, view: { top: number; height: number }): boolean {
  return block.top < view.top + view.height + margin && block.top + block.height > view.top - margin
}

function firstAfter(items: readonly Item[], place: number): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const { top, height } = items[middle] as Item
    if (top + height <= place) low = middle + 1
    else high = middle
  }
  return low
}

/** The scroll position that shows the whole item below the sticky heads; unchanged if it is visible. */
export function scrollToItem(item: Item, view: { top: number; height: number }): number {
  const covered = { 1: 0, 2: heights.head, 3: heights.head + heights.branch }[item.level]
  const over = item.section.head.kind === 'incident' && item.level === 2 ? heights.incident : covered
  if (item.top - over < view.top) return Math.max(0, item.top - over)
  const end = item.top + item.height
  return end > view.top + view.height ? end - view.height : view.top
}
