import { inOr, literalOf, written } from '../../../shared/mappings/builders'
import { numberFrom } from '../functions'
import { jsonText } from '../json/write'
import { isNumber, isTrue, typeOf, type Value } from '../values'
import type { Term } from './terms'

/** An expression that gives the wanted results by what its terms are known to give. */
export interface Candidate {
  text: string
  cost: number
  names: readonly string[]
  /** A table gives its default for what no example has. */
  table?: true
}

/** Terms with the same values on the examples, the cheapest first. */
interface Group {
  values: readonly Value[]
  terms: Term[]
}

/** The same text of a group may mean something else on other records, so several are kept. */
const mostPerGroup = 8
const mostFound = 20_000
const mostParts = 6

/**
 * Puts together what gives the wanted results.
 * @param look called now and then; it throws to end the search
 */
export function solve(
  terms: readonly Term[],
  wanted: readonly Value[],
  look: () => void,
  take: (candidate: Candidate) => void
): void {
  const groups = grouped(terms)
  let found = 0
  const put = (text: string, cost: number, of: readonly Pick<Term, 'names'>[], more: Partial<Candidate> = {}) => {
    if (found++ < mostFound) take({ text, cost, names: of.flatMap(({ names }) => names), ...more })
  }

  const isText = wanted.every((value) => value === null || typeof value === 'string')
  const isNumeric = wanted.every((value) => value === null || isNumber(value))
  const isYesNo = wanted.every((value) => value === null || typeof value === 'boolean')
  for (const group of groups) {
    look()
    direct(group)
    if (isText) texts(group)
    if (isNumeric) numbers(group)
    if (isYesNo) conditions(group)
    table(group)
  }
  fallbacks(
    (value, want) => same(value, want),
    (text) => text
  )
  if (isNumeric) {
    sums()
    fallbacks(
      (value, want) => typeof value === 'string' && same(numberFrom(value), want),
      (text) => `to_number(${text})`
    )
  }
  if (isText) joined()
  lists()

  function each(group: Group, make: (term: Term) => void): void {
    group.terms.forEach(make)
  }

  function direct(group: Group): void {
    if (group.values.every((value, at) => same(value, wanted[at] ?? null)))
      each(group, (term) => put(term.text, term.cost, [term]))
  }

  function texts({ values, terms }: Group): void {
    if (values.some((value) => isNumber(value) || typeof value === 'boolean')) {
      const fits = values.every((value, at) => (value === null ? wanted[at] === null : plain(value) === wanted[at]))
      // A null would become the text "null".
      if (fits) for (const term of terms) put(guarded([term], `to_string(${term.text})`), term.cost + 2.5, [term])
    }
    if (!values.some(Array.isArray)) return
    const all = values.map((value) => (Array.isArray(value) ? value.map(plain) : null))
    const said = all.map((list) => (list?.every((item) => item !== undefined) ? (list as string[]) : null))
    if (said.some((list, at) => list === null && wanted[at] !== null)) return
    for (const order of ['', 'sort'] as const) {
      const ordered = said.map((list) => list && (order ? [...list].sort() : list))
      const glue = glueOf(ordered)
      if (glue === null) continue
      const numeric = values.some((value) => Array.isArray(value) && value.some(isNumber))
      for (const term of terms) {
        const items = numeric ? asTexts(term.text) : term.text
        if (items === null) continue
        const list = order ? `sort(${items})` : items
        const text = `join(${literalOf(JSON.stringify(glue))}, ${list})`
        const cost = term.cost + 2 + (order ? 1.5 : 0) + (numeric ? 1 : 0)
        put(text, cost, [term])
        put(guarded([term], text), cost + 1, [term])
      }
    }
  }

  /** What stands between the items of each list in the wanted text; null if none fits all. */
  function glueOf(said: readonly (readonly string[] | null)[]): string | null {
    let glue: string | null = null
    for (const [at, list] of said.entries()) {
      const text = wanted[at]
      if (list === null || list.length < 2 || typeof text !== 'string') continue
      const [first = '', second = ''] = list
      const from = text.indexOf(second, first.length + 1)
      glue ??= from < 0 ? null : text.slice(first.length, from)
    }
    const fits = said.every((list, at) => (list === null ? wanted[at] === null : list.join(glue ?? '') === wanted[at]))
    return fits ? glue : null
  }

  function numbers(group: Group): void {
    const read = group.values.map((value) => (typeof value === 'string' ? numberFrom(value) : null))
    if (read.some((value) => value !== null) && read.every((value, at) => same(value, wanted[at] ?? null)))
      each(group, (term) => put(`to_number(${term.text})`, term.cost + 1.5, [term]))
    const fits = (by: (list: readonly Value[]) => Value) =>
      group.values.every((value, at) =>
        Array.isArray(value) ? same(by(value), wanted[at] ?? null) : wanted[at] === null
      )
    if (!group.values.some(Array.isArray)) return
    const all = (list: readonly Value[]) => list.every(isNumber)
    const functions: [string, (list: readonly Value[]) => Value][] = [
      ['sum', (list) => (all(list) ? list.reduce<number>((sum, item) => sum + Number(item), 0) : null)],
      ['length', (list) => BigInt(list.length)],
      ['max', (list) => (all(list) && list.length > 1 ? Math.max(...list.map(Number)) : null)],
      ['min', (list) => (all(list) && list.length > 1 ? Math.min(...list.map(Number)) : null)],
      [
        'avg',
        (list) =>
          all(list) && list.length > 1 ? list.reduce<number>((sum, item) => sum + Number(item), 0) / list.length : null
      ]
    ]
    for (const [name, by] of functions)
      if (fits(by))
        each(group, (term) => {
          put(`${name}(${term.text})`, term.cost + 2.5, [term])
          put(guarded([term], `${name}(${term.text})`), term.cost + 3.5, [term])
        })
  }

  /** Two numbers of a record: `sum` is the only arithmetic. */
  function sums(): void {
    const numeric = groups.filter(({ values }) => values.every(isNumber)).slice(0, 300)
    for (const [at, a] of numeric.entries())
      for (const b of numeric.slice(at + 1))
        if (a.values.every((value, at) => same(Number(value) + Number(b.values[at]), wanted[at] ?? null))) {
          const [x, y] = [a.terms[0] as Term, b.terms[0] as Term]
          put(`sum([${x.text}, ${y.text}])`, x.cost + y.cost + 4, [x, y])
        }
  }

  function conditions({ values, terms }: Group): void {
    const yes = values.filter((_, at) => wanted[at] === true)
    const no = values.filter((_, at) => wanted[at] === false)
    if (yes.length === 0 || no.length === 0 || yes.length + no.length < values.length) return
    const [one] = yes
    const [other] = no
    const equals = (a: Value | undefined) => (b: Value) => same(a ?? null, b)
    for (const term of terms) {
      if (isWord(one) && yes.every(equals(one)) && !no.some(equals(one)))
        put(`${inOr(term.text)} == ${literal(one)}`, term.cost + 2, [term, { names: [String(one)] }])
      if (isWord(other) && no.every(equals(other)) && !yes.some(equals(other)))
        put(`${inOr(term.text)} != ${literal(other)}`, term.cost + 3, [term, { names: [String(other)] }])
      if (yes.every((value) => value !== null) && no.every((value) => value === null))
        put(`${inOr(term.text)} != \`null\``, term.cost + 3, [term])
      const held =
        yes.every(Array.isArray) && no.every((value) => value === null || Array.isArray(value)) ? (one as Value[]) : []
      for (const item of held.filter(isWord)) {
        const has = (list: Value) => Array.isArray(list) && list.some((other) => same(other, item))
        if (!yes.every(has) || no.some(has)) continue
        const names = [{ names: [...term.names, String(item)] }]
        put(`contains(${term.text}, ${literal(item)})`, term.cost + 2.5, names)
        put(`contains(${inOr(term.text)} || \`[]\`, ${literal(item)})`, term.cost + 3.5, names)
      }
    }
  }

  /** A value table: each value of the term has one wanted result. */
  function table({ values, terms }: Group): void {
    const rows = new Map<string, string>()
    let otherwise = 'null'
    for (const [at, value] of values.entries()) {
      const gives = jsonText(wanted[at] ?? null)
      if (value === null) {
        if (gives !== 'null') otherwise = gives
        continue
      }
      if (!isWord(value) || gives === 'null') return
      const is = jsonText(value)
      if ((rows.get(is) ?? gives) !== gives) return
      rows.set(is, gives)
    }
    if (values.some((value, at) => value === null && jsonText(wanted[at] ?? null) !== otherwise)) return
    if (rows.size < 2 || new Set(rows.values()).size < 2) return
    if ([...rows].every(([is, gives]) => is === gives)) return
    // Every value has a row of its own, and seems to be written anew: a table would only repeat the examples.
    const rewritten = [...rows].every(([is, gives]) => bare(is).includes(bare(gives)))
    const alone = rows.size === values.filter((value) => value !== null).length
    if (rewritten && alone) return
    const said = [...rows].map(([is, gives]) => ({ is, gives }))
    // Any value fits as a table that nothing confirms: the more is written in it, the less it says.
    const byDefault = otherwise === 'null' ? 0 : 4
    const chance = alone ? 6 + [...rows.values()].join('').length * 0.2 : 0
    for (const term of terms) {
      const text = written({ kind: 'table', of: term.text, rows: said, otherwise })
      put(text, term.cost + 5 + rows.size * 0.5 + chance + byDefault, [term], { table: true })
    }
  }

  /** `a || b || c` and `a || 'text'`. */
  function fallbacks(fits: (value: Value, want: Value) => boolean, wrap: (text: string) => string): void {
    const isSet = (value: Value | undefined) => value !== undefined && isTrue(value)
    interface Part extends Group {
      hits: readonly boolean[]
      /** False where an earlier part must have given the result. */
      good: boolean
    }
    const parts: Part[] = groups.flatMap((group) => {
      const hits = group.values.map((value, at) => isSet(value) && fits(value, wanted[at] ?? null))
      const good = group.values.every((value, at) => !isSet(value) || hits[at])
      return hits.some(Boolean) ? [{ ...group, hits, good }] : []
    })
    const firsts = parts
      .filter(({ good, hits }) => good && !hits.every(Boolean))
      .sort(byCost)
      .slice(0, 60)
    const lasts = parts.sort(byCost).slice(0, 400)
    const chain = (before: Part[], done: readonly boolean[]) => {
      look()
      const rest = done.flatMap((is, at) => (is ? [] : [at]))
      for (const last of lasts) {
        if (before.includes(last) || !rest.every((at) => last.hits[at] === true || unset(last, at))) continue
        if (!rest.some((at) => last.hits[at])) continue
        for (const end of last.terms.slice(0, 4)) {
          for (const begin of (before.at(-1) as Part).terms.slice(0, 4)) {
            const all = [...before.slice(0, -1).map(({ terms }) => terms[0] as Term), begin, end]
            const cost = all.reduce((sum, { cost }) => sum + cost, 0) + 2.5 * before.length
            put(wrap(all.map(({ text }) => inOr(text)).join(' || ')), cost, all)
          }
        }
      }
      const texts = new Set(rest.map((at) => jsonText(wanted[at] ?? null)))
      const [same] = texts
      if (texts.size === 1 && same !== undefined && same !== 'null' && wrap('') === '' && before.length === 1)
        for (const term of (before[0] as Part).terms)
          put(`${inOr(term.text)} || ${literalOf(same)}`, term.cost + 4 + (rest.length > 1 ? 0 : 2), [term])
    }
    const unset = (part: Part, at: number) => wanted[at] === null && (part.values[at] ?? null) === null
    // Two that both fit differ where a record has only one of them.
    const whole = parts.flatMap(({ hits, terms }) => (hits.every(Boolean) ? terms : [])).slice(0, 8)
    for (const a of whole)
      for (const b of whole)
        if (a !== b) put(wrap(`${inOr(a.text)} || ${inOr(b.text)}`), a.cost + b.cost / 2 + 3, [a, b])
    for (const first of firsts) {
      chain([first], first.hits)
      if (wanted.length < 3) continue
      for (const second of firsts.slice(0, 20)) {
        const done = first.hits.map((hit, at) => hit || second.hits[at] === true)
        if (done.every(Boolean) || done.every((is, at) => is === first.hits[at])) continue
        chain([first, second], done)
      }
    }
  }

  /** Texts put together from parts of the record. */
  function joined(): void {
    const rows = wanted.flatMap((want, at) => (typeof want === 'string' && want !== '' ? [{ want, at }] : []))
    if (rows.length === 0) return
    const partOf = (group: Group) => {
      const said = rows.map(({ at }) => {
        const value = group.values[at] ?? null
        return value === null || value === '' ? '' : plain(value)
      })
      const within = said.every((text, at) => text !== undefined && (rows[at]?.want ?? '').includes(text))
      if (!within || said.every((text, at) => text === '' || text === rows[at]?.want)) return []
      const numeric = group.values.some((value) => value !== null && typeof value !== 'string')
      return [{ group, said: said as string[], numeric }]
    }
    const plainParts = groups.flatMap(partOf)
    type Piece = (typeof plainParts)[number]
    const term = ({ group }: Piece) => group.terms[0] as Term
    const parts = [...plainParts, ...filledUp(plainParts)]
    const best = parts.sort((a, b) => weight(b) - weight(a) || term(a).cost - term(b).cost).slice(0, 150)
    function weight({ said }: Piece): number {
      return said.reduce((sum, text) => sum + text.length, 0)
    }
    /** Parts that a record lacks, with another one in their place. */
    function filledUp(parts: readonly Piece[]): Piece[] {
      const lacking = parts.filter(({ said, numeric }) => !numeric && said.includes('')).slice(0, 40)
      return lacking.flatMap((first) =>
        groups.slice(0, 3_000).flatMap((second) => {
          const values = first.group.values.map((value, at) => (isTrue(value) ? value : (second.values[at] ?? null)))
          const [a, b] = [term(first), second.terms[0] as Term]
          const both = {
            text: `${inOr(a.text)} || ${inOr(b.text)}`,
            values,
            cost: a.cost + b.cost + 2,
            names: [...a.names, ...b.names]
          }
          return partOf({ values, terms: [both] }).filter(({ said, numeric }) => !numeric && !said.includes(''))
        })
      )
    }
    const made = new Set<string>()
    const nulls = wanted.some((want) => want === null)

    const finish = (pieces: readonly (Piece | string)[]) => {
      const used = pieces.filter((piece): piece is Piece => typeof piece !== 'string')
      if (used.length === 0 || (used.length === 1 && pieces.length === 1)) return
      const glues = pieces.flatMap((piece, at) => (at % 2 === 1 ? [piece] : []))
      const even =
        pieces.length % 2 === 1 && pieces.every((piece, at) => (typeof piece === 'string') === (at % 2 === 1))
      const uniform = even && glues.every((glue) => glue === glues[0])
      const tight = pieces.every((piece) => typeof piece !== 'string')
      // Each part may come from several places.
      for (const choice of choices(used.map(({ group }) => group.terms))) {
        const text = (piece: Piece) => {
          const { text } = choice[used.indexOf(piece)] as Term
          return piece.numeric ? `to_string(${text})` : text
        }
        const cost = choice.reduce((sum, { cost }) => sum + cost, 0) + used.length + 1
        const optional = used.some(({ said }) => said.includes(''))
        const items = used.map(text).join(', ')
        const glue = literalOf(JSON.stringify(uniform ? glues[0] : ''))
        const spread = pieces.map((piece) =>
          typeof piece === 'string' ? literalOf(JSON.stringify(piece)) : text(piece)
        )
        const whole = uniform || tight ? `join(${glue}, [${items}])` : `join('', [${spread.join(', ')}])`
        const extra = uniform || tight ? 0 : 1.5
        if (made.has(whole)) continue
        made.add(whole)
        if (!optional && !nulls) put(whole, cost + extra, choice)
        if (!optional) put(guarded(choice, whole), cost + extra + 1, choice)
        if (uniform && !nulls && !used.some(({ numeric }) => numeric))
          put(`join(${glue}, [${items}][?@])`, cost + 0.5, choice)
      }
    }

    /** One glue between all parts; a part that a record lacks is left out with it. */
    const even = (glue: string, pieces: Piece[], at: readonly number[]) => {
      look()
      if (made.size > 200) return
      if (at.every((place, row) => place === rows[row]?.want.length)) {
        return finish(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [glue, piece])))
      }
      if (pieces.length >= mostParts) return
      for (const piece of best) {
        if (pieces.includes(piece)) continue
        const next = at.map((place, row) => {
          const text = piece.said[row] ?? ''
          if (text === '') return place
          const part = (place === 0 ? '' : glue) + text
          return (rows[row]?.want ?? '').startsWith(part, place) ? place + part.length : -1
        })
        if (next.includes(-1) || next.every((place, row) => place === at[row])) continue
        even(glue, [...pieces, piece], next)
      }
    }

    /** Any texts between the parts. */
    const spread = (pieces: (Piece | string)[], at: readonly number[]) => {
      look()
      if (made.size > 300 || pieces.length > mostParts * 2) return
      const ended = at.filter((place, row) => place === rows[row]?.want.length).length
      if (ended === at.length) return finish(pieces)
      if (ended > 0) return
      for (const piece of best) {
        if (piece.said.includes('')) continue
        if (!piece.said.every((text, row) => (rows[row]?.want ?? '').startsWith(text, at[row]))) continue
        if (!pieces.includes(piece))
          spread(
            [...pieces, piece],
            at.map((place, row) => place + (piece.said[row]?.length ?? 0))
          )
      }
      if (typeof pieces.at(-1) === 'string') return
      for (const glue of fixed(rows.map(({ want }, row) => want.slice(at[row]))))
        spread(
          [...pieces, glue],
          at.map((place) => place + glue.length)
        )
    }

    const start = rows.map(() => 0)
    for (const glue of gluesIn(rows.map(({ want }) => want))) even(glue, [], start)
    even('', [], start)
    spread([], start)
  }

  function lists(): void {
    const [first] = wanted
    if (!Array.isArray(first) || first.length === 0 || first.length > 4) return
    if (!wanted.every((want) => want === null || (Array.isArray(want) && want.length === first.length))) return
    const parts = first.map((_, place) =>
      groups.find(({ values }) => values.every((value, at) => same(value, inList(wanted[at] ?? null, place))))
    )
    if (!parts.every((part) => part !== undefined)) return
    const terms = parts.map(({ terms }) => terms[0] as Term)
    put(`[${terms.map(({ text }) => text).join(', ')}]`, terms.reduce((sum, { cost }) => sum + cost, 0) + 2, terms)
  }
}

