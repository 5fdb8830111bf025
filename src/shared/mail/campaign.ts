import { z } from 'zod'
import { nameText, ownName } from '../own-name'
import { plainName } from '../plain-name'

/** A relink link ends so long after the dashboard made it, ms. */
export const linkLasts = 7 * 86_400_000

/** The app has a template of its own in these. */
export const letterLanguages = ['en', 'de', 'fr'] as const
export const letterLanguage = z.enum(letterLanguages)
export type LetterLanguage = z.infer<typeof letterLanguage>

/** Of a day, as "09:00". */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** `days`: after the last letter; `most`: for each customer; on Monday to Friday between `from` and `to`. */
export const reminderRule = z.strictObject({
  days: z.number().int().min(1).max(30),
  most: z.number().int().min(1).max(5),
  from: clockTime,
  to: clockTime
})
export type ReminderRule = z.infer<typeof reminderRule>

const template = z.string().max(20_000)
const link = z.string().max(4_000)
const originId = ownName(z.string().min(1).max(2_000))
/** As a bounce reads in the operator's mailbox. */
const bounceWords = z.string().max(300)

/** As it is kept, encrypted. Times in ms since 1970. */
export const keptCampaign = z.object({
  name: plainName(80),
  keys: z.array(nameText.max(2_100)).min(1).max(2_000),
  /** Names of integrations by slug, and the IANA zone, as the window writes letters. */
  integrations: z.record(z.string(), z.string()),
  zone: z.string(),
  /** By connector. `at`: when it was pasted. */
  links: z.record(z.string(), z.object({ link, at: z.number() })),
  /** Hosts of links that the operator said to be right. */
  hosts: z.array(z.string()),
  /** By language; absent: the app's own. */
  templates: z.record(z.string(), template),
  /** Origin IDs that a person took out. */
  leftOut: z.array(originId),
  bounced: z.record(z.string(), z.object({ at: z.number(), why: bounceWords })),
  reminders: reminderRule.nullable()
})
export type KeptCampaign = z.infer<typeof keptCampaign>

/** One of them. `why`: null takes the bounce back. */
export const campaignChange = z.union([
  z.strictObject({ link: z.object({ key: nameText, link }) }),
  z.strictObject({ host: z.string().max(255) }),
  z.strictObject({ template: z.object({ language: letterLanguage, text: template }) }),
  z.strictObject({ leftOut: z.object({ originId, out: z.boolean() }) }),
  z.strictObject({ bounced: z.object({ originId, why: bounceWords.nullable() }) })
])
export type CampaignChange = z.infer<typeof campaignChange>

/**
 * `origin`: the customer has no origin ID; `held`: a possible outage; `asked`: by other means or a colleague's campaign; `ended`, `twice`, `wrong`: of a link. `refused` by the
 * server for good is `bounced`, else it is ready again.
 */
export const campaignState = z.enum([
  ...['contact', 'origin', 'link', 'ended', 'twice', 'wrong', 'ready', 'held', 'asked', 'left-out'],
  ...['leaving', 'sent', 'bounced', 'unknown', 'relinked']
] as const)
export type CampaignState = z.infer<typeof campaignState>

export const campaignRow = z.object({
  /** Origin ID, or the connector where there is none. */
  id: nameText,
  originId: nameText.nullable(),
  customer: z.string(),
  language: letterLanguage,
  /** As "Dana Hale <d.hale@harrow.example>". */
  to: z.array(z.string()),
  connectors: z.array(
    z.object({
      key: nameText,
      integration: z.string(),
      category: z.string(),
      link: z.string(),
      /** When it ends; null without one. */
      ends: z.number().nullable(),
      /** `host`: only the operator can say that it is right. */
      problem: z.enum(['no-link', 'host', 'twice', 'ended']).nullable(),
      relinked: z.boolean()
    })
  ),
  subject: z.string(),
  body: z.string(),
  /** Fields of the template that are not known of this customer. */
  missing: z.array(z.string()),
  state: campaignState,
  /** What the server, or a person, said; empty for nothing. */
  why: z.string(),
  /** Of the last letter. */
  sentAt: z.number().nullable(),
  /** That left after the first letter. */
  reminders: z.number(),
  /** Why no further reminder leaves; null: one may. */
  stopped: z.enum(['relinked', 'snoozed', 'held', 'left-out', 'link', 'most']).nullable()
})
export type CampaignRow = z.infer<typeof campaignRow>

export const shownCampaign = z.object({
  id: z.uuid(),
  name: z.string(),
  at: z.number(),
  rows: z.array(campaignRow),
  templates: z.record(z.string(), z.string()),
  reminders: reminderRule.nullable(),
  /** Why no reminder leaves by itself; null: they do. */
  remindsNot: z.enum(['not-agreed', 'changed', 'ended', 'no-colleague']).nullable()
})
export type ShownCampaign = z.infer<typeof shownCampaign>

export const campaignHead = shownCampaign.pick({ id: true, name: true, at: true }).extend({ connectors: z.number() })
