import { indexJson, isProblem } from '../../../shared/passthrough/json-index'
import { toJmespath, wayTo, type Way } from '../../../shared/passthrough/paths'
import { WorkLimit } from '../../jmespath/work-limit'
import { valueOf } from '../../jmespath/evaluate'
import { readJson, UnreadableJson } from '../../jmespath/json/read'
import { jsonText } from '../../jmespath/json/write'
import { parse } from '../../jmespath/parse'
import { isObject, type Value } from '../../jmespath/values'
import { masked, type Piece } from '../../secrets/masked'
import { exists } from '../../viewer/json-values'

export interface Clicked {
  bytes: Uint8Array
  hidden: readonly Piece[]
  node: number
}

const patienceMs = 1_000

export interface WayTo {
  expression: string
  why: string
}

/**
 * Expressions that were tested and give the clicked value, the most robust first: by an identifying sibling, by the
 * first item with the value, by position.
 * @returns `refused` if the body is not JSON
 */
export function expressionsFor({ bytes, hidden, node }: Clicked): { ways: WayTo[] } | { refused: string } {
  const text = masked(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'), hidden)
  const index = indexJson(text)
  if (isProblem(index)) return { refused: 'This response is not JSON.' }
  if (!exists(index, node)) return { refused: 'This response has no such value.' }
  let data: Value
  let clicked: string
  try {
    data = readJson(text)
    clicked = jsonText(readJson(text.slice(index.start[node], index.end[node])))
  } catch (thrown) {
    if (thrown instanceof UnreadableJson) return { refused: thrown.message }
    throw thrown
  }
  const way = wayTo(index, node)
  const inList = way.some((step) => typeof step === 'number')
  const candidates = [
    inList ? bySiblings(way, data) : null,
    inList ? firstWithValue(way) : null,
    {
      expression: toJmespath(way),
      why: inList ? 'By position: wrong as soon as the order changes.' : 'The keys that lead to it.'
    }
  ]
  return { ways: candidates.filter((one) => one !== null && gives(one.expression, data, clicked)) as WayTo[] }
}

function gives(expression: string, data: Value, clicked: string): boolean {
  try {
    return jsonText(valueOf(parse(expression).root, data, new WorkLimit(patienceMs))) === clicked
  } catch {
    return false
  }
}

/** `addresses[?type=='home'].city | [0]`: a filter at each list where a value identifies the item. */
function bySiblings(way: Way, data: Value): WayTo | null {
  let expression = ''
  let rest: (string | number)[] = []
  /** The expression so far gives a filter's list. */
  let open = false
  let at = data
  const reasons: string[] = []
  const close = () => {
    expression = append(open ? `${expression} | [0]` : expression, rest)
    rest = []
    open = false
  }
  for (const [position, step] of way.entries()) {
    const mark = typeof step === 'number' && Array.isArray(at) ? telling(at, step, way[position + 1]) : null
    if (mark) {
      close()
      expression += `[?${mark.test}]`
      open = true
      reasons.push(mark.why)
    } else {
      // Behind a filter, a position would apply to each item.
      if (typeof step === 'number' && open) close()
      rest.push(step)
    }
    at = inner(at, step)
  }
  if (reasons.length === 0) return null
  const why = `Finds ${reasons.join(', then ')}, wherever it stands.`
  return { expression: `${append(expression, rest)}${open ? ' | [0]' : ''}`, why }
}

const inner = (value: Value, step: string | number): Value =>
  (isObject(value) ? value.get(String(step)) : Array.isArray(value) ? value[Number(step)] : null) ?? null

const append = (expression: string, rest: Way) => {
  if (rest.length === 0) return expression
  const path = toJmespath(rest)
  return expression === '' || path.startsWith('[') ? expression + path : `${expression}.${path}`
}

const preferred = ['type', 'kind', 'category', 'code', 'key', 'name', 'label', 'field', 'role', 'is_primary', 'primary']

function telling(
  list: readonly Value[],
  position: number,
  wanted: string | number | undefined
): { test: string; why: string } | null {
  const item = list[position]
  if (item === undefined || !isObject(item)) return null
  const names = [...item.keys()].filter((name) => name !== wanted && isTelling(item.get(name)))
  const rank = (name: string) => {
    const at = preferred.indexOf(name.toLowerCase())
    return at >= 0 ? at : /type|kind|code|name/i.test(name) ? 20 : /id$/i.test(name) ? 40 : 30
  }
  for (const name of names.sort((a, b) => rank(a) - rank(b)).slice(0, 50)) {
    const own = inner(item, name)
    const alone = list.every((other, at) => at === position || inner(other, name) !== own)
    if (alone)
      return { test: `${toJmespath([name])}==${literal(own)}`, why: `the item whose ${name} is ${jsonText(own)}` }
  }
  return null
}

const isTelling = (value: Value | undefined) =>
  value === true || typeof value === 'bigint' || (typeof value === 'string' && value !== '' && value.length <= 60)

function literal(value: Value): string {
  if (typeof value === 'string' && !/['\\]/.test(value)) return `'${value}'`
  return `\`${jsonText(value).replaceAll('`', '\\u0060')}\``
}

/** `addresses[*].city | [0]`, if the clicked item is the first with the value. */
function firstWithValue(way: Way): WayTo | null {
  const lists = way.filter((step) => typeof step === 'number').length
  if (lists !== 1 || typeof way.at(-1) === 'number') return null
  const at = way.findIndex((step) => typeof step === 'number')
  const before = way.slice(0, at)
  const list = before.length === 0 ? '' : toJmespath(before)
  return { expression: `${list}[*].${toJmespath(way.slice(at + 1))} | [0]`, why: 'The first item that has it.' }
}
