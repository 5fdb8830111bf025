import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { issue, issueChange, issueList, issueRecord } from './issue'
import { relinkLetter } from './relink/relink'

/** `<category>:<id>` of issues worked at once: a possible outage, or a selection. */
const keys = z.array(z.string().min(2).max(20_000)).min(1).max(5_000)

/** `integrations` are names by slug; `zone` is an IANA time zone. */
const lettersAsked = {
  ...placeShape,
  keys,
  integrations: z.record(z.string(), z.string()),
  zone: z.string().max(100)
}

export const issueChannels = {
  'issues:list': { request: z.object(placeShape), response: issueList },
  /** The queue as the app last ended with it, at once: `at` says when. null: none was kept, or there is a newer one. */
  'issues:kept': { request: z.object(placeShape), response: issueList.nullable() },
  'issues:change': {
    request: z.object({ ...placeShape, keys, change: issueChange }),
    response: z.array(issueRecord)
  },
  /**
   * What to send to the customers of these connectors: a letter for each, from the workspace's template. Nothing is
   * noted yet. Errors: not-found, invalid-input for an unknown zone.
   */
  'issues:relinkLetters': { request: z.object(lettersAsked), response: z.array(relinkLetter) },
  /** The same to a file the operator chooses; CSV has a row for each customer. It marks no issue as requested. */
  'issues:saveRelinkLetters': {
    request: z.object({ ...lettersAsked, format: z.enum(['csv', 'text']) }),
    response: z.object({ file: z.string(), letters: z.number() }).nullable()
  },
  /** Opens a letter in the mail program, and notes it. Errors: too-large where the way there is too narrow for it. */
  'issues:mailRelinkLetter': {
    request: z.object({ ...placeShape, keys, subject: z.string().max(2_000), body: z.string().max(20_000) }),
    response: z.void()
  },
  /** Errors: not-found; leak-refused when a known token would be in it. `null`: the operator chose no place for it. */
  'issues:saveEvidence': {
    request: z.object({ ...placeShape, keys }),
    response: z.object({ file: z.string(), masked: z.number() }).nullable()
  }
} as const

export const issueEvents = {
  /** Cases that opened since the last time; for a notification. */
  'issues:opened': z.object({ ...placeShape, issues: z.array(issue) })
} as const
