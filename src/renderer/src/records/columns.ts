import { columnWords as words } from './words/connectors'
import type { Entry } from './entry'

export interface ListColumn {
  id: string
  label: string
  /** The second line of the head: the field, if it is not obvious. */
  field?: string
  numeric?: boolean
  more?: boolean
  /** In px; the least width for a column that grows. */
  width: number
  grows?: number
  /** The sort value; null comes last in both directions. */
  value: (entry: Entry) => string | number | null
}

export const columns = [
  { id: 'category', label: words.category, width: 60, value: ({ category }) => category },
  {
    id: 'integration',
    label: words.integration,
    width: 118,
    grows: 1,
    value: ({ integrationOrder }) => integrationOrder || null
  },
  { id: 'end-user', label: words.customer, width: 166, grows: 1.6, value: ({ name }) => name || null },
  { id: 'origin-id', label: words.originId, width: 72, grows: 0.4, value: ({ originId }) => originId },
  {
    id: 'credentials',
    label: words.credentials,
    field: 'status',
    width: 122,
    value: ({ status }) => status
  },
  {
    id: 'last-run',
    label: words.lastSync,
    field: 'sync_status',
    width: 142,
    value: ({ syncStatus, diagnosis }) => (diagnosis?.kind === 'stalled' ? 'Stalled' : syncStatus)
  },
  {
    id: 'good-as-of',
    label: words.lastGood,
    field: words.lastGoodField,
    width: 112,
    value: ({ diagnosis }) => diagnosis?.lastGoodSync.time ?? null
  },
  {
    id: 'employees',
    label: words.employees,
    numeric: true,
    width: 72,
    value: ({ totalEmployees }) => totalEmployees
  },
  { id: 'verdict', label: words.diagnosis, more: true, width: 176, value: ({ diagnosis }) => diagnosis?.kind ?? null },
  { id: 'began', label: words.started, more: true, width: 92, value: ({ lastSyncStart }) => lastSyncStart },
  { id: 'next-run', label: words.nextSync, more: true, width: 164, value: ({ nextSyncStart }) => nextSyncStart },
  {
    id: 'progress',
    label: words.progress,
    field: 'sync_progress',
    numeric: true,
    more: true,
    width: 92,
    value: ({ syncProgress }) => syncProgress
  },
  {
    id: 'found-bad',
    label: words.relinkSince,
    field: 'relink_needed_at',
    more: true,
    width: 132,
    value: ({ relinkNeededAt }) => relinkNeededAt
  },
  { id: 'test', label: words.test, more: true, width: 76, value: ({ isTest }) => (isTest ? 0 : 1) }
] as const satisfies readonly ListColumn[]

export type ColumnId = (typeof columns)[number]['id']

/** `attention`, the default order, puts connectors that need a person first. */
export interface Sort {
  by: ColumnId | 'attention'
  descending: boolean
}

export const byAttention: Sort = { by: 'attention', descending: false }

export type Compare = (a: Entry, b: Entry) => number

const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

/** The last comparison, so that no two rows are equal and the order never depends on arrival. */
const byName: Compare = (a, b) => order(a.name, b.name) || order(a.key, b.key)

const compareAttention: Compare = (a, b) => {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.rank === 0) {
    const since = (entry: Entry) => entry.relinkNeededAt ?? Infinity
    if (since(a) !== since(b)) return since(a) - since(b)
  }
  return byName(a, b)
}

export function comparing({ by, descending }: Sort): Compare {
  const column = columns.find(({ id }) => id === by)
  if (!column) return compareAttention
  const sign = descending ? -1 : 1
  return (a, b) => {
    const left = column.value(a)
    const right = column.value(b)
    if (left === right) return byName(a, b)
    if (left === null) return 1
    if (right === null) return -1
    return sign * order(left, right)
  }
}
