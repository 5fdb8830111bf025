import { catalogue } from '../../data/catalogue'
import type { Category } from '../../connectors/category'

/** An operation that creates a record of a model through one connector (spec: operations, model writes). */
export interface WriteOperation {
  path: string
  category: Category
  /** What it creates, as in "Create time off". */
  noun: string
  /** The contract declares `x-idempotency-key` for it. */
  idempotent: boolean
  /** Operations that tell what it takes, the newest first; none where the contract has none. */
  meta: readonly string[]
}

const singular = (label: string) => label.replace(/ies$/, 'y').replace(/s$/, '')

/** All there are, in the order of the catalogue. */
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

/** The category of a connector by its key, `<category>:<id>`. */
export const categoryOfKey = (key: string) => key.slice(0, key.indexOf(':'))
