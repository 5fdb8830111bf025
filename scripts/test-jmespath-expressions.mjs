// Generates expressions by the grammar, repeatable by seed, for the comparison with the reference.
import { seeded } from './kills/writer.mjs'

/** Texts, because JavaScript values lose the order of keys, 1.0 and integers beyond 2^53. */
const DOCUMENTS = [
  `{"id": 1047, "employee": {"id": 7, "name": "Zoë", "manager": null, "fte": 1.0,
    "address": {"city": "Graz", "country_code": "AT"}, "active": true, "hired": "2021-03-01", "left": "2024-05-31"},
   "addresses": [{"type": "home", "city": "Graz", "lines": ["a", "b"], "level": 3},
    {"type": "work", "city": null, "lines": [], "level": "n/a"}, {"type": "other", "city": "", "zip": 8010, "level": 1.5}],
   "tags": ["b", "a", "ü", "😀", "\\uff5e"], "salaries": [3000, 2500.5, 0, 1e16, -0.0], "flags": [1, 0, true, false],
   "custom": {"10": {"value": "L"}, "2": {"value": 42}, "": "blank", "odd key": 1, "nested": [[1], [2, [3]]]},
   "empty": {}, "none": null, "large": 9007199254740993}`,
  `[{"a": 1, "b": [1, 2]}, {"a": null, "b": []}, {"a": "x"}, 5, null, [{"a": 2}], true, 1.0, "5", "x", {"b": 1}]`,
  `{"a": {"b": {"c": [{"d": 1}, {"d": 2, "e": "text"}, {}]}}, "b": "text 😀 ß", "c": false, "d": 0, "e": [],
   "level": "+5", "tags": [" 1_0 ", "1.0", "-2e3", "x", ".5", "٣", "inf", ""], "id": 1.0, "custom": {"d": 0.00001, "a": 1}}`,
  `{"jobs": [{"current": true, "level": 3, "title": "Ä", "sites": [{"primary": true, "city": "Graz"}, {"city": "Linz"}]},
    {"current": false, "level": "n/a", "title": "B", "sites": []}, {"current": null, "level": 12345678901234567890, "title": null},
    {"current": 1, "level": 2, "title": "", "sites": [{"primary": false, "city": null}]}],
   "people": [{"age": null, "name": "Idá"}, {"age": 50, "name": "Bo"}, {"age": 40.0, "name": "Cy"}, {"name": 4}],
   "tags": [1, "a", 1.0], "flags": [1, 0], "left": "2024-05-31", "hired": "2021-03-01",
   "a": [["x", 1], ["y", [2]]], "b": {"1": 1, "0": 0, "a": [1, 2.5]}, "salaries": [1, 2, 3], "level": 100000000000000000000}`
]
const KEYS =
  'id employee name manager address city country_code active fte hired left addresses type lines level tags salaries flags custom nested empty none large a b c d e jobs current sites primary title people age'
    .split(' ')
    .concat('"odd key"', '"missing key"', '""', '"10"')
const LITERALS =
  '`1` `0` `null` `true` `true` `false` `"Graz"` `[1]` `{"a":1}` `2500.5` `1.0` `[true,false]` `[]` `{}` `40` `2` `1e400` `9007199254740993` `"ü"` `-0.0` `"\\ud83d\\ude00"` `[1,0]` `3`'
    .split(' ')
    .concat("'home'", "''", "'AT'", "'5'", "'a'", "'+5'", "'2022-01-01'", "'inf'")
const SIGNS = ['==', '!=', '<', '<=', '>', '>=']
/** Usual argument types (`&`: an expression); sometimes a function gets anything. */
const FUNCTIONS = {
  abs: ['number'],
  avg: ['array'],
  ceil: ['number'],
  contains: ['array string', 'any'],
  ends_with: ['string', 'string'],
  floor: ['number'],
  join: ['string', 'array'],
  keys: ['object'],
  length: ['string array object'],
  map: ['&', 'array'],
  max: ['array'],
  max_by: ['array', '&'],
  merge: ['object', 'object'],
  min: ['array'],
  min_by: ['array', '&'],
  not_null: ['any', 'any'],
  reverse: ['array string'],
  sort: ['array'],
  sort_by: ['array', '&'],
  starts_with: ['string', 'string'],
  sum: ['array'],
  to_array: ['any'],
  to_number: ['string number'],
  to_string: ['number object array'],
  type: ['any'],
  values: ['object']
}
const NAMES = Object.keys(FUNCTIONS)

