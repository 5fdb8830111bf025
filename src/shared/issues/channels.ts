import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { issue, issueChange, issueList, issueRecord } from './issue'
import { relinkLetter, relinkProgress } from './relink/relink'

/** `<category>:<id>` of a possible outage or a selection. */
const keys = z.array(z.string().min(2).max(20_000)).min(1).max(5_000)

/** `integrations`: names by slug; `zone`: an IANA time zone. */
const lettersAsked = {
  ...placeShape,
  keys,
  integrations: z.record(z.string(), z.string()),
  zone: z.string().max(100)
}

export const issueChannels = {
  'issues:list': { request: z.object(placeShape), response: issueList },
  /** From the last run; `at` is their time. null: none kept, or newer ones exist. */
  'issues:kept': { request: z.object(placeShape), response: issueList.nullable() },
  'issues:change': {
    request: z.object({ ...placeShape, keys, change: issueChange }),
    response: z.array(issueRecord)
  },
  /** Of a webhook; on this desk only. */
  'issues:changeWebhook': {
    request: z.object({
      ...placeShape,
      id: z.number(),
      change: issueChange.pick({ owner: true, note: true, snoozedUntil: true })
    }),
    response: z.void()
  },
  /** Open relinks, and those that were asked for and recovered in the last 30 days; no test connectors. */
  'issues:relinks': { request: z.object(placeShape), response: z.array(relinkProgress) },
  /** One for each customer. Notes nothing. Errors: not-found, invalid-input for an unknown zone. */
  'issues:relinkLetters': { request: z.object(lettersAsked), response: z.array(relinkLetter) },
  /** The same to a file the operator chooses; CSV has a row for each customer. It marks no issue as requested. */
  'issues:saveRelinkLetters': {
    request: z.object({ ...lettersAsked, format: z.enum(['csv', 'text']) }),
    response: z.object({ file: z.string(), letters: z.number() }).nullable()
  },
  /** Notes it. Errors: too-large for the mail program. */
  'issues:mailRelinkLetter': {
    request: z.object({ ...placeShape, keys, subject: z.string().max(2_000), body: z.string().max(20_000) }),
    response: z.array(issueRecord)
  },
  /** Errors: not-found; leak-refused if it would hold a known token. null: no file chosen. */
  'issues:saveEvidence': {
    request: z.object({ ...placeShape, keys }),
    response: z.object({ file: z.string(), masked: z.number() }).nullable()
  }
} as const

export const issueEvents = {
  /** Issues of webhooks opened, closed, or have new facts. */
  'issues:webhooksChanged': z.object(placeShape),
  /** For a notification. */
  'issues:opened': z.object({ ...placeShape, issues: z.array(issue) })
} as const
