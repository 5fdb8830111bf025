import { z } from 'zod'
import { nameText } from '../own-name'
import { placeShape } from '../workspaces/place'
import { issue, issueChange, issueNews, issueRecord, issuesVersion } from './issue'
import { runbook, runbookContent, runbookHead, runbooksForIssue } from './runbook'
import { relinkLetter, relinkProgress } from './relink/relink'

/** `<category>:<id>` of a possible outage or a selection. */
const keys = z.array(z.string().min(2).max(20_000)).min(1).max(5_000)

const workspaceId = placeShape.workspaceId
/** As typed: main says in words what does not fit. */
const typedRunbook = z.strictObject({
  ...runbookContent.pick({ integration: true, cause: true }).shape,
  ...{ title: z.string(), matches: z.array(z.string()), steps: z.string(), requests: z.array(z.uuid()) },
  letter: z.string()
})

/** `integrations`: names by slug; `zone`: an IANA time zone; `runbook`: its template instead of the workspace's. */
const lettersAsked = {
  ...placeShape,
  keys,
  integrations: z.record(z.string(), z.string()),
  zone: z.string().max(100),
  runbook: z.uuid().nullish(),
  /** A template from outside of the window, in the place of both. */
  text: z.string().max(20_000).nullish()
}

export const issueChannels = {
  /** `since`: the version that the window has; null for none. */
  'issues:list': { request: z.object({ ...placeShape, since: issuesVersion.nullable() }), response: issueNews },
  /** JSON of further issues of the answer that was told last. Errors: not-found. */
  'issues:page': { request: z.object({ version: issuesVersion, page: z.number() }), response: z.string() },
  /** From the last run; `at` is their time. null: none kept, or newer ones exist. */
  'issues:kept': { request: z.object(placeShape), response: issueNews.nullable() },
  'issues:change': {
    request: z.object({ ...placeShape, keys, change: issueChange }),
    response: z.array(issueRecord)
  },
  /** Of a webhook or a mapping; on this desk only. */
  'issues:changeWatched': {
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
  /** `despite`: also those that an outage holds back. The same to a file the operator chooses; CSV has a row for each customer. It marks no issue as requested. */
  'issues:saveRelinkLetters': {
    request: z.object({ ...lettersAsked, format: z.enum(['csv', 'text']), despite: z.boolean().optional() }),
    response: z.object({ file: z.string(), letters: z.number() }).nullable()
  },
  /** Notes it. Errors: too-large for the mail program. */
  'issues:mailRelinkLetter': {
    request: z.object({
      ...placeShape,
      keys,
      subject: z.string().max(2_000),
      body: z.string().max(20_000),
      despite: z.boolean().optional()
    }),
    response: z.array(issueRecord)
  },
  /** By title. `isKept`: they survive a restart. */
  'issues:runbooks': {
    request: z.object({ workspaceId }),
    response: z.object({ runbooks: z.array(runbookHead), isKept: z.boolean() })
  },
  /** null: it is gone. */
  'issues:runbook': { request: z.object({ workspaceId, id: z.uuid() }), response: runbook.nullable() },
  /** null: no refresh has seen the connector. */
  'issues:runbooksFor': {
    request: z.object({ ...placeShape, key: nameText }),
    response: runbooksForIssue.nullable()
  },
  /**
   * `before`: when the version was changed that the operator began with, ms since 1970; null for a new one. `saved`
   * false: it changed since, to `runbook`; null if it is gone. Errors: invalid-input with fields, leak-refused,
   * team-read-only.
   */
  'issues:saveRunbook': {
    request: z.object({ workspaceId, id: z.uuid(), before: z.number().nullable(), content: typedRunbook }),
    response: z.object({ saved: z.boolean(), runbook: runbook.nullable() })
  },
  /** Errors: team-read-only. */
  'issues:removeRunbook': { request: z.object({ workspaceId, id: z.uuid() }), response: z.void() },
  /** Confirmed: opens a link of a kept runbook in the browser. Errors: not-found, cancelled, busy. */
  'issues:openRunbookLink': { request: z.object({ workspaceId, id: z.uuid(), link: nameText }), response: z.void() },
  /** Errors: not-found; leak-refused if it would hold a known token. null: no file chosen. */
  'issues:saveEvidence': {
    request: z.object({ ...placeShape, keys }),
    response: z.object({ file: z.string(), masked: z.number() }).nullable()
  }
} as const

export const issueEvents = {
  /** Diagnoses of connectors may differ now, without a refresh. */
  'issues:diagnosed': z.object(placeShape),
  /** Issues of webhooks or mappings opened, closed, or have new facts. */
  'issues:watchedChanged': z.object(placeShape),
  /** For a notification. */
  'issues:opened': z.object({ ...placeShape, issues: z.array(issue) })
} as const
