import { createHash } from 'node:crypto'
import type { ExampleAnswer, Proposal } from '../../../shared/mappings/example'
import { expressionLength } from '../../../shared/mappings/mapping'
import { valueOf } from '../evaluate'
import { ServerFails } from '../failure'
import { readJson } from '../json/read'
import { jsonText } from '../json/write'
import type { LoadedRecord, Pace } from '../lab-run'
import type { JsonType } from '../../../shared/mappings/lab'
import type { Node } from '../node'
import { parse } from '../parse'
import { isNumber, isObject, typeOf, type Value } from '../values'
import { OutOfTime, WorkLimit } from '../work-limit'
import { reasonsFor } from './beyond'
import { same, solve, type Candidate } from './solve'
import { termsOf, type Term } from './terms'

export interface ExampleQuestion {
  /** The custom field's name: a path with alike names is the likelier. */
  field: string
  /** What is wanted, as JSON text; null where nothing is typed yet. */
  examples: readonly { index: number; wanted: string | null }[]
  /** ms for all of it. */
  withinMs: number
}

const mostShown = 5
/** Candidates that are tried on every record. */
const mostTried = 120
const shownDiffering = 200
/** In characters. */
const cut = 200
/** ms for one record. */
const recordMs = 100
const beatMs = 20

/** Nobody needs the answer. */
class Stopped extends Error {}

/**
 * Searches expressions that give the wanted results. All of them were evaluated by the engine, on the examples and on
 * the other records.
 * @returns null if stopped
 */
export function searchByExample(
  records: readonly LoadedRecord[],
  { field, examples, withinMs }: ExampleQuestion,
  pace: Pace
): ExampleAnswer | null {
  const labels = examples.map(({ index }) => labelOf(records[index], index))
  const typed = examples.flatMap(({ index, wanted }) => {
    const record = records[index]
    return record && wanted !== null ? [{ index, input: record.value, wanted: readJson(wanted) }] : []
  })
  if (typed.length === 0)
    return { labels, proposals: [], records: 0, differing: [], beyond: [], looked: 0, ended: true }
  const inputs = typed.map(({ input }) => input)
  const wanted = typed.map(({ wanted }) => wanted)

  const began = performance.now()
  let beaten = began
  let ended = true
  /** Works until its part of the time is over; what was found by then stays. */
  const within = (part: number, work: (look: () => void) => void) => {
    const until = began + withinMs * part
    try {
      work(() => {
        const now = performance.now()
        if (pace.stopped()) throw new Stopped()
        if (now > until) throw new OutOfTime()
        if (now - beaten < beatMs) return
        beaten = now
        pace.beat()
      })
    } catch (thrown) {
      if (!(thrown instanceof OutOfTime)) throw thrown
      ended = false
    }
  }
  const like = likenessTo(field)
  const terms: Term[] = []
  const found: Candidate[] = []
  const fitting: Fitting[] = []
  const results: Outcomes[] = []
  try {
    within(0.4, (look) => termsOf(inputs, nearTo(wanted), look, terms))
    const ranked = terms.map((term) => ({ ...term, cost: term.cost - 3 * like(term.names) }))
    within(0.6, (look) => {
      solve(ranked, wanted, look, (one) => found.push(one))
      // A number or true that was typed may be a text in the record.
      const asTexts = wanted.map((value) => (isNumber(value) || typeof value === 'boolean' ? jsonText(value) : value))
      if (asTexts.some((value, at) => value !== wanted[at]))
        solve(ranked, asTexts, look, (one) => found.push({ ...one, cost: one.cost + 3 }))
    })
    within(0.75, (look) => verify(found, inputs, wanted, look, fitting))
    within(1, (look) => tryOn(records, fitting, look, results))
  } catch (thrown) {
    if (thrown instanceof Stopped) return null
    throw thrown
  }
  const best = bestOf(fitting, results, typed, like)
  const beyond = reasonsFor(inputs, wanted).map(({ at, ...reason }) => ({ index: typed[at]?.index ?? 0, ...reason }))
  return { labels, ...shown(best, records, results), beyond, looked: terms.length + found.length, ended }
}

