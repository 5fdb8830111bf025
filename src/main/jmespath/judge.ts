import type { AnswerCheck } from '../../shared/passthrough/answer-checks'
import { textOfBody } from '../base/body-text'
import { bufferOf } from '../base/shared-bytes'
import { maskedBy } from '../secrets/masked'
import { TokenDigests, type SharedDigests } from '../secrets/token-digests'
import { problemOf, valueOf } from './evaluate'
import { readJson, UnreadableJson } from './json/read'
import { jsonText } from './json/write'
import { parse } from './parse'
import { comparedEqual, isNumber, typeOf, type Value } from './values'
import { described } from './words'
import { WorkLimit } from './work-limit'

export type ValueCheck = Pick<AnswerCheck, 'kind' | 'at' | 'value'>

export interface Judged {
  passed: boolean
  /** In words: `it is false`. */
  found: string
}

/** How `found` begins where the engine could not say. */
export const notChecked = 'not checked: '

/** ms for the checks of an answer, and for each of them. */
export const judgeLimits = { allMs: 3_000, eachMs: 900 } as const

/**
 * Judges values of an answer. An expression sees no secret, so no check can guess one.
 * @param secrets hidden in the answer
 */
export function judge(
  body: Uint8Array,
  contentType: string,
  secrets: SharedDigests,
  checks: readonly ValueCheck[]
): Judged[] {
  const text = textOfBody(bufferOf(body), contentType)?.text ?? ''
  if (text.trim() === '') return checks.map(() => failed('the answer is empty or no text'))
  let data: Value
  try {
    data = readJson(maskedBy(text, new TokenDigests(secrets)))
  } catch (thrown) {
    if (thrown instanceof UnreadableJson) return checks.map(() => failed('the answer is not JSON'))
    throw thrown
  }
  const until = performance.now() + judgeLimits.allMs
  return checks.map((check) => judgeOne(data, check, Math.min(judgeLimits.eachMs, until - performance.now())))
}

const failed = (found: string): Judged => ({ passed: false, found })

function judgeOne(data: Value, { kind, at, value: wanted }: ValueCheck, ms: number): Judged {
  try {
    if (ms <= 0) return failed(`${notChecked}the checks before it took too long`)
    const limit = new WorkLimit(ms)
    const value = valueOf(parse(at).root, data, limit)
    const found = value === null ? 'it is absent or null' : `it is ${described(value)}`
    return { passed: passes(value, limit), found }

    function passes(value: Value, limit: WorkLimit): boolean {
      if (kind === 'value-exists') return value !== null
      if (kind === 'value-type') return typeOf(value) === wanted
      if (kind === 'value-matches') return matches(value, wanted)
      return comparedEqual(value, typedValue(wanted), limit)
    }
  } catch (thrown) {
    return failed(`${notChecked}${problemOf(thrown, ms).message}`)
  }
}

/** JSON, else the text itself: `5` is a number, `"5"` a text, and so is `five`. */
function typedValue(typed: string): Value {
  try {
    return readJson(typed)
  } catch {
    return typed
  }
}

function matches(value: Value, pattern: string): boolean {
  if (typeof value !== 'string' && !isNumber(value)) return false
  return matchesPattern(typeof value === 'string' ? value : jsonText(value), pattern)
}

/**
 * `*` stands for any text, also for none; everything else for itself. It looks at each place of the text once for each
 * piece between stars, so no pattern explodes as a regular expression can.
 */
export function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const piece of rest) {
    const next = text.indexOf(piece, at)
    if (next < 0) return false
    at = next + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
