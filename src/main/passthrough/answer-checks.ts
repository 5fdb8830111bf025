import {
  checkProblem,
  limitIn,
  statusesIn,
  type AnswerCheck,
  type CheckResult
} from '../../shared/passthrough/answer-checks'
import type { PassthroughResult } from '../../shared/passthrough/result'
import type { JmespathEngine } from '../jmespath/engine'
import type { Judged } from '../jmespath/judge'
import type { SharedDigests } from '../secrets/token-digests'
import { contentTypeOf, tookMs } from './result'

/** A whole answer. */
export interface Answer {
  /** The provider's own where the body says it, as the window shows it; null if it names none. */
  status: number | null
  /** Masked. */
  headers: readonly (readonly [string, string])[]
  /** From the send to the last byte. */
  ms: number
  /** null for none. */
  body: Uint8Array | null
}

/** @returns one for each check, in their order; it never throws */
export type Judge = (checks: readonly AnswerCheck[], answer: Answer) => Promise<CheckResult[]>

/** null without a whole answer: there is nothing to judge. */
export function answerOf(result: PassthroughResult, body: Uint8Array | null): Answer | null {
  const { status, providerError, headers, timing, complete } = result
  if (!complete || status === null) return null
  return { status: providerError ? providerError.status : status, headers, ms: tookMs(timing), body }
}

/**
 * Values are judged in the engine's thread, whose time and memory are bounded.
 * @param secrets hidden from the expressions
 */
export function judgeWith(engine: Pick<JmespathEngine, 'judge'>, secrets: () => SharedDigests): Judge {
  return async (checks, answer) => {
    const ofValues = checks.filter((check) => check.kind.startsWith('value') && !checkProblem(check))
    const values = new Map<AnswerCheck, Judged>()
    const judged = ofValues.length > 0 ? await judgeValues(ofValues, answer) : []
    for (const [index, check] of ofValues.entries()) values.set(check, judged[index] ?? notChecked('it did not end'))
    return checks.map((check) => ({ check, ...(values.get(check) ?? judgePlain(check, answer)) }))
  }

  async function judgeValues(checks: readonly AnswerCheck[], { body, headers }: Answer): Promise<Judged[]> {
    const contentType = contentTypeOf(headers)
    if (!body || body.length === 0) return checks.map(() => ({ passed: false, found: 'the answer is empty' }))
    try {
      const signal = new AbortController().signal
      const answer = await engine.judge({ body, contentType }, secrets(), checks, signal)
      return 'judged' in answer ? answer.judged : checks.map(() => notChecked(answer.problem.message))
    } catch (thrown) {
      return checks.map(() => notChecked(thrown instanceof Error ? thrown.message : String(thrown)))
    }
  }
}

const notChecked = (why: string): Judged => ({ passed: false, found: `not checked: ${why}` })

const longestShown = 80
const shown = (text: string) => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text)

function judgePlain(check: AnswerCheck, { status, headers, ms }: Answer): Judged {
  const problem = checkProblem(check)
  if (problem) return notChecked(problem.message)
  const { kind, at, value } = check
  if (kind === 'status') {
    const passed = status !== null && statusesIn(value)?.includes(status) === true
    return { passed, found: status === null ? 'it is an error without a status' : `it is ${status}` }
  }
  if (kind === 'time') return { passed: ms < (limitIn(value) ?? 0), found: `it took ${ms / 1_000} s` }
  const name = at.trim().toLowerCase()
  const there = headers.filter(([one]) => one.toLowerCase() === name).map(([, one]) => one)
  const passed = kind === 'header-exists' ? there.length > 0 : there.some((one) => one.trim() === value.trim())
  return { passed, found: there.length > 0 ? `it is ${shown(there.join(', '))}` : 'it is absent' }
}