/** True for a value that may be a part of a wanted result. */
function nearTo(wanted: readonly Value[]): (value: Value) => boolean {
  const texts = wanted
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .map((value) => (value === null ? '' : textOf(value)))
  const exact = new Set(texts)
  return (value) => {
    const text = textOf(value)
    return text !== '' && (exact.has(text) || (text.length > 1 && texts.some((one) => one.includes(text))))
  }
}
const textOf = (value: Value) => (typeof value === 'string' ? value : jsonText(value))

/** @returns from 0 to 1: how much of the field's name is in the names on a way */
function likenessTo(field: string): (names: readonly string[]) => number {
  const known = new Map<string, string>()
  const plain = (name: string) => {
    let text = known.get(name)
    if (text === undefined) known.set(name, (text = wordsOf(name).join('')))
    return text
  }
  const wanted = wordsOf(field).filter((word) => word.length > 1 && word !== 'is' && word !== 'has')
  return (names) => {
    if (wanted.length === 0) return 0
    const said = names.map(plain)
    const hits = wanted.filter((word) =>
      said.some((name) => name.includes(word) || (name.length > 2 && word.includes(name)))
    )
    return (hits.length / wanted.length) * 0.8 + (said.at(-1) === wanted.join('') ? 0.2 : 0)
  }
}
const wordsOf = (name: string) =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('centre', 'center')
    .split(/[^\p{L}\p{N}]/u)
    .filter(Boolean)

interface Fitting extends Candidate {
  root: Node
}

/** Only what the engine gives counts. */
function verify(
  found: readonly Candidate[],
  inputs: readonly Value[],
  wanted: readonly Value[],
  look: () => void,
  fitting: Fitting[]
): void {
  const seen = new Set<string>()
  for (const candidate of [...found].sort((a, b) => a.cost - b.cost)) {
    if (fitting.length >= mostTried) return
    if (candidate.text.length > expressionLength.max || seen.has(candidate.text)) continue
    seen.add(candidate.text)
    look()
    const { root } = parse(candidate.text)
    const gives = (input: Value, at: number) => {
      const value = outcome(root, input)
      const want = wanted[at] ?? null
      if (value === undefined) return false
      return same(value, want) || (typeof value === 'string' && want !== null && value === textOf(want))
    }
    if (inputs.every(gives)) fitting.push({ ...candidate, root })
  }
}

/** undefined where the server fails. */
function outcome(root: Node, input: Value): Value | undefined {
  try {
    return valueOf(root, input, new WorkLimit(recordMs))
  } catch (thrown) {
    if (thrown instanceof ServerFails || thrown instanceof OutOfTime) return undefined
    throw thrown
  }
}

type Outcome = JsonType | 'problem'

/** What each candidate gave on a record: its value, shortened to tell it from others, and its type. */
type Outcomes = readonly { key: string; type: Outcome }[]

function tryOn(
  records: readonly LoadedRecord[],
  fitting: readonly Fitting[],
  look: () => void,
  results: Outcomes[]
): void {
  for (const { value: record } of records) {
    results.push(
      fitting.map(({ root }) => {
        look()
        const value = outcome(root, record)
        return value === undefined ? { key: '', type: 'problem' } : { key: keyOf(jsonText(value)), type: typeOf(value) }
      })
    )
  }
}

const keyOf = (text: string) => (text.length > cut ? createHash('sha256').update(text).digest('base64') : text)

interface Best extends Fitting {
  /** Its place in the outcomes. */
  at: number
  types: ReadonlyMap<Outcome, number>
}