const inList = (list: Value, at: number): Value => (Array.isArray(list) ? (list[at] ?? null) : null)
const byCost = (a: Group, b: Group) => (a.terms[0]?.cost ?? 0) - (b.terms[0]?.cost ?? 0)
const literal = (value: Value) => literalOf(jsonText(value))

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** A value of a list of choices, and no long text. */
const isWord = (value: Value | undefined): value is string | number | bigint | boolean =>
  (typeof value === 'string' && value !== '' && value.length <= 60) || isNumber(value) || typeof value === 'boolean'

/** Null where one of the terms has no value. */
const guarded = (terms: readonly Term[], text: string) => [...terms.map((term) => inOr(term.text)), text].join(' && ')

/** `list[*].id` as texts; null where the list is not written as a projection. */
function asTexts(list: string): string | null {
  if (list.endsWith('[*]')) return `${list}.to_string(@)`
  const at = list.lastIndexOf('.')
  return at > list.lastIndexOf(']') && at > list.lastIndexOf('"') && list.includes(']')
    ? `${list.slice(0, at)}.to_string(${list.slice(at + 1)})`
    : null
}

/** A plain value as it stands in a text. */
function plain(value: Value): string | undefined {
  if (typeof value === 'string') return value
  return isNumber(value) ? jsonText(value) : undefined
}

