import { categories } from '../../shared/connectors/category'
import { readConnector, type ConnectorRecord, type ConnectorRow } from '../../shared/connectors/connector'
import { HeldList, type ListQuery } from '../../shared/connectors/list/held-list'
import type { IntegrationTotal, ListTally, ShownRow } from '../../shared/connectors/list/listed'
import type { ListedRow } from '../../shared/connectors/list/listed-row'
import { byAttention, noFilters, type Filters } from '../../shared/connectors/list/query'
import type { Category } from '../../shared/connectors/category'
import type { RowDiagnosis } from '../../shared/issues/diagnosis'
import type { Place } from '../../shared/workspaces/place'
import type { Clock } from '../base/clock'
import { serving } from '../base/room'
import type { Remote } from '../base/thread'
import { nameOf, type Judged } from '../issues/judged'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import type { KeptStore } from '../store/kept-store'

/** Main adds the token's handle, and what a refresh brought twice. */
export type HeldRow = Omit<ShownRow, 'tokenRef' | 'twice'>

interface Asked {
  place: Place
  /** ms since 1970: ages and judgments count to it. */
  now: number
}

/** Lists of connectors that are not gone: the window asks for what it shows. */
export interface ListMethods {
  /**
   * @param of.from place in the order; to: not itself in the answer
   * @param of.at the key whose position is asked for; -1 where it is not in the list
   * @returns `settled` false while rows change faster than they can be put in order: ask again soon
   */
  listRows(of: Asked & { query: ListQuery; from: number; to: number; at?: string | undefined }): {
    count: number
    position: number
    rows: HeldRow[]
    settled: boolean
  }
  listKeys(of: Asked & { query: ListQuery; most: number }): string[]
  /** How many connectors each of these finds. */
  listCounts(of: Asked & { filters: Filters[] }): number[]
  /** Unknown keys are left out. */
  listByKeys(of: Asked & { keys: string[] }): HeldRow[]
  /** @param of.keys null for all; see `HeldList.find` */
  listFind(of: Asked & { text: string; by: 'any' | 'whose'; category: Category | null; keys: string[] | null }): {
    rows: HeldRow[]
    total: number
  }
  /** `older` by the latest refresh, which may still run. */
  listTally(of: Asked): ListTally
  /** Connectors of each category and integration, test connectors too. */
  listIntegrations(of: Asked): IntegrationTotal[]
  /** Display names of integrations by slug. */
  listNames(of: { place: Place; names: Record<string, string> }): void
}

export type ConnectorListStore = Remote<ListMethods>

export function listMethods(store: KeptStore, judged: Judged): ListMethods {
  const names = new Map<string, Record<string, string>>()

  function listOf({ place, now }: Asked): HeldList {
    const list = judged.list(place, now)
    const known = names.get(nameOf(place))
    if (known) list.show(known)
    return list
  }

  /** Reads the records: the list holds what it sorts and finds by. */
  function shown(place: Place, rows: readonly ListedRow[]): HeldRow[] {
    const subjects = judged.subjects(place)
    const known = store.run(({ connectors }) => connectors.known(rows.map(({ number }) => number)))
    const records = new Map<number, ConnectorRecord>(known.map(({ id, record }) => [id, record]))
    return rows.flatMap((row) => {
      const { key, category } = row
      const record = records.get(row.number)
      const seenAt = subjects.get(row.number)?.seenAt
      return record && seenAt !== undefined ? { key, category, record, seenAt, diagnosis: diagnosisOf(row) } : []
    })
  }

  return {
    listRows({ query, from, to, at, ...asked }) {
      const answer = listOf(asked).ask(query, asked.now)
      const position = at === undefined ? -1 : answer.positionOf(at)
      const { count, settled } = answer
      return { count, position, settled, rows: shown(asked.place, answer.rows(from, to)) }
    },

    listKeys: ({ query, most, ...asked }) =>
      listOf(asked)
        .ask(query, asked.now)
        .rows(0, most)
        .map(({ key }) => key),

    listCounts({ filters, ...asked }) {
      const list = listOf(asked)
      return filters.map((one) => list.count(one, asked.now))
    },

    listByKeys({ keys, ...asked }) {
      const list = listOf(asked)
      return shown(
        asked.place,
        keys.flatMap((key) => list.get(key) ?? [])
      )
    },

    listFind({ text, by, category, keys, ...asked }) {
      const { found, total } = listOf(asked).find(text, by, category, keys)
      return { rows: shown(asked.place, found), total }
    },

    listTally(asked) {
      const since = store.run(({ refreshes }) => refreshes.latestStart(asked.place)) ?? 0
      const older = new Map<Category, ListTally['older'][number]>()
      for (const { category, seenAt } of judged.subjects(asked.place).values()) {
        if (seenAt >= since) continue
        const one = older.get(category) ?? { category, count: 0, since: seenAt }
        older.set(category, { category, count: one.count + 1, since: Math.min(one.since, seenAt) })
      }
      return { ...listOf(asked).tally(), older: categories.flatMap((category) => older.get(category) ?? []) }
    },

    listIntegrations: (asked) => totalsOf(listOf(asked), asked.now),

    listNames({ place, names: known }) {
      names.set(nameOf(place), known)
    }
  }
}

