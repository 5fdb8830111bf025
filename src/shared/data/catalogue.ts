import type { Category } from '../connectors/category'
import data from './catalogue.json' with { type: 'json' }

/** `list` is sent once per value; `string` with `csv` is one text with commas, of which any matches. */
export type ParamType = 'string' | 'bool' | 'datetime' | 'enum' | 'list'

/** A parameter a collection declares. One it does not declare is ignored by the service without a word. */
export interface CollectionParam {
  name: string
  type: ParamType
  csv: boolean
  /** Of an `enum` all there are; of a `string` those known: others may come. */
  values: readonly string[]
}

/** One collection endpoint: all GET, all with the same envelope (spec: Pagination rules). */
export interface Collection {
  /** As `hris/employees`; platform ones as `platform/webhooks`. */
  id: string
  path: string
  label: string
  category: Category | null
  /** Model collections are of one connector: `x-connector-token` goes with each request. */
  needsConnector: boolean
  pageSize: { min: number; max: number; default: number }
  /** All but `page_size` and `cursor`, which the walk sends. */
  params: readonly CollectionParam[]
  /** Relations that `expand` is likely to know, by the records of the contract; any other text can be sent. */
  relations: readonly string[]
  /** Reading one record; `path` holds its id in braces. */
  byId: { path: string; params: readonly string[] } | null
  /** Making a record; `idempotent` where an idempotency key is declared. */
  create: { status: number; idempotent: boolean } | null
  /** Paths of the operations that describe what a create takes, the newest first. */
  meta: readonly string[]
  beta: boolean
}

interface Row {
  path: string
  category: string | null
  needsConnector: boolean
  pageSize: { default: number; max: number }
  params: { name: string; type: string; csv?: boolean; values?: string[] }[]
  relations?: string[]
  byId?: { path: string; params: string[] }
  create?: { status: number; idempotent: boolean }
  meta?: string[]
  beta?: boolean
}

const words = (name: string) => name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase())

function collectionOf(row: Row): Collection {
  const { path, needsConnector, params, relations = [], byId = null, create = null, meta = [], beta = false } = row
  const [, segment = 'platform', rest = ''] = /^\/api\/(?:([a-z]+)\/)?v1\/(.+)$/.exec(path) ?? []
  const name = rest === 'webhooks/logs' ? 'webhook-logs' : rest
  return {
    ...{ id: `${segment}/${name}`, path, label: words(name), category: row.category as Category | null },
    ...{ needsConnector, pageSize: { min: 1, ...row.pageSize }, relations, byId, create, meta, beta },
    params: params.map((one) => ({ csv: false, values: [], ...one, type: one.type as ParamType }))
  }
}

/** The 53 collection endpoints of the live contract, categories first: generated data, see `scripts/catalogue.mjs`. */
export const catalogue: readonly Collection[] = (data as readonly Row[]).map(collectionOf)

/** The collection a path belongs to; undefined for one that was typed by hand. */
export function collectionAt(path: string): Collection | undefined {
  return catalogue.find((one) => one.path === path)
}

/** Whether a parameter typed by hand is one the collection declares; true where the collection itself is not known. */
export function isDeclared(path: string, name: string): boolean {
  return collectionAt(path)?.params.some((one) => one.name === name) ?? true
}

/** The values between the commas of a parameter that takes several. */
export function valuesOf(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
}
