import { SvelteSet } from 'svelte/reactivity'
import type { Keepable } from '../kit/window-state.svelte'
import type { OutageGroup, Issue } from '../../../shared/issues/issue'
import type { TicketMark } from '../../../shared/tickets/ticket'
import type { DueTimes } from '../../../shared/issues/due-times'
import type { KnownIssues } from '../records/known-issues.svelte'
import { countOpen, openIssues } from '../records/issues-by-key'
import { type ChartBy, chartOf } from './issues-chart'
import { type Item, layoutOf } from './issues-layout'
import {
  type DueAt,
  type IssueSort,
  everything,
  type Grouping,
  dueFinder,
  IncidentIds,
  isEverything,
  matches,
  type IssueFilter,
  holdsChoices,
  sectionsOf,
  watchedIn
} from './issues-tree'
import { z } from 'zod'
import { ageBuckets } from '../../../shared/issues/age'
import { issueCause } from '../../../shared/issues/diagnosis'

const foldedAtFirst = ['snoozed', 'tests'] as const

/** State that returns at the next start; unknown parts, as of another version, are dropped. */
const keptIssues = z.object({
  grouping: z.enum(['integration', 'cause', 'end-user', 'owner', 'none']).catch('integration'),
  sort: z.enum(['age', 'end-user', 'integration', 'employees', 'due']).catch('age'),
  reversed: z.boolean().catch(false),
  filter: z
    .object({
      age: z.enum(ageBuckets).nullable(),
      cause: issueCause.nullable(),
      integrations: z.array(z.string()).readonly().nullable(),
      requestedBy: z.number().nullable().default(null),
      due: z
        .object({ which: z.enum(['over', 'today']), at: z.number() })
        .nullable()
        .default(null),
      tag: z.string().nullable().default(null),
      text: z.string().default('')
    })
    .catch(everything),
  cursor: z.string().nullable().catch(null),
  open: z.string().nullable().catch(null),
  noting: z.boolean().catch(false),
  chartBy: z.enum(['cause', 'integration']).catch('cause'),
  asTable: z.boolean().catch(false),
  /** Ids of closed sections and branches. */
  folded: z.array(z.string()).catch([...foldedAtFirst]),
  /** Ids of possible outages shown in full. */
  unfolded: z.array(z.string()).catch([])
})
type KeptView = z.infer<typeof keptIssues>

/** Changes the set in place, so that its dependents follow. */
function refill(set: Set<string>, ids: readonly string[]): void {
  set.clear()
  for (const id of ids) set.add(id)
}

export class IssuesView implements Keepable {
  #issues: KnownIssues
  readonly #dueTimes: () => DueTimes | null
  readonly #hasTickets: () => boolean
  readonly #ids = new IncidentIds()
  #grouping = $state<Grouping>('integration')
  #sort = $state<IssueSort>('age')
  #reversed = $state(false)
  #filter = $state.raw<IssueFilter>(everything)
  #cursorKey = $state<string | null>(null)
  #lastCursor = 0
  #openKey = $state<string | null>(null)
  #folded = new SvelteSet<string>(foldedAtFirst)
  #unfolded = new SvelteSet<string>()
  /** By connector. */
  tickets = $state.raw<ReadonlyMap<string, TicketMark> | null>(null)
  /** The owner's field takes the focus as soon as it is there. */
  ownerWanted = $state(false)
  /** Tags and note are open, from one issue to the next. */
  noting = $state(false)
  chartBy = $state<ChartBy>('cause')
  asTable = $state(false)
  /** Height of the list, px, for PageUp and PageDown. */
  pageHeight = 600

  constructor(issues: KnownIssues, dueTimes: () => DueTimes | null, hasTickets: () => boolean) {
    this.#issues = issues
    this.#dueTimes = dueTimes
    this.#hasTickets = hasTickets
  }

