import type { TraceStep } from '../../../shared/mappings/lab'
import { WorkLimit } from '../work-limit'
import { valueOf } from '../evaluate'
import { ServerFails } from '../failure'
import type { Node } from '../node'
import { type Value, typeOf } from '../values'
import { Explainer, isGone } from './explain'
import type { Loss } from './loss'
import { Recorder, isMap, type Visit } from './recorder'
import { count } from '../words'
import { noneOf } from './emptied'
import { isProjection, isApplied, linksOf, type TraceLink } from './links'
import { noteOf } from './notes'

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

/** The failing step is the last step. */
class Failed extends Error {}

/** Steps in order: links of chains, function arguments, and losses within other parts. */
class Steps {
  readonly steps: TraceStep[] = []
  /** Texts of parts over the payload: no step appears twice. */
  private readonly shown = new Set<string>()

  constructor(
    private readonly expression: string,
    private readonly recorder: Recorder,
    private readonly data: Value,
    private readonly failure: ServerFails | null
  ) {}

  of(root: Node): TraceStep[] {
    try {
      this.refresh(root, null)
    } catch (thrown) {
      if (!(thrown instanceof Failed)) throw thrown
    }
    return this.steps
  }

  /** @param lead position of the sign before this part, such as `||` */
  private refresh(node: Node, lead: number | null): void {
    const [left, right] = node.children
    if (this.recorder.of(node).length === 0) return
    if (left && right && (node.kind === 'pipe' || node.kind === 'or' || node.kind === 'and')) {
      this.refresh(left, lead)
      this.refresh(right, node.mark)
    } else this.chain(node, lead)
  }

  private chain(chain: Node, lead: number | null): void {
    let from = lead ?? chain.from
    // A part evaluated for many items shows as part of a projection.
    const links = linksOf(chain).map((link) => ({ ...link, each: link.each || this.isRepeated(link.node) }))
    const overPayload = this.recorder.of(chain)[0]?.input === this.data
    let last: Value = this.data
    for (const [at, link] of links.entries()) {
      const { node, to } = link
      if (at === 0 && node.kind === 'group' && node.children[0]) {
        this.refresh(node.children[0], lead)
        last = this.valueOf(link, last)
        from = to
        continue
      }
      this.inside(node)
      const part = this.expression.slice(chain.from, to)
      const repeated = overPayload && this.shown.has(part)
      if (overPayload) this.shown.add(part)
      const value = this.valueOf(link, last)
      const before = this.beforeOf(link, last)
      last = value
      const fails = this.fails(node)
      if (repeated && at < links.length - 1 && value !== null && !fails) continue
      this.tell(link, from, before, value, fails)
      from = to
    }
  }

  /** Adds inner steps: arguments, and losses that affect every item. */
  private inside(node: Node): void {
    const { kind, children } = node
    if (kind === 'function') {
      for (const arg of children) {
        if (arg.kind === 'reference') this.lostWithin(arg.children[0])
        else if (arg.kind !== 'literal' && arg.kind !== 'current' && !this.isRepeated(node)) this.refresh(arg, null)
        else this.lostWithin(arg)
      }
    } else if (kind === 'filter') {
      if (this.recorder.of(node).every(({ output }) => output === undefined || isNothing(output)))
        this.lostWithin(children[1])
    } else if (kind === 'hash' || kind === 'list' || kind === 'comparison' || kind === 'not') {
      for (const child of children) this.lostWithin(child)
    }
  }

  private isRepeated(node: Node): boolean {
    return this.recorder.of(node).length > 1
  }

  /** Shows a part that always gave null, or in which the server fails. */
  private lostWithin(node: Node | undefined): void {
    if (!node || node.kind === 'literal' || node.kind === 'current') return
    const visits = this.recorder.of(node)
    if (
      node.kind === 'comparison' ||
      node.kind === 'and' ||
      node.kind === 'or' ||
      node.kind === 'group' ||
      node.kind === 'not'
    ) {
      for (const child of node.children) this.lostWithin(child)
      if (this.fails(node)) this.chain(node, null)
      return
    }
    if (visits.length === 0) return
    const fails = visits.at(-1)?.output === undefined
    if (fails || visits.every(({ output }) => output === null)) this.refresh(node, null)
    else if (node.kind === 'hash' || node.kind === 'list') this.inside(node)
  }

  /** True if the link itself fails. */
  private fails(node: Node): boolean {
    const visit = this.recorder.of(node).at(-1)
    if (!visit || visit.output !== undefined) return false
    const open = visit.inner.at(-1)
    const [left, ...rest] = node.children
    if (!open || open.output !== undefined || !isApplied(node.kind)) return true
    return open.node !== left && open.node !== rest.at(-1)
  }

  /** A link's input; within a projection, all inputs. */
  private beforeOf({ node, each }: TraceLink, last: Value): Value {
    const before = (visit: Visit) => (isApplied(node.kind) ? visit.inner[0]?.output : visit.input) ?? null
    const visits = this.recorder.of(node)
    const [only] = visits
    if (!each && only) return before(only)
    return last === null ? null : visits.map(before).filter((value) => value !== null)
  }

  /** A link's output; within a projection, all outputs. */
  private valueOf({ node, each }: TraceLink, last: Value): Value {
    const right = isProjection(node.kind) ? node.children.at(-1) : undefined
    const value = (visit: Visit): Value => {
      if (!right || visit.output === null) return visit.output ?? null
      return visit.inner.filter((one) => one.node === right && one.input !== null).map(({ input }) => input)
    }
    const visits = this.recorder.of(node)
    const [only] = visits
    if (!each && only) return value(only)
    return last === null ? null : visits.map(value).filter((one) => one !== null)
  }

  private tell(link: TraceLink, from: number, before: Value, value: Value, fails: boolean): void {
    const written = this.expression.slice(from, link.to)
    const text = written.trim()
    const start = from + written.length - written.trimStart().length
    const place = { text, from: start, to: start + text.length }
    if (fails) {
      this.steps.push({ ...place, type: 'null', state: 'lost', note: this.failure?.said ?? '' })
      throw new Failed()
    }
    const lost = isLostStep(link, before, value)
    const carried = value === null && before === null && link.node.kind !== 'literal'
    const state = carried ? 'carried' : lost ? 'lost' : 'value'
    this.steps.push({ ...place, type: typeOf(value), state, note: noteOf({ link, before, value }) })
  }
}

const isNothing = (value: Value) => value === null || (Array.isArray(value) && value.length === 0)

/** Null starts here, or no item is left. */
const isLostStep = ({ node, each }: TraceLink, before: Value, value: Value) =>
  value === null ||
  (isNothing(value) && (each || isProjection(node.kind)) && Array.isArray(before) && before.length > 0)

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
