import { connectorKey } from '../../../../shared/connectors/connector'
import type { Category } from '../../../../shared/connectors/category'

/** SQLite's texts end at a NUL and know no half characters. A well-formed id stays unchanged. */
export function idText(id: string): string {
  return JSON.stringify(id).slice(1, -1)
}

/** `<category>:<id>` */
export function keyOf(category: Category, text: string): string {
  return connectorKey(category, JSON.parse(`"${text}"`) as string)
}

export function columnsOf(key: string): { category: string; id: string } {
  const colon = key.indexOf(':')
  return { category: key.slice(0, colon), id: idText(key.slice(colon + 1)) }
}
