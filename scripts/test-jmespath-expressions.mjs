// Expressions for the comparison with the reference implementation, made up by the grammar, the same for a seed.
import { seeded } from './kill-writer.mjs'

const DOCUMENTS = [
  {
    id: 1047,
    employee: { id: 7, name: 'Zoë', manager: null, address: { city: 'Graz', country_code: 'AT' }, active: true },
    addresses: [
      { type: 'home', city: 'Graz', lines: ['a', 'b'] },
      { type: 'work', city: null, lines: [] },
      { type: 'other', city: '', zip: 8010 }
    ],
    tags: ['b', 'a', 'ü'],
    salaries: [3000, 2500.5, 0],
    custom: { 'odd key': 1, nested: [[1], [2, [3]]] },
    empty: {},
    none: null
  },
  [{ a: 1, b: [1, 2] }, { a: null, b: [] }, { a: 'x' }, 5, null, [{ a: 2 }]],
  { a: { b: { c: [{ d: 1 }, { d: 2, e: 'text' }, {}] } }, b: 'text', c: false, d: 0, e: [] }
]
const KEYS =
  'id employee name manager address city country_code active addresses type lines tags salaries custom nested empty none a b c d e'
    .split(' ')
    .concat('"odd key"', '"missing key"')
const LITERALS = [
  '`1`',
  '`0`',
  '`null`',
  '`true`',
  '`"Graz"`',
  '`[1]`',
  '`{"a": 1}`',
  "'home'",
  "''",
  "'AT'",
  '`2500.5`'
]
const FUNCTIONS = {
  1: 'abs avg ceil floor keys length max min reverse sort sum to_array to_number to_string type values not_null merge'.split(
    ' '
  ),
  2: 'contains ends_with starts_with join not_null merge'.split(' ')
}
const BY = ['sort_by', 'max_by', 'min_by']

/** @returns documents, and questions as [number of the document, expression] */
export function generate(seed, count) {
  const random = seeded(seed)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const chance = (part) => random() < part

  function expression(depth) {
    const kind = depth <= 0 ? 0 : random()
    if (kind < 0.55) return chain(depth)
    if (kind < 0.63) return `${expression(depth - 1)} || ${expression(depth - 1)}`
    if (kind < 0.69) return `${expression(depth - 1)} && ${expression(depth - 1)}`
    if (kind < 0.78) return `${expression(depth - 1)} | ${expression(depth - 1)}`
    if (kind < 0.82) return `!${chain(depth - 1)}`
    if (kind < 0.9)
      return `${chain(depth - 1)} ${pick(['==', '!=', '<', '>='])} ${chance(0.6) ? pick(LITERALS) : chain(depth - 1)}`
    return `(${expression(depth - 1)})`
  }

  function chain(depth) {
    let text = first(depth)
    for (let steps = Math.floor(random() * 4); steps > 0; steps--) text += step(depth - 1)
    return text
  }

  function first(depth) {
    const kind = random()
    if (kind < 0.62 || depth <= 0) return pick(KEYS)
    if (kind < 0.7) return pick(LITERALS)
    if (kind < 0.74) return '@'
    if (kind < 0.78) return pick(['*', '[*]', '[]', '[0]', '[::-1]'])
    if (kind < 0.82) return `[${expression(depth - 1)}, ${expression(depth - 1)}]`
    if (kind < 0.86) return `{x: ${expression(depth - 1)}, "y z": ${expression(depth - 1)}}`
    return called(depth - 1)
  }

  function called(depth) {
    if (chance(0.2)) return `${pick(BY)}(${chain(depth)}, &${chain(depth - 1)})`
    if (chance(0.1)) return `map(&${expression(depth - 1)}, ${chain(depth)})`
    const arity = chance(0.6) ? 1 : 2
    const args = Array.from({ length: arity }, () => (chance(0.15) ? pick(LITERALS) : expression(depth - 1)))
    return `${pick(FUNCTIONS[arity])}(${args.join(', ')})`
  }

  function step(depth) {
    const kind = random()
    if (kind < 0.5) return `.${pick(KEYS)}`
    if (kind < 0.6) return `[${Math.floor(random() * 5) - 2}]`
    if (kind < 0.68) return '[*]'
    if (kind < 0.74) return '[]'
    if (kind < 0.78) return '.*'
    if (kind < 0.84) return pick(['[1:]', '[:2]', '[::2]', '[::-1]', '[-1:]'])
    if (kind < 0.94) return `[?${expression(depth - 1)}]`
    return chance(0.5) ? `.[${pick(KEYS)}, ${pick(KEYS)}]` : `.{x: ${pick(KEYS)}}`
  }

  /** Now and then something is missing or too much: both must refuse it. */
  function broken(text) {
    if (!chance(0.08)) return text
    const at = Math.floor(random() * text.length)
    return chance(0.5)
      ? text.slice(0, at) + text.slice(at + 1)
      : text.slice(0, at) + pick(['.', '[', ']', '|', '&', ' ', '=']) + text.slice(at)
  }

  const questions = Array.from({ length: count }, (_, at) => [at % DOCUMENTS.length, broken(expression(3))])
  return { documents: DOCUMENTS, questions }
}
