import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import { WorkLimit, OutOfTime } from './work-limit'
import { ServerFails } from './failure'
import { Interpreter, type EvaluationWatch } from './interpret'
import { jsonText, type OwnTexts } from './json/write'
import type { Node } from './node'
import { parse } from './parse'
import { ExpressionProblem } from './tokens'
import { isObject, type Value } from './values'
import { described } from './words'

/**
 * @param own of the data: what has a text is JSON
 * @throws ServerFails if the server has no answer; OutOfTime
 */
export function valueOf(
  root: Node,
  data: Value,
  workLimit: WorkLimit,
  watch: EvaluationWatch | null = null,
  own?: OwnTexts
): Value {
  const value = new Interpreter(workLimit, watch).visit(root, data)
  checkFinite(value)
  return value

  function checkFinite(value: Value): void {
    workLimit.spend()
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new ServerFails(`The result holds ${described(value)}, which JSON cannot hold.`, root.from)
    }
    if (typeof value === 'object' && value !== null && own?.has(value)) return
    if (Array.isArray(value)) value.forEach(checkFinite)
    else if (isObject(value)) for (const inner of value.values()) checkFinite(inner)
  }
}

/**
 * Evaluates a standard JMESPath expression; the service has no extensions.
 * @param ms time limit
 * @param own texts of the data, which need not be written again
 * @returns the result as JSON, or the problem
 */
export function evaluate(
  data: Value,
  expression: string,
  ms: number,
  own?: OwnTexts
): { json: string } | { problem: JmespathProblem } {
  try {
    const workLimit = new WorkLimit(ms)
    const value = valueOf(parse(expression).root, data, workLimit, null, own)
    return { json: jsonText(value, { workLimit, ...(own && { own }) }) }
  } catch (thrown) {
    return { problem: problemOf(thrown, ms) }
  }
}

/**
 * Turns anything thrown by reading or evaluating into a problem.
 * @param ms its time limit
 */
export function problemOf(thrown: unknown, ms: number): JmespathProblem {
  if (thrown instanceof ExpressionProblem) return thrown.problem
  if (thrown instanceof ServerFails) {
    return { kind: 'value', message: `${thrown.said} The server fails on such data.`, position: thrown.position }
  }
  const message =
    thrown instanceof OutOfTime
      ? tooLate(ms)
      : thrown instanceof RangeError
        ? 'The expression makes more than can be held.'
        : String(thrown)
  return { kind: 'limit', message, position: null }
}

export const tooLate = (ms: number) => `The expression did not come to an end within ${ms / 1_000} s, and was stopped.`
