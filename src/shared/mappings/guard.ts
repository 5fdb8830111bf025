import { z } from 'zod'
import { nameText } from '../own-name'
import { sampleOrigin } from './lab'
import { type DriftReason, driftReason, lookSource, profileNumbers, type ProfileNumbers } from './mapping-issue'

/** A mapping keeps so many; a record is no longer than this. */
export const keptSamples = { most: 10, bytes: 500_000 } as const

export const keptProfile = profileNumbers.extend({
  source: lookSource,
  /** Salted, with their counts; empty where there are many different values. */
  digests: z.array(z.tuple([z.string(), z.number()])),
  /** Names on the way to values, and in how many records they are. */
  keys: z.array(z.tuple([z.string(), z.number()]))
})
export type KeptProfile = z.infer<typeof keptProfile>

/** Too few records say nothing. */
export const judged = { fewest: 20, few: 20, mostDigests: 500, mostKeys: 500 } as const

const share = (part: number, of: number) => (of === 0 ? 0 : part / of)
/** A fall by ten points that chance hardly explains: three standard errors. */
function fell(before: ProfileNumbers, now: ProfileNumbers): boolean {
  const [was, is] = [share(before.filled, before.records), share(now.filled, now.records)]
  const all = share(before.filled + now.filled, before.records + now.records)
  const error = Math.sqrt(all * (1 - all) * (1 / before.records + 1 / now.records))
  return was - is >= Math.max(0.1, 3 * error)
}

/** @returns null where either look has too few records; [] if the newer one fits */
export function driftOf(before: KeptProfile, now: KeptProfile): DriftReason[] | null {
  if (Math.min(before.records, now.records) < judged.fewest) return null
  const reasons: DriftReason[] = []
  if (fell(before, now)) reasons.push({ kind: 'fill' })
  if (Math.min(before.filled, now.filled) < judged.fewest) return reasons
  const often = (count: number) => count >= Math.max(3, now.filled * 0.1)
  const others = now.types.filter(({ type, count }) => often(count) && !before.types.some((one) => one.type === type))
  for (const { type, count } of others) reasons.push({ kind: 'type', type, count })
  // Values of another type, and their lengths, are new in any case.
  if (others.length > 0) return reasons
  const known = new Set(before.digests.map(([digest]) => digest))
  const strange = now.digests.reduce((sum, [digest, count]) => (known.has(digest) ? sum : sum + count), 0)
  // Where the set was seen often enough to be whole.
  const isSet = before.distinct <= judged.few && before.filled >= 3 * before.distinct
  // A team shares no digests, and too many are not kept.
  const areKnown = now.digests.length > 0 && (known.size > 0 || before.distinct === 0)
  const unknown = areKnown ? strange : now.distinct - before.distinct
  if (isSet && often(unknown)) reasons.push({ kind: 'values', count: unknown })
  if (before.lengths && now.lengths) {
    const { least, most } = before.lengths
    if (now.lengths.median > most || now.lengths.median < least) reasons.push({ kind: 'length' })
  }
  return reasons
}

/** A record that stays with a mapping, encrypted. The window gets all but the record. */
export const guardSample = z.object({
  id: z.uuid(),
  label: z.string(),
  /** JSON, with sorted names. */
  expected: z.string(),
  isAnonymous: z.boolean(),
  of: sampleOrigin.nullable(),
  /** ms since 1970, of the last change */
  keptAt: z.number(),
  /** The colleague who shared it; null: of this desk. */
  by: z.string().nullable().default(null)
})

/** Values as JSON, cut at 80 characters. */
export const changedExample = z.object({ label: z.string(), before: z.string(), now: z.string() })

/** What a look found beside the numbers: it names values and keys, and stays encrypted. */
export const lookDetails = z.object({
  changed: z.array(changedExample),
  changedTotal: z.number(),
  /** Ways that most records had and hardly any has now, and the reverse. */
  gone: z.array(z.string()),
  fresh: z.array(z.string())
})
export type LookDetails = z.infer<typeof lookDetails>

/** What a mapping is kept right by. */
export const guardView = z.object({
  fieldId: nameText,
  /** `integration:<slug>` or `connector:<key>` */
  scope: nameText,
  samples: z.array(
    guardSample.extend({
      /** What the expression gives; null without an expression. JSON, or the problem's words. */
      gives: z.string().nullable(),
      passes: z.boolean(),
      /** Bytes, where the team takes samples but not one of this size; else null. */
      tooLarge: z.number().nullable()
    })
  ),
  /** Of colleagues whose desk has another token for the service: they cannot be tried here. `source`: whose record. */
  closed: z.array(z.object({ id: z.uuid(), by: z.string().nullable(), source: z.string(), at: z.number() })),
  kept: profileNumbers.extend({ source: lookSource }).nullable(),
  look: profileNumbers.extend({ source: lookSource }).nullable(),
  drift: z.array(driftReason),
  details: lookDetails.nullable(),
  /** The colleague whose save is compared with; null: this desk's. */
  keptBy: z.string().nullable(),
  /** It survives a restart. */
  isKept: z.boolean()
})
export type GuardView = z.infer<typeof guardView>

/** Of a mapping in a list. */
export const guardSummary = guardView
  .pick({ fieldId: true, scope: true, kept: true, look: true, drift: true })
  .extend({ samples: z.number(), failing: z.number() })
export type GuardSummary = z.infer<typeof guardSummary>

export const guardChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('keep'),
    setId: z.uuid(),
    index: z.int().min(0),
    anonymous: z.boolean()
  }),
  z.object({ kind: z.literal('drop'), id: z.uuid() }),
  /** What the expression gives now becomes expected. */
  z.object({ kind: z.literal('expect'), id: z.uuid() }),
  /** Records of the same label in the set replace the kept ones; what is expected stays. */
  z.object({ kind: z.literal('renew'), setId: z.uuid() })
])
export type GuardChange = z.infer<typeof guardChange>
