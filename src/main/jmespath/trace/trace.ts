import type { TraceStep } from '../../../shared/mappings/lab'
import { WorkLimit } from '../work-limit'
import { valueOf } from '../evaluate'
import { ServerFails } from '../failure'
import type { Node } from '../node'
import type { Value } from '../values'
import { Explainer, isGone } from './explain'
import type { Loss } from './loss'
import { Recorder, isMap, type Visit } from './recorder'
import { Steps } from './steps'
import { count } from '../words'
import { noneOf } from './emptied'
import { isProjection } from './links'

/**
 * Finds a loss inside a result: a multi-select key that is null (in every item), a `map` of nulls only, or lists that
 * are all empty. Null for none.
 */
function lostPart(explainer: Explainer, visit: Visit): Loss | null {
  const value = visit.output ?? null
  if (isHollow(value) && isProjection(visit.node.kind)) return explainer.why(visit)
  return lostIn(explainer, value)
}

const isHollow = (value: Value): boolean =>
  Array.isArray(value) && value.every((item) => Array.isArray(item) && (item.length === 0 || isHollow(item)))

function lostIn(explainer: Explainer, value: Value): Loss | null {
  const maker = explainer.recorder.makerOf(value)
  if (maker) return isMap(maker.node) ? lostMap(explainer, maker) : lostMember(explainer, [maker])
  if (!Array.isArray(value) || value.length === 0) return null
  const makers = value.flatMap((item) => explainer.recorder.makerOf(item) ?? [])
  const [one] = makers
  const alike = makers.length === value.length && makers.every(({ node }) => node === one?.node)
  return alike && one && !isMap(one.node) ? lostMember(explainer, makers) : null
}

function lostMap(explainer: Explainer, { node, inner }: Visit): Loss | null {
  const items = inner.filter((visit) => visit.node === node.children[0]?.children[0])
  if (items.length === 0 || items.some(({ output }) => output !== null)) return null
  const loss = noneOf(explainer, items, null)
  return { ...loss, sentence: `map() gives null for each of ${count(items.length, 'item')}. ${loss.sentence}` }
}

/** @param makers objects or lists of one multi-select */
function lostMember(explainer: Explainer, makers: readonly Visit[]): Loss | null {
  const { node } = makers[0] as Visit
  for (const at of node.children.keys()) {
    const members = makers.flatMap(({ inner }) => inner[at] ?? [])
    const name = node.keys ? `\`${node.keys[at]}\`` : `Item ${at}`
    if (members.length > 0 && members.every(({ output }) => output === null)) {
      const loss = noneOf(explainer, members, null)
      const where = members.length > 1 ? ` in each of ${count(members.length, 'item')}` : ''
      return { ...loss, sentence: `${name} is null${where}. ${loss.sentence}` }
    }
    const [only] = members.length === 1 ? members : []
    const within = only && lostPart(explainer, only)
    if (within) return within
  }
  return null
}

function failureOf(explainer: Explainer, { said }: ServerFails): Loss | null {
  const { failed } = explainer.recorder
  if (!failed) return null
  const lost =
    failed.inner.filter(({ output }) => output === null).at(-1) ?? failed.inner.find(({ output }) => isGone(output))
  if (lost && failed.node.kind === 'function') return explainer.why(lost)
  const places = failed.inner.map((visit) => explainer.placeOf(visit))
  const at = places.find((place) => place !== null) ?? null
  const sentence = said.replace(/\.$/, '')
  return explainer.loss(failed.node, 'other', sentence, sentence, at)
}

export interface Trace {
  steps: TraceStep[]
  /** The lost result, its lost part, or the failing data. */
  lost: string | null
  /** JSON pointer into the payload. */
  lostAt: string | null
}

/** ms */
const patienceMs = 400

/** Evaluates the expression again and records each step. No steps if that takes too long. */
export function traceOf(expression: string, root: Node, data: Value): Trace {
  const recorder = new Recorder(data)
  const explainer = new Explainer(expression, recorder)
  const result = (failure: ServerFails | null, loss: Loss | null): Trace => ({
    steps: new Steps(expression, recorder, data, failure).of(root),
    lost: loss && loss.sentence + (loss.sentence.endsWith('?') ? '' : '.'),
    lostAt: loss?.at ?? null
  })
  try {
    const value = valueOf(root, data, new WorkLimit(patienceMs), recorder)
    const [whole] = recorder.of(root)
    return result(null, whole ? (isGone(value) ? explainer.why(whole) : lostPart(explainer, whole)) : null)
  } catch (thrown) {
    if (thrown instanceof ServerFails) return result(thrown, failureOf(explainer, thrown))
    const lost = 'It takes too many steps to tell them one by one.'
    return { steps: [], lost, lostAt: null }
  }
}
