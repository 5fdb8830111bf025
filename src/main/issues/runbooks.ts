import type { IssueCause } from '../../shared/issues/diagnosis'
import {
  rankedRunbooks,
  type EndedIssue,
  type FoundText,
  type Runbook,
  type RunbookHead,
  type RunbookReason
} from '../../shared/issues/runbook'
import type { Place } from '../../shared/workspaces/place'
import type { Remote } from '../base/thread'
import type { Statements } from '../store/statements'
import { IssueHistory } from '../store/tables/connectors/issue-history'
import { RunbookTable, type NotSaved, type SavedRunbook } from '../store/tables/connectors/runbooks'
import { SentRequests } from '../store/tables/library/sent'

/** `texts`: what is known of the connector, without the answers to requests. */
export interface AskedRunbooks {
  key: string
  integration: string
  cause: IssueCause | null
  texts: FoundText[]
}

export interface RankedRunbook {
  head: RunbookHead
  reason: RunbookReason | null
}

export interface RunbookMethods {
  /** By title. */
  runbooks(of: { workspaceId: string }): RunbookHead[]
  runbook(of: { workspaceId: string; id: string }): Runbook | null
  saveRunbook(of: { workspaceId: string } & SavedRunbook): NotSaved | null
  removeRunbook(of: { workspaceId: string; id: string }): void
  /** Those about each connector, the most specific first, in the order of `asked`. @param most of each connector */
  rankRunbooks(of: { place: Place; asked: AskedRunbooks[]; now: number; most: number }): RankedRunbook[][]
  /** Closed ones, latest first, without test connectors; also what only colleagues saw. */
  endedIssues(of: { place: Place; integration: string; cause: IssueCause; most: number }): EndedIssue[]
}

export type RunbookStore = Remote<RunbookMethods>

/** Of all connectors that are asked about. */
const answersRead = 200

/** @param run works on the current database, and again after another database replaces it */
export function runbookMethods(run: <T>(work: (sql: Statements) => T) => T): RunbookMethods {
  const table = <T>(work: (table: RunbookTable) => T) =>
    run((sql) => sql.transaction(() => work(new RunbookTable(sql))))
  return {
    runbooks: ({ workspaceId }) => table((runbooks) => runbooks.heads(workspaceId)),
    runbook: ({ workspaceId, id }) => table((runbooks) => runbooks.get(workspaceId, id)),
    saveRunbook: ({ workspaceId, ...one }) => table((runbooks) => runbooks.save(workspaceId, one)),
    removeRunbook: ({ workspaceId, id }) => table((runbooks) => runbooks.remove(workspaceId, id)),

    rankRunbooks: ({ place, asked, now, most }) =>
      run((sql) => {
        const heads = new RunbookTable(sql).heads(place.workspaceId)
        if (heads.length === 0) return asked.map(() => [])
        const keys = asked.map(({ key }) => key)
        const answers = answersThrough(sql, place, keys, now)
        return asked.map(({ key, texts, ...about }) => {
          const all = [...texts, ...(answers.get(key) ?? [])]
          const ranked = rankedRunbooks(heads, { ...about, texts: all })
          return ranked.slice(0, most).map(({ one, reason }) => ({ head: one, reason }))
        })
      }),

    endedIssues: ({ place, integration, cause, most }) =>
      run((sql) => new IssueHistory(sql).lastEnded(place, integration, cause, most))
  }
}

/** What the provider answered on this computer, latest first: status and code, never a body. */
function answersThrough(sql: Statements, place: Place, keys: readonly string[], now: number): Map<string, FoundText[]> {
  const asked = { workspaceId: place.workspaceId, words: [], before: now + 1, limit: answersRead }
  const found = new Map<string, FoundText[]>()
  for (const { head, status } of new SentRequests(sql).list({ ...asked, through: { region: place.region, keys } })) {
    const { connector, method, path, providerError } = JSON.parse(head) as SentHead
    const text = [status, providerError?.status, providerError?.code].filter((one) => one != null).join(' ')
    if (!connector || text === '') continue
    const of = found.get(connector.key) ?? []
    found.set(connector.key, of)
    of.push({ where: `the answer to ${method} ${path}`, text })
  }
  return found
}

interface SentHead {
  method: string
  path: string
  connector: { key: string } | null
  providerError?: { status: number | null; code: string | null }
}