function diagnosisOf({ key, kind, since, goodTime, goodKind }: ListedRow): ShownRow['diagnosis'] {
  return kind === null || goodKind === null
    ? null
    : { key, kind, since, lastGoodSync: { time: goodTime, kind: goodKind } }
}

function totalsOf(list: HeldList, now: number): IntegrationTotal[] {
  const totals = new Map<string, IntegrationTotal>()
  // In the order of Connectors, so that a linked one near the top is the usual one.
  for (const { key, category, connector } of list.ask({ filters: noFilters, sort: byAttention }, now).rows()) {
    const { integrationSlug: slug, isTest, totalEmployees, status, isActive } = connector
    const of = `${category} ${slug}`
    const one = totals.get(of) ?? { category, slug, connectors: 0, tests: 0, employees: null, usual: null }
    one.connectors++
    if (isTest) one.tests++
    if (totalEmployees !== null) one.employees = (one.employees ?? 0) + totalEmployees
    if (status === 'COMPLETE' && isActive !== false) one.usual ??= key
    totals.set(of, one)
  }
  return [...totals.values()]
}

export interface ListParts {
  history: ConnectorListStore
  clock: Clock
  tokens: Pick<ConnectorTokens, 'find'>
  /** @throws AppError not-found after another lookup */
  answers: { list(requestId: string, place: Place): AnswerList }
  /** Keys that the latest refresh of a place brought more than once. */
  twice(place: Place): ReadonlySet<string>
}

export function listHandlers({ history, clock, tokens, answers, twice }: ListParts) {
  const shown = (place: Place, rows: readonly HeldRow[]): ShownRow[] =>
    rows.map((row) => ({
      ...row,
      tokenRef: tokens.find({ ...place, key: row.key })?.ref ?? null,
      twice: twice(place).has(row.key)
    }))
  return serving({
    async 'connectors:list'({ filters, sort, from, to, at, answer, ...place }) {
      const now = clock.now()
      const query = { filters, sort }
      if (answer !== undefined) return answers.list(answer, place).rows(query, now, from, to, at)
      const { rows, ...list } = await history.listRows({ place, now, query, from, to, at })
      return { ...list, rows: shown(place, rows) }
    },
    async 'connectors:listKeys'({ filters, sort, most, answer, ...place }) {
      const asked = { place, now: clock.now(), query: { filters, sort }, most }
      return answer === undefined
        ? history.listKeys(asked)
        : answers.list(answer, place).keys(asked.query, asked.now, most)
    },
    'connectors:listCounts': ({ filters, ...place }) => history.listCounts({ place, now: clock.now(), filters }),
    'connectors:tally': async ({ answer, ...place }) =>
      answer === undefined ? history.listTally({ place, now: clock.now() }) : answers.list(answer, place).tally(),
    'connectors:rowsOf': async ({ keys, ...place }) =>
      shown(place, await history.listByKeys({ place, now: clock.now(), keys })),
    async 'connectors:find'({ text, by, category, keys, ...place }) {
      const { rows, total } = await history.listFind({ place, now: clock.now(), text, by, category, keys })
      return { rows: shown(place, rows), total }
    },
    'connectors:integrationTotals': (place) => history.listIntegrations({ place, now: clock.now() })
  })
}

/** An answer of the API, which no refresh saw. */
export class AnswerList {
  private readonly list = new HeldList()
  private readonly records: ReadonlyMap<string, ConnectorRow>

  /** @param seenAt ms since 1970 */
  constructor(
    rows: readonly ConnectorRow[],
    diagnoses: readonly RowDiagnosis[],
    private readonly seenAt: number
  ) {
    this.records = new Map(rows.map((row) => [row.key, row]))
    for (const { key, category, record } of this.records.values())
      this.list.put({ id: 0, key, category, connector: readConnector(record) })
    this.list.diagnose(diagnoses)
  }

  rows(query: ListQuery, now: number, from: number, to: number, at?: string) {
    const answer = this.list.ask(query, now)
    const rows = answer.rows(from, to).flatMap((row): ShownRow[] => {
      const known = this.records.get(row.key)
      return known ? [{ ...known, seenAt: this.seenAt, diagnosis: diagnosisOf(row), twice: false }] : []
    })
    const position = at === undefined ? -1 : answer.positionOf(at)
    return { count: answer.count, position, rows, settled: true }
  }

  keys(query: ListQuery, now: number, most: number): string[] {
    const found = this.list.ask(query, now).rows(0, most)
    return found.map(({ key }) => key)
  }

  tally(): ListTally {
    return { ...this.list.tally(), older: [] }
  }
}
