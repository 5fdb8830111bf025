import { z } from 'zod'
import { category } from './category'
import { snapshot } from './snapshot'
import { diagnosisKind } from '../issues/diagnosis'

export const fieldChange = z.object({
  field: z.string(),
  /** undefined if the record lacks the field. */
  before: z.unknown(),
  after: z.unknown()
})
export type FieldChange = z.infer<typeof fieldChange>

export const compared = z.object({
  key: z.string(),
  category,
  integrationSlug: z.string(),
  endUser: z.string(),
  originId: z.string().nullable(),
  before: diagnosisKind.nullable(),
  after: diagnosisKind.nullable(),
  fields: z.array(fieldChange)
})
export type Compared = z.infer<typeof compared>

export const comparison = z.object({
  before: snapshot,
  after: snapshot,
  /** False after an incomplete refresh: a missing connector may exist. */
  goneKnown: z.boolean(),
  warnings: z.array(z.string()),
  counts: z.object({
    new: z.number(),
    gone: z.number(),
    recovered: z.number(),
    broken: z.number(),
    changed: z.number(),
    same: z.number()
  }),
  /** Cut at the requested number. A connector is in one list only. */
  new: z.array(compared),
  gone: z.array(compared),
  recovered: z.array(compared),
  broken: z.array(compared),
  changed: z.array(compared)
})
export type Comparison = z.infer<typeof comparison>
