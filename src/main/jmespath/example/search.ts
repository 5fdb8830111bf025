import { createHash } from 'node:crypto'
import type { ExampleAnswer, Proposal } from '../../../shared/mappings/example'
import { expressionLength } from '../../../shared/mappings/mapping'
import { valueOf } from '../evaluate'
import { ServerFails } from '../failure'
import { readJson } from '../json/read'
import { jsonText } from '../json/write'
import type { LoadedRecord, Pace } from '../lab-run'
import type { Node } from '../node'
import { parse } from '../parse'
import { isNumber, typeOf, type Value } from '../values'
import { OutOfTime, WorkLimit } from '../work-limit'
import { reasonsFor } from './beyond'
import { same, solve, type Candidate } from './solve'
import { termsOf } from './terms'

export interface ExampleQuestion {
  /** The custom field's name: a path with alike names is the likelier. */
  field: string
  /** What is wanted, as JSON text. */
  examples: readonly { index: number; wanted: string }[]
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

/** Nobody needs the answer. */
class Stopped extends Error {}

/**
 * Searches expressions that give the wanted results. All of them were evaluated by the engine, on the examples and on
 * the other records.
 * @returns null if stopped
 */
export function searchByExample(
  records: readonly LoadedRecord[],
  question: ExampleQuestion,
  pace: Pace
): ExampleAnswer | null {
  const until = performance.now() + question.withinMs
  let looks = 0
  const look = () => {
    if (++looks % 32 !== 0) return
    if (pace.stopped()) throw new Stopped()
    pace.beat()
    if (performance.now() > until) throw new OutOfTime()
  }
  const examples = question.examples.filter(({ index }) => index < records.length)
  const inputs = examples.map(({ index }) => records[index]?.value ?? null)
  const wanted = examples.map(({ wanted }) => readJson(wanted))
  let ended = true
  let found: Candidate[] = []
  let tried: Tried = { proposals: [], records: 0, differing: [] }
  try {
    found = candidates(inputs, wanted, question.field, look)
  } catch (thrown) {
    if (thrown instanceof Stopped) return null
    if (!(thrown instanceof OutOfTime)) throw thrown
    ended = false
  }
  const fitting = verified(found, inputs, wanted)
  try {
    tried = triedOn(records, fitting, wanted, question.field, { look: () => look(), until })
  } catch (thrown) {
    if (thrown instanceof Stopped) return null
    throw thrown
  }
  const beyond = reasonsFor(inputs, wanted).map(({ at, ...reason }) => ({ index: examples[at]?.index ?? 0, ...reason }))
  return { ...tried, beyond, looked: found.length, ended }
}

/** A number or true that was typed may be a text in the record. */
function candidates(inputs: readonly Value[], wanted: readonly Value[], field: string, look: () => void): Candidate[] {
  const terms = termsOf(inputs, nearTo(wanted), look).map((term) => ({
    ...term,
    cost: term.cost - 3 * likeness(term.names, field)
  }))
  const asTexts = wanted.map((value) => (isNumber(value) || typeof value === 'boolean' ? jsonText(value) : value))
  const found = solve(terms, wanted, look)
  if (asTexts.every((value, at) => value === wanted[at])) return found
  return [...found, ...solve(terms, asTexts, look).map((one) => ({ ...one, cost: one.cost + 3 }))]
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

/** @returns from 0 to 1: how much of the field's name is in the names */
export function likeness(names: readonly string[], field: string): number {
  const wanted = wordsOf(field)
  const said = names.map((name) => wordsOf(name).join(''))
  if (wanted.length === 0) return 0
  const hits = wanted.filter(
    (word) => word.length > 1 && said.some((name) => name.includes(word) || (name.length > 2 && word.includes(name)))
  )
  const last = said.at(-1)
  return (hits.length / wanted.length) * 0.8 + (last !== undefined && last === wanted.join('') ? 0.2 : 0)
}
const wordsOf = (name: string) =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('centre', 'center')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

interface Fitting extends Candidate {
  root: Node
}

/** Only what the engine gives counts. */
function verified(found: readonly Candidate[], inputs: readonly Value[], wanted: readonly Value[]): Fitting[] {
  const seen = new Set<string>()
  const fitting: Fitting[] = []
  for (const candidate of [...found].sort((a, b) => a.cost - b.cost)) {
    if (fitting.length >= mostTried) break
    if (candidate.text.length > expressionLength.max || seen.has(candidate.text)) continue
    seen.add(candidate.text)
    const { root } = parse(candidate.text)
    const gives = (input: Value, at: number) => {
      const value = outcome(root, input)
      const want = wanted[at] ?? null
      return (
        value !== undefined &&
        (same(value, want) || (typeof value === 'string' && want !== null && value === textOf(want)))
      )
    }
    if (inputs.every(gives)) fitting.push({ ...candidate, root })
  }
  return fitting
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

type Tried = Pick<ExampleAnswer, 'proposals' | 'records' | 'differing'>

interface Kept extends Fitting {
  results: (string | undefined)[]
  types: Map<string, number>
}

/** Tries all on the records, keeps the best of those that give the same everywhere, and ranks them. */
function triedOn(
  records: readonly LoadedRecord[],
  fitting: readonly Fitting[],
  wanted: readonly Value[],
  field: string,
  { look, until }: { look: () => void; until: number }
): Tried {
  const all: Kept[] = fitting.map((one) => ({ ...one, results: [], types: new Map() }))
  let count = 0
  for (const { value: record } of records) {
    // What was tried on half of the records says little, so at least some are looked at.
    if (count >= 20 && performance.now() > until) break
    try {
      look()
    } catch (thrown) {
      if (!(thrown instanceof OutOfTime)) throw thrown
    }
    for (const one of all) {
      const value = outcome(one.root, record)
      one.results.push(value === undefined ? undefined : keyOf(jsonText(value)))
      const type = value === undefined ? 'problem' : typeOf(value)
      one.types.set(type, (one.types.get(type) ?? 0) + 1)
    }
    count++
  }
  const types = new Set(wanted.map((value) => typeOf(value)))
  const ranked = all
    .map((one) => ({ one, score: one.cost + penalty(one, types, count) - likeness(one.names, field) * 2 }))
    .sort((a, b) => a.score - b.score)
  const kept = new Map<string, Kept>()
  for (const { one } of ranked) {
    const key = one.results.join('\n')
    if (!kept.has(key) && kept.size < mostShown) kept.set(key, one)
  }
  const best = [...kept.values()]
  const [first] = best
  const proposals = best.map((one): Proposal => {
    const of = (type: string) => one.types.get(type) ?? 0
    return {
      expression: one.text,
      nulls: of('null'),
      problems: of('problem'),
      filled: count - of('null') - of('problem'),
      types: [...one.types.keys()].filter((type) => type !== 'null' && type !== 'problem'),
      differ: first ? one.results.filter((result, at) => result !== first.results[at]).length : 0
    }
  })
  const differing = records.slice(0, count).flatMap(({ value, label }, index) => {
    if (best.every(({ results }) => results[index] === first?.results[index])) return []
    const texts = best.map(({ root }) => {
      const result = outcome(root, value)
      return result === undefined ? null : shortened(jsonText(result))
    })
    return [{ index, label, texts }]
  })
  return { proposals, records: count, differing: differing.slice(0, shownDiffering) }
}

/** Fails, gives nothing or something of another type elsewhere. */
function penalty({ types, table }: Kept, wanted: ReadonlySet<string>, count: number): number {
  let penalty = 0
  for (const [type, many] of types) {
    const part = many / count
    if (type === 'problem') penalty += 6 + 14 * part
    else if (type === 'null') penalty += (wanted.has('null') ? 2 : table ? 10 : 4) * part
    else if (!wanted.has(type)) penalty += 2 + 8 * part
  }
  return penalty
}

const keyOf = (text: string) => (text.length > cut ? createHash('sha256').update(text).digest('base64') : text)
const shortened = (text: string) => (text.length > cut ? `${text.slice(0, cut - 1)}…` : text)
