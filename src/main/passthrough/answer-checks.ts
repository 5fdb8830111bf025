import {
  checkProblem,
  limitIn,
  statusesIn,
  type AnswerCheck,
  type CheckResult
} from '../../shared/passthrough/answer-checks'
import type { PassthroughResult } from '../../shared/passthrough/result'
import type { JmespathEngine } from '../jmespath/engine'
import { notChecked, type Judged } from '../jmespath/judge'
import type { SharedDigests } from '../secrets/token-digests'
import type { ProviderShelf } from './shelf/provider-shelf'
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

/** What was asked, with its variables filled in. */
export interface Asked {
  workspaceId: string
  integration: string
  method: string
  path: string
}

/** @returns one for each check, in their order; it never throws */
export type Judge = (checks: readonly AnswerCheck[], answer: Answer, asked: Asked) => Promise<CheckResult[]>

type Shelf = Pick<ProviderShelf, 'checkBody'>

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
export function judgeWith(engine: Pick<JmespathEngine, 'judge'>, secrets: () => SharedDigests, shelf: Shelf): Judge {
  return async (checks, answer, asked) => {
    const ofValues = checks.filter((check) => check.kind.startsWith('value') && !checkProblem(check))
    const values = new Map<AnswerCheck, Judged>()
    const judged = ofValues.length > 0 ? await judgeValues(ofValues, answer) : []
    for (const [index, check] of ofValues.entries()) values.set(check, judged[index] ?? skipped('it did not end'))
    for (const check of checks) if (check.kind === 'schema') values.set(check, await judgeSchema(shelf, answer, asked))
    return checks.map((check) => ({ check, ...(values.get(check) ?? judgePlain(check, answer)) }))
  }

  async function judgeValues(checks: readonly AnswerCheck[], { body, headers, status }: Answer): Promise<Judged[]> {
    const contentType = contentTypeOf(headers)
    if (!body || body.length === 0) return checks.map(() => ({ passed: false, found: 'the answer is empty' }))
    try {
      const signal = new AbortController().signal
      const judged = await engine.judge({ body, contentType }, secrets(), checks, signal)
      if (!('judged' in judged)) return checks.map(() => skipped(judged.problem.message))
      // Why an expression fails on an error says nothing: the sentence of the check has what was expected.
      const told = (one: Judged) => (isError(status) && one.found.startsWith(notChecked) ? wasError(status) : one)
      return judged.judged.map(told)
    } catch (thrown) {
      return checks.map(() => skipped(messageOf(thrown)))
    }
  }
}

const skipped = (why: string): Judged => ({ passed: false, found: notChecked + why })
const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))
const isError = (status: number | null) => status === null || status >= 400
const wasError = (status: number | null): Judged => ({
  passed: false,
  found: status === null ? 'the answer was an error' : `the answer was an error (${status})`
})

async function judgeSchema(shelf: Shelf, { status, body }: Answer, asked: Asked): Promise<Judged> {
  try {
    const checked = status === null ? null : await shelf.checkBody(asked, status, body ?? new Uint8Array())
    if (!checked) return isError(status) ? wasError(status) : skipped('no schema')
    if (!checked.isJson) return { passed: false, found: 'the answer is not JSON' }
    const [first] = checked.problems
    if (!first) return { passed: true, found: `it fits ${checked.title}` }
    const more = checked.problems.length - 1 + checked.more
    const where = `${first.place || 'the whole answer'}: ${first.message}`
    return { passed: false, found: more > 0 ? `${where}, and ${more} more` : where }
  } catch (thrown) {
    return skipped(messageOf(thrown))
  }
}

const longestShown = 80
const shown = (text: string) => (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text)

function judgePlain(check: AnswerCheck, { status, headers, ms }: Answer): Judged {
  const problem = checkProblem(check)
  if (problem) return skipped(problem.message)
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
