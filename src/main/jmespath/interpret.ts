import type { WorkLimit } from './work-limit'
import { ServerFails } from './failure'
import { callFunction } from './functions'
import type { Node } from './node'
import { comparedEqual, isObject, isSortable, isTrue, order, type Value } from './values'
import { described } from './words'

/** Python's `list[start:stop:step]`: bounds stop at the ends; negative bounds count from the end. */
function sliced<T>(list: readonly T[], bounds: readonly (number | null)[]): T[] {
  const [start = null, stop = null, written = null] = bounds
  const step = written ?? 1
  const least = step > 0 ? 0 : -1
  const most = step > 0 ? list.length : list.length - 1
  const within = (bound: number) => Math.min(most, Math.max(least, bound < 0 ? bound + list.length : bound))
  const from = start === null ? (step > 0 ? least : most) : within(start)
  const to = stop === null ? (step > 0 ? most : least) : within(stop)
  if (step === 1) return list.slice(from, to)
  const taken: T[] = []
  for (let at = from; step > 0 ? at < to : at > to; at += step) taken.push(list[at] as T)
  return taken
}

/** Called for every evaluated part and for every item; `leave` is not called after a failure. */
export interface EvaluationWatch {
  enter(node: Node, input: Value): void
  leave(output: Value): void
}

/** Evaluates as the reference implementation does (jmespath 1.0 for Python). */
export class Interpreter {
  constructor(
    private readonly workLimit: WorkLimit,
    private readonly watch: EvaluationWatch | null = null
  ) {}

  /**
   * The value of a part over one value.
   * @throws ServerFails where the reference raises; OutOfTime
   */
  visit(node: Node, input: Value): Value {
    this.workLimit.spend()
    if (!this.watch) return this.evaluate(node, input)
    this.watch.enter(node, input)
    const output = this.evaluate(node, input)
    this.watch.leave(output)
    return output
  }

  private evaluate(node: Node, input: Value): Value {
    const { kind, children } = node
    const left = children[0] as Node
    const right = children[1] as Node
    switch (kind) {
      case 'field':
        return isObject(input) ? (input.get(node.name as string) ?? null) : null
      case 'current':
      case 'nothing':
        return input
      case 'literal':
        return node.value ?? null
      case 'group':
        return this.visit(left, input)
      case 'sub':
      case 'pipe':
        return this.visit(right, this.visit(left, input))
      case 'index': {
        const list = this.visit(left, input)
        return Array.isArray(list) ? (list.at(node.name as number) ?? null) : null
      }
      case 'cut': {
        const list = this.visit(left, input)
        return Array.isArray(list) ? sliced(list, node.bounds ?? []) : null
      }
      case 'slice':
      case 'wildcard':
      case 'flatten':
      case 'values':
        return this.projected(this.items(node, this.visit(left, input)), right)
      case 'filter':
        return this.filtered(this.visit(left, input), right, children[2] as Node)
      case 'or': {
        const value = this.visit(left, input)
        return isTrue(value) ? value : this.visit(right, input)
      }
      case 'and': {
        const value = this.visit(left, input)
        return isTrue(value) ? this.visit(right, input) : value
      }
      case 'not':
        return !isTrue(this.visit(left, input))
      case 'comparison':
        return this.compared(node, this.visit(left, input), this.visit(right, input))
      case 'list':
        return input === null ? null : children.map((item) => this.visit(item, input))
      case 'hash':
        return input === null ? null : this.object(node, input)
      case 'function':
        return this.called(node, input)
      case 'reference':
        throw new ServerFails('&… is no value.', node.from)
    }
  }

  /** Items to project; null if the server projects nothing. */
  private items({ kind, bounds = [] }: Node, base: Value): readonly Value[] | null {
    if (kind === 'values') return isObject(base) ? [...base.values()] : null
    if (!Array.isArray(base)) return null
    if (kind === 'slice') return sliced(base, bounds)
    return kind === 'flatten' ? this.flattened(base) : base
  }

  private projected(items: readonly Value[] | null, right: Node): Value {
    if (items === null) return null
    const collected: Value[] = []
    for (const item of items) {
      const value = this.visit(right, item)
      if (value !== null) collected.push(value)
    }
    return collected
  }

  private filtered(base: Value, condition: Node, right: Node): Value {
    if (!Array.isArray(base)) return null
    const collected: Value[] = []
    for (const item of base) {
      if (!isTrue(this.visit(condition, item))) continue
      const value = this.visit(right, item)
      if (value !== null) collected.push(value)
    }
    return collected
  }

  private flattened(base: readonly Value[]): Value[] {
    const merged: Value[] = []
    for (const item of base) {
      if (!Array.isArray(item)) merged.push(item)
      else for (const inner of item) merged.push(inner)
      this.workLimit.spend(Array.isArray(item) ? item.length : 1)
    }
    return merged
  }

  private compared({ name, mark }: Node, left: Value, right: Value): Value {
    if (name === '==') return comparedEqual(left, right, this.workLimit)
    if (name === '!=') return !comparedEqual(left, right, this.workLimit)
    if (!isSortable(left) || !isSortable(right)) return null
    if ((typeof left === 'string') !== (typeof right === 'string')) {
      throw new ServerFails(`${name} cannot order ${described(left)} and ${described(right)}.`, mark)
    }
    const sign = order(left, right)
    return name === '<' ? sign < 0 : name === '<=' ? sign <= 0 : name === '>' ? sign > 0 : sign >= 0
  }

  private object({ children, keys = [] }: Node, input: Value): Value {
    const object = new Map<string, Value>()
    for (const [at, child] of children.entries()) object.set(keys[at] ?? '', this.visit(child, input))
    return object
  }

  private called({ name, children, from }: Node, input: Value): Value {
    const args = children.map((arg) => {
      const [inner] = arg.kind === 'reference' ? arg.children : []
      return inner ? (item: Value) => this.visit(inner, item) : this.visit(arg, input)
    })
    const refuse = (said: string): never => {
      throw new ServerFails(said, from)
    }
    return callFunction(String(name), args, { workLimit: this.workLimit, refuse })
  }
}