const typeOf = (value) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
const nameOf = (key) => (/^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key))

/** Paths into a value, with their targets. */
function waysIn(value, depth = 3) {
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  const steps = Array.isArray(value)
    ? value.slice(0, 4).map((inner, at) => [`[${at}]`, inner])
    : Object.entries(value).map(([key, inner]) => [nameOf(key), inner])
  return steps.flatMap(([way, inner]) => [
    { way, value: inner },
    ...waysIn(inner, depth - 1).map((more) => ({ way: joined(way, more.way), value: more.value }))
  ])
}

/** Python treats these as equal inside a list or object. */
const alike = (value) =>
  JSON.stringify(value ?? null, (_, inner) => (inner === 1 || inner === 0 ? inner === 1 : inner === true ? 1 : inner))

const joined = (way, more) => (more.startsWith('[') ? way + more : `${way}.${more}`)

/** @returns documents, and questions as [number of the document, expression] */
export function generate(seed, count) {
  const random = seeded(seed)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const chance = (part) => random() < part
  const known = new Map()

  function waysOf(value) {
    if (!known.has(value)) known.set(value, waysIn(value))
    return known.get(value)
  }

  // Most generated parts fit `value`, the rest does not.

  function expression(depth, value) {
    const kind = depth <= 0 ? 0 : random()
    if (kind < 0.5) return chain(depth, value).text
    if (kind < 0.58) return `${expression(depth - 1, value)} || ${expression(depth - 1, value)}`
    if (kind < 0.66) return `${expression(depth - 1, value)} && ${expression(depth - 1, value)}`
    if (kind < 0.74) {
      const first = chain(depth - 1, value)
      return `${first.text} | ${expression(depth - 1, first.value)}`
    }
    if (kind < 0.78) return `!${chain(depth - 1, value).text}`
    if (kind < 0.91) return comparison(depth - 1, value)
    return `(${expression(depth - 1, value)})`
  }

  function comparison(depth, value) {
    const left = chain(depth, value)
    const [sign, kind] = [pick(SIGNS), random()]
    if (kind < 0.45) return `${left.text} ${sign} ${pick(LITERALS)}`
    if (kind < 0.65) return `${left.text} ${sign} \`${JSON.stringify(left.value ?? null)}\``
    if (kind < 0.7) return `${left.text} ${sign} \`${alike(left.value)}\``
    return `${left.text} ${sign} ${chain(depth, value).text}`
  }

  function chain(depth, value) {
    const steps = Math.floor(random() * 4)
    let made = steps > 1 && chance(0.6) ? way(value, 'array object') : first(depth, value)
    for (let at = 0; at < steps; at++) {
      const { text, value: next } = step(depth - 1, made.value)
      made = { text: made.text + text, value: next }
    }
    return made
  }

  /** Mostly one that exists. */
  function way(value, types = 'any') {
    const ways = waysOf(value).filter(({ value: inner }) => types === 'any' || types.includes(typeOf(inner)))
    if (ways.length === 0 || chance(0.12)) return { text: pick(KEYS), value: null }
    const { way: text, value: inner } = pick(ways)
    return { text, value: inner }
  }

  function first(depth, value) {
    const kind = random()
    if (kind < 0.6 || depth <= 0) return way(value)
    if (kind < 0.66) {
      const literal = pick(LITERALS)
      return { text: literal, value: literal.startsWith('`') ? JSON.parse(literal.slice(1, -1)) : literal.slice(1, -1) }
    }
    if (kind < 0.7) return { text: '@', value }
    if (kind < 0.74) return { text: pick(['*', '[*]', '[]', '[0]', '[::-1]', '[1:][0]']), value: value?.[0] ?? null }
    if (kind < 0.78) {
      const items = [chain(depth - 1, value), chain(depth - 1, value)]
      return { text: `[${items.map(({ text }) => text).join(', ')}]`, value: items.map((item) => item.value) }
    }
    if (kind < 0.83) {
      const [x, y] = [chain(depth - 1, value), chain(depth - 1, value)]
      return { text: `{x: ${x.text}, "2": ${y.text}}`, value: { x: x.value, 2: y.value } }
    }
    return called(depth - 1, value)
  }

  function called(depth, value) {
    const name = pick(NAMES)
    let item = null
    const args = FUNCTIONS[name].map((types) => {
      if (types === '&') return types
      if (name === 'contains' && item !== null && chance(0.4)) return `\`${alike(item)}\``
      if (chance(types === 'any' ? 0.3 : 0.08)) return pick(LITERALS)
      const { text, value: given } = chance(0.6) ? way(value, types) : chain(depth - 1, value)
      if (Array.isArray(given)) item = pick(given) ?? null
      return text
    })
    const inner = chance(0.6) ? way(item, 'string number').text : chance(0.2) ? '@' : expression(depth - 1, item)
    if (chance(0.02)) args.pop()
    const text = `${name}(${args.map((arg) => (arg === '&' ? `&${inner}` : arg)).join(', ')})`
    return { text, value: name === 'map' ? [item] : item }
  }

  function step(depth, value) {
    const kind = random()
    const item = Array.isArray(value) ? (pick(value) ?? null) : null
    if (Array.isArray(value) && kind < 0.75) {
      if (kind < 0.1) return { text: `[${Math.floor(random() * 5) - 2}]`, value: item }
      if (kind < 0.18) return { text: '[]', value: Array.isArray(item) ? item : value }
      const projection =
        kind < 0.3
          ? '[*]'
          : kind < 0.38
            ? pick(['[1:]', '[:2]', '[::2]', '[::-1]', '[-1:]', '[-9:9:3]', '[3:0:-1]'])
            : `[?${chance(0.4) ? way(item).text : chance(0.6) ? comparison(depth - 1, item) : expression(depth - 1, item)}]`
      if (chance(0.2)) return { text: projection, value }
      if (chance(0.1)) return { text: `${projection}.[${comparison(depth - 1, item)}]`, value: [[true]] }
      const { text, value: inner } = way(item)
      return { text: joined(projection, text), value: Array.isArray(inner) ? inner : [inner] }
    }
    if (kind < 0.35) {
      const { text, value: inner } = way(value)
      return { text: joined('', text), value: inner }
    }
    if (kind < 0.45) return { text: '.*', value: Object.values(value ?? {}) }
    if (kind < 0.5) return { text: '[*]', value: item }
    if (kind < 0.55) return { text: '[]', value }
    if (kind < 0.7) return { text: `[?${expression(depth - 1, item)}]`, value: item }
    if (kind < 0.8) {
      const { text, value: result } = called(depth - 1, value)
      return { text: `.${text}`, value: result }
    }
    if (kind < 0.85) return { text: `.[${comparison(depth - 1, value)}]`, value: [true] }
    const { text, value: inner } = chain(depth - 1, value)
    return chance(0.5)
      ? { text: `.[${text}, ${pick(KEYS)}]`, value: [inner, null] }
      : { text: `.{x: ${text}}`, value: { x: inner } }
  }

  /** Sometimes removes or adds a character: both engines must refuse the result. */
  function broken(text) {
    if (!chance(0.05)) return text
    const at = Math.floor(random() * text.length)
    return chance(0.5)
      ? text.slice(0, at) + text.slice(at + 1)
      : text.slice(0, at) + pick(['.', '[', ']', '|', '&', ' ', '=', '(', '-', '`']) + text.slice(at)
  }

  const values = DOCUMENTS.map((document) => JSON.parse(document))
  const questions = values.flatMap((value, document) =>
    Array.from({ length: Math.ceil(count / values.length) }, () => [document, broken(expression(3, value))])
  )
  return { documents: DOCUMENTS, questions }
}
