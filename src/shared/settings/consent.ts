import { z } from 'zod'
import { channelKinds } from '../alerts/rule'
import { nameText } from '../own-name'
import { placeShape } from '../workspaces/place'

/** What leaves without asking again. A further one is a name here, and its words in the window. */
export const consentAbout = z.enum(['alert', 'reminder', 'outage', 'report'])
export type ConsentAbout = z.infer<typeof consentAbout>

/** What a person agreed to on this computer, for one version of a rule, a campaign, an outage or a report. */
export const consent = z.object({
  about: consentAbout,
  /** Its id. */
  rule: z.uuid(),
  name: z.string(),
  kind: z.enum([...channelKinds, 'mail']),
  /** As "#operations"; the sender of letters. */
  channel: z.string(),
  /** Empty for the desktop. */
  host: nameText,
  /** At most so many messages in 24 hours. */
  perDay: z.number(),
  /** ms since 1970 */
  agreedAt: z.number(),
  until: z.number(),
  /** A colleague agreed as well; earlier versions knew no such. */
  second: z.boolean().optional()
})
export type Consent = z.infer<typeof consent>

export const shownConsent = consent.extend({ workspaceId: placeShape.workspaceId, workspace: z.string() })
