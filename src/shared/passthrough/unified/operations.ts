import { catalogue } from '../../data/catalogue'
import type { Category } from '../../connectors/category'

export interface WriteOperation {
  path: string
  category: Category
  /** As in "Create time off". */
  noun: string
  /** `x-idempotency-key` is declared. */
  idempotent: boolean
  /** Paths that describe the input, newest first. */
  meta: readonly string[]
}

const singular = (label: string) => label.replace(/ies$/, 'y').replace(/s$/, '')

export const writeOperations: readonly WriteOperation[] = catalogue.flatMap((one) => {
  const { path, category, create, needsConnector, label, meta } = one
  if (!create || !needsConnector || !category) return []
  const noun = singular(label.toLowerCase()).replace('eeoc', 'EEOC')
  return [{ path, category, noun, idempotent: create.idempotent, meta }]
})

/** undefined if it creates nothing. */
export function writeOperationAt(path: string): WriteOperation | undefined {
  return writeOperations.find((one) => one.path === path)
}

/** @param key `<category>:<id>` */
export const categoryOfKey = (key: string) => key.slice(0, key.indexOf(':'))
