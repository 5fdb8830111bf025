/* eslint-disable svelte/prefer-svelte-reactivity -- maps and sets here are replaced whole, never changed */
import { SvelteSet } from 'svelte/reactivity'
import type { SentHead } from '../../../../shared/passthrough/library'
import type {
  ManyAnswer,
  ManyAsked,
  ManyColumn,
  ManyHead,
  ManyProgress,
  ManyRun,
  ManySetup,
  ManyShape
} from '../../../../shared/passthrough/many'
import type { Client } from '../../client.svelte'
import { Job } from '../../kit/job.svelte'
import { searchable } from '../../kit/safe-text'
import { Task } from '../../kit/task.svelte'
import { integrationName } from '../../records/integration-name'
import { ResponseView } from '../response.svelte'
import { byShape, byStatus, type Group, isFailed, ungrouped } from './groups'
import { markOf } from './looks'

export type Grouping = 'shape' | 'status' | 'none'
/** `at`: the place of a column. */
export type SortBy = 'customer' | 'status' | 'time' | 'size' | 'checks' | { at: number }

/** The head of a group, or an answer in it. */
export interface ResultLine {
  id: string
  group: Group
  answer: ManyAnswer | null
}

interface Opened {
  place: number
  response: ResponseView | null
  earlier: readonly SentHead[] | null
}

/** A run in view, and where its operator is in it. */
export class ManyRunView extends Task {
  readonly id: string
  #client: Client
  #head = $state.raw() as ManyHead
  #setup = $state.raw() as ManySetup
  #answers = $state.raw<ReadonlyMap<number, ManyAnswer>>(new Map())
  #shapes = $state.raw<readonly ManyShape[]>([])
  #asking = $state.raw<readonly number[]>([])
  #resting = $state.raw<ManyProgress['resting']>([])
  #providers = $state.raw<ManyProgress['providers']>([])
  grouping = $state<Grouping>('shape')
  sort = $state.raw<{ by: SortBy; down: boolean } | null>(null)
  find = $state('')
  readonly folded = new SvelteSet<string>()
  readonly ticked = new SvelteSet<number>()
  #cursor = $state('')
  #opened = $state.raw<Opened | null>(null)
  #exported = $state.raw<{ file: string; rows: number } | null>(null)
  /** When it last began, ms since 1970; null if that was before this window showed it. */
  #begun = $state.raw<number | null>(null)
  #wentOn = $state.raw<number | null>(null)

  /** @param begun whether it begins now */
  constructor(client: Client, run: ManyRun, begun = false) {
    super()
    this.#client = client
    if (begun) this.#begun = run.head.startedAt
    this.id = run.head.id
    this.#take(run)
  }

  get head(): ManyHead {
    return this.#head
  }

  get setup(): ManySetup {
    return this.#setup
  }

  get asking(): readonly number[] {
    return this.#asking
  }

  get resting(): ManyProgress['resting'] {
    return this.#resting
  }

  /** Those that rest, the first to be asked again first. */
  get providers(): ManyProgress['providers'] {
    return this.#providers
  }

  /** When it last went on, ms since 1970; null before, or if this window did not see it. */
  get wentOn(): number | null {
    return this.#wentOn
  }

  get opened(): Opened | null {
    return this.#opened
  }

  /** The last file that was saved of it. */
  get exported() {
    return this.#exported
  }

  get columns(): readonly ManyColumn[] {
    return this.#setup.columns
  }

