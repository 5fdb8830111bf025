import { z } from 'zod'
import { diagnosisKind, rowDiagnosis } from '../../issues/diagnosis'
import { category } from '../category'
import { connectorRow } from '../connector'
import { filters, sort } from './query'

/** A connector as a list shows it. */
export const shownRow = connectorRow.omit({ digest: true }).extend({
  /** When a refresh last saw it, ms since 1970. */
  seenAt: z.number(),
  /** null while none is known for the current record. */
  diagnosis: rowDiagnosis.nullable(),
  /** The latest refresh brought its id more than once. */
  twice: z.boolean()
})
export type ShownRow = z.infer<typeof shownRow>

export const listQuery = z.object({ filters, sort })

/** Beyond the filters of Connectors; all that are set must hold. */
export const listWithin = z.object({
  keys: z.array(z.string()).max(200_000).optional(),
  /** A slug, '' for none. */
  integration: z.string().optional(),
  /** The whole name as searches read it. */
  customer: z.string().optional(),
  /** The diagnosis, or what the record alone says. */
  state: diagnosisKind.optional()
})
export type ListWithin = z.infer<typeof listWithin>

const ofCategory = z.number().optional()

export const listTally = z.object({
  total: z.number(),
  /** Connectors per state: a diagnosis, `test`, `integration <slug>`, `status <unknown>`. */
  facets: z.record(z.string(), z.number()),
  perCategory: z.object({ HRIS: ofCategory, ATS: ofCategory, LMS: ofCategory }),
  /** Not diagnosed yet: until then no number of a cause is right. Without test connectors. */
  undiagnosed: z.number(),
  /** Not seen again by the latest refresh, by category; `since`: when the oldest was last seen, ms since 1970. */
  older: z.array(z.object({ category, count: z.number(), since: z.number() }))
})
export type ListTally = z.infer<typeof listTally>

/** What Connectors showed when the app was left. */
export const keptList = z.object({ query: listQuery, count: z.number(), rows: z.array(shownRow), tally: listTally })
export type KeptList = z.infer<typeof keptList>

/** Connectors of one category and integration. */
export const integrationTotal = z.object({
  category,
  slug: z.string(),
  connectors: z.number(),
  tests: z.number(),
  /** null without numbers, as in ATS and LMS. */
  employees: z.number().nullable(),
  /** A linked and active connector to fetch sample records from; null for none. */
  usual: z.string().nullable(),
  /** The first of them. */
  any: z.string()
})
export type IntegrationTotal = z.infer<typeof integrationTotal>
