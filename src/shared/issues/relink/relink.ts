import { z } from 'zod'
import { nameText, ownName } from '../../own-name'

/** Days after a relink request at which it is due again; what the operator can choose. */
export const reminderDays = [1, 2, 3, 5, 7, 14, 30] as const

/** How relink requests of a workspace are written. */
export const relinkSettings = z.object({
  /** Page of a connector in the service's dashboard, with `{connector_id}`; empty: not known. */
  pageAddress: ownName(z.string().max(2_000)),
  /** The letter to the customer with placeholders (see shared/issues/relink/template.ts); empty: the app's own. */
  template: z.string().max(20_000),
  remindAfterDays: z.literal(reminderDays)
})
export type RelinkSettings = z.infer<typeof relinkSettings>

export const freshRelinkSettings: RelinkSettings = { pageAddress: '', template: '', remindAfterDays: 7 }

/** How a relink request left this app; it is the operator who sends it. */
export const requestWay = z.enum(['copied', 'email', 'file'])

/** A relink request to one customer, about all of their connectors among those asked for. */
export const relinkLetter = z.object({
  customer: z.string(),
  originId: z.string().nullable(),
  /** Of its connectors. */
  keys: z.array(nameText),
  subject: z.string(),
  body: z.string()
})
export type RelinkLetter = z.infer<typeof relinkLetter>
