import { catalogue, type Collection, collectionAt, type CollectionParam } from '../../../shared/data/catalogue'
import { categories, type Category } from '../../../shared/connectors/category'
import type { CollectionRequest } from '../../../shared/data/collection'
import { fetchRequestWords } from './words'

export function hintOf({ name, type, csv, values }: CollectionParam): string {
  const { hints, from, to, any, known } = fetchRequestWords.param
  const hint = hints[name]
  if (hint) return hint
  if (type === 'datetime') return name.endsWith('_from') ? from : to
  if (csv || type === 'list') return any
  return type === 'string' && values.length > 0 ? known : ''
}

/** Sent as `true` or omitted. */
export const isFlag = ({ name, type }: CollectionParam) => type === 'bool' && name !== 'is_active'

const rank = ({ name, type }: CollectionParam) => {
  if (name === 'modified_after') return 0
  if (type === 'datetime') return 2
  const last = ['ids', 'remote_id', 'expand', 'include_raw_data', 'include_custom_fields'].indexOf(name)
  return last < 0 ? 1 : 3 + last
}

/** New records, model filters, dates, ids, additions. */
export const orderedParams = (params: readonly CollectionParam[]) => params.toSorted((a, b) => rank(a) - rank(b))

/** null for platform paths */
export function categoryOfPath(path: string): Category | null {
  const segment = /^\/api\/([a-z]+)\//i.exec(path)?.[1]?.toUpperCase()
  return categories.find((one) => one === segment) ?? null
}

/** A typed path names itself. */
export function collectionName(path: string): string {
  return collectionAt(path)?.label ?? path
}

/** Only the distinguishing part of a path. */
export function shortName(path: string): string {
  return collectionName(path).replace(/^\/api\/(\w+\/)?v\d+\/(?=.)/, '')
}

/** Common limits for a typed path. */
export function pageSizeBounds(path: string): Collection['pageSize'] {
  return collectionAt(path)?.pageSize ?? { min: 1, max: 200, default: 50 }
}

/** Matches all words, in catalogue order. */
export function searchCollections(typed: string): readonly Collection[] {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  return catalogue.filter(({ id, label, path }) => {
    const text = `${id} ${label} ${path}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Regardless of parameter order. */
export function isSameRequest(a: CollectionRequest, b: CollectionRequest): boolean {
  const names = new Set([...Object.keys(a.params), ...Object.keys(b.params)])
  return (
    a.path === b.path &&
    a.connectorKey === b.connectorKey &&
    a.pageSize === b.pageSize &&
    [...names].every((name) => a.params[name] === b.params[name])
  )
}
