import type { Entry } from './entry'

export interface Column {
  id: string
  label: string
  /** The second line of the head: the field it shows, where that is not plain. */
  field?: string
  numeric?: boolean
  /** What it is sorted by; null comes last in both directions. */
  value: (entry: Entry) => string | number | null
}

export const columns = [
  { id: 'category', label: 'Category', value: ({ row }) => row.category },
  { id: 'integration', label: 'Integration', value: ({ integration }) => integration.toLowerCase() || null },
  { id: 'end-user', label: 'End user', value: ({ name }) => name || null },
  { id: 'origin-id', label: 'Origin id', value: ({ connector }) => connector.originId },
  { id: 'credentials', label: 'Credentials', field: 'status', value: ({ connector }) => connector.status },
  { id: 'last-run', label: 'Last run', field: 'sync_status', value: ({ connector }) => connector.syncStatus },
  { id: 'began', label: 'Run began', value: ({ connector }) => connector.lastSyncStart },
  { id: 'next-run', label: 'Next run', value: ({ connector }) => connector.nextSyncStart },
  { id: 'employees', label: 'Employees', numeric: true, value: ({ connector }) => connector.totalEmployees }
] as const satisfies readonly Column[]

export type ColumnId = (typeof columns)[number]['id']

/** `attention`: who needs a person first; the order of the list until a head is pressed. */
export interface Sort {
  by: ColumnId | 'attention'
  descending: boolean
}

export const byAttention: Sort = { by: 'attention', descending: false }

export type Compare = (a: Entry, b: Entry) => number

const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

/** Ends every comparison, so that no two rows are equal and the order never depends on arrival. */
const byName: Compare = (a, b) => order(a.name, b.name) || order(a.key, b.key)

const compareAttention: Compare = (a, b) => {
  if (a.rank !== b.rank) return a.rank - b.rank
  if (a.rank === 0) {
    const since = (entry: Entry) => entry.connector.relinkNeededAt ?? Infinity
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
