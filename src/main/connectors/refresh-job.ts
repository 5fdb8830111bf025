import { type ConnectorRow, digestLength } from '../../shared/connectors/connector'
import type { RefreshProgress } from '../../shared/connectors/refresh'
import { cancelled, type Clock, unless } from '../base/clock'
import { Teller } from '../base/teller'
import type { Client } from '../http/client'
import type { Jobs } from '../base/jobs'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import { untouched, refreshConnectors } from './refresh'
import type { Place } from '../../shared/workspaces/place'
import type { IntegrationNames } from './integration-names'
import type { RefreshKeeper } from './refresh-keeper'
import type { Workspaces } from '../workspaces/workspaces'
import { serving } from '../base/room'
import type { RefreshSharing } from './refresh-sharing'

/** A window draws no faster, and a message costs as much as the work on a page, so several pages go as one. */
const tellEveryMs = 50

export const refreshJob = 'connector-walk'

export interface RefreshParts {
  client: Client
  names: IntegrationNames
  clock: Clock
  tokens: ConnectorTokens
  workspaces: Pick<Workspaces, 'target'>
  refreshes: RefreshKeeper
  shared: RefreshSharing
  /** A refresh begins: what else reads the service stands back. */
  refreshing(): void
  /** A whole refresh is in the history. @param taken another desk made it */
  refreshed(place: Place, taken: boolean): void
  jobs: Jobs
}

interface NewsOfPage {
  rows: ConnectorRow[]
  /** Keys of unchanged rows. */
  same: string[]
}

/** Most connectors do not change, and sending them again would cost more than the rest of a refresh. */
export class HeldRows {
  private readonly held = new Set<string>()
  /** Rows that changed during this refresh: the window no longer has the old ones. */
  private readonly changed = new Set<string>()

  /** @param digests of `digestLength` characters each, concatenated */
  constructor(digests: string) {
    for (let at = 0; at < digests.length; at += digestLength) this.held.add(digests.slice(at, at + digestLength))
  }

  newsOf(rows: readonly ConnectorRow[]): NewsOfPage {
    const news: NewsOfPage = { rows: [], same: [] }
    for (const row of rows) {
      const { key, category, tokenRef, digest } = row
      if (digest !== undefined && this.held.has(digest) && !this.changed.has(key)) news.same.push(key)
      else {
        if (this.held.size > 0) this.changed.add(key)
        // Only here: a record is made lazily, and an unchanged one needs none.
        news.rows.push({ key, category, tokenRef, record: row.record, ...(digest !== undefined && { digest }) })
      }
    }
    return news
  }
}

export function refreshHandlers(parts: RefreshParts) {
  const { clock, jobs, names, shared, tokens, refreshing, refreshed, refreshes, workspaces } = parts
  return serving({
    'connectors:refresh': ({ requestId, held, ...place }, { owner, emit }) => {
      // One at a time: a new refresh replaces a running one.
      jobs.cancelWhere(({ kind }) => kind === refreshJob)
      refreshing()
      return jobs.run(requestId, owner, refreshJob, async (signal) => {
        const reading = workspaces.target(place.workspaceId, place.region)
        // A slow keychain must not block Cancel.
        const target = await unless(signal, reading).catch((thrown: unknown) => {
          throw signal.aborted ? cancelled() : thrown
        })
        const { bearerToken } = target
        /** Rows do not wait for names. */
        const tellNames = async (known?: Record<string, string>) => {
          const all = known ?? (await names.read(target, signal))
          emit('connectors:integrations', { requestId, names: all })
          return all
        }
        const window = new HeldRows(held)
        let news: NewsOfPage = { rows: [], same: [] }
        let progress: RefreshProgress | null = null
        const teller = new Teller(() => {
          const { rows, same } = news
          // First: a row that came again with changes is not the same.
          if (same.length > 0) emit('connectors:same', { requestId, keys: same })
          if (rows.length > 0) emit('connectors:rows', { requestId, rows })
          if (progress) emit('connectors:progress', { requestId, progress })
          news = { rows: [], same: [] }
          progress = null
        }, tellEveryMs)
        const show = (page: readonly ConnectorRow[]) => {
          const { rows, same } = window.newsOf(page)
          for (const row of rows) news.rows.push(row)
          for (const one of same) news.same.push(one)
          teller.soon()
        }
        const waiting = (walker: { name: string; pages: number }) => {
          progress = { ...untouched(clock.now()), team: { kind: 'waits', ...walker } }
          teller.soon()
        }
        const refresh = await shared.begin({ place, bearerToken, signal, waiting })

        if (refresh.kind === 'taken') {
          if (refresh.names) names.learn(place, refresh.names)
          // This session has already read the names.
          await tellNames(names.all(place))
          const { startedAt, finishedAt } = refresh.progress
          const recording = refreshes.begin(place, startedAt, { seenAt: finishedAt ?? clock.now() })
          for await (const page of refresh.rows) {
            if (signal.aborted) throw cancelled()
            recording.rows(page)
            show(page.map((row) => ({ ...row, tokenRef: tokens.find({ ...place, key: row.key })?.ref ?? null })))
          }
          progress = refresh.progress
          teller.now()
          const snapshot = await recording.end(refresh.progress)
          refreshed(place, true)
          return refresh.end(snapshot?.id ?? null)
        }

        try {
          const named = tellNames().then((all) => refresh.named(all))
          const recording = refreshes.begin(place, clock.now())
          const ended = await refreshConnectors(parts, {
            target,
            signal,
            onRows(page) {
              refresh.page(recording.rows(page))
              show(page)
            },
            onProgress(latest) {
              progress = latest
              teller.soon()
            }
          })
          progress = ended
          teller.now()
          const snapshot = await recording.end(ended)
          if (ended.categories.every(({ state }) => state === 'done')) refreshed(place, false)
          await named
          await refresh.end(ended, snapshot?.id ?? null)
        } catch (thrown) {
          // Otherwise no other desk would refresh until this app ends.
          refresh.drop()
          throw thrown
        }
      })
    }
  })
}
