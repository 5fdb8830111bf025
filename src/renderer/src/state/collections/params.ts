import {
  catalogue,
  type Collection,
  collectionAt,
  type CollectionParam
} from '../../../../shared/collections/catalogue'
import { categories, type Category } from '../../../../shared/model/category'
import type { CollectionRequest } from '../../../../shared/model/collection'

/** How a parameter is entered. `flag`: sent as `true` or left out; `choice`: one of these, or left out. */
export type ParamKind =
  { kind: 'time' } | { kind: 'text' } | { kind: 'flag' } | { kind: 'choice'; options: readonly string[] }

/** What is entered for a known parameter, and what it does in a few words. */
export const paramKinds: Record<CollectionParam, ParamKind & { hint: string }> = {
  modified_after: { kind: 'time', hint: 'Only records changed since then' },
  expand: { kind: 'text', hint: 'Related records inside of each one, by name, with commas' },
  include_raw_data: { kind: 'flag', hint: 'The third party’s own record with each one' },
  include_custom_fields: { kind: 'flag', hint: 'Values of mapped fields' },
  ids: { kind: 'text', hint: 'Only these records, with commas' },
  remote_id: { kind: 'text', hint: 'The id at the third party' },
  connector_token: { kind: 'text', hint: 'The connector that has this token' },
  is_active: { kind: 'choice', options: ['true', 'false'], hint: '' },
  origin_id: { kind: 'text', hint: 'The end user’s id in your own system' },
  category: { kind: 'choice', options: categories, hint: '' },
  model: { kind: 'text', hint: 'As employee or candidate' },
  source: { kind: 'text', hint: 'Where the field comes from' },
  webhook_id: { kind: 'text', hint: 'Deliveries of this webhook' },
  connector_id: { kind: 'text', hint: 'Deliveries about this connector' },
  webhook_action: { kind: 'text', hint: 'As connector_synced' },
  response_code: { kind: 'text', hint: 'What the receiver answered, as 500' },
  created_at_from: { kind: 'time', hint: 'Sent at or after' },
  created_at_to: { kind: 'time', hint: 'Sent at or before' },
  errors_only: { kind: 'flag', hint: 'Only deliveries that failed' }
}

/** The category a path under `/api/` belongs to; null for platform paths. */
export function categoryOfPath(path: string): Category | null {
  const segment = /^\/api\/([a-z]+)\//i.exec(path)?.[1]?.toUpperCase()
  return categories.find((one) => one === segment) ?? null
}

/** "Employees", or the path of one that was typed. */
export function collectionName(path: string): string {
  return collectionAt(path)?.label ?? path
}

/** The same where there is little room: of a path only what tells it from others. */
export function shortName(path: string): string {
  return collectionName(path).replace(/^\/api\/(\w+\/)?v\d+\/(?=.)/, '')
}

/** Bounds of `page_size`; those most endpoints have for a path typed by hand. */
export function boundsOf(path: string): Collection['pageSize'] {
  return collectionAt(path)?.pageSize ?? { min: 1, max: 200, default: 50 }
}

/** Collections whose name, path or category holds all words, as grouped in the catalogue. */
export function searchCollections(typed: string): readonly Collection[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return catalogue.filter(({ id, label, path }) => {
    const text = `${id} ${label} ${path}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Whether two requests would be sent alike, in whatever order their parameters stand. */
export function isSameRequest(a: CollectionRequest, b: CollectionRequest): boolean {
  const names = new Set([...Object.keys(a.params), ...Object.keys(b.params)])
  return (
    a.path === b.path &&
    a.connectorKey === b.connectorKey &&
    a.pageSize === b.pageSize &&
    [...names].every((name) => a.params[name] === b.params[name])
  )
}
