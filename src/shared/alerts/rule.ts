import { z } from 'zod'
import { addressProblem } from '../mail/address'
import { issueCause } from '../issues/diagnosis'
import { nameText, ownName } from '../own-name'
import { plainName } from '../plain-name'

/** `name`, `channel`: characters. `perDay`: messages of one rule in 24 hours. `recipients`: of a mail. */
export const alertLimits = {
  name: 80,
  channel: 80,
  integration: 200,
  ofWorkspace: 50,
  listed: 50,
  perDay: 200,
  recipients: 20
} as const

/** How a message reaches people. A further way is a name here, its form in `main/alerts/send.ts`, its words in the window. */
export const channelKinds = ['slack', 'teams', 'webhook', 'email', 'desktop'] as const
export const channelKind = z.enum(channelKinds)
export type ChannelKind = z.infer<typeof channelKind>

/** Its address is a secret, and only in the keychain of each computer that sends: here is its host. */
export const alertChannel = z.strictObject({
  kind: channelKind,
  /** Rules with a channel of the same kind and name have one address. */
  name: plainName(alertLimits.channel),
  /** As "hooks.slack.com"; empty for the desktop, and for mail, which leaves through each computer's own server. */
  host: ownName(z.string().max(300)),
  /** Of mail: who gets it. */
  to: z
    .array(ownName(z.string().refine((text) => addressProblem(text) === null, 'is no address')))
    .min(1)
    .max(alertLimits.recipients)
    .optional()
})
export type AlertChannel = z.infer<typeof alertChannel>

/** `issues`: as many of one connector or integration; `outage`: a possible outage; `refresh`: nobody has refreshed. */
export const watched = z.enum(['issues', 'outage', 'refresh'])

/** Of a day, as "08:00". */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const hours = z.number().int().min(1).max(720)

/** null: any. */
export const alertWhen = z.strictObject({
  watches: watched,
  causes: z.array(issueCause).max(10),
  /** A slug. */
  integration: ownName(z.string().min(1).max(alertLimits.integration)).nullable(),
  /** At least, together. */
  employees: z.number().int().min(1).max(10_000_000).nullable(),
  /** Open for at least so many hours. */
  age: hours.nullable(),
  /** Due in less than so many hours. */
  due: hours.nullable(),
  /** `connector`: each issue is an incident of its own. */
  of: z.enum(['integration', 'connector']),
  /** At least so many of one integration. */
  count: z.number().int().min(1).max(100_000),
  /** Begun within so many hours. */
  within: hours.nullable(),
  /** With `refresh`: the last refresh is older than so many hours. */
  refresh: hours
})
export type AlertWhen = z.infer<typeof alertWhen>

export const alertRule = z.strictObject({
  name: plainName(alertLimits.name),
  on: z.boolean(),
  when: alertWhen,
  channel: alertChannel,
  /** null: at once; else once a day at this time, what is open then. */
  digest: clockTime.nullable(),
  /** Nothing is told then; what is still so afterwards is. `weekend`: Saturday and Sunday too, all day. */
  quiet: z.strictObject({ from: clockTime, to: clockTime, weekend: z.boolean() }).nullable(),
  /** IANA, of all its times. */
  zone: ownName(z.string().min(1).max(100)),
  /** Whether messages name customers. */
  names: z.boolean()
})
export type AlertRule = z.infer<typeof alertRule>

/** `refused`: it was certainly not taken; `unknown`: it may have been, and is never sent again. */
export const messageOutcome = z.enum(['sent', 'refused', 'unknown'])
export type MessageOutcome = z.infer<typeof messageOutcome>
export const messagePart = z.enum(['first', 'end', 'digest', 'test'])
export type MessagePart = z.infer<typeof messagePart>

/** One incident of a rule, claimed by one desk for one message. `about`, `number`: which, and the how many-th time. */
export const claimed = z.strictObject({
  rule: z.uuid(),
  about: ownName(z.string().min(1).max(2_000)),
  number: z.number().int().min(1),
  part: messagePart,
  /** What it says of this incident, on one line. */
  title: plainName(500)
})
export type Claimed = z.infer<typeof claimed>
export const messageEnd = z.strictObject({ outcome: messageOutcome, said: z.string().max(500) })
export type MessageEnd = z.infer<typeof messageEnd>

export const alertMessage = z.object({
  id: z.uuid(),
  /** ms since 1970: when it was claimed. */
  at: z.number(),
  part: messagePart,
  /** Of each incident in it. */
  titles: z.array(z.string()),
  /** The desk that claimed it; null: this one. */
  by: z.string().nullable(),
  /** null while it leaves. */
  outcome: messageOutcome.nullable(),
  said: z.string()
})
export type AlertMessage = z.infer<typeof alertMessage>

/** What a rule would have sent. */
export const pastMessage = alertMessage.pick({ at: true, part: true, titles: true })
export type PastMessage = z.infer<typeof pastMessage>

/** Why this computer sends nothing for a rule. `changed`: after the consent. */
export const notSending = z.enum([
  ...['off', 'forbidden', 'not-agreed', 'changed', 'ended', 'no-address', 'no-mail', 'team', 'viewer']
] as const)
export type NotSending = z.infer<typeof notSending>

export const shownRule = z.object({
  id: z.uuid(),
  /** ms since 1970: last changed. */
  at: z.number(),
  /** Who changed it; null: this desk. */
  by: z.string().nullable(),
  isShared: z.boolean(),
  content: alertRule,
  /** null: this computer sends. */
  stands: notSending.nullable(),
  /** Most messages and end of what was agreed to; null without. */
  consent: z.object({ host: nameText, perDay: z.number(), until: z.number() }).nullable(),
  /** The newest first. */
  messages: z.array(alertMessage),
  /** Messages of the last 7 days. */
  week: z.number()
})
export type ShownRule = z.infer<typeof shownRule>
