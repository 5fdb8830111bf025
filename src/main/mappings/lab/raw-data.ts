import { indexJson, isProblem, type JsonIndex } from '../../../shared/passthrough/json-index'
import { keyOf } from '../../../shared/passthrough/json-lint'
import { childrenOf, kindOf } from '../../viewer/json-values'

// Payloads are cut out of the service's answers as texts: reading and writing them would lose the order of keys, 1.0
// and integers beyond 2^53, which expressions are evaluated with.

/** The `raw_data` of each item of a page; null for one that has none. */
export function rawDataOf(page: string): (string | null)[] {
  const index = indexJson(page)
  if (isProblem(index)) return []
  const items = childOf(index, 0, 'items')
  if (items === undefined) return []
  return [...childrenOf(index, items)].map((item) => {
    const raw = childOf(index, item, 'raw_data')
    return raw === undefined || kindOf(index, raw) === 'null' ? null : textOf(index, raw)
  })
}

/** The last child of that name, as readers of JSON take it. */
function childOf(index: JsonIndex, container: number, name: string): number | undefined {
  if (kindOf(index, container) !== 'object') return undefined
  return [...childrenOf(index, container)].findLast((child) => keyOf(index, child) === name)
}

const textOf = (index: JsonIndex, n: number) => index.text.slice(index.start[n], index.end[n])
