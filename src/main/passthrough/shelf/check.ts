import type { AnswerProblem } from '../../../shared/passthrough/shelf'
import {
  resolved,
  fieldsOf,
  short,
  typeInWords,
  wordOf,
  type Shape,
  type Shapes,
  type ShapeType,
  type ShelfAnswer
} from './shape'

const missing = 'missing, the file says it is always there'
const mostProblems = 100
/** Values that are looked at; `any` looks at one several times. */
const mostLooks = 3_000_000
const deepest = 200

export interface Checked {
  problems: AnswerProblem[]
  /** Other kinds of problems than those listed. */
  more: number
}

/** @returns what the file says of an answer with this status; null for nothing */
export function answerFor(answers: readonly ShelfAnswer[], status: number): ShelfAnswer | null {
  const of = (name: string) => answers.find((one) => one.status.toLowerCase() === name)
  return of(String(status)) ?? of(`${String(status).slice(0, 1)}xx`) ?? of('default') ?? null
}

/**
 * Where a value breaks what the file says. Items of a list with the same problem count as one. Patterns and formats are
 * not checked: the expressions are of others, and formats are hints.
 */
export function checkValue(value: unknown, shape: Shape, shapes: Shapes): Checked {
  const found = new Map<string, AnswerProblem & { last: string }>()
  let more = 0
  for (const { place, kind, message } of new Checker(shapes).check(value, shape, { place: '', kind: '' }, 0)) {
    const key = `${kind} ${message}`
    const known = found.get(key)
    // Parts of `all` may say the same of one place.
    if (known) [known.times, known.last] = [known.times + (known.last === place ? 0 : 1), place]
    else if (found.size < mostProblems) found.set(key, { place, message, times: 1, last: place })
    else more++
  }
  return { problems: Array.from(found.values(), ({ last: _, ...problem }) => problem), more }
}

/** `kind`: the place without the numbers of list items. */
interface At {
  place: string
  kind: string
}
type Problem = At & { message: string }

class Checker {
  private looks = 0

  constructor(private readonly shapes: Shapes) {}

  check(value: unknown, of: Shape, at: At, depth: number): Problem[] {
    if (++this.looks > mostLooks || depth > deepest) return []
    const { shapes } = this
    const shape = resolved(of, shapes)
    const type = typeOf(value)
    const says = (message: string): Problem[] => [{ ...at, message }]
    if (shape.types && !shape.types.some((one) => one === type || (one === 'number' && type === 'integer')))
      return says(`${wordOf(type)}, the file says ${typeInWords(shape, shapes)}`)
    if (shape.enum && type !== 'object' && type !== 'list' && !shape.enum.includes(value))
      return says(`${value === null ? 'null' : `“${short(value)}”`}, the file says ${choices(shape.enum)}`)
    const problems = [...this.limits(value, shape, at)]
    if (Array.isArray(value)) problems.push(...this.items(value, shape, at, depth))
    else if (typeof value === 'object' && value !== null)
      problems.push(...this.fields(value as Values, shape, at, depth))
    for (const one of shape.all ?? []) problems.push(...this.check(value, withoutRest(one), at, depth + 1))
    if (shape.any) problems.push(...this.nearest(value, shape.any, at, depth))
    return problems
  }

  private limits(value: unknown, { least, most }: Shape, at: At): Problem[] {
    const [size, unit] =
      typeof value === 'number'
        ? [value, '']
        : typeof value === 'string'
          ? [[...value].length, ' characters']
          : Array.isArray(value)
            ? [value.length, ' items']
            : [null, '']
    if (size === null) return []
    if (least !== undefined && size < least)
      return [{ ...at, message: `${size}${unit}, the file says at least ${least}` }]
    if (most !== undefined && size > most) return [{ ...at, message: `${size}${unit}, the file says at most ${most}` }]
    return []
  }

  private items(value: readonly unknown[], { items }: Shape, at: At, depth: number): Problem[] {
    if (!items) return []
    const problems: Problem[] = []
    for (const [index, item] of value.entries()) {
      problems.push(...this.check(item, items, { place: `${at.place}[${index}]`, kind: `${at.kind}[]` }, depth + 1))
    }
    return problems
  }

  private fields(value: Values, shape: Shape, at: At, depth: number): Problem[] {
    const problems: Problem[] = []
    const named = new Set<string>()
    for (const { name, required, only, shape: inside } of shape.fields ?? []) {
      named.add(name)
      const there = inField(at, name)
      if (Object.hasOwn(value, name)) problems.push(...this.check(value[name], inside, there, depth + 1))
      else if (required && only !== 'request') problems.push({ ...there, message: missing })
    }
    if (shape.rest === undefined) return problems
    // Parts of `all` name fields for each other.
    for (const { name } of fieldsOf(shape, this.shapes)) named.add(name)
    for (const name of Object.keys(value)) {
      if (named.has(name)) continue
      const there = inField(at, name)
      if (shape.rest === false) problems.push({ ...there, message: 'the file does not have this field' })
      else problems.push(...this.check(value[name], shape.rest, there, depth + 1))
    }
    return problems
  }

  /** None if one fits; else the problems with the one of the same type that has the fewest. */
  private nearest(value: unknown, any: readonly Shape[], at: At, depth: number): Problem[] {
    let nearest: { problems: Problem[]; distance: number } | null = null
    for (const one of any) {
      const problems = this.check(value, one, at, depth + 1)
      if (problems.length === 0) return []
      const isOfAnotherType = problems[0]?.place === at.place
      // Fields that are there tell more about which one it is meant to be.
      const distance = problems.reduce((sum, { message }) => sum + (message === missing ? 2 : 1), 0)
      if (!isOfAnotherType && distance < (nearest?.distance ?? Infinity)) nearest = { problems, distance }
    }
    const words = [...new Set(any.map((one) => typeInWords(one, this.shapes)))].slice(0, 4).join(' or ')
    return nearest?.problems ?? [{ ...at, message: `${wordOf(typeOf(value))}, the file says ${words}` }]
  }
}

type Values = Readonly<Record<string, unknown>>

/** In `all`, a part that allows no other fields would refuse those of its neighbours. */
const withoutRest = (shape: Shape): Shape => (shape.rest === false ? { ...shape, rest: {} } : shape)

function inField({ place, kind }: At, name: string): At {
  const step = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
  return { place: place ? `${place}.${step}` : step, kind: kind ? `${kind}.${step}` : step }
}

function typeOf(value: unknown): ShapeType {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return 'object'
}

function choices(values: readonly unknown[]): string {
  return values.length <= 6 ? values.map(short).join(', ') : `one of ${values.length}`
}