  /** ms from its last beginning to its end; null if that is not known. */
  took = $derived(
    this.#begun === null || this.#head.state !== 'done' || this.#head.endedAt === null
      ? null
      : this.#head.endedAt - this.#begun
  )
  runs = $derived(this.#head.state === 'running' || this.#head.state === 'pausing')
  answers = $derived([...this.#answers.values()])
  failed = $derived(this.answers.filter(isFailed).map(({ place }) => place))
  /** Without an answer of any kind. */
  left = $derived(this.#setup.asked.length - this.#answers.size)
  hasChecks = $derived(this.answers.some(({ checks }) => checks !== null))
  hasRows = $derived(this.#setup.asked.some(({ row }) => row))
  integrations = $derived([...new Set(this.#setup.asked.map(({ connector }) => connector.integrationSlug))])
  shapes = $derived(byShape(this.answers, this.#shapes))
  statuses = $derived(byStatus(this.answers))
  groups = $derived(
    this.grouping === 'shape'
      ? this.shapes.groups
      : this.grouping === 'status'
        ? this.statuses
        : ungrouped(this.answers)
  )
  alike: readonly ManyAnswer[] = $derived(this.shapes.groups.find(({ kind }) => kind === 'alike')?.answers ?? [])

  lines: readonly ResultLine[] = $derived.by(() => {
    const words = searchable(this.find.trim()).split(/\s+/).filter(Boolean)
    const order = this.#order()
    return this.groups.flatMap((group): ResultLine[] => {
      const found = words.length === 0 ? group.answers : group.answers.filter((one) => this.#holds(one, words))
      if (found.length === 0) return []
      const head = group.kind === 'all' ? [] : [{ id: `group ${group.key}`, group, answer: null }]
      if (this.folded.has(group.key)) return head
      const rows = order ? found.toSorted(order) : found
      return [...head, ...rows.map((answer) => ({ id: `answer ${answer.place}`, group, answer }))]
    })
  })

  cursor = $derived(
    Math.max(
      0,
      this.lines.findIndex(({ id }) => id === this.#cursor)
    )
  )
  /** The answer in the drawer, as it is now. */
  shown: ManyAnswer | null = $derived(this.#opened ? (this.#answers.get(this.#opened.place) ?? null) : null)

  askedAt(place: number): ManyAsked | null {
    return this.#setup.asked[place] ?? null
  }

  customerOf(place: number): string {
    return this.askedAt(place)?.connector.endUser.trim() ?? ''
  }

  report({ head, answers, shapes, asking, resting, providers }: ManyProgress): void {
    this.#head = head
    this.#asking = asking
    this.#resting = resting
    this.#providers = providers.toSorted((a, b) => a.until - b.until)
    this.#add(answers, shapes)
  }

  /** It begins to ask again. */
  goOn(): void {
    this.#head = { ...this.#head, state: 'running', endedAt: null, why: '' }
    this.#begun = this.#wentOn = Date.now()
  }

  /** It runs no more. */
  end(head: ManyHead): void {
    this.#head = head
    this.#asking = []
    this.#resting = []
    this.#providers = []
  }

  moveTo(index: number): void {
    const line = this.lines[Math.max(0, Math.min(this.lines.length - 1, index))]
    if (!line) return
    this.#cursor = line.id
    if (this.#opened && line.answer) this.open(line.answer)
  }

  openAt(index: number): void {
    const line = this.lines[index]
    if (!line) return
    this.#cursor = line.id
    if (line.answer) this.open(line.answer)
    else this.fold(line.group)
  }

  /** @param before an answer that it is compared with at once */
  open(answer: ManyAnswer, before?: ManyAnswer): void {
    this.#cursor = `answer ${answer.place}`
    if (this.#opened?.place === answer.place && this.#opened.response?.result.requestId === answer.id && !before) return
    const opened = { place: answer.place, response: null, earlier: null }
    this.#opened = opened
    void this.latest(
      () => this.#read(answer),
      async ({ response, earlier }) => {
        if (this.#opened !== opened) return // It was closed meanwhile.
        this.#opened = { ...opened, response, earlier }
        await response.open()
        if (before) await this.compare(response, before)
      }
    )
  }

  close(): void {
    this.#opened = null
  }

  compare(response: ResponseView, { id, place }: ManyAnswer): Promise<void> {
    return response.compareWith(() => this.#bodyOf(id), this.customerOf(place))
  }

  /** The two that are ticked, in their order. */
  compareTwo(): void {
    const [before, after] = [...this.ticked].flatMap((place) => this.#answers.get(place) ?? [])
    if (before && after && this.ticked.size === 2) this.open(after, before)
  }

  /** An answer of those that are alike. */
  typical(): ManyAnswer | null {
    return this.alike.find(({ place, bytes }) => bytes > 0 && place !== this.#opened?.place) ?? null
  }

  fold({ key }: Group): void {
    if (!this.folded.delete(key)) this.folded.add(key)
  }

  tick(answers: readonly ManyAnswer[], on: boolean): void {
    for (const { place } of answers) {
      if (on) this.ticked.add(place)
      else this.ticked.delete(place)
    }
  }

  sortBy(by: SortBy): void {
    const same = JSON.stringify(this.sort?.by) === JSON.stringify(by)
    // The third press gives the usual order back.
    this.sort = !same ? { by, down: false } : this.sort?.down ? null : { by, down: true }
  }

  async showColumns(columns: readonly ManyColumn[]): Promise<void> {
    const job = new Job(this.#client)
    const { workspaceId } = this.#setup
    await this.attempt(async () => {
      const run = await job.ask('passthrough:columnsMany', { workspaceId, id: this.id, columns: [...columns] })
      this.#take(run)
    })
  }

  async exportAs(form: 'csv' | 'ndjson'): Promise<void> {
    const shown = this.groups.flatMap(({ answers }) => answers.map(({ place }) => place))
    const rest = [...this.#setup.asked.keys()].filter((place) => !this.#answers.has(place))
    const places = [...shown, ...rest]
    await this.attempt(async () => {
      const asked = { workspaceId: this.#setup.workspaceId, id: this.id, form, places }
      this.#exported = (await this.#client.call('passthrough:exportMany', asked)) ?? this.#exported
    })
  }

  #take({ head, setup, answers, shapes }: ManyRun): void {
    this.#head = head
    this.#setup = setup
    this.#add(answers, shapes)
  }

  /** Newer ones may have come while these were read or computed. */
  #add(answers: readonly ManyAnswer[], shapes: readonly ManyShape[]): void {
    const isNews = ({ place, at }: ManyAnswer) => at >= (this.#answers.get(place)?.at ?? at)
    if (answers.length > 0)
      this.#answers = new Map([...this.#answers, ...answers.filter(isNews).map((one) => [one.place, one] as const)])
    const known = new Set(this.#shapes.map(({ key }) => key))
    const fresh = shapes.filter(({ key }) => !known.has(key))
    if (fresh.length > 0) this.#shapes = [...this.#shapes, ...fresh]
  }

  async #read({ id, place }: ManyAnswer): Promise<{ response: ResponseView; earlier: readonly SentHead[] | null }> {
    const { workspaceId, region } = this.#setup
    const entry = await this.#client.call('passthrough:openEntry', { workspaceId, id })
    const responseId = entry.hasBody ? await this.#bodyOf(id) : null
    const key = this.askedAt(place)?.connector.key
    const list = key
      ? await this.#client
          .call('passthrough:listHistory', { workspaceId, through: { region, keys: [key] }, limit: 100 })
          .catch(() => null)
      : null
    const same = (one: SentHead) => one.id !== id && one.method === entry.method && one.path === entry.path
    if (!entry.result) throw new Error('the run tells only of requests that have ended')
    const response = new ResponseView(this.#client, entry.result, { responseId, bodyDropped: entry.bodyDropped })
    return { response, earlier: list?.entries.filter(same).slice(0, 5) ?? null }
  }

  async #bodyOf(id: string): Promise<string> {
    return (await this.#client.call('passthrough:openBody', { workspaceId: this.#setup.workspaceId, id })).responseId
  }

  #holds(answer: ManyAnswer, words: readonly string[]): boolean {
    const { connector, row } = this.askedAt(answer.place) ?? {}
    const texts = [
      connector?.endUser ?? '',
      connector?.originId ?? '',
      integrationName(connector?.integrationSlug ?? ''),
      markOf(answer).word,
      ...(row?.values ?? []).map(({ value }) => value),
      ...answer.values.map(({ text }) => text)
    ]
    const text = searchable(texts.join('\n'))
    return words.every((word) => text.includes(word))
  }

  /** null: as they were asked. */
  #order(): ((a: ManyAnswer, b: ManyAnswer) => number) | null {
    if (!this.sort) return null
    const { by, down } = this.sort
    const of = (answer: ManyAnswer): string | number | null => {
      if (typeof by === 'object') return answer.values[by.at]?.number ?? answer.values[by.at]?.text ?? null
      if (by === 'customer') return searchable(this.customerOf(answer.place))
      if (by === 'status') return markOf(answer).word
      if (by === 'time') return answer.ms
      if (by === 'size') return answer.bytes
      return answer.checks ? answer.checks.passed - answer.checks.of : null
    }
    return (a, b) => {
      const [one, other] = [of(a), of(b)]
      if (one === null || other === null) return Number(one === null) - Number(other === null)
      const numbers = typeof one === 'number' && typeof other === 'number'
      const by = numbers ? one - other : String(one).localeCompare(String(other), 'en', { numeric: true })
      return (down ? -by : by) || a.place - b.place
    }
  }
}
