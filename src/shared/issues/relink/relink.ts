import { z } from 'zod'
import { heldBack } from '../../mail/outage'
import { nameText, ownName } from '../../own-name'

/** Days until a relink request is due again. */
export const reminderDays = [1, 2, 3, 5, 7, 14, 30] as const

export const relinkSettings = z.object({
  /** With `{connector_id}`; empty: unknown. */
  pageAddress: ownName(z.string().max(2_000)),
  /** See shared/issues/relink/template.ts; empty: the app's own. */
  template: z.string().max(20_000),
  remindAfterDays: z.literal(reminderDays)
})
export type RelinkSettings = z.infer<typeof relinkSettings>

export const freshRelinkSettings: RelinkSettings = { pageAddress: '', template: '', remindAfterDays: 7 }

/** The operator sends it. */
export const requestWay = z.enum(['copied', 'email', 'file'])

/** One customer, all their selected connectors. */
export const relinkLetter = z.object({
  customer: z.string(),
  originId: z.string().nullable(),
  keys: z.array(nameText),
  subject: z.string(),
  body: z.string(),
  /** It waits for the all clear of an outage. Absent: it does not. */
  held: heldBack.optional()
})
export type RelinkLetter = z.infer<typeof relinkLetter>

/** How far a customer's relink is, by what this desk's history knows. Times in ms since 1970. */
export const relinkProgress = z.object({
  key: z.string(),
  endUser: z.string(),
  integrationSlug: z.string(),
  /** The first refresh that saw it broken. */
  openedAt: z.number(),
  /** Oldest first, without those taken back. `operator`: null on this desk. */
  requests: z.array(z.object({ at: z.number(), operator: z.string().nullable() })),
  /** The refresh that saw it recovered; null while it needs a relink. */
  recoveredAt: z.number().nullable()
})
export type RelinkProgress = z.infer<typeof relinkProgress>