  /** Issues that count: neither snoozed nor of test connectors. */
  open = $derived.by(() => (this.#issues.issueList ? openIssues(this.#issues.issueList) : []))
  /** Those of the workspace; without them no issue is due. */
  dueTimes = $derived.by(() => this.#dueTimes())
  dueAt: DueAt = $derived.by(() => dueFinder(this.dueTimes))

  /** Open issues that are over, or due until midnight. @param at ms since 1970 */
  countDue(which: 'over' | 'today', at: number): number {
    return this.countBy({ ...everything, due: { which, at } })
  }

  /** Open issues that a filter finds. */
  countBy(filter: IssueFilter): number {
    const { open, dueAt } = this
    return isEverything(filter) ? open.length : open.filter((one) => matches(one, filter, dueAt)).length
  }

  /** With webhooks that fail and mappings that drifted. */
  count = $derived.by(() => (this.#issues.issueList ? countOpen(this.#issues.issueList) : 0))
  /** By the search; what narrows connectors leaves out all of them. */
  webhooks = $derived.by(() => watchedIn(this.#issues.issueList?.webhooks ?? [], this.filter))
  mappings = $derived.by(() => watchedIn(this.#issues.issueList?.mappings ?? [], this.filter))
  /** The chart shows all of them, as the operator filters by it. */
  chart = $derived(chartOf(this.open, this.chartBy))
  shown = $derived(this.countBy(this.filter))

  #incidentIds = $derived.by(() =>
    this.#ids.of(this.#issues.issueList?.groups.flatMap(({ incidents }) => incidents) ?? [])
  )

  sections = $derived.by(() => {
    const { issueList } = this.#issues
    const [grouping, sort, reversed] = [this.#grouping, this.#sort, this.#reversed]
    const [filter, incidentIds, dueAt] = [this.filter, this.#incidentIds, this.dueAt]
    return issueList ? sectionsOf(issueList, { grouping, sort, reversed, filter, incidentIds, dueAt }) : []
  })

  layout = $derived.by(() => layoutOf(this.sections, this.#folded, this.#unfolded))

  /** The first issue while none was chosen, the issue now in its place if it left the list. -1 with an empty list. */
  cursor: number = $derived.by(() => (this.#lastCursor = this.#findCursor()))

  /** Key of the connector in the drawer; it stays while filtered away or folded. */
  get openKey(): string | null {
    return this.#openKey?.startsWith('case:') ? this.#openKey.slice('case:'.length) : null
  }

  /** The incident in the drawer, worked as one issue, whatever the grouping. */
  openIncident: { id: string; incident: OutageGroup } | null = $derived.by(() => {
    const open = this.#openKey
    const found = [...this.#incidentIds].find(([, id]) => `section:${id}` === open)
    return found ? { incident: found[0], id: found[1] } : null
  })

  /** The webhook in the drawer. */
  openWebhook = $derived.by(() => this.#issues.issueList?.webhooks.find(this.#isShown))
  /** The mapping in the drawer. */
  openMapping = $derived.by(() => this.#issues.issueList?.mappings.find(this.#isShown))
  readonly #isShown = ({ id }: { id: number }) => `watched:${id}` === this.#openKey

  /** The id of either. */
  get openWatched(): number | null {
    return (this.openWebhook ?? this.openMapping)?.id ?? null
  }

  get isOpen(): boolean {
    return this.openKey !== null || this.openIncident !== null || this.openWatched !== null
  }

  showWatched(id: number): void {
    this.#openKey = `watched:${id}`
  }

  get grouping(): Grouping {
    return this.#grouping
  }

  set grouping(grouping: Grouping) {
    this.#grouping = grouping
  }

  get sort(): IssueSort {
    return this.#sort
  }

  get reversed(): boolean {
    return this.#reversed
  }

  /** Again by the same: the other way round. */
  sortBy(sort: IssueSort): void {
    this.#reversed = sort === this.#sort && !this.#reversed
    this.#sort = sort
  }

  get filter(): IssueFilter {
    return this.#filter.due && !this.dueTimes ? { ...this.#filter, due: null } : this.#filter
  }

  set filter(filter: IssueFilter) {
    this.#filter = filter
  }

  /** The same choices again undo them. All others stay. */
  narrow(choices: Partial<IssueFilter>): void {
    const names = Object.keys(choices) as (keyof IssueFilter)[]
    const none = Object.fromEntries(names.map((name) => [name, everything[name]]))
    this.#filter = { ...this.#filter, ...(holdsChoices(this.filter, choices) ? none : choices) }
  }

  get text(): string {
    return this.#filter.text
  }

  set text(text: string) {
    this.#filter = { ...this.#filter, text }
  }

  clearFilter(): void {
    this.#filter = everything
  }

  /** Opens and closes a section, a branch, or the rest of an incident. */
  toggle(item: Item): void {
    if (item.kind === 'case') return
    const [set, id] =
      item.kind === 'more'
        ? [this.#unfolded, item.section.id]
        : [this.#folded, item.kind === 'branch' ? item.branch.id : item.section.id]
    if (!set.delete(id)) set.add(id)
  }

  /** Makes a row the current one. An open drawer follows. */
  moveTo(index: number): Item | null {
    const { items } = this.layout
    const item = items.at(Math.max(0, Math.min(index, items.length - 1)))
    if (!item) return null
    this.#cursorKey = item.key
    if (this.isOpen && item.kind === 'case') this.#show(item.key)
    return item
  }

  get hasIntegrationColumn(): boolean {
    return this.#grouping !== 'integration' && this.#grouping !== 'end-user'
  }

  get columns(): number {
    return 7 + [this.hasIntegrationColumn, this.dueTimes, this.hasTickets].filter(Boolean).length
  }

  /** The workspace has a tracker: known before the first ticket, so that no column moves. */
  get hasTickets(): boolean {
    return this.#hasTickets()
  }

  get listed(): string[] {
    return this.layout.items.issues().map(({ key }) => key)
  }

  hold(index: number): void {
    this.#cursorKey = this.layout.items.at(index)?.key ?? this.#cursorKey
  }

  /** The next issue from the current row, past heads; null if there is none. */
  nextIssue(by: 1 | -1): number | null {
    const { items } = this.layout
    const next = by === 1 ? items.findIssue(() => true, this.cursor + 1) : items.lastIssue(this.cursor)
    return next === -1 ? null : next
  }

  /** Removes a filter or fold that hides all new issues. null without a new issue. */
  findFresh(): number | null {
    const isFresh = ({ key }: Issue) => this.#issues.fresh.has(key)
    const find = () => this.layout.items.findIssue(isFresh)
    const hasFresh = ({ issues }: { issues: readonly Issue[] }) => issues.some(isFresh)
    if (find() === -1) {
      if (!this.sections.some(hasFresh)) this.clearFilter()
      const section = this.sections.find(hasFresh)
      const branch = section?.branches.find(hasFresh)
      if (section) {
        this.#folded.delete(section.id)
        this.#unfolded.add(section.id)
      }
      if (branch) this.#folded.delete(branch.id)
    }
    const at = find()
    return at === -1 ? null : at
  }

  pageFrom(index: number, by: 1 | -1): number {
    const { items } = this.layout
    return Math.min(items.length - 1, items.indexAt((items.at(index)?.top ?? 0) + by * this.pageHeight))
  }

  openAt(index: number): void {
    const item = this.layout.items.at(index)
    if (!item) return
    this.#cursorKey = item.key
    if (item.kind === 'case') this.#show(item.key)
    else if (item.kind === 'section' && item.section.head.kind === 'incident') this.#openKey = item.key
    else this.toggle(item)
  }

  /** Opens the issue of a connector, whatever is filtered or folded. */
  openIssue(key: string): void {
    this.#cursorKey = `case:${key}`
    this.#show(this.#cursorKey)
  }

  close(): void {
    this.#openKey = null
  }

  get kept(): KeptView {
    const [grouping, sort, reversed, filter] = [this.#grouping, this.#sort, this.#reversed, this.#filter]
    const { chartBy, asTable, noting } = this
    const folds = { folded: [...this.#folded], unfolded: [...this.#unfolded] }
    const [cursor, open] = [this.#cursorKey, this.#openKey]
    return { grouping, sort, reversed, filter, cursor, open, noting, chartBy, asTable, ...folds }
  }

  restore(from: unknown): void {
    const { grouping, sort, reversed, filter, cursor, open, noting, ...looks } = keptIssues.parse(from)
    const { chartBy, asTable, folded, unfolded } = looks
    this.#grouping = grouping
    this.#sort = sort
    this.#reversed = reversed
    // Of another day, "due today" would mean something else.
    this.#filter = filter.due ? { ...filter, due: { ...filter.due, at: Date.now() } } : filter
    this.#cursorKey = cursor
    this.#openKey = open
    this.noting = noting
    this.chartBy = chartBy
    this.asTable = asTable
    refill(this.#folded, folded)
    refill(this.#unfolded, unfolded)
  }

  /** For another workspace or region: nothing stays chosen. */
  reset(): void {
    this.close()
    this.clearFilter()
    this.#cursorKey = null
  }

  #findCursor(): number {
    const { items } = this.layout
    const at = this.#cursorKey === null ? -1 : items.indexOf(this.#cursorKey)
    if (at !== -1) return at
    const next = items.findIssue(() => true, this.#cursorKey === null ? 0 : this.#lastCursor)
    if (next !== -1) return next
    const last = items.lastIssue()
    return last === -1 ? Math.min(0, items.length - 1) : last
  }

  #show(itemKey: string): void {
    this.#openKey = itemKey
    this.#issues.fresh.delete(itemKey.slice('case:'.length))
  }
}
