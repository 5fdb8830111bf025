import { z } from 'zod'
import { category, type Category } from '../connectors/category'

/** Whom the data of a connector are about. Only records of HRIS connectors say how many there are. */
export const people: Record<Category, string> = { HRIS: 'employees', ATS: 'candidates', LMS: 'users' }

/** In the order of Issues. */
export const issueCauses = [
  'incident',
  'relink',
  'unfinished',
  'stalled',
  'drop',
  'frozen',
  'failed',
  'contradictory',
  'unreadable',
  'unknown'
] as const
export const issueCause = z.enum(issueCauses)
export type IssueCause = z.infer<typeof issueCause>

/** `linking`: begun less than a day ago. A running sync counts as `healthy`. */
export const diagnosisKind = z.enum([...issueCauses, 'linking', 'healthy', 'inactive'])
export type DiagnosisKind = z.infer<typeof diagnosisKind>

export const diagnosisNames: Record<DiagnosisKind, string> = {
  incident: 'Possible outage',
  relink: 'Relink needed',
  unfinished: 'Link never finished',
  stalled: 'Sync stalled',
  drop: 'Sudden drop',
  frozen: 'Frozen data',
  failed: 'Last sync failed',
  contradictory: 'Inconsistent data',
  unreadable: 'Unreadable data',
  unknown: 'Unknown status',
  linking: 'Being linked',
  healthy: 'Good',
  inactive: 'Inactive'
}

export function isIssue(kind: DiagnosisKind): kind is IssueCause {
  return (issueCauses as readonly string[]).includes(kind)
}

/** A refresh saw it Done, or it carries the label of an estimate. */
export const lastGoodSync = z.object({
  /** ms since 1970, of its start. null: never, or unknown. */
  time: z.number().nullable(),
  /** `estimate`: derived; `never`: no sync has ended well. */
  kind: z.enum(['seen-done', 'estimate', 'never']),
  why: z.string()
})
export type LastGoodSync = z.infer<typeof lastGoodSync>

export const evidence = z.object({
  field: z.string(),
  /** undefined if absent. */
  value: z.unknown(),
  /** ms since 1970, if it is a readable time. */
  time: z.number().nullable(),
  /** In plain words: "no longer work". */
  reading: z.string(),
  odd: z.boolean()
})
export type Evidence = z.infer<typeof evidence>

export const action = z.object({
  who: z.enum(['customer', 'provider', 'operations', 'nobody']),
  what: z.string()
})
export type Action = z.infer<typeof action>

/** The words in src/main/health/triage say it in full. */
export const actors: Record<DiagnosisKind, Action['who']> = {
  incident: 'provider',
  relink: 'customer',
  unfinished: 'customer',
  stalled: 'operations',
  drop: 'operations',
  frozen: 'operations',
  failed: 'operations',
  contradictory: 'operations',
  unreadable: 'operations',
  unknown: 'operations',
  linking: 'nobody',
  healthy: 'nobody',
  inactive: 'nobody'
}

export const diagnosis = z.object({
  key: z.string(),
  category,
  kind: diagnosisKind,
  /** Test connectors have their own list and are never part of a possible outage. */
  isTest: z.boolean(),
  /** With `{since}` and `{good}`: only the view knows the time zone. */
  words: z.string(),
  /** As "Rejected {since}". */
  short: z.string(),
  /** ms since 1970; null if unknown. */
  since: z.number().nullable(),
  evidence: z.array(evidence),
  action,
  lastGoodSync,
  notes: z.array(z.string())
})
export type Diagnosis = z.infer<typeof diagnosis>

/** 0: never an issue. Percent fewer people (employees, candidates, users) than the least of the 30 days before; days with the same number. */
export const headcountChoices = { drop: [0, 30, 50, 70, 90], frozen: [0, 30, 45, 60, 90] } as const

/** A quiet month happens; a month and a half is rare where the number used to change each week. */
export const headcountLimits = z.object({
  drop: z.literal(headcountChoices.drop).default(50),
  frozen: z.literal(headcountChoices.frozen).default(45),
  /** Whether answers of a provider count, where they contradict the status. */
  answers: z.boolean().default(true)
})
export type HeadcountLimits = z.infer<typeof headcountLimits>
export const freshHeadcountLimits: HeadcountLimits = headcountLimits.parse({})

/** Small enough for a grid of 100,000 rows. */
export const rowDiagnosis = z.object({
  key: z.string(),
  kind: diagnosisKind,
  since: z.number().nullable(),
  lastGoodSync: lastGoodSync.omit({ why: true })
})
export type RowDiagnosis = z.infer<typeof rowDiagnosis>

/** @param write writes ms since 1970 for a reader */
export function fillWords(
  words: string,
  times: { since: number | null; good: number | null },
  write: (ms: number) => string
): string {
  const put = (time: number | null) => (time === null ? 'at an unknown time' : write(time))
  return words.replaceAll('{since}', () => put(times.since)).replaceAll('{good}', () => put(times.good))
}