/** As the wanted: a number equals the same number, and true is no number. */
export function same(a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) return a <= b && a >= b
  if (typeOf(a) !== typeOf(b)) return false
  return typeof a === 'object' ? jsonText(a, { sorted: true }) === jsonText(b, { sorted: true }) : a === b
}

function grouped(terms: readonly Term[]): Group[] {
  const groups = new Map<string, Group>()
  for (const term of [...terms].sort((a, b) => a.cost - b.cost)) {
    if (term.values.every((value) => value === null)) continue
    const key = keyFor(term.values)
    const group = groups.get(key)
    if (!group) groups.set(key, { values: term.values, terms: [term] })
    else if (group.terms.length < mostPerGroup) group.terms.push(term)
  }
  return [...groups.values()]
}

/** Large values are told apart by their beginning. */
const keyFor = (values: readonly Value[]) => values.map((value) => short(value)).join('\n')
const short = (value: Value): string =>
  Array.isArray(value) || value instanceof Map ? jsonText(value).slice(0, 2_000) : jsonText(value)

/** What could stand between parts: runs of signs and blanks. */
function gluesIn(texts: readonly string[]): string[] {
  const found = new Set(texts.flatMap((text) => text.match(/[^\p{L}\p{N}]{1,12}/gu) ?? []))
  const [longest = ''] = [...texts].sort((a, b) => b.length - a.length)
  return [...found]
    .filter((glue) => texts.every((text) => text.includes(glue) || text.length < longest.length))
    .slice(0, 8)
}

/** Beginnings that all texts share: the signs, and with several examples the words too. */
function fixed(texts: readonly string[]): string[] {
  const [first = ''] = texts
  let length = 0
  while (length < 24 && length < first.length && texts.every((text) => text[length] === first[length])) length++
  const shared = first.slice(0, length)
  const signs = /^[^\p{L}\p{N}]{1,24}/u.exec(shared)?.[0] ?? ''
  return [...new Set([signs, ...(texts.length > 1 ? [shared] : [])])].filter((text) => text !== '')
}

/** The cheapest choices of one term for each part. */
function choices(parts: readonly (readonly Term[])[]): Term[][] {
  const cheapest = parts.map((terms) => terms[0] as Term)
  const others = parts.flatMap((terms, at) => terms.slice(1, 5).map((term) => cheapest.with(at, term)))
  return [cheapest, ...others]
}
