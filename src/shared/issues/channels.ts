import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { issue, issueChange, issueList, issueRecord } from './issue'
import { relinkLetter } from './relink/relink'

/** `<category>:<id>` of several issues: a possible outage, or a selection. */
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
  /** The issues of the last run, at once; `at` is their time. null: none kept, or newer ones exist. */
  'issues:kept': { request: z.object(placeShape), response: issueList.nullable() },
  'issues:change': {
    request: z.object({ ...placeShape, keys, change: issueChange }),
    response: z.array(issueRecord)
  },
  /**
   * A letter for each customer, from the workspace's template. Notes nothing yet. Errors: not-found, invalid-input for
   * an unknown zone.
   */
  'issues:relinkLetters': { request: z.object(lettersAsked), response: z.array(relinkLetter) },
  /**
   * Writes the letters to a file that the operator chooses, and notes it in the issues; CSV has a row for each
   * customer.
   */
  'issues:saveRelinkLetters': {
    request: z.object({ ...lettersAsked, format: z.enum(['csv', 'text']) }),
    response: z.object({ file: z.string(), letters: z.number() }).nullable()
  },
  /** Opens a letter in the mail program and notes it. Errors: too-large if the address would be too long for it. */
  'issues:mailRelinkLetter': {
    request: z.object({ ...placeShape, keys, subject: z.string().max(2_000), body: z.string().max(20_000) }),
    response: z.void()
  },
  /** Errors: not-found; leak-refused if the file would hold a known token. `null`: the operator chose no place. */
  'issues:saveEvidence': {
    request: z.object({ ...placeShape, keys }),
    response: z.object({ file: z.string(), masked: z.number() }).nullable()
  }
} as const

export const issueEvents = {
  /** Issues opened since the last event, for a notification. */
  'issues:opened': z.object({ ...placeShape, issues: z.array(issue) })
} as const
