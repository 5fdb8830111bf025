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

/** `parent`: the index of the head that it is below; -1 for a section. */
export type Item = Content & { index: number; parent: number; top: number; height: number }

/** Items of one height that follow each other. There may be tens of thousands: each is made once it is asked for. */
class Run {
  readonly #made = new Map<number, Item>()

  constructor(
    readonly index: number,
    readonly top: number,
    readonly length: number,
    private readonly rowHeight: number,
    private readonly parent: number,
    /** Of its rows; none for a head. */
    readonly issues: readonly Issue[],
    private readonly contentAt: (at: number) => Content
  ) {}

  get height(): number {
    return this.length * this.rowHeight
  }

  /** @param at from 0 */
  item(at: number): Item {
    const { parent, rowHeight: height } = this
    const known = this.#made.get(at)
    if (known) return known
    const item = { ...this.contentAt(at), index: this.index + at, parent, top: this.top + at * height, height }
    this.#made.set(at, item)
    return item
  }

  /** The first item that ends below a place, px from the top of the list; the length if none does. */
  firstBelow(place: number): number {
    return Math.max(0, Math.min(this.length, Math.floor((place - this.top) / this.rowHeight)))
  }
}

/** All items of a list in their order. */
export class Items {
  /** By key of the issue, or of the head. */
  #places: ReadonlyMap<string, number> | undefined

  constructor(private readonly runs: readonly Run[]) {}

  get length(): number {
    const last = this.runs.at(-1)
    return last ? last.index + last.length : 0
  }

  at(index: number): Item | undefined {
    const run = index < 0 ? undefined : this.runs[lastWith(this.runs, (one) => one.index <= index)]
    return run && index < run.index + run.length ? run.item(index - run.index) : undefined
  }

  /** -1 where it is not listed. */
  indexOf(key: string): number {
    this.#places ??= this.#allPlaces()
    return this.#places.get(key.startsWith('case:') ? key.slice('case:'.length) : key) ?? -1
  }

  /** The first that ends below a place, px from the top of the list. */
  indexAt(place: number): number {
    const run =
      this.runs[
        Math.max(
          0,
          lastWith(this.runs, ({ top }) => top <= place)
        )
      ]
    return run ? run.index + run.firstBelow(place) : 0
  }

  /** The first row from `from` on whose issue fits; -1 if there is none. */
  findIssue(fits: (one: Issue) => boolean, from = 0): number {
    for (const { index, issues } of this.runs) {
      if (index + issues.length <= from) continue
      const at = issues.findIndex((one, at) => index + at >= from && fits(one))
      if (at !== -1) return index + at
    }
    return -1
  }

  /** The last row with an issue that is listed before `to`; -1 if there is none. */
  lastIssue(to = this.length): number {
    const run = this.runs.findLast(({ index, issues }) => issues.length > 0 && index < to)
    return run ? Math.min(to, run.index + run.issues.length) - 1 : -1
  }

  /** Of the rows. */
  issues(): Issue[] {
    return this.runs.flatMap(({ issues }) => issues)
  }

  #allPlaces(): Map<string, number> {
    const places = new Map<string, number>()
    for (const run of this.runs) {
      for (let at = 0; at < run.issues.length; at++) places.set((run.issues[at] as Issue).key, run.index + at)
      if (run.issues.length === 0 && run.length > 0) places.set(run.item(0).key, run.index)
    }
    return places
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (const run of this.runs) for (let at = 0; at < run.length; at++) yield run.item(at)
  }
}

const rowKey = ({ key }: Issue) => `case:${key}`

/** The last place where it is so; it is so up to there. */
function lastWith<T>(of: readonly T[], isSo: (one: T) => boolean): number {
  let [low, high] = [0, of.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isSo(of[middle] as T)) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** A part of the list whose head stays visible while it scrolls. */
export interface ListBlock {
  id: string
  top: number
  height: number
  head: Item
  /** Its rows without those of its blocks. */
  rows: readonly Run[]
  blocks: readonly ListBlock[]
}

interface Layout {
  height: number
  blocks: readonly ListBlock[]
  items: Items
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
  const runs: Run[] = []
  let [top, index] = [0, 0]
  const put = (run: Run): Run => {
    runs.push(run)
    top += run.height
    index += run.length
    return run
  }
  const one = (content: Content, height: number, parent: number): Item =>
    put(new Run(index, top, 1, height, parent, [], () => content)).item(0)
  const rows = (section: IssueSection, issues: readonly Issue[], level: 2 | 3, parent: number): Run =>
    put(
      new Run(index, top, issues.length, heights.row, parent, issues, (at) => {
        const one = issues[at] as Issue
        return { key: rowKey(one), kind: 'case', section, one, level }
      })
    )

  const blocks = sections.map((section): ListBlock => {
    const { id, head: title, branches, issues } = section
    const from = top
    const open = !folded.has(id)
    const incident = title.kind === 'incident'
    const head = one(
      { key: `section:${id}`, kind: 'section', section, open, level: 1 },
      incident ? heights.incident : heights.head,
      -1
    )
    if (!open) return { id, top: from, height: top - from, head, rows: [], blocks: [] }

    const inner = branches.map((branch): ListBlock => {
      const start = top
      const shown = !folded.has(branch.id)
      const title = one(
        { key: `branch:${branch.id}`, kind: 'branch', section, branch, open: shown, level: 2 },
        heights.branch,
        head.index
      )
      const own = shown ? [rows(section, branch.issues, 3, title.index)] : []
      return { id: branch.id, top: start, height: top - start, head: title, rows: own, blocks: [] }
    })
    const flat = branches.length > 0 ? [] : issues
    const cut = incident && flat.length > incidentRows + 1
    const whole = !cut || unfolded.has(id)
    const own = flat.length > 0 ? [rows(section, whole ? flat : flat.slice(0, incidentRows), 2, head.index)] : []
    if (cut) {
      const rest = flat.slice(incidentRows)
      const more: Content = { key: `more:${id}`, kind: 'more', section, rest, open: whole, level: 2 }
      own.push(put(new Run(index, top, 1, heights.row, head.index, [], () => more)))
    }
    return { id, top: from, height: top - from, head, rows: own, blocks: inner }
  })
  return { height: top, blocks, items: new Items(runs) }
}

/** Drawn beyond each edge, px, so that a fast wheel shows no blank. */
const margin = 240

/** The rows of a block to draw; always the current row, as it holds the focus. @param cursor its index */
export function drawnOf(rows: readonly Run[], view: { top: number; height: number }, cursor: number): Item[] {
  return rows.flatMap((run) => {
    const from = run.firstBelow(view.top - margin)
    const to = Math.min(run.length, run.firstBelow(view.top + view.height + margin) + 1)
    const drawn = Array.from({ length: to - from }, (_, at) => run.item(from + at))
    const held = cursor - run.index
    const isDrawn = held >= from && held < to
    return isDrawn || held < 0 || held >= run.length ? drawn : [...drawn, run.item(held)]
  })
}

export function touches(block: ListBlock, view: { top: number; height: number }): boolean {
  return block.top < view.top + view.height + margin && block.top + block.height > view.top - margin
}

/** The scroll position that shows the whole item below the sticky heads; unchanged if it is visible. */
export function scrollToItem(item: Item, view: { top: number; height: number }): number {
  const covered = { 1: 0, 2: heights.head, 3: heights.head + heights.branch }[item.level]
  const over = item.section.head.kind === 'incident' && item.level === 2 ? heights.incident : covered
  if (item.top - over < view.top) return Math.max(0, item.top - over)
  const end = item.top + item.height
  return end > view.top + view.height ? end - view.height : view.top
}
