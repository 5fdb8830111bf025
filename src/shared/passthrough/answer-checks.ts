import { z } from 'zod'

/** What a check says of an answer, in the order of the editor's list. */
export const checkKind = z.enum([
  'status',
  'header-is',
  'header-exists',
  'time',
  'value-is',
  'value-exists',
  'value-matches',
  'value-type',
  'schema'
])
export type CheckKind = z.infer<typeof checkKind>

/** As typed. */
export const answerCheck = z.object({
  kind: checkKind,
  /** The header's name, or a JMESPath expression; else empty. */
  at: z.string(),
  /**
   * Statuses separated by commas; seconds; a header's value; JSON or plain text; a text in which `*` stands for any
   * text; a `valueType`. Else empty.
   */
  value: z.string()
})
export type AnswerCheck = z.infer<typeof answerCheck>

export const valueType = z.enum(['string', 'number', 'boolean', 'array', 'object', 'null'])

export const checkResult = z.object({
  check: answerCheck,
  /** False also where it could not be carried out: `found` says why. */
  passed: z.boolean(),
  /** In words: `it is false`. */
  found: z.string()
})
export type CheckResult = z.infer<typeof checkResult>

export const mostChecks = 50
const longestTyped = 2_000

export const hasName = (kind: CheckKind): boolean => kind.startsWith('header') || kind.startsWith('value')
export const hasValue = (kind: CheckKind): boolean => kind !== 'schema' && !kind.endsWith('exists')

/** Each from 100 to 599, or null if the text is no list of them. */
export function statusesIn(typed: string): number[] | null {
  const statuses = typed.split(',').map((one) => one.trim())
  return statuses.every((one) => /^[1-5]\d\d$/.test(one)) ? statuses.map(Number) : null
}

/** ms, above 0, or null. */
export function limitIn(typed: string): number | null {
  const text = typed.trim()
  const ms = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1_000) : 0
  return ms > 0 ? ms : null
}

/** Why it cannot be carried out, and in which of its fields; null if it can. */
export function checkProblem({ kind, at, value }: AnswerCheck): { field: 'at' | 'value'; message: string } | null {
  if (hasName(kind) && at.trim() === '') {
    const message = kind.startsWith('header') ? 'Enter the name of the header.' : 'Enter a JMESPath expression.'
    return { field: 'at', message }
  }
  if (at.length > longestTyped) return { field: 'at', message: tooLong }
  if (value.length > longestTyped) return { field: 'value', message: tooLong }
  const message = valueProblem(kind, value)
  return message === null ? null : { field: 'value', message }
}

const tooLong = `Enter at most ${longestTyped.toLocaleString('en')} characters.`

function valueProblem(kind: CheckKind, value: string): string | null {
  if (kind === 'status') return statusesIn(value) ? null : 'Enter one or more statuses: 200, 204.'
  if (kind === 'time') return limitIn(value) === null ? 'Enter a time above 0, in seconds.' : null
  if (kind === 'value-type') return valueType.safeParse(value).success ? null : 'Choose a type.'
  return hasValue(kind) && value === '' ? 'Enter a value.' : null
}
