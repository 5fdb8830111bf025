/* eslint-disable svelte/prefer-svelte-reactivity -- maps and sets here are replaced whole, never changed */
import { SvelteMap } from 'svelte/reactivity'
import {
  type CsvRows,
  type ManyAsked,
  type ManyColumn,
  type ManyHead,
  type ManyPlan,
  type ManySetup,
  mostAsked,
  usualPace
} from '../../../../shared/passthrough/many'
import { namesIn, variablesOf } from '../../../../shared/passthrough/variables'
import { isRead, type PassthroughDraft, type Variable } from '../../../../shared/passthrough/passthrough'
import { mostShown } from '../../../../shared/connectors/list/query'
import { byAttention, noFilters, type Filters } from '../../../../shared/connectors/list/query'
import type { DiagnosisKind } from '../../../../shared/issues/diagnosis'
import type { Region } from '../../../../shared/workspaces/region'
import type { Client } from '../../client.svelte'
import { Job } from '../../kit/job.svelte'
import { searchable } from '../../kit/safe-text'
import { Task } from '../../kit/task.svelte'
import { chosenOf } from '../../records/chosen-connector'
import type { ConnectorList } from '../../records/connector-list.svelte'
import type { Entry } from '../../records/entry'
import { holds } from '../../records/found-connectors.svelte'
import { emptyDraft } from '../drafts'
import { RequestTab } from '../request-tab.svelte'
import type { CsvMatch } from './csv-rows'
import { manyWords } from '../words/many'

/** What the other rooms know of connectors. */
export interface ManyAround {
  list: () => ConnectorList | null
  /** Keys of connectors whose issue has a tag. */
  tags: () => ReadonlyMap<string, readonly string[]>
  /** Filters of Connectors that have a name. */
  savedFilters: () => readonly { id: string; name: string; filters: Filters }[]
}

/** Whom a run asks; all that are set must hold. */
export interface Narrowing {
  /** Keys of connectors that were selected elsewhere. */
  selection?: ReadonlySet<string> | undefined
  integration?: string | undefined
  customer?: string | undefined
  state?: DiagnosisKind | undefined
  tag?: string | undefined
  saved?: string | undefined
}

/** A connector, or a row of a CSV for one. */
export interface WhoLine {
  /** The key, or the line of the CSV. */
  id: string
  entry: Entry
  row: NonNullable<ManyAsked['row']> | null
  /** Why it cannot be asked. */
  why: string | null
}

export type SetupSection = 'plan' | 'params' | 'headers' | 'columns' | 'checks'

/** ms: does not ask at every letter */
const planAfter = 250

/** With the question that they answer: rows of another are nobody's to ask. */
interface Rows {
  entries: readonly Entry[]
  total: number
  list: ConnectorList | null
  narrowing: Narrowing | null
}

const noRows: Rows = { entries: [], total: 0, list: null, narrowing: null }

export class ManySetupForm extends Task {
  readonly workspaceId: string
  /** That of the window, whose connectors are listed. */
  region = $state<Region>('default')
  #client: Client
  #around: ManyAround
  #variables: () => readonly Variable[]
  #tab = $state.raw() as RequestTab
  #savedName = $state('')
  #narrowing = $state.raw<Narrowing>({})
  #csv = $state.raw<CsvMatch | null>(null)
  #answered = $state.raw<Rows>(noRows)
  #customers = $state.raw<{ list: ConnectorList | null; names: readonly string[] }>({ list: null, names: [] })
  /** Another with each choice of rows. */
  #begun: object = {}
  #reading = 0
  /** What the operator ticked or unticked. */
  readonly #ticks = new SvelteMap<string, boolean>()
  find = $state('')
  section = $state<SetupSection>('plan')
  columns = $state.raw<readonly ManyColumn[]>([])
  pace = $state.raw(usualPace)
  #planned = $state.raw<{ asked: readonly WhoLine[]; plan: ManyPlan } | null>(null)

  constructor(
    client: Client,
    workspaceId: string,
    region: Region,
    around: ManyAround,
    variables: () => readonly Variable[]
  ) {
    super()
    this.#client = client
    this.workspaceId = workspaceId
    this.region = region
    this.#around = around
    this.#variables = variables
    this.#tab = this.#tabOf(emptyDraft(workspaceId, region))
  }

  /** The request, as one of a tab without a connector. */
  get tab(): RequestTab {
    return this.#tab
  }

  get narrowing(): Narrowing {
    return this.#narrowing
  }

  get csv(): CsvMatch | null {
    return this.#csv
  }

  get plan(): ManyPlan | null {
    return this.#planned?.plan ?? null
  }

  /** Those that the plan is of. */
  get planned(): readonly WhoLine[] {
    return this.#planned?.asked ?? []
  }

  get savedFilters() {
    return this.#around.savedFilters()
  }

  get tags(): ReadonlyMap<string, readonly string[]> {
    return this.#around.tags()
  }

  /** The connectors of the region. */
  get list(): ConnectorList | null {
    return this.#around.list()
  }

