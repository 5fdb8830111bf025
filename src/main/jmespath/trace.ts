import type { TraceStep } from '../../shared/model/lab'
import { compile, problemOf } from './evaluate'
import { escaped, hasKey, lossOf, noteOf, type Loss, type Met } from './loss'
import type { Node } from './node'
import { parse } from './parse'
import { linksOf, type Link } from './steps'
import { isTrue, jsonText, typeOf } from './values'

export interface Trace {
  steps: TraceStep[]
  /** One sentence, where the result is null or an empty list. */
  lost: string | null
  lostAt: string | null
}

/** A value on its way. `pointer`: where it stands in the payload; null for what an expression made. */
interface Passed {
  value: unknown
  pointer: string | null
  loss: Loss | null
}

/** A value that a function does not take ends the trace. */
class Refused extends Error {
  constructor(readonly loss: Loss | null) {
    super()
  }
}

/** No trace is worth waiting longer for, ms. */
const patienceMs = 400

/**
 * How an expression came to its result over one payload, step by step. Parts are evaluated by the engine itself; where
 * they do not lead to the result the whole expression gives, only that is told, as one step.
 */
export function traceOf(expression: string, root: Node, data: unknown, result: unknown): Trace {
  try {
    const tracer = new Tracer(expression, performance.now() + patienceMs)
    const { value, loss } = tracer.walk(root, { value: data, pointer: '', loss: null }, null)
    if (jsonText(value) !== jsonText(result)) return whole(expression, result)
    const lost = isLost(value) ? loss : null
    return { steps: tracer.steps, lost: said(lost), lostAt: lost?.at ?? null }
  } catch {
    return whole(expression, result)
  }
}

/** Of an expression that met a value a function does not take: the steps up to there. */
export function traceOfProblem(expression: string, root: Node, data: unknown): Trace {
  const tracer = new Tracer(expression, performance.now() + patienceMs)
  try {
    tracer.walk(root, { value: data, pointer: '', loss: null }, null)
  } catch (thrown) {
    if (thrown instanceof Refused) {
      return { steps: tracer.steps, lost: said(thrown.loss), lostAt: thrown.loss?.at ?? null }
    }
  }
  return { steps: [], lost: null, lostAt: null }
}

const isLost = (value: unknown) => typeOf(value) === 'null' || (Array.isArray(value) && value.length === 0)
const said = (loss: Loss | null) => loss && loss.sentence + (loss.sentence.endsWith('?') ? '' : '.')

function whole(expression: string, result: unknown): Trace {
  const type = typeOf(result)
  const state = type === 'null' ? 'lost' : 'value'
  const steps: TraceStep[] = [{ text: expression, from: 0, to: expression.length, type, state, note: '' }]
  const lost = isLost(result) ? 'The expression as a whole gives nothing here; no single step can be named.' : null
  return { steps, lost, lostAt: null }
}

class Tracer {
  readonly steps: TraceStep[] = []
  /** Values of parts by their text, over the payload itself: what was shown once is not shown again. */
  private readonly shown = new Set<string>()

  constructor(
    private readonly expression: string,
    private readonly until: number
  ) {}

  /** @param lead where the sign stands that leads to this part, as `||` */
  walk(node: Node, input: Passed, lead: number | null): Passed {
    const [left, right] = node.children
    if (left && right && (node.kind === 'pipe' || node.kind === 'or' || node.kind === 'and')) {
      const first = this.walk(left, input, lead)
      if (node.kind === 'pipe') return this.walk(right, first, node.mark)
      if (isTrue(first.value) === (node.kind === 'or')) return first
      const second = this.walk(right, input, node.mark)
      const both = node.kind === 'or' && first.loss && second.loss
      return both ? { ...second, loss: fellThrough(first.loss as Loss, second.loss as Loss) } : second
    }
    return this.chain(node, input, lead)
  }

  private chain(node: Node, input: Passed, lead: number | null): Passed {
    let from = lead ?? node.from
    let passed = input
    const links = linksOf(node)
    for (const [at, link] of links.entries()) {
      if (at === 0 && link.node.kind === 'group' && link.node.children[0]) {
        passed = this.walk(link.node.children[0], input, lead)
        from = link.to
        continue
      }
      const args = at === 0 && link.node.kind === 'function' ? this.args(link.node, input) : null
      const text = this.expression.slice(from, link.to).trim()
      const part = this.expression.slice(node.from, link.to)
      const value = this.value(part, input, text, link, args)
      const met: Met = { link, text, before: passed.value, value, pointer: passed.pointer }
      const repeated = input.pointer === '' && this.shown.has(part)
      if (input.pointer === '') this.shown.add(part)
      passed = { value, pointer: pointerOf(met), loss: isLost(value) ? lossNow(met, passed, args) : null }
      if (repeated && at < links.length - 1 && typeOf(value) !== 'null') continue
      this.tell(text, from, link.to, met)
      from = link.to
    }
    return passed
  }

  /** The arguments of a function, each on its own. @returns the first loss among them */
  private args(node: Node, input: Passed): Loss | null {
    let loss: Loss | null = null
    for (const arg of node.children) {
      if (arg.kind !== 'literal' && arg.kind !== 'reference' && arg.kind !== 'current') {
        loss ??= this.walk(arg, input, null).loss
      }
    }
    return loss
  }

  private value(part: string, input: Passed, text: string, link: Link, args: Loss | null): unknown {
    if (performance.now() > this.until) throw new Error('This takes too long.')
    try {
      return compile(parse(part))(input.value)
    } catch (thrown) {
      const { message } = problemOf(thrown)
      this.steps.push({ text, from: link.node.from, to: link.to, type: 'null', state: 'lost', note: message })
      throw new Refused(args ?? input.loss)
    }
  }

  private tell(text: string, from: number, to: number, met: Met): void {
    const type = typeOf(met.value)
    const carried = type === 'null' && typeOf(met.before) === 'null' && met.link.node.kind !== 'literal'
    const start = from + (this.expression.slice(from, to).length - this.expression.slice(from, to).trimStart().length)
    const state = type !== 'null' ? 'value' : carried ? 'carried' : 'lost'
    this.steps.push({ text, from: start, to, type, state, note: noteOf(met) })
  }
}

/** A null that came along, or an empty list, was lost before; else it is lost here. */
function lossNow(met: Met, passed: Passed, args: Loss | null): Loss {
  if (met.link.node.kind === 'literal') return lossOf(met)
  return args ?? (isLost(passed.value) && passed.loss ? passed.loss : lossOf(met))
}

function fellThrough(first: Loss, second: Loss): Loss {
  const sentence = first.sentence.replace(/\?$/, '')
  return { sentence: `${sentence}, and the fallback ${second.short}`, short: first.short, at: first.at }
}

/** Where a value stands in the payload, as long as only keys and positions led to it. */
function pointerOf({ link, before, value, pointer }: Met): string | null {
  if (pointer === null || link.each) return null
  const { kind, name } = link.node
  if (kind === 'current') return pointer
  if (kind === 'field') return hasKey(before, name) ? `${pointer}/${escaped(String(name))}` : null
  if (kind !== 'index' || !Array.isArray(before) || value === null) return null
  return `${pointer}/${Number(name) < 0 ? before.length + Number(name) : Number(name)}`
}
