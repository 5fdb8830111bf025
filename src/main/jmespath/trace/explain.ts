import type { Node } from '../node'
import { isObject, typeOf, type Value } from '../values'
import { emptied } from './emptied'
import { isApplied, isProjection } from './links'
import { fellThrough, type Loss, type Tracker } from './loss'
import { typeWords, whyNull } from './notes'
import { escaped, isMap, type Recorder, type Visit } from './recorder'

/** The most likely intended key; null if none is close. */
function closest(name: string, keys: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const same = keys.find((key) => plain(key) === plain(name))
  if (same !== undefined) return same
  let best: { key: string; far: number } | null = null
  for (const key of keys.slice(0, 500)) {
    const far = distance(name, key)
    if (far <= Math.min(3, Math.floor(name.length / 2)) && (best === null || far < best.far)) best = { key, far }
  }
  return best?.key ?? null
}

/** Edit distance: letters to change, add or remove. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const kept = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(kept, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

export const isGone = (value: Value | undefined) => value === null || (Array.isArray(value) && value.length === 0)

/**
 * Names the step that lost a value. Goes back from the missing value to its last existence: through `||`, pipes and
 * arguments, and through objects and lists that the expression made.
 */
export class Explainer implements Tracker {
  constructor(
    readonly expression: string,
    readonly recorder: Recorder
  ) {}

  /** For a part that gave null or an empty list. */
  why(visit: Visit): Loss {
    const { node, inner } = visit
    const [first, second] = inner
    switch (node.kind) {
      case 'group':
        return first ? this.why(first) : this.carried(visit)
      case 'sub':
      case 'pipe':
        if (!first || !second) return this.carried(visit)
        return this.why(first.output === null ? first : second)
      case 'or':
        if (!first || !second) return this.carried(visit)
        return isGone(first.output) ? fellThrough(this.why(first), this.why(second)) : this.why(second)
      case 'and':
        return this.why(second ?? first ?? visit)
      case 'field':
        return this.field(visit)
      case 'index':
        return this.index(visit)
      case 'comparison':
        return this.compared(visit)
      case 'function':
        return this.called(visit)
      case 'literal': {
        const written = `${visit.output === null ? 'null' : 'An empty list'} is written in the expression itself`
        return this.loss(node, 'other', written, `is written so`, null)
      }
      default:
        return isApplied(node.kind) ? this.applied(visit) : this.carried(visit)
    }
  }

  /** With the dot before it. */
  text(node: Node): string {
    const from = isApplied(node.kind) ? node.mark : node.from
    const dot = this.expression.slice(0, from).trimEnd().endsWith('.') ? '.' : ''
    return `\`${dot}${this.expression.slice(from, isApplied(node.kind) ? node.markEnd : node.to)}\``
  }

  loss(node: Node, kind: Loss['kind'], sentence: string, short: string, at: string | null, hint = ''): Loss {
    return { node, kind, sentence: sentence + hint, short: short + hint, hint, at }
  }

  nullInData(node: Node, at: string | null): Loss {
    const text = this.text(node)
    return this.loss(
      node,
      'null',
      `null came from step ${text}, which is null in the data`,
      `is null in the data at ${text}`,
      at
    )
  }

  /** Null or an empty list in the payload itself. */
  private inData(node: Node, value: Value | undefined, container: Value, key: string | number): Loss {
    const at = this.within(container, key)
    if (value === null) return this.nullInData(node, at)
    const text = this.text(node)
    return this.loss(node, 'other', `${text} is an empty list in the data`, `is an empty list at ${text}`, at)
  }

  wrong(node: Node, before: Value): Loss {
    const [text, why] = [this.text(node), whyNull(node, before)]
    const at = this.pointerTo(before)
    return this.loss(node, 'other', `null came from step ${text}: ${why}`, `loses it at ${text}: ${why}`, at)
  }

  within(container: Value, key: string | number): string | null {
    const pointer = this.pointerTo(container)
    return pointer === null ? null : `${pointer}/${escaped(String(key))}`
  }

  pointerTo(value: Value): string | null {
    return this.recorder.pointerTo(value)
  }

  private field({ node, input, output, ...visit }: Visit): Loss {
    const name = String(node.name)
    if (input === null) return this.carried({ node, input, output, ...visit })
    if (!isObject(input))
      return { ...this.wrong(node, input), at: this.placeOfInput({ node, input, output, ...visit }) }
    const made = this.madeAt(input, name)
    if (made) return this.why(made)
    if (input.has(name)) return this.inData(node, output, input, name)
    const meant = closest(name, [...input.keys()])
    const hint = meant === null ? '' : `; did you mean \`${meant}\`?`
    const at = this.pointerTo(input)
    return this.loss(node, 'missing', `There is no key \`${name}\``, `has no key \`${name}\``, at, hint)
  }

