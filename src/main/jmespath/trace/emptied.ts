import type { JsonType } from '../../../shared/mappings/lab'
import { isTrue, typeOf, type Value } from '../values'
import { count } from '../words'
import type { Loss, Tracker } from './loss'
import { typeWords } from './notes'
import type { Visit } from './recorder'

const mostItems = 200

/** Why a slice, filter or projection of a list with items is empty. */
export function emptied(tracker: Tracker, visit: Visit, base: Value): Loss {
  const { node, inner } = visit
  const text = tracker.text(node)
  const items = count(Array.isArray(base) ? base.length : 0, 'item')
  const at = tracker.pointerTo(base)
  const right = node.kind === 'cut' ? undefined : node.children.at(-1)
  const given = inner.filter((one) => one.node === right)
  if (given.length > 0) {
    // For null items, their origin explains more than the nulls.
    const made = given.flatMap((one, position) => (one.input === null ? (tracker.madeAt(base, position) ?? []) : []))
    return noneOf(tracker, made.length === given.length ? made : given, at)
  }
  if (node.kind === 'filter') return filteredOut(tracker, visit, items, at)
  if (node.kind === 'flatten') {
    return tracker.loss(node, 'other', `${text} met empty lists only`, 'meets empty lists only', at)
  }
  if (node.kind === 'values') {
    return tracker.loss(node, 'other', `${text} met an empty object`, 'meets an empty object', at)
  }
  return tracker.loss(node, 'other', `${text} takes none of ${items}`, `takes none of ${items}`, at)
}

/**
 * Why several evaluations of a part gave null.
 * @param at their list's place in the payload
 */
export function noneOf(tracker: Tracker, visits: readonly Visit[], at: string | null): Loss {
  const losses = visits.slice(0, mostItems).map((visit) => tracker.why(visit))
  const [first] = losses as [Loss, ...Loss[]]
  if (visits.length === 1) return first
  const items = count(visits.length, 'item')
  // The furthest part that any evaluation reached.
  const last = losses.reduce((far, one) => (one.node.to > far.node.to ? one : far), first)
  const text = tracker.text(last.node)
  if (last.node.kind === 'nothing') {
    return tracker.loss(last.node, 'null', `Each of ${items} is null`, `meets ${items} that are null`, at)
  }
  if (losses.every(({ node, kind }) => node === last.node && kind === 'null')) {
    return tracker.loss(last.node, 'null', `${text} is null in each of ${items}`, `is null at ${text}`, at)
  }
  const hint = losses.find(({ node, hint }) => node === last.node && hint !== '')?.hint ?? ''
  return tracker.loss(
    last.node,
    last.kind,
    `None of ${items} has a value at ${text}`,
    `finds nothing at ${text} in ${items}`,
    at,
    hint
  )
}

function filteredOut(tracker: Tracker, { node, inner }: Visit, items: string, at: string | null): Loss {
  const conditions = inner.filter((one) => one.node === node.children[1])
  const cause = causeOf(tracker, conditions)
  const because = cause === '' ? '' : `: ${cause}`
  return tracker.loss(
    node,
    'other',
    `The filter kept none of ${items}${because}`,
    `keeps none of ${items}${because}`,
    at
  )
}

/** Finds the condition that no item meets: a missing key, or a value of another type. */
function causeOf(tracker: Tracker, conditions: readonly Visit[]): string {
  const [one] = conditions
  if (!one) return ''
  const { kind } = one.node
  const part = (at: number) => conditions.flatMap(({ inner }) => inner[at] ?? [])
  if (kind === 'group') return causeOf(tracker, part(0))
  if (kind === 'and' || kind === 'or') {
    const left = part(0)
    const leftFails = left.every(({ output }) => !isTrue(output ?? null))
    return causeOf(tracker, leftFails ? left : part(1))
  }
  if (kind === 'comparison') {
    return nullSide(tracker, part(0)) || nullSide(tracker, part(1)) || otherTypes(tracker, one, part(0), part(1))
  }
  return kind === 'not' || kind === 'function' ? '' : nullSide(tracker, conditions)
}

/** The operand that is null in all items. */
function nullSide(tracker: Tracker, visits: readonly Visit[]): string {
  const [one] = visits
  if (!one || one.node.kind === 'literal' || visits.some(({ output }) => output !== null)) return ''
  const { sentence } = noneOf(tracker, visits, null)
  return sentence.replace(/^[NTE](?=one|here|ach)/, (letter) => letter.toLowerCase())
}

/** `==` between a text and a number is never true. */
function otherTypes(tracker: Tracker, { node }: Visit, left: readonly Visit[], right: readonly Visit[]): string {
  if (node.name !== '==') return ''
  const types = (visits: readonly Visit[]) => new Set(visits.map(({ output }) => typeOf(output ?? null)))
  const [a, b] = [types(left), types(right)]
  if ([...a].some((type) => b.has(type))) return ''
  const words = (set: ReadonlySet<JsonType>) => [...set].map((type) => typeWords[type]).join(' or ')
  return `${tracker.text(node)} compares ${words(a)} with ${words(b)}`
}
