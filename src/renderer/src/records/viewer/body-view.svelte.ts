import { SvelteMap } from 'svelte/reactivity'
import type { BodyLine, BodySummary, Found, TableWindow, TreeWindow } from '../../../../shared/viewer/windows'
import type { Client } from '../../client.svelte'
import { Task } from '../../kit/task.svelte'
import { Windows } from './windows.svelte'

type TableRow = TableWindow['rows'][number]
export type BodyForm = 'pretty' | 'tree' | 'table' | 'raw'

/** Matches read at once, from the requested one on. */
const matchesRead = 200

type TreeNode = TreeWindow['nodes'][number]
type TreeRow = { depth: number; node: TreeNode } | { depth: number; more: { of: number; left: number } }

/** Children read at once: opening a list of 100,000 must not read them all. */
const childrenRead = 200

const wrapped = (columns: number | null) => (columns === null ? {} : { columns })

/** Main keeps the body; this holds the windows in view. */
export class BodyView extends Task {
  readonly id: string
  readonly pretty: Windows<BodyLine>
  readonly folds = new Folds()
  said = $state.raw<{ node: number; words: string } | null>(null)
  readonly tree: BodyTree
  #client: Client
  #summary = $state.raw() as BodySummary
  #form = $state<BodyForm>('pretty')
  #wrap = $state<number | null>(null)
  #tableNode = $state<number | null>(null)
  #columns = $state.raw<Pick<TableWindow, 'columns' | 'moreColumns'>>({ columns: [], moreColumns: false })
  #text = $state('')
  #found = $state.raw<Found | null>(null)
  #foundFrom = 0
  #at = $state(-1)

  constructor(client: Client, id: string, summary: BodySummary) {
    super()
    this.#client = client
    this.id = id
    this.#summary = summary
    this.pretty = this.#lines('pretty', summary.prettyLines)
    this.tree = new BodyTree(client, id)
    this.#form = this.forms[0] ?? 'raw'
    this.#tableNode = summary.tables[0]?.node ?? null
    if (summary.beginning) void this.#awaitWhole()
  }

  /** Of a large body that main still reads: its beginning. */
  get summary(): BodySummary {
    return this.#summary
  }

