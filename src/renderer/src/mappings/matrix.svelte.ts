/* eslint-disable svelte/prefer-svelte-reactivity -- each map is made anew and never changed after */
import type { GuardSummary } from '../../../shared/mappings/guard'
import { mappingKey } from '../../../shared/mappings/mapping-issue'
import type { CustomField, Mapping } from '../../../shared/mappings/mapping'
import { categories } from '../../../shared/connectors/category'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import type { IntegrationTotal } from '../../../shared/connectors/list/listed'
import type { ConnectorList } from '../records/connector-list.svelte'
import { integrationName } from '../records/integration-name'
import { fieldName, inOrder } from './fields.svelte'
import type { MappingBench } from './mapping-bench.svelte'
import { usualSource } from './samples.svelte'
import { chosenScopeOf, isOfScope, sameCategory, scopeKey } from './scopes'

export interface Column {
  /** `HRIS bamboohr`: several integrations may share a slug. */
  key: string
  slug: string
  category: string
  name: string
  connectors: number
}

/** What comes first in a cell; `unread`: the field's mappings are not read. */
export const cellStates = ['drifted', 'failing', 'mapped', 'unmapped', 'unread'] as const
export type CellState = (typeof cellStates)[number]

export interface Cell {
  field: CustomField
  column: Column
  state: CellState
  whole: Mapping | null
  /** Mappings of one connector each. */
  overrides: readonly Mapping[]
  /** Of its mappings; that of the whole integration first. */
  guards: readonly GuardSummary[]
}

export interface MatrixRow {
  field: CustomField
  /** null: of another category. */
  cells: readonly (Cell | null)[]
}

const scopeKeyOf = (mapping: Mapping) => scopeKey(chosenScopeOf(mapping.scope))

/** Integrations with connectors here, by category. */
export function columnsOf(totals: readonly IntegrationTotal[]): Column[] {
  const columns = totals.map(({ category, slug, connectors }) => ({
    ...{ key: `${category} ${slug}`, slug, category, name: integrationName(slug), connectors }
  }))
  const rank = ({ category }: Column) => categories.indexOf(category as (typeof categories)[number])
  return columns.sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'))
}

/** Each custom field at each integration, from the mapping list and what is kept: asks nothing of the API. */
export class Matrix extends Task {
  readonly #client: Client
  readonly #bench: MappingBench
  readonly #list: () => ConnectorList | null
  #guards = $state.raw<ReadonlyMap<string, GuardSummary>>(new Map())
  #asked = $state.raw<{ done: number; all: number } | null>(null)
  #failed = $state.raw<readonly string[]>([])

  /** @param list connectors of the region */
  constructor(client: Client, bench: MappingBench, list: () => ConnectorList | null) {
    super()
    this.#client = client
    this.#bench = bench
    this.#list = list
  }

