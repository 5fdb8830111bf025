import { z } from 'zod'
import { nameText } from '../own-name'

// Issues load with the first screen, so this stands apart from the guard's other shapes.

/** What an expression gave on fetched records: counts and lengths, no value. */
export const profileNumbers = z.object({
  /** ms since 1970 */
  at: z.number(),
  records: z.number(),
  /** Neither null nor a problem. */
  filled: z.number(),
  /** Records on which the server fails. */
  problems: z.number(),
  /** Of the filled ones, the most first. */
  types: z.array(z.object({ type: z.string(), count: z.number() })),
  /** Different values. */
  distinct: z.number(),
  /** Characters of texts; null without one. */
  lengths: z.object({ least: z.number(), median: z.number(), most: z.number() }).nullable()
})
export type ProfileNumbers = z.infer<typeof profileNumbers>

/** Where records of a look come from. */
export const lookSource = z.object({ key: nameText, name: z.string(), path: nameText })
export type LookSource = z.infer<typeof lookSource>

/** What differs; the numbers of both profiles say how much. */
export const driftReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fill') }),
  z.object({ kind: z.literal('type'), type: z.string(), count: z.number() }),
  /** Records with a value that was not there before. */
  z.object({ kind: z.literal('values'), count: z.number() }),
  z.object({ kind: z.literal('length') })
])
export type DriftReason = z.infer<typeof driftReason>

/** Numbers and names only: an issue is not encrypted. */
export const mappingFacts = z.object({
  fieldId: nameText,
  field: z.string(),
  /** `integration:<slug>` or `connector:<key>` */
  scope: nameText,
  scopeName: z.string(),
  source: lookSource,
  kept: profileNumbers,
  look: profileNumbers,
  reasons: z.array(driftReason)
})
export type MappingFacts = z.infer<typeof mappingFacts>

/** `fits`: a later look fits again. */
export const mappingEnd = z.enum(['fits', 'saved', 'gone'])
export type MappingEnd = z.infer<typeof mappingEnd>

/** The id is of this desk. In a team each desk has such an issue. */
export const mappingIssue = z.object({
  id: z.number(),
  /** ms since 1970, of the first look that found it. */
  since: z.number(),
  closed: z.object({ at: z.number(), why: mappingEnd }).nullable(),
  owner: z.string(),
  note: z.string(),
  /** null once it is over. */
  snoozedUntil: z.number().nullable(),
  facts: mappingFacts
})
export type MappingIssue = z.infer<typeof mappingIssue>

/** What a look found of one mapping. */
export const mappingFinding = z.object({
  /** `mappingKey` */
  key: nameText,
  state: z.enum(['drifted', 'fits', 'saved', 'gone']),
  since: z.number(),
  /** null where it only closes. */
  facts: mappingFacts.nullable()
})
export type MappingFinding = z.infer<typeof mappingFinding>

export const mappingKey = (fieldId: string, scope: string): string => JSON.stringify([fieldId, scope])