  /** Those that the filters leave; `total`: more than can be asked. */
  get narrowedTo(): { entries: readonly Entry[]; total: number } {
    return this.#rows
  }

  #rows: Rows = $derived.by(() => {
    const { list, narrowing } = this.#answered
    return list === this.list && narrowing === this.#narrowing ? this.#answered : noRows
  })

  /** Whether main has said who these are. */
  get isAnswered(): boolean {
    return this.#rows !== noRows
  }

  /** An effect calls it after each change of its inputs. */
  async read(): Promise<void> {
    const { list } = this
    const asked = ++this.#reading
    const narrowing = this.#narrowing
    if (!list) return
    void [list.version, list.orders]
    const { query, within } = this.#query
    const answer = await list.range(query, 0, mostShown, null, within).catch(() => null)
    // Main answers in order: one question more about a list that changes takes nothing away.
    if (list !== this.list || narrowing !== this.#narrowing || (!answer && asked !== this.#reading)) return
    this.#answered = answer ? { entries: answer.entries, total: answer.count, list, narrowing } : noRows
    // Those of one customer have no other to choose.
    if (answer && narrowing.customer === undefined)
      this.#customers = { list, names: answer.entries.map(({ name }) => name) }
  }

  /** Names to choose from, as searches read them. */
  get customers(): readonly string[] {
    return this.#customers.list === this.list ? this.#customers.names : []
  }

  narrowed = $derived(Object.values(this.#narrowing).some((one) => one !== undefined))

  /** Those that the filters leave, as far as the list tells. */
  #listed: readonly WhoLine[] = $derived.by(() => {
    if (this.#csv) {
      return this.#csv.found.map(({ line, entry, values }) => ({
        ...{ id: `line ${line}`, entry, row: { line, values: [...values] }, why: obstacle(entry) }
      }))
    }
    return this.#rows.entries.map((entry) => ({ id: entry.key, entry, row: null, why: obstacle(entry) }))
  })

  /** Those that the filters leave, whatever is typed into "Find", with what the plan says of them. */
  lines: readonly WhoLine[] = $derived.by(() => {
    const outside = new Map(
      (this.#planned?.plan.leftOut ?? []).map((one) => [this.#planned?.asked[one.place]?.id, one])
    )
    return this.#listed.map((line) => {
      const said = outside.get(line.id)
      return line.why !== null || !said
        ? line
        : { ...line, why: said.why === 'no-token' ? manyWords.who.noToken : said.message }
    })
  })

  able = $derived(this.lines.filter(({ why }) => why === null))
  leftOut = $derived(this.lines.filter(({ why }) => why !== null))
  asked = $derived(this.able.filter((line) => this.isTicked(line)).slice(0, mostAsked))
  /**
   * Also those that only the plan leaves out, so that the next plan names them again. Reads nothing of the plan, which
   * would ask for itself without end.
   */
  #wanted = $derived(this.#listed.filter((line) => line.why === null && this.isTicked(line)).slice(0, mostAsked))

  shown = $derived.by(() => {
    const words = searchable(this.find.trim()).split(/\s+/).filter(Boolean)
    const fits = ({ entry, row }: WhoLine) =>
      words.every((word) => holds(entry, word) || row?.values.some(({ value }) => searchable(value).includes(word)))
    return words.length === 0 ? this.lines : this.lines.filter(fits)
  })

  /** Names that stand in the request as `{{name}}`. */
  used: readonly string[] = $derived.by(() => {
    const { path, params, headers, paramsJson = '' } = this.#tab.draft
    const texts = [
      path,
      paramsJson,
      ...[...params, ...headers].flatMap((one) => (one.enabled ? [one.name, one.value] : []))
    ]
    return namesIn(texts.join('\n'))
  })

  known: ReadonlySet<string> = $derived.by(() => {
    const planned = (this.plan?.variables ?? []).filter(({ known }) => known > 0)
    return new Set(
      [...this.#variables(), ...planned].map(({ name }) => name).concat(ofConnector, this.#csv?.columns ?? [])
    )
  })

  isWrite = $derived(!isRead(this.#tab.draft.method))
  /** What stops the run before anything is asked. */
  problems = $derived.by((): readonly string[] => {
    if (this.isWrite) return [manyWords.writes(this.#tab.draft.method)]
    const own = this.#tab.refusals.filter(
      ({ field, code }) => field !== 'connector' && !(field === 'path' && code === 'empty')
    )
    const told = own.map(({ message }) => message)
    return [...new Set([...told, ...(this.plan?.problems ?? []).map(({ message }) => message)])]
  })
  ready = $derived(this.asked.length > 0 && this.problems.length === 0 && this.#tab.draft.path.trim() !== '')

  name = $derived.by(() => {
    const path = this.#tab.draft.path.split(/[/?#]/).filter(Boolean).at(-1)
    return (this.#savedName || path || manyWords.view).slice(0, 200)
  })

  request: ManySetup = $derived(this.#setupOf(this.asked))

  isTicked({ id, entry }: WhoLine): boolean {
    const byDefault = this.#csv !== null || this.#narrowing.selection !== undefined || (this.narrowed && !entry.isTest)
    return this.#ticks.get(id) ?? byDefault
  }

  tick(lines: readonly WhoLine[], on: boolean): void {
    for (const { id, why } of lines) if (why === null) this.#ticks.set(id, on)
  }

  narrow(change: Narrowing): void {
    this.#narrowing = { ...this.#narrowing, ...change }
  }

  useRows(csv: CsvMatch | null): void {
    this.#begun = {}
    this.#csv = csv
    this.#ticks.clear()
    this.#planned = null
  }

  /** @param text null: asks for a file @returns null if none was chosen @throws AppError invalid-input with line and reason */
  readRows(text: string | null): Promise<CsvRows | null> {
    return this.#client.call('passthrough:readRows', { text })
  }

  /** Fills a part of the form; the rest stays, but connectors chosen before do not. */
  begin(wanted: { draft?: PassthroughDraft; name?: string; narrowing?: Narrowing }): void {
    if (wanted.draft) {
      this.#tab = this.#tabOf({ ...wanted.draft, connector: null })
      this.#savedName = wanted.name ?? ''
    }
    if (!wanted.narrowing) return
    this.#narrowing = wanted.narrowing
    this.find = ''
    this.useRows(null)
  }

  /** The form of an earlier run. Connectors that are no longer listed are left out. */
  async again({ setup }: { head: ManyHead; setup: ManySetup }): Promise<void> {
    this.begin({
      draft: setup.draft,
      name: setup.name,
      narrowing: { selection: new Set(setup.asked.map(({ connector }) => connector.key)) }
    })
    this.columns = setup.columns
    this.pace = setup.pace
    const [csv] = setup.asked.flatMap(({ row }) => row ?? [])
    const rowsOf = { name: setup.name, columns: csv?.values.map(({ name }) => name) ?? [], missed: [] }
    // Until main has answered: nobody is asked without the values of their row.
    if (csv) this.useRows({ ...rowsOf, found: [] })
    const begun = this.#begun
    const listed = await this.attempt(async () => this.list?.byKeys(setup.asked.map(({ connector }) => connector.key)))
    // Another request may fill the form meanwhile.
    if (begun !== this.#begun) return
    const rows = setup.asked.flatMap(({ connector, row }) => {
      const entry = listed?.get(connector.key)
      return entry && row ? [{ line: row.line, entry, values: row.values }] : []
    })
    if (csv) this.useRows({ ...rowsOf, found: rows })
  }

  /** Asks main again once nothing changes for a moment. @returns a function that ends the plan on its way */
  planSoon(): () => void {
    const asked = this.#wanted
    const request = this.#setupOf(asked)
    if (asked.length === 0 || request.draft.path.trim() === '' || this.isWrite) {
      this.#planned = null
      return () => undefined
    }
    const job = new Job(this.#client)
    const plan = () => job.ask('passthrough:planMany', request)
    const timer = setTimeout(() => void this.ask(job, plan, (plan) => (this.#planned = { asked, plan })), planAfter)
    return () => {
      clearTimeout(timer)
      this.cancel()
    }
  }

  #setupOf(asked: readonly WhoLine[]): ManySetup {
    const { draft } = this.#tab
    return {
      workspaceId: this.workspaceId,
      region: this.region,
      name: this.name,
      draft: { ...$state.snapshot(draft), region: this.region, connector: null },
      asked: asked.map(({ entry, row }) => ({ connector: chosenOf(entry), ...(row && { row }) })),
      columns: [...this.columns],
      pace: this.pace
    }
  }

  get #query() {
    const { selection, integration, customer, state, tag, saved } = this.#narrowing
    const filters =
      saved === undefined ? noFilters : this.#around.savedFilters().find(({ id }) => id === saved)?.filters
    const tagged = tag === undefined ? undefined : new Set(this.tags.get(tag) ?? [])
    const keys =
      selection && tagged ? [...selection].filter((key) => tagged.has(key)) : [...(selection ?? tagged ?? [])]
    const isNone = saved !== undefined && !filters
    return {
      query: { filters: filters ?? noFilters, sort: byAttention },
      within: {
        ...((selection || tagged || isNone) && { keys: isNone ? [] : keys }),
        ...(integration !== undefined && { integration }),
        ...(customer !== undefined && { customer }),
        ...(state && { state })
      }
    }
  }

  #tabOf(draft: PassthroughDraft): RequestTab {
    // Main knows for which connectors a name has a value, and its plan says so.
    const made = () => [...ofConnector, ...this.used].map((name) => ({ name, value: 'x' }))
    const around = { variables: () => variablesOf(made()), form: () => null, onlyReads: true } as const
    return new RequestTab({ draft, unsaved: true }, around)
  }
}

const ofConnector = ['origin_id', 'connector_id'] as const

/** Why no request gets through to the provider, as far as the list tells. */
function obstacle({ connector: { isActive, status } }: Entry): string | null {
  if (isActive === false) return manyWords.who.inactive
  return status === 'INCOMPLETE' ? manyWords.who.unfinished : null
}
