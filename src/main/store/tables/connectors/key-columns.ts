import { connectorKey } from '../../../../shared/connectors/connector'
import type { Category } from '../../../../shared/connectors/category'

/**
 * An id as the database can hold it: SQLite's texts end at a NUL and know no half characters. Any id that is well
 * formed stays as it is.
 */
export function idText(id: string): string {
  return JSON.stringify(id).slice(1, -1)
}

/** The key of a connector, `<category>:<id>`, from its columns. */
export function keyOf(category: Category, text: string): string {
  return connectorKey(category, JSON.parse(`"${text}"`) as string)
}

/** Category and id of a key, as columns. */
export function columnsOf(key: string): { category: string; id: string } {
  const colon = key.indexOf(':')
  return { category: key.slice(0, colon), id: idText(key.slice(colon + 1)) }
}