  private index(visit: Visit): Loss {
    const { node, output } = visit
    const [first] = visit.inner
    const list = first?.output ?? null
    if (!first || list === null || isGone(list)) return first ? this.why(first) : this.carried(visit)
    if (!Array.isArray(list)) return { ...this.wrong(node, list), at: this.placeOf(first) }
    const wanted = Number(node.name)
    const position = wanted < 0 ? list.length + wanted : wanted
    if (position >= 0 && position < list.length) {
      const made = this.madeAt(list, position)
      return made ? this.why(made) : this.inData(node, output, list, position)
    }
    const asks = `asks for index ${wanted} of a list of ${list.length}`
    return this.loss(node, 'other', `${this.text(node)} ${asks}`, asks, this.pointerTo(list))
  }

  /** The part of a multi-select or `map` at a key or position. */
  madeAt(container: Value, key: string | number): Visit | undefined {
    const maker = this.recorder.makerOf(container)
    if (!maker) return undefined
    const { node, inner } = maker
    if (node.kind === 'hash') return inner[node.keys?.lastIndexOf(String(key)) ?? -1]
    const items = isMap(node) ? inner.filter((visit) => visit.node === node.children[0]?.children[0]) : inner
    return items[Number(key)]
  }

  private applied(visit: Visit): Loss {
    const { node, output } = visit
    const [first] = visit.inner
    if (!first) return this.carried(visit)
    const base = first.output ?? null
    if (base === null) return this.why(first)
    if (output === null) return { ...this.wrong(node, base), at: this.placeOf(first) }
    return isGone(base) ? this.why(first) : emptied(this, visit, base)
  }

  private compared(visit: Visit): Loss {
    const side = visit.inner.find(({ output }) => output === null)
    if (side) return this.why(side)
    const { node } = visit
    const kinds = visit.inner.map(({ output }) => typeWords[typeOf(output ?? null)]).join(' and ')
    const why = `${String(node.name)} orders numbers and texts, and met ${kinds}`
    return this.loss(node, 'other', `null came from step ${this.text(node)}: ${why}`, `gives null: ${why}`, null)
  }

  private called(visit: Visit): Loss {
    const { node, inner } = visit
    const args = inner.filter((arg) => node.children.includes(arg.node))
    const lost = args.filter(({ output }) => isGone(output)).map((arg) => this.why(arg))
    const [first, ...others] = lost
    if (first && lost.length === args.length && node.name === 'not_null') return others.reduce(fellThrough, first)
    if (first) return first
    const text = this.text(node)
    if (visit.output !== null) {
      const gives = `${String(node.name)}() gives an empty list`
      return this.loss(node, 'other', `${text}: ${gives}`, gives, null)
    }
    const why = whyNull(node, null)
    return this.loss(node, 'other', `null came from step ${text}: ${why}`, `loses it at ${text}: ${why}`, null)
  }

  /** An earlier part lost its input. */
  carried(visit: Visit): Loss {
    const giver = this.giverOf(visit)
    if (giver && giver !== 'item') return this.why(giver)
    const what = giver === 'item' ? 'An item of the list' : 'The payload'
    const state = visit.input === null ? 'null' : 'an empty list'
    const kind = visit.input === null ? 'null' : 'other'
    return this.loss(visit.node, kind, `${what} is ${state}`, `meets ${state}`, giver === 'item' ? null : '')
  }

  /** The part that gives the input; `item` within a projection; null for the payload. */
  private giverOf(visit: Visit): Visit | 'item' | null {
    let child = visit
    for (let { around } = visit; around; child = around, { around } = around) {
      const [first] = around.inner
      const { kind, children } = around.node
      if ((kind === 'sub' || kind === 'pipe') && first && first !== child) return first
      if (isProjection(kind) && first !== child) return 'item'
      if (kind === 'function' && !children.includes(child.node)) return 'item'
    }
    return null
  }

  private placeOfInput(visit: Visit): string | null {
    const giver = this.giverOf(visit)
    const pointer = this.pointerTo(visit.input)
    return pointer ?? (giver && giver !== 'item' ? this.placeOf(giver) : null)
  }

  /** JSON pointer into the payload. */
  placeOf({ node, input, output, inner }: Visit): string | null {
    const { kind, name } = node
    if (kind === 'field' && isObject(input) && input.has(String(name))) return this.within(input, String(name))
    const [list] = inner
    if (kind === 'index' && Array.isArray(list?.output)) {
      return this.within(list.output, Number(name) < 0 ? list.output.length + Number(name) : Number(name))
    }
    const last = kind === 'sub' || kind === 'pipe' || kind === 'group' ? inner.at(-1) : undefined
    return last ? this.placeOf(last) : this.pointerTo(output ?? null)
  }
}
