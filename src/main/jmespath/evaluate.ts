import { search } from '@aws-lambda-powertools/jmespath'
import type { JmespathProblem } from '../../shared/model/jmespath'
import { call, FunctionProblem } from './functions'
import type { Parsed } from './node'
import { parse } from './parse'
import { ExpressionProblem, type Token } from './tokens'
import { jsonText, known } from './values'

/**
 * Values as the engine may look into them: own properties only. It asks with `in`, so `toString` would be found in
 * every object, and `__proto__` would change one.
 */
export function bare(value: unknown): unknown {
  const open: unknown[] = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (!Array.isArray(next)) Object.setPrototypeOf(next, null)
    for (const inner of Object.values(next)) if (typeof inner === 'object' && inner !== null) open.push(inner)
  }
  return value
}

/** Gives the value of an expression over data that was made `bare`; undefined never, null instead. */
export type Compiled = (data: unknown) => unknown

/**
 * Makes an expression that was read ready to be evaluated, again and again.
 *
 * The engine gets it written anew: in ASCII and with literals as JSON, as its own splitter stumbles over both, and
 * with a name of its own for every call, so that a function knows where it stands. A space in front makes it none that
 * the engine's plain object of remembered expressions inherits, as `toString`.
 * @throws ExpressionProblem when called
 */
export function compile({ tokens }: Pick<Parsed, 'tokens'>): Compiled {
  const { text, methods } = rewritten(tokens)
  const customFunctions = { methods, introspectMethods: () => methods, ...Object.fromEntries(methods) } as never
  return (data) => {
    try {
      return known(search(` ${text}`, data as never, { customFunctions }))
    } catch (thrown) {
      throw new ExpressionProblem(problemOf(thrown))
    }
  }
}

type Methods = Map<string, (args: unknown[]) => unknown>

function rewritten(tokens: readonly Token[]): { text: string; methods: Methods } {
  const methods: Methods = new Map()
  const parts = tokens.map(({ kind, value, from }, at) => {
    if (kind === 'quoted') return ascii(value)
    if (kind === 'literal') return `\`${ascii(value)}\``
    if (kind !== 'name' || tokens[at + 1]?.kind !== '(') return String(value)
    methods.set(`funcF${from}`, (args) => call(String(value), args, from))
    return `f${from}`
  })
  return { text: parts.join(' '), methods }
}

/** JSON in ASCII, without backticks. */
const ascii = (value: unknown) =>
  JSON.stringify(value).replace(/[`\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * Evaluates a standard JMESPath expression (field notes: the service evaluates with the standard, without extensions).
 *
 * @param data made `bare`
 * @returns the result as JSON, or what is wrong with the expression
 */
export function evaluate(data: unknown, expression: string): { json: string } | { problem: JmespathProblem } {
  try {
    return { json: jsonText(compile(parse(expression))(data)) }
  } catch (thrown) {
    return { problem: problemOf(thrown) }
  }
}

/** Whatever was thrown while an expression was read or evaluated. */
export function problemOf(thrown: unknown): JmespathProblem {
  if (thrown instanceof ExpressionProblem) return thrown.problem
  if (thrown instanceof FunctionProblem) return { kind: 'value', message: thrown.said, position: thrown.position }
  if (thrown instanceof RangeError)
    return { kind: 'limit', message: 'The expression makes more than can be held.', position: null }
  return { kind: 'limit', message: thrown instanceof Error ? thrown.message : String(thrown), position: null }
}
