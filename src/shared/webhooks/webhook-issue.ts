import { z } from 'zod'
import { nameText } from '../own-name'

const counted = z.object({ deliveries: z.number(), failed: z.number() })

/** Where a webhook's issue comes from, and when it was judged. */
export const webhookFacts = z.object({
  name: z.string().nullable(),
  /** Secrets in it are masked. */
  url: z.string().nullable(),
  /** More than one: the log does not tell them apart. */
  webhooks: z.number(),
  /** To ask the log for its deliveries; null without an id, or for several. */
  webhookId: nameText.nullable(),
  newest: counted,
  day: counted,
  /** Newest first. `attempts`: how often it was sent; `code` null: no answer. */
  recent: z.array(
    z.object({
      at: z.number(),
      failed: z.boolean(),
      code: z.number().nullable(),
      attempts: z.number(),
      action: z.string().nullable(),
      endUser: z.string().nullable()
    })
  ),
  /** Answers and events of the failed ones among `recent`, the most first; `code` null: no answer. */
  codes: z.array(z.object({ code: z.number().nullable(), count: z.number() })),
  actions: z.array(z.object({ action: z.string().nullable(), count: z.number() })),
  /** ms since 1970. */
  judgedAt: z.number(),
  /** Lines of the log that were read, of all webhooks, and their times; without a time: null. */
  lines: z.number(),
  from: z.number().nullable(),
  to: z.number().nullable()
})
export type WebhookFacts = z.infer<typeof webhookFacts>

/** `gone`: no longer listed; `off`: turned off there; `unwatched`: turned off in Settings. */
export const webhookEnd = z.enum(['recovered', 'gone', 'off', 'unwatched'])
export type WebhookEnd = z.infer<typeof webhookEnd>

/** Each desk finds it by itself; a team shares owner, note and snooze. */
export const webhookIssue = z.object({
  id: z.number(),
  /** ms since 1970: of the first failure among those it was judged by, or when it was judged. */
  since: z.number(),
  closed: z.object({ at: z.number(), why: webhookEnd }).nullable(),
  owner: z.string(),
  note: z.string(),
  /** null once it is over. */
  snoozedUntil: z.number().nullable(),
  facts: webhookFacts
})
export type WebhookIssue = z.infer<typeof webhookIssue>

/** What a reading found of one webhook. `fine` and `off` close its issue; `unknown` leaves it as it is. */
export const webhookFinding = z.object({
  key: nameText,
  /** `better`: fails less than what opens an issue, and more than what closes it. */
  state: z.enum(['failing', 'better', 'fine', 'off', 'unknown']),
  since: z.number(),
  facts: webhookFacts
})
export type WebhookFinding = z.infer<typeof webhookFinding>

/** Those that count. */
export const isAwake = ({ closed, snoozedUntil }: { closed: object | null; snoozedUntil: number | null }): boolean =>
  closed === null && snoozedUntil === null
