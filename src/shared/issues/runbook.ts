import { z } from 'zod'
import { nameText, ownName } from '../own-name'
import { plainName } from '../plain-name'
import { issueCause, type IssueCause } from './diagnosis'

/** Characters, and how many; `letter`: as a workspace's template. */
export const runbookLimits = {
  ...{ title: 120, steps: 32_000, letter: 20_000, integration: 200 },
  ...{ match: 120, matches: 10, requests: 10, ofWorkspace: 500 }
} as const

/** What it says, and which issues it is about. */
export const runbookContent = z.strictObject({
  title: plainName(runbookLimits.title),
  /** A slug; null: any. */
  integration: ownName(z.string().min(1).max(runbookLimits.integration)).nullable(),
  /** null: any */
  cause: issueCause.nullable(),
  /** Error codes and texts. With one, it is only about connectors that show it. */
  matches: z.array(plainName(runbookLimits.match)).max(runbookLimits.matches),
  /** Markdown. */
  steps: z.string().max(runbookLimits.steps),
  /** Ids of saved requests, which a desk may not have. */
  requests: z.array(z.uuid()).max(runbookLimits.requests),
  /** A template of relink letters; empty: none. */
  letter: z.string().max(runbookLimits.letter)
})
export type RunbookContent = z.infer<typeof runbookContent>

export const runbook = z.object({
  id: z.uuid(),
  /** ms since 1970: when it was last changed. */
  at: z.number(),
  /** Who changed it; null on this desk. */
  by: z.string().nullable(),
  isShared: z.boolean(),
  content: runbookContent
})
export type Runbook = z.infer<typeof runbook>

/** Without the long texts. */
export const runbookHead = runbook.omit({ content: true }).extend({
  ...runbookContent.pick({ title: true, integration: true, cause: true, matches: true }).shape,
  hasLetter: z.boolean()
})
export type RunbookHead = z.infer<typeof runbookHead>

/** A text of a connector, in which runbooks look for theirs. `where`: a field, or an answer. */
export const foundText = z.object({ where: z.string(), text: z.string() })
export type FoundText = z.infer<typeof foundText>

/** Why a runbook is shown. `text`: of its texts, the one that was found. */
export const runbookReason = z.object({
  text: z.object({ match: z.string(), where: z.string() }).nullable(),
  integration: z.boolean(),
  cause: z.boolean()
})
export type RunbookReason = z.infer<typeof runbookReason>

/** Times in ms since 1970. */
export const endedIssue = z.object({
  key: nameText,
  endUser: z.string(),
  openedAt: z.number(),
  closedAt: z.number(),
  /** `relinked`: it recovered after a request; `became`: another diagnosis followed. */
  ended: z.enum(['recovered', 'relinked', 'became', 'gone']),
  became: issueCause.nullable(),
  note: z.string()
})
export type EndedIssue = z.infer<typeof endedIssue>

export const runbooksForIssue = z.object({
  /** A slug. */
  integration: nameText,
  /** null: the connector has no issue. */
  cause: issueCause.nullable(),
  /** The most specific. */
  first: z.object({ runbook, reason: runbookReason }).nullable(),
  /** The rest in their order. `reason` is null where none of its texts was found. */
  others: z.array(z.object({ head: runbookHead, reason: runbookReason.nullable() })),
  /** The last five issues of its integration and cause, latest first. */
  ended: z.array(endedIssue)
})
export type RunbooksForIssue = z.infer<typeof runbooksForIssue>

type About = Pick<RunbookHead, 'integration' | 'cause' | 'matches'>

/** @param cause null: of no issue */
export const isAbout = (one: Pick<About, 'integration' | 'cause'>, integration: string, cause: IssueCause | null) =>
  (one.integration ?? integration) === integration && (one.cause === null || one.cause === cause)

const isPartOfWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** True if `text` has `match`, in any case, and not as a part of a longer word or number: 401 is not in 14017. */
export const holdsText = (text: string, match: string): boolean => isWithin(text.toLowerCase(), folded(match))

const folded = (match: string) => match.trim().toLowerCase()

/** @param within in lower case, as `wanted` */
function isWithin(within: string, wanted: string): boolean {
  if (wanted === '') return false
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    const cuts = isPartOfWord(wanted[0]) && isPartOfWord(within[at - 1])
    if (!cuts && !(isPartOfWord(wanted.at(-1)) && isPartOfWord(within[end]))) return true
  }
  return false
}

/**
 * Runbooks about an issue, the most specific first: with a text that was found, then by integration and cause, by cause,
 * by integration; of equal ones the latest.
 * @returns `reason` null for one whose texts were not found: these come last
 */
export function rankedRunbooks<R extends About & { at: number; id: string }>(
  runbooks: readonly R[],
  { integration, cause, texts }: { integration: string; cause: IssueCause | null; texts: readonly FoundText[] }
): { one: R; reason: RunbookReason | null }[] {
  const found = finder(texts)
  const ranked = runbooks
    .filter((one) => isAbout(one, integration, cause))
    .map((one) => {
      const text = found(one.matches)
      const reason = { text, integration: one.integration !== null, cause: one.cause !== null }
      const isOther = one.matches.length > 0 && text === null
      const rank = isOther ? -4 : text ? 4 : 0
      return {
        one,
        reason: isOther ? null : reason,
        rank: rank + (reason.cause ? 2 : 0) + (reason.integration ? 1 : 0)
      }
    })
  ranked.sort((a, b) => b.rank - a.rank || b.one.at - a.one.at || (a.one.id < b.one.id ? -1 : 1))
  return ranked.map(({ one, reason }) => ({ one, reason }))
}

/** Each text in lower case once, and one look at all of them for each match: an export asks for thousands of connectors. */
function finder(texts: readonly FoundText[]): (matches: readonly string[]) => RunbookReason['text'] {
  const lower = texts.map(({ where, text }) => ({ where, text: text.toLowerCase() }))
  const all = lower.map(({ text }) => text).join('\n')
  return (matches) => {
    for (const match of matches) {
      const wanted = folded(match)
      const one = all.includes(wanted) ? lower.find(({ text }) => isWithin(text, wanted)) : undefined
      if (one) return { match, where: one.where }
    }
    return null
  }
}

/** An https address without a name and password; null for any other. */
export function pageLink(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null
}
