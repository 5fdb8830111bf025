import { z } from 'zod'
import { rowDiagnosis } from '../../issues/diagnosis'
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

/** Most rows of one answer: some screens of them. */
export const mostShown = 400

export const listQuery = z.object({ filters, sort })

export const listTally = z.object({
  total: z.number(),
  /** Connectors per state: a diagnosis, `test`, `integration <slug>`, `status <unknown>`. */
  facets: z.record(z.string(), z.number()),
  perCategory: z.partialRecord(category, z.number()),
  /** Not diagnosed yet: until then no number of a cause is right. Without test connectors. */
  undiagnosed: z.number(),
  /** Not seen again by the latest refresh, by category; `since`: when the oldest was last seen, ms since 1970. */
  older: z.array(z.object({ category, count: z.number(), since: z.number() }))
})
export type ListTally = z.infer<typeof listTally>

/** Connectors of one category and integration. */
export const integrationTotal = z.object({
  category,
  slug: z.string(),
  connectors: z.number(),
  tests: z.number(),
  /** null without numbers, as in ATS and LMS. */
  employees: z.number().nullable(),
  /** A linked and active connector to fetch sample records from; null for none. */
  usual: z.string().nullable()
})
export type IntegrationTotal = z.infer<typeof integrationTotal>
