import { z } from 'zod'
import { category } from '../connectors/category'

/** What needs a person, in the order the queue lists it. `unknown` is neutral: no one can say yet. */
export const issueCauses = [
  'incident',
  'relink',
  'unfinished',
  'stalled',
  'failed',
  'contradictory',
  'unknown'
] as const
export const issueCause = z.enum(issueCauses)
export type IssueCause = z.infer<typeof issueCause>

/** `linking`: the customer has begun to link less than a day ago. Syncing counts as `healthy`. */
export const diagnosisKind = z.enum([...issueCauses, 'linking', 'healthy', 'inactive'])
export type DiagnosisKind = z.infer<typeof diagnosisKind>

export const diagnosisNames: Record<DiagnosisKind, string> = {
  incident: 'Possible outage',
  relink: 'Relink needed',
  unfinished: 'Link never finished',
  stalled: 'Sync stalled',
  failed: 'Last sync failed',
  contradictory: 'Inconsistent data',
  unknown: 'Unknown status',
  linking: 'Being linked',
  healthy: 'Good',
  inactive: 'Inactive'
}

export function isIssue(kind: DiagnosisKind): kind is IssueCause {
  return (issueCauses as readonly string[]).includes(kind)
}

/** Until when the synced data can be trusted (field notes: it must come from the last run seen Done, or be labelled). */
export const lastGoodSync = z.object({
  /** ms since 1970; the start of that run. null: never, or not known. */
  time: z.number().nullable(),
  /** `seen-done`: a walk saw that run Done; `estimate`: derived; `never`: no run has ended well yet. */
  kind: z.enum(['seen-done', 'estimate', 'never']),
  why: z.string()
})
export type LastGoodSync = z.infer<typeof lastGoodSync>

/** One field a verdict rests on. */
export const evidence = z.object({
  field: z.string(),
  /** As the service sent it; undefined where the record has no such field. */
  value: z.unknown(),
  /** The value as ms since 1970, where it is a time that can be read. */
  time: z.number().nullable(),
  /** In plain language: "no longer work". */
  reading: z.string(),
  /** The value is not what the contract promises. */
  odd: z.boolean()
})
export type Evidence = z.infer<typeof evidence>

export const action = z.object({
  who: z.enum(['customer', 'provider', 'operations', 'nobody']),
  what: z.string()
})
export type Action = z.infer<typeof action>

/** Who acts next, by diagnosis: what the words of each (src/main/health/triage) say in full. */
export const actors: Record<DiagnosisKind, Action['who']> = {
  incident: 'provider',
  relink: 'customer',
  unfinished: 'customer',
  stalled: 'operations',
  failed: 'operations',
  contradictory: 'operations',
  unknown: 'operations',
  linking: 'nobody',
  healthy: 'nobody',
  inactive: 'nobody'
}

export const diagnosis = z.object({
  key: z.string(),
  category,
  kind: diagnosisKind,
  /** A test connector has a verdict too, is listed apart, and is never part of an incident. */
  isTest: z.boolean(),
  /** One sentence. `{since}` and `{good}` are placeholders: only the view can write times in the operator's zone. */
  words: z.string(),
  /** The few words of a row: "Rejected {since}". */
  short: z.string(),
  /** ms since 1970; null where no field and no walk shows it. */
  since: z.number().nullable(),
  evidence: z.array(evidence),
  action,
  lastGoodSync,
  /** What else is odd about the record, whatever its verdict. */
  notes: z.array(z.string())
})
export type Diagnosis = z.infer<typeof diagnosis>

/** The verdict as a grid of 100,000 rows needs it. */
export const rowDiagnosis = z.object({
  key: z.string(),
  kind: diagnosisKind,
  since: z.number().nullable(),
  lastGoodSync: lastGoodSync.omit({ why: true })
})
export type RowDiagnosis = z.infer<typeof rowDiagnosis>

/** Puts times into a verdict's words. @param write writes ms since 1970 for a reader */
export function fillWords(
  words: string,
  times: { since: number | null; good: number | null },
  write: (ms: number) => string
): string {
  const put = (time: number | null) => (time === null ? 'at an unknown time' : write(time))
  return words.replaceAll('{since}', () => put(times.since)).replaceAll('{good}', () => put(times.good))
}
