import type { BodySummary } from '../../../../shared/model/passthrough-view'

/**
 * What a value that was chosen in a response is a sample of: of a list of objects, each is a record, and the way from
 * there is what a mapping needs; else the whole response is the record.
 *
 * @param way to the value, as JMESPath
 */
export function sampleOf(way: string, tables: BodySummary['tables']) {
  for (const { node, jmespath } of tables) {
    if (way === jmespath) return { node, index: 0, expression: '' }
    const list = jmespath === '@' ? '' : jmespath
    const inside = way.startsWith(list) ? /^\[(\d+)\]\.?([^]*)$/.exec(way.slice(list.length)) : null
    if (inside) return { node, index: Number(inside[1]), expression: inside[2] ?? '' }
  }
  return { node: null, index: 0, expression: way === '@' ? '' : way }
}
