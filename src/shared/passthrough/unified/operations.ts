import { catalogue } from '../../data/catalogue'
import type { Category } from '../../connectors/category'

/** Creates a record of a model through one connector. */
export interface WriteOperation {
  path: string
  category: Category
  /** As in "Create time off". */
  noun: string
  /** The contract declares `x-idempotency-key`. */
  idempotent: boolean
  /** Operations that describe the input, newest first; may be empty. */
  meta: readonly string[]
}

const singular = (label: string) => label.replace(/ies$/, 'y').replace(/s$/, '')

/** In the order of the catalogue. */
export const writeOperations: readonly WriteOperation[] = catalogue.flatMap((one) => {
  const { path, category, create, needsConnector, label, meta } = one
  if (!create || !needsConnector || !category) return []
  const noun = singular(label.toLowerCase()).replace('eeoc', 'EEOC')
  return [{ path, category, noun, idempotent: create.idempotent, meta }]
})

/** undefined for a path that creates nothing. */
export function writeOperationAt(path: string): WriteOperation | undefined {
  return writeOperations.find((one) => one.path === path)
}

/** @param key `<category>:<id>` */
export const categoryOfKey = (key: string) => key.slice(0, key.indexOf(':'))
