import { z } from 'zod'
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
  body: z.string()
})
export type RelinkLetter = z.infer<typeof relinkLetter>