  /** Within a category those with what needs a look come first, then those with a mapping. */
  columns = $derived.by(() => {
    const best = (column: Column) => {
      const states = this.#cellsOf(column).map(({ state }) => cellStates.indexOf(state))
      return Math.min(cellStates.length, ...states)
    }
    const columns = columnsOf(this.#list()?.totals ?? []).map((column) => ({ column, best: best(column) }))
    const rank = ({ category }: Column) => categories.indexOf(category as (typeof categories)[number])
    return columns.sort((a, b) => rank(a.column) - rank(b.column) || a.best - b.best).map(({ column }) => column)
  })

  /** In the order of the list of fields. */
  rows: readonly MatrixRow[] = $derived.by(() => {
    const all = this.columns.map((column) => new Map(this.#cellsOf(column).map((cell) => [cell.field.id, cell])))
    const fields = [...(this.#bench.fields.all ?? [])].sort(inOrder)
    return fields.map((field) => ({ field, cells: all.map((cells) => cells.get(field.id) ?? null) }))
  })

  cells: readonly Cell[] = $derived(this.rows.flatMap(({ cells }) => cells.filter((cell) => cell !== null)))

  count(state: CellState): number {
    return this.cells.filter((cell) => cell.state === state).length
  }

  /** While fill rates are refreshed. */
  get asked(): { done: number; all: number } | null {
    return this.#asked
  }

  /** Of the last refresh: mappings that could not be checked, with the reason. */
  get failed(): readonly string[] {
    return this.#failed
  }

  /** Oldest and newest of the last looks, ms since 1970. */
  ages: { oldest: number; newest: number } | null = $derived.by(() => {
    const times = [...this.#guards.values()].flatMap(({ look }) => look?.at ?? [])
    return times.length > 0 ? { oldest: Math.min(...times), newest: Math.max(...times) } : null
  })

  async load(): Promise<void> {
    const mappings = [...this.#bench.fields.details.values()].flatMap(({ mappings }) =>
      mappings.map((one) => ({ fieldId: one.fieldId, scope: scopeKeyOf(one), expression: one.expression }))
    )
    const { place } = this.#bench
    await this.latest(
      () => new Job(this.#client).ask('mappings:guards', { ...place, mappings: mappings.slice(0, 5_000) }),
      (guards) => (this.#guards = new Map(guards.map((one) => [mappingKey(one.fieldId, one.scope), one])))
    )
  }

  /** Mapped cells with a connector whose records can be fetched. */
  checkable(): { cell: Cell; mapping: Mapping; source: { key: string; name: string; path: string } }[] {
    return this.cells.flatMap((cell) => {
      const mapping = cell.whole ?? cell.overrides[0]
      const source = mapping && this.#sourceOf(cell, mapping)
      return mapping && source ? [{ cell, mapping, source }] : []
    })
  }

  /** The operator can stop it. */
  async refresh(): Promise<void> {
    const { place } = this.#bench
    const cells = this.checkable()
    this.#asked = { done: 0, all: cells.length }
    this.#failed = []
    const all = cells.map(({ cell, mapping, source }) => ({
      ...{ fieldId: mapping.fieldId, scope: scopeKeyOf(mapping) },
      ...{ field: fieldName(cell.field), source: { key: source.key, name: source.name, path: source.path } }
    }))
    const job = new Job(this.#client, place)
    const off = this.#client.on('mappings:lookDone', ({ requestId, done }) => {
      if (requestId === job.requestId && this.#asked) this.#asked = { done, all: cells.length }
    })
    const failed = await this.run(() => this.act(job, () => job.ask('mappings:lookAtAll', { ...place, all })))
    off()
    this.#asked = null
    this.#failed = (failed ?? []).map(({ fieldId, scope, why }) => {
      const of = cells.find(({ mapping }) => mapping.fieldId === fieldId && scopeKeyOf(mapping) === scope)
      return of ? `${fieldName(of.cell.field)}, ${of.cell.column.name}: ${why}` : why
    })
    await this.load()
  }

  stop(): void {
    this.#asked = null
    this.cancel()
  }

  #cellsOf(column: Column): Cell[] {
    const fields = this.#bench.fields.all ?? []
    return fields.flatMap((field) => (sameCategory(field.category, column.category) ? this.#cellOf(field, column) : []))
  }

  #cellOf(field: CustomField, column: Column): Cell {
    const detail = this.#bench.fields.details.get(field.id)
    const mappings = detail?.mappings ?? []
    const whole = mappings.find((one) => isOfScope(one, { kind: 'integration', slug: column.slug, key: null })) ?? null
    const overrides = mappings.filter(
      ({ scope }) =>
        scope.kind === 'connector' &&
        scope.key !== null &&
        scope.key.startsWith(`${column.category}:`) &&
        this.#list()?.get(scope.key)?.integrationSlug === column.slug
    )
    const all = whole ? [whole, ...overrides] : overrides
    const guards = all.flatMap((one) => this.#guards.get(mappingKey(one.fieldId, scopeKeyOf(one))) ?? [])
    const state = !detail
      ? 'unread'
      : guards.some(({ drift }) => drift.length > 0)
        ? 'drifted'
        : guards.some(({ failing }) => failing > 0)
          ? 'failing'
          : all.length > 0
            ? 'mapped'
            : 'unmapped'
    return { field, column, state, whole, overrides, guards }
  }

  #sourceOf({ field, guards }: Cell, mapping: Mapping) {
    const list = this.#list()
    const kept = guards.find(({ scope }) => scope === scopeKeyOf(mapping))?.kept?.source
    // Until main has said that it is gone.
    if (kept && list && (list.get(kept.key) || !list.lacks(kept.key))) return kept
    const { entry, path } = usualSource({ scope: chosenScopeOf(mapping.scope), field }, list)
    return entry && path ? { key: entry.key, name: entry.connector.endUser || entry.key, path } : null
  }
}

/** Which look a cell shows: of the drifted mapping, else of the whole integration. */
export const lookOf = ({ guards }: Cell): GuardSummary | null =>
  guards.find(({ drift }) => drift.length > 0) ?? guards.find(({ look }) => look !== null) ?? null

/** Of which mapping the editor opens: of the one that needs it, else the whole integration's. */
export function scopeOf(cell: Cell): string {
  const { guards, whole, overrides, column } = cell
  const first = guards.find(({ drift }) => drift.length > 0) ?? guards.find(({ failing }) => failing > 0)
  const [own] = whole ? [whole] : overrides
  return first?.scope ?? (own ? scopeKeyOf(own) : `integration:${column.slug}`)
}
