import type { RefreshProgress } from '../../shared/connectors/refresh'
import { cancelled, type Clock, unless } from '../base/clock'
import { Teller } from '../base/teller'
import type { Passing } from '../base/turns'
import type { Client } from '../http/client'
import type { Jobs } from '../base/jobs'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import { untouched, refreshConnectors } from './refresh'
import type { Place } from '../../shared/workspaces/place'
import type { IntegrationNames } from './integration-names'
import type { RefreshKeeper } from './refresh-keeper'
import type { Workspaces } from '../workspaces/workspaces'
import { serving } from '../base/room'
import { nameOf } from '../issues/judged'
import { endOf, partOf } from '../store/tables/connectors/refreshes'
import type { RefreshSharing } from './refresh-sharing'

/** A window draws no faster, and a message costs as much as the work on a page. */
const tellEveryMs = 50
/** Putting 100,000 rows in order takes longer than a page. */
const listEveryMs = 250

/** Until the window has drawn the first rows of a session. */
const drawingMs = 150

/** After a kill the whole file is checked before the first answer: seconds for a gigabyte. */
const patienceMs = 2_000

export const refreshJob = 'connector-walk'

export interface RefreshParts {
  client: Client
  names: IntegrationNames
  clock: Clock
  tokens: ConnectorTokens
  workspaces: Pick<Workspaces, 'target'>
  refreshes: RefreshKeeper
  shared: RefreshSharing
  /** What an earlier session showed: the first pages keep main busy, and it would come after them. */
  earlier: Pick<Passing, 'over'>
  /** A refresh begins: what else reads the service stands back. */
  refreshing(): void
  /** A whole refresh of what this token may read is in the history. @param taken another desk made it */
  refreshed(place: Place, taken: boolean): void
  jobs: Jobs
  /** Keys that the latest refresh of a place brought more than once, once this session has refreshed it. */
  twice: Map<string, ReadonlySet<string>>
}

export function refreshHandlers(parts: RefreshParts) {
  const { clock, earlier, jobs, names, shared, refreshing, refreshed, refreshes, twice, workspaces } = parts
  return serving({
    'connectors:refresh': ({ requestId, ...place }, { owner, emit }) => {
      // One at a time: a new refresh replaces a running one.
      jobs.cancelWhere(({ kind }) => kind === refreshJob)
      refreshing()
      return jobs.run(requestId, owner, refreshJob, async (signal) => {
        const reading = async () => {
          await earlier.over(() => clock.sleep(patienceMs, signal))
          return workspaces.target(place.workspaceId, place.region)
        }
        // A slow keychain must not block Cancel.
        const target = await unless(signal, reading()).catch((thrown: unknown) => {
          throw signal.aborted ? cancelled() : thrown
        })
        const { bearerToken } = target
        /** Rows do not wait for names. */
        const tellNames = async (known?: Record<string, string>) => {
          const all = known ?? (await names.read(target, signal))
          emit('connectors:integrations', { requestId, names: all })
          return all
        }
        const listed = new Teller(() => emit('connectors:listChanged', place), listEveryMs)
        let progress: RefreshProgress | null = null
        const teller = new Teller(() => {
          if (progress) emit('connectors:progress', { requestId, progress })
          progress = null
        }, tellEveryMs)
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
          twice.set(nameOf(place), new Set())
          const recording = refreshes.begin(place, startedAt, { seenAt: finishedAt ?? clock.now() })
          for await (const page of refresh.rows) {
            if (signal.aborted) throw cancelled()
            recording.rows(page)
            listed.soon()
          }
          const snapshot = await recording.end(refresh.progress)
          progress = refresh.progress
          teller.now()
          refreshed(place, true)
          return refresh.end(snapshot?.id ?? null)
        }

        try {
          const named = tellNames().then((all) => refresh.named(all))
          const recording = refreshes.begin(place, clock.now())
          const again = new Set<string>()
          const isFirst = !twice.has(nameOf(place))
          twice.set(nameOf(place), again)
          const ended = await refreshConnectors(parts, {
            target,
            signal,
            onRows(page) {
              refresh.page(recording.rows(page))
              listed.soon()
            },
            onTwice: (key) => again.add(key),
            ...(isFirst && { drawing: () => clock.sleep(drawingMs, signal) }),
            onProgress(latest) {
              progress = latest
              teller.soon()
            }
          })
          const snapshot = await recording.end(ended)
          progress = ended
          teller.now()
          if (endOf(ended.categories.map(partOf)) !== 'incomplete') refreshed(place, false)
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
