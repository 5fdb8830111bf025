import type { BodySummary } from '../../../shared/model/passthrough-view'

/** A list of objects in a record. */
export type ListInRecord = Pick<BodySummary['tables'][number], 'node' | 'jmespath'>

/**
 * The item of a list that an expression leads into, and the path from there; null where it leads elsewhere.
 * @param list the path to the list, as JMESPath
 */
export function withinItem(expression: string, list: string): { index: number; expression: string } | null {
  const way = list === '@' ? '' : list
  if (!expression.startsWith(way)) return null
  const [, index, rest] = /^\[(\d+)\]\.?([^]+)$/.exec(expression.slice(way.length)) ?? []
  return index === undefined || rest === undefined ? null : { index: Number(index), expression: rest }
}
