import { EmptyExpressionError, JMESPathError, LexerError, ParseError, search } from '@aws-lambda-powertools/jmespath'
import { Functions } from '@aws-lambda-powertools/jmespath/functions'
import type { JmespathProblem } from '../../../shared/model/jmespath'

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

/** The engine's functions, with the one mended that differs from the standard: it takes 0, '' and false for null. */
class StandardFunctions extends Functions {}
const notNull: PropertyDescriptor = {
  value: (...values: unknown[]) => values.find((value) => value !== null && value !== undefined) ?? null
}
Functions.signature({ argumentsSpecs: [['any']], variadic: true })(StandardFunctions.prototype, 'funcNotNull', notNull)
Object.defineProperty(StandardFunctions.prototype, 'funcNotNull', notNull)
const customFunctions = new StandardFunctions()

const quoted = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/g

/** The engine takes `sortBy` for `sort_by`; the standard does not. @returns the first such name and where it is */
function camelCaseFunction(expression: string): { name: string; position: number } | null {
  const code = expression.replace(quoted, (text) => ' '.repeat(text.length))
  const match = /(?<![\w.])[a-z_]\w*?[A-Z]\w*(?=\s*\()/.exec(code)
  return match ? { name: match[0], position: match.index } : null
}

/**
 * Evaluates a standard JMESPath expression (field notes: the service evaluates with the standard, without extensions).
 * What a standard server cannot give (a function reference, nothing at all) is null.
 *
 * @param data made `bare`
 * @returns the result as JSON, or what is wrong with the expression
 */
export function evaluate(data: unknown, expression: string): { json: string } | { problem: JmespathProblem } {
  const foreign = camelCaseFunction(expression)
  if (foreign) {
    return {
      problem: { kind: 'value', message: `There is no function ${foreign.name}().`, position: foreign.position }
    }
  }
  try {
    // The engine remembers expressions in a plain object, where `toString` is found before it was ever parsed: a space
    // in front makes every expression one that is not there. Positions are counted without it.
    const result: unknown = search(` ${expression}`, data as never, { customFunctions })
    return { json: JSON.stringify(result, (_, value: unknown) => (value === undefined ? null : value)) ?? 'null' }
  } catch (thrown) {
    return { problem: problemOf(thrown, expression) }
  }
}

function problemOf(thrown: unknown, expression: string): JmespathProblem {
  if (thrown instanceof EmptyExpressionError)
    return { kind: 'syntax', message: 'The expression is empty.', position: 0 }
  if (thrown instanceof LexerError) {
    const message = `"${thrown.lexerValue}" means nothing in JMESPath.`
    return { kind: 'syntax', message, position: thrown.lexerPosition - 1 }
  }
  if (thrown instanceof ParseError) {
    const early = thrown.tokenType === 'eof'
    const found = early ? 'The expression ends too early.' : `"${thrown.tokenValue}" cannot stand here.`
    // The engine counts to the token's end or beyond it: where the token itself stands is looked for.
    const end = Math.min(thrown.lexPosition - 1, expression.length)
    const start = early ? -1 : expression.lastIndexOf(String(thrown.tokenValue), end)
    return { kind: 'syntax', message: thrown.reason ?? found, position: start < 0 ? end : start }
  }
  if (thrown instanceof RangeError)
    return { kind: 'limit', message: 'The expression makes more than can be held.', position: null }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  // The engine adds the whole expression behind its own words; who typed it knows it.
  const said = message.replace(/,? (for|in) expression: [^]*$/, '')
  return { kind: thrown instanceof JMESPathError ? 'value' : 'limit', message: said, position: null }
}