/** The best of those that give the same everywhere, ranked. */
function bestOf(
  fitting: readonly Fitting[],
  results: readonly Outcomes[],
  typed: readonly { wanted: Value }[],
  like: (names: readonly string[]) => number
): Best[] {
  const wanted = new Set<Outcome>(typed.map(({ wanted }) => typeOf(wanted)))
  const ranked = fitting.map((one, at) => {
    const types = new Map<Outcome, number>()
    for (const outcomes of results) {
      const { type } = outcomes[at] as Outcomes[number]
      types.set(type, (types.get(type) ?? 0) + 1)
    }
    const score = one.cost + penalty(types, { wanted, table: one.table === true }) - like(one.names) * 2
    return { ...one, at, types, score }
  })
  const kept = new Map<string, Best>()
  if (results.length === 0) return []
  for (const one of ranked.sort((a, b) => a.score - b.score)) {
    const others = results.length - typed.length
    // A table that fits nobody else only repeats the examples.
    if (one.table && others > 1 && results.length - (one.types.get('null') ?? 0) <= typed.length) continue
    const key = results.map((outcomes) => `${outcomes[one.at]?.type} ${outcomes[one.at]?.key}`).join('\n')
    if (!kept.has(key) && kept.size < mostShown) kept.set(key, one)
  }
  return [...kept.values()]
}

/** For what fails, gives nothing or another type elsewhere. */
function penalty(types: Best['types'], { wanted, table }: { wanted: ReadonlySet<Outcome>; table: boolean }): number {
  const count = [...types.values()].reduce((sum, many) => sum + many, 0)
  let penalty = 0
  for (const [type, many] of types) {
    const part = many / count
    if (type === 'problem') penalty += 6 + 14 * part
    else if (type === 'null') penalty += (wanted.has('null') ? 2 : table ? 10 : 4) * part
    else if (!wanted.has(type)) penalty += 2 + 8 * part
  }
  return penalty
}

function shown(best: readonly Best[], records: readonly LoadedRecord[], results: readonly Outcomes[]) {
  const [first] = best
  const isUnlike =
    (outcomes: Outcomes) =>
    ({ at }: Best) => {
      const [a, b] = [outcomes[at], outcomes[first?.at ?? at]]
      return a?.key !== b?.key || a?.type !== b?.type
    }
  const proposals = best.map((one): Proposal => {
    const [nulls, problems] = [one.types.get('null') ?? 0, one.types.get('problem') ?? 0]
    return {
      expression: one.text,
      filled: results.length - nulls - problems,
      nulls,
      problems,
      types: [...one.types.keys()].filter((type) => type !== 'null' && type !== 'problem'),
      differ: results.filter((outcomes) => isUnlike(outcomes)(one)).length
    }
  })
  const differing = results.flatMap((outcomes, index) => {
    const record = records[index]
    return record && best.some(isUnlike(outcomes)) ? [{ index, record }] : []
  })
  return {
    proposals,
    records: results.length,
    differing: differing.slice(0, shownDiffering).map(({ index, record }) => ({
      index,
      label: labelOf(record, index),
      texts: best.map(({ root }) => {
        const value = outcome(root, record.value)
        return value === undefined ? null : shortened(jsonText(value))
      })
    }))
  }
}

const shortened = (text: string) => (text.length > cut ? `${text.slice(0, cut - 1)}…` : text)

/** A person's or a thing's name where one is found, else its id. */
function labelOf(record: LoadedRecord | undefined, index: number): string {
  return (record && nameIn(record.value, 0)) ?? record?.label ?? `#${index + 1}`
}

const wholeNames = ['displayName', 'display_name', 'fullName', 'full_name', 'name', 'title']
const givenNames = ['firstName', 'first_name', 'givenName', 'first']
const familyNames = ['lastName', 'last_name', 'familyName', 'familyName1', 'last']
const longestLabel = 60
const namesDeep = 2

function nameIn(value: Value, deep: number): string | null {
  if (!isObject(value)) return null
  const text = (names: readonly string[]) =>
    names.map((name) => value.get(name)).find((one): one is string => typeof one === 'string' && one !== '')
  const parts = [text(givenNames), text(familyNames)].filter((one) => one !== undefined)
  const name = parts.length === 2 ? parts.join(' ') : text(wholeNames)
  if (name !== undefined) return name.slice(0, longestLabel)
  if (deep >= namesDeep) return null
  for (const inner of [...value.values()].filter(isObject).slice(0, 5)) {
    const found = nameIn(inner, deep + 1)
    if (found !== null) return found
  }
  return null
}
