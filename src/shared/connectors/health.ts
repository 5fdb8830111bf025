import { z } from 'zod'
import { accessFact } from '../issues/access'
import { issueRecord } from '../issues/issue'
import { category } from './category'
import { runs, timelineEvent } from './timeline'
import { evidence, diagnosis, diagnosisKind } from '../issues/diagnosis'

export const sibling = z.object({
  key: z.string(),
  category,
  integrationSlug: z.string(),
  kind: diagnosisKind,
  since: z.number().nullable()
})

export const connectorHealth = z.object({
  key: z.string(),
  diagnosis,
  /** Every field, in the record's order. */
  fields: z.array(evidence),
  /** Times of refreshes, ms since 1970. */
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
  goneAt: z.number().nullable(),
  touches: z.object({
    employees: z.number().nullable(),
    activeEmployees: z.number().nullable(),
    others: z.number(),
    othersTroubled: z.number(),
    integrationTotal: z.number(),
    integrationTroubled: z.number()
  }),
  /** At most 100. */
  siblings: z.array(sibling),
  /** Newest first. */
  timeline: z.array(timelineEvent),
  /** Complete refreshes of its category. */
  refreshes: z.number(),
  runs,
  /**
   * People by sync, oldest first: each for `syncs` of the same number. Times in ms since 1970, of the first and last. Of
   * ATS and LMS connectors only syncs after which all candidates or users were fetched.
   */
  headcounts: z.array(z.object({ first: z.number(), last: z.number(), count: z.number(), syncs: z.number() })),
  /** Newest first. */
  access: z.array(accessFact),
  /** The open issue comes first. */
  issues: z.array(issueRecord)
})
export type ConnectorHealth = z.infer<typeof connectorHealth>
