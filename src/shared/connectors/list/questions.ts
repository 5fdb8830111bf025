import type { Request } from '../../ipc'
import type { IssueCause, RowDiagnosis } from '../../issues/diagnosis'
import { searchable } from '../../searchable'
import { readConnector, type ConnectorRow } from '../connector'
import { byNeed, HeldList, type ListQuery } from './held-list'
import type { IntegrationTotal, ListTally, ListWithin, ShownRow } from './listed'
import type { ListedRow } from './listed-row'
import type { Filters } from './query'

export function testOf({ keys, integration, customer, state }: ListWithin): (row: ListedRow) => boolean {
  const wanted = keys && new Set(keys)
  return (row) =>
    (!wanted || wanted.has(row.key)) &&
    (integration === undefined || row.texts.slug === integration) &&
    (customer === undefined || row.name === customer) &&
    (state === undefined || row.state === state)
}

/** Whether a row still shows the cause of its issue; if only a judgment can tell, the row is enough. */
export function isStillSo(cause: IssueCause, { connector: { status, syncStatus } }: ListedRow): boolean {
  if (cause === 'relink') return status === 'RELINK_NEEDED'
  if (cause === 'unfinished') return status === 'INCOMPLETE'
  if (cause === 'failed') return syncStatus === 'Failed'
  if (cause === 'incident') return status === 'RELINK_NEEDED' || syncStatus === 'Failed'
  return cause !== 'stalled' || syncStatus !== 'Syncing'
}

type Customer = Request<'connectors:customer'>['of']
type FoundBy = Request<'connectors:match'>['by']

const textOf: Record<FoundBy, (row: ListedRow) => string> = {
  originId: ({ connector }) => (connector.originId ?? '').trim(),
  id: ({ id }) => id,
  customer: ({ name }) => name.trim(),
  name: ({ connector }) => connector.endUser.trim()
}

/** See `connectors:match`. */
export function matchIn(
  list: HeldList,
  { by, integration, texts }: Pick<Request<'connectors:match'>, 'by' | 'integration' | 'texts'>
) {
  const found = new Map<string, { key: string; count: number; originId: string | null }>()
  const read = textOf[by]
  for (const row of list.all()) {
    if (integration !== null && row.texts.slug !== integration) continue
    const text = read(row)
    if (text === '') continue
    const originId = row.connector.originId || null
    const same = found.get(text)
    if (!same) found.set(text, { key: row.key, count: 1, originId })
    else {
      same.count++
      if (same.originId !== originId) same.originId = null
    }
  }
  return texts.map((text) => {
    const one = found.get(by === 'customer' ? searchable(text.trim()) : text.trim())
    if (!one) return { key: null, several: 0, originId: null }
    const { key, count, originId } = one
    return count === 1 ? { key, several: 0, originId } : { key: null, several: count, originId }
  })
}

/** See `connectors:customer`; in the order of Connectors. */
export function customerIn(list: HeldList, of: Customer): { own: ListedRow[]; namesakes: ListedRow[] } {
  const others = new Map<string, ListedRow>()
  const own: ListedRow[] = []
  for (const row of list.all()) {
    if (isOf(of, row)) own.push(row)
    const originId = row.connector.originId || null
    if (originId !== of.originId && isNamed(of.name, row)) others.set(originId ?? '', row)
  }
  return { own: own.sort(byNeed), namesakes: [...others.values()] }
}

const isNamed = (name: string, { connector }: ListedRow) => name !== '' && connector.endUser.trim() === name

function isOf(of: Customer, row: ListedRow): boolean {
  const { originId } = row.connector
  if (of.originId !== null) return originId === of.originId
  if (originId) return false
  return of.name === '' ? row.key === of.key : isNamed(of.name, row)
}

export function diagnosisOf({ key, kind, since, goodTime, goodKind }: ListedRow): ShownRow['diagnosis'] {
  return kind === null || goodKind === null
    ? null
    : { key, kind, since, lastGoodSync: { time: goodTime, kind: goodKind } }
}

/** Connectors of each category and integration, test connectors too; the usual one is the first as Connectors has them. */
export function totalsOf(list: HeldList): IntegrationTotal[] {
  const totals = new Map<string, IntegrationTotal & { first: ListedRow; linked: ListedRow | null }>()
  for (const row of list.all()) {
    const { key, category, connector } = row
    const { integrationSlug: slug, isTest, totalEmployees, status, isActive } = connector
    const of = `${category} ${slug}`
    const none = { connectors: 0, tests: 0, employees: null, usual: null, any: key }
    const one = totals.get(of) ?? { category, slug, ...none, first: row, linked: null }
    one.connectors++
    if (isTest) one.tests++
    if (totalEmployees !== null) one.employees = (one.employees ?? 0) + totalEmployees
    if (byNeed(row, one.first) < 0) one.first = row
    const isLinked = status === 'COMPLETE' && isActive !== false
    if (isLinked && (!one.linked || byNeed(row, one.linked) < 0)) one.linked = row
    totals.set(of, one)
  }
  return [...totals.values()].map(({ first, linked, ...one }) => ({
    ...one,
    usual: linked?.key ?? null,
    any: first.key
  }))
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

  counts(filters: readonly Filters[], now: number): number[] {
    return filters.map((one) => this.list.count(one, now))
  }

  /** Display names of integrations by slug. */
  show(names: Readonly<Record<string, string>>): void {
    this.list.show(names)
  }

  tally(): ListTally {
    return { ...this.list.tally(), older: [] }
  }
}