  raw: Windows<BodyLine> = $derived.by(() => this.#lines('raw', this.summary.rawLines, this.#wrap))

  /** The forms that fit the body, the best first. */
  get forms(): readonly BodyForm[] {
    const { kind, prettyLines, tables } = this.summary
    if (kind === 'json') return ['pretty', 'tree', ...(tables.length > 0 ? (['table'] as const) : []), 'raw']
    if (kind === 'xml') return prettyLines > 0 ? ['pretty', 'raw'] : ['raw']
    return kind === 'text' ? ['raw'] : []
  }

  get form(): BodyForm {
    return this.#form
  }

  show(form: BodyForm): void {
    if (!this.forms.includes(form)) return
    this.#form = form
    if (form === 'tree') void this.attempt(() => this.tree.begin())
  }

  wrapAt(columns: number | null): void {
    if (columns === this.#wrap) return
    this.#wrap = columns
    if (this.#text !== '' && this.summary.prettyLines === 0) void this.find(this.#text)
  }

  table: Windows<TableRow> | null = $derived.by(() => {
    const node = this.#tableNode
    if (node === null) return null
    const total = this.summary.tables.find((one) => one.node === node)?.rows ?? 0
    return new Windows<TableRow>(async (from, count) => {
      const window = await this.#client.call('passthrough:readTable', { id: this.id, node, from, count })
      this.#columns = { columns: window.columns, moreColumns: window.moreColumns }
      return { total: window.total, items: window.rows }
    }, total)
  })

  get columns(): Pick<TableWindow, 'columns' | 'moreColumns'> {
    return this.#columns
  }

  get tableNode(): number | null {
    return this.#tableNode
  }

  set tableNode(node: number | null) {
    this.#tableNode = node
  }

  get text(): string {
    return this.#text
  }

  /** null without a search. */
  get found(): Found | null {
    return this.#found
  }

  /** The index of the shown match; -1 for none. */
  get at(): number {
    return this.#at
  }

  match = $derived(this.#found?.matches[this.#at - this.#foundFrom] ?? null)

  /** Searches the pretty form; without one, the raw form. */
  async find(text: string): Promise<void> {
    this.#text = text
    this.#found = null
    this.#at = -1
    if (text === '') return
    this.show(this.summary.prettyLines > 0 ? 'pretty' : 'raw')
    const found = await this.attempt(() => this.#matches(text, 0))
    if (!found || this.#text !== text) return
    this.#found = found
    this.#foundFrom = 0
    this.#goTo(found.total > 0 ? 0 : -1)
  }

  async step(by: 1 | -1): Promise<void> {
    const found = this.#found
    if (!found || found.total === 0) return
    const at = (this.#at + by + found.total) % found.total
    if (!found.matches[at - this.#foundFrom]) {
      const from = Math.max(0, Math.min(at, at - matchesRead / 2))
      const next = await this.attempt(() => this.#matches(this.#text, from))
      if (!next) return
      this.#found = next
      this.#foundFrom = from
    }
    this.#goTo(at)
  }

  copy(node: number, what: 'value' | 'path' | 'jmespath'): Promise<string> {
    return this.#client.call('passthrough:copyNode', { id: this.id, node, what })
  }

  async #awaitWhole(): Promise<void> {
    const summary = await this.attempt(() => this.#client.call('passthrough:wholeResponse', { id: this.id }))
    if (!summary) return
    this.#summary = summary
    this.pretty.changed(summary.prettyLines)
    // The rest of the body may show another kind.
    if (!this.forms.includes(this.#form)) this.#form = this.forms[0] ?? 'raw'
    this.#tableNode ??= summary.tables[0]?.node ?? null
  }

  #goTo(at: number): void {
    this.#at = at
    const line = this.match?.line
    if (line !== undefined && this.#form === 'pretty') this.folds.reveal(line)
  }

  #lines(form: 'pretty' | 'raw', total: number, wrap: number | null = null): Windows<BodyLine> {
    return new Windows<BodyLine>(async (from, count) => {
      const asked = { id: this.id, form, from, count, ...wrapped(wrap) }
      const window = await this.#client.call('passthrough:readLines', asked)
      return { total: window.total, items: window.lines }
    }, total)
  }

  #matches(text: string, from: number): Promise<Found> {
    const asked = { id: this.id, text, from, count: matchesRead, ...wrapped(this.#wrap) }
    return this.#client.call('passthrough:findText', asked)
  }
}

interface Fold {
  start: number
  end: number
}

/** The folded lines of a body. Lines count the whole body, rows only what is visible. */
class Folds {
  #all: Fold[] = []
  #outer = $state.raw<readonly Fold[]>([])

  isFolded(line: number): boolean {
    return this.#outer.some(({ start }) => start === line)
  }

  /** @returns the rows that stay visible of so many lines */
  rows(lines: number): number {
    return this.#outer.reduce((left, { start, end }) => left - (end - start), lines)
  }

  lineAt(row: number): number {
    let line = row
    for (const { start, end } of this.#outer) {
      if (line <= start) break
      line += end - start
    }
    return line
  }

  /** The row of a line, or of the fold that hides it. */
  rowOf(line: number): number {
    let hidden = 0
    for (const { start, end } of this.#outer) {
      if (line <= start) break
      if (line <= end) return start - hidden
      hidden += end - start
    }
    return line - hidden
  }

  toggle(start: number, end: number): void {
    if (this.#all.some((fold) => fold.start === start)) this.#all = this.#all.filter((fold) => fold.start !== start)
    else this.#all.push({ start, end })
    this.#publish()
  }

  reveal(line: number): void {
    this.#all = this.#all.filter(({ start, end }) => line <= start || line > end)
    this.#publish()
  }

  #publish(): void {
    this.#all.sort((a, b) => a.start - b.start || b.end - a.end)
    const outer: Fold[] = []
    for (const fold of this.#all) if (fold.start > (outer.at(-1)?.end ?? -1)) outer.push(fold)
    this.#outer = outer
  }
}

/** A JSON body as a tree; a branch is read when it opens. */
class BodyTree {
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
    return this.#client.call('passthrough:readChildren', { id: this.#id, node, from, count: childrenRead })
  }
}
