import type { BodyLine, BodySummary, Found, TableWindow } from '../../../../shared/viewer/windows'
import type { Client } from '../../client.svelte'
import { Task } from '../../kit/task.svelte'
import { Folds } from './folds.svelte'
import { BodyTree } from './tree.svelte'
import { Windows } from './windows.svelte'

type TableRow = TableWindow['rows'][number]
export type BodyForm = 'pretty' | 'tree' | 'table' | 'raw'

/** Matches read at once, from the requested one on. */
const matchesRead = 200

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
