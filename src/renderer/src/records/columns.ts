import { columnWords as words } from './words/connectors'
import type { ColumnId } from '../../../shared/connectors/list/query'

export interface ListColumn {
  id: ColumnId
  label: string
  /** The second line of the head: the field, if it is not obvious. */
  field?: string
  numeric?: boolean
  more?: boolean
  /** In px; the least width for a column that grows. */
  width: number
  grows?: number
}

export const columns = [
  { id: 'category', label: words.category, width: 60 },
  {
    id: 'integration',
    label: words.integration,
    width: 118,
    grows: 1
  },
  { id: 'end-user', label: words.customer, width: 166, grows: 1.6 },
  { id: 'origin-id', label: words.originId, width: 72, grows: 0.4 },
  {
    id: 'credentials',
    label: words.credentials,
    field: 'status',
    width: 122
  },
  {
    id: 'last-run',
    label: words.lastSync,
    field: 'sync_status',
    width: 142
  },
  {
    id: 'good-as-of',
    label: words.lastGood,
    field: words.lastGoodField,
    width: 112
  },
  {
    id: 'employees',
    label: words.employees,
    numeric: true,
    width: 72
  },
  { id: 'verdict', label: words.diagnosis, more: true, width: 176 },
  { id: 'began', label: words.started, more: true, width: 92 },
  { id: 'next-run', label: words.nextSync, more: true, width: 164 },
  {
    id: 'progress',
    label: words.progress,
    field: 'sync_progress',
    numeric: true,
    more: true,
    width: 92
  },
  {
    id: 'found-bad',
    label: words.relinkSince,
    field: 'relink_needed_at',
    more: true,
    width: 132
  },
  { id: 'test', label: words.test, more: true, width: 76 }
] as const satisfies readonly ListColumn[]
