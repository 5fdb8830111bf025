import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { guardSample, guardView, keptProfile, lookDetails } from '../../shared/mappings/guard'
import { driftReason } from '../../shared/mappings/mapping-issue'

export const keptSample = guardSample.extend({ record: z.string() })
export type KeptSample = z.infer<typeof keptSample>

const closedSample = guardView.shape.closed.element
export type ClosedSample = z.infer<typeof closedSample>

export const guardContent = z.object({
  fieldId: z.string(),
  scope: z.string(),
  /** ms since 1970, of the last change */
  at: z.number(),
  /** Of the digests. */
  salt: z.string(),
  /** Of which the profiles are. */
  expression: z.string().nullable(),
  samples: z.array(keptSample),
  /** Of the team; never kept here. */
  closed: z.array(closedSample).default([]),
  kept: keptProfile.nullable(),
  look: keptProfile.nullable(),
  /** The same of other sources, of the last looks first. */
  others: z.array(z.object({ kept: keptProfile, look: keptProfile })).default([]),
  details: lookDetails.nullable(),
  /** What `look` says of `kept`, and the field's name; null: too little, or another source says otherwise. */
  finding: z
    .object({ field: z.string(), reasons: z.array(driftReason) })
    .nullable()
    .default(null),
  /** The colleague at whose save `kept` was counted. */
  keptBy: z.string().nullable().default(null)
})
export type Content = z.infer<typeof guardContent>

/** Before a save. */
export interface TriedSamples {
  tried: number
  /** Of colleagues, which cannot be opened here. */
  closed: number
}

/** Of no look. */
export const nothing = {
  expression: null,
  kept: null,
  look: null,
  others: [],
  details: null,
  finding: null,
  keptBy: null
}

export const freshContent = (fieldId: string, scope: string): Content => ({
  ...{ fieldId, scope, at: 0, salt: randomBytes(16).toString('base64url'), samples: [], closed: [] },
  ...nothing
})
