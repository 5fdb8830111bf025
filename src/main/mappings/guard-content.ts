import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  driftOf,
  guardSample,
  guardView,
  keptProfile,
  lookDetails,
  type KeptProfile,
  type LookDetails
} from '../../shared/mappings/guard'
import { driftReason, type DriftReason, type ProfileNumbers } from '../../shared/mappings/mapping-issue'

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

/** Only records of the same source say whether a mapping fits; null: nothing can be said. */
export function concluded({ kept, look, others }: Content): DriftReason[] | null {
  const reasons = kept === null || look === null || kept === look ? null : driftOf(kept, look)
  return reasons?.length === 0 && others.some((one) => driftOf(one.kept, one.look)?.length) ? null : reasons
}

/** What looks at each source are compared with. */
export const pairsOf = ({ kept, look, others }: Content) => (kept ? [{ kept, look: look ?? kept }, ...others] : others)

/** @returns the same content where there is nothing of these connectors in it */
export function without(content: Content, keys: ReadonlySet<string>): Content {
  const samples = content.samples.filter(({ of }) => of === null || of.key === null || !keys.has(of.key))
  const others = content.others.filter(({ kept }) => !keys.has(kept.source.key))
  const isOf = [content.kept, content.look].some((one) => one !== null && keys.has(one.source.key))
  if (!isOf && samples.length === content.samples.length && others.length === content.others.length) return content
  return { ...content, samples, others, ...(isOf && { kept: null, look: null, details: null, finding: null }) }
}

export const isSource = ({ source: a }: KeptProfile, { source: b }: KeptProfile) => a.key === b.key && a.path === b.path

export function numbersOf({
  digests: _,
  keys: _keys,
  ...numbers
}: KeptProfile): ProfileNumbers & Pick<KeptProfile, 'source'> {
  return numbers
}

const mostWays = 5

/** Ways that most records had and hardly any has now, and the reverse; those of the expression first. */
export function waysChanged(
  kept: KeptProfile,
  look: KeptProfile,
  expression: string
): Pick<LookDetails, 'gone' | 'fresh'> {
  // Too many to be counted.
  if (kept.keys.length === 0 || look.keys.length === 0) return { gone: [], fresh: [] }
  const between = (before: KeptProfile, now: KeptProfile) => {
    const counts = new Map(now.keys)
    const missing = before.keys.filter(
      ([way, count]) => count * 2 >= before.records && (counts.get(way) ?? 0) * 20 <= now.records
    )
    const ways = missing.map(([way]) => way)
    // Of a whole branch the first step is enough.
    const tops = ways.filter((way) => !ways.some((one) => way.startsWith(`${one}.`)))
    const isUsed = (way: string) => Number(expression.includes(way))
    return tops.sort((a, b) => isUsed(b) - isUsed(a)).slice(0, mostWays)
  }
  return { gone: between(kept, look), fresh: between(look, kept) }
}
