import type { ConnectorRow } from '../../shared/model/connector'
import type { WalkProgress } from '../../shared/model/walk'
import { cancelled, type Clock } from '../base/clock'
import { Teller } from '../base/teller'
import { unless } from '../base/unless'
import type { Budgets } from '../http/budget'
import type { Client } from '../http/client'
import type { Jobs } from '../base/jobs'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import { untouched, walkConnectors } from '../connectors/connector-walk'
import { HeldRows, type NewsOfPage } from '../connectors/held-rows'
import type { IntegrationNames } from '../connectors/integration-names'
import type { WalkKeeper } from '../health/walk-keeper'
import { serviceOf } from '../team/places'
import type { SharedWalks } from '../team/walk/shared-walks'
import type { Workspaces } from '../workspaces/workspaces'
import type { Handlers } from './handlers'

/** A window draws no quicker, and a message to it costs as much as the work on a page: those of some pages go as one. */
const tellEveryMs = 50

export const walkJob = 'connector-walk'

export interface ConnectorParts {
  budgets: Pick<Budgets, 'lift'>
  client: Client
  names: IntegrationNames
  clock: Clock
  tokens: ConnectorTokens
  workspaces: Workspaces
  walks: WalkKeeper
  shared: SharedWalks
  jobs: Jobs
}

export function connectorHandlers(
  parts: ConnectorParts
): Pick<Handlers, 'connectors:walk' | 'jobs:cancel' | 'budget:tryNow'> {
  const { clock, jobs, names, shared, tokens, walks, workspaces } = parts
  return {
    'connectors:walk': ({ requestId, held, ...place }, { owner, emit }) => {
      // One walk at a time: a new one replaces the running one.
      jobs.cancelWhere(({ kind }) => kind === walkJob)
      return jobs.run(requestId, owner, walkJob, async (signal) => {
        const reading = workspaces.target(place.workspaceId, place.region)
        // A slow keychain does not disable the Cancel button.
        const target = await unless(signal, reading).catch((thrown: unknown) => {
          throw signal.aborted ? cancelled() : thrown
        })
        const { bearerToken } = target
        /** Names are shown once they are there: no row waits for them. */
        const tellNames = async (known?: Record<string, string>) => {
          const all = known ?? (await names.read(target, signal))
          emit('walk:integrations', { requestId, names: all })
          return all
        }
        const window = new HeldRows(held)
        let news: NewsOfPage = { rows: [], same: [] }
        let progress: WalkProgress | null = null
        const teller = new Teller(() => {
          const { rows, same } = news
          // First: a row that came again otherwise is not the same.
          if (same.length > 0) emit('walk:same', { requestId, keys: same })
          if (rows.length > 0) emit('walk:rows', { requestId, rows })
          if (progress) emit('walk:progress', { requestId, progress })
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
        const service = serviceOf(workspaces.list(), place)
        const walk = await shared.begin({ place, service, bearerToken, signal, waiting })

        if (walk.kind === 'taken') {
          if (walk.names) names.learn(place, walk.names)
          // The service need not be asked for what was read in this session.
          await tellNames(names.all(place))
          const { startedAt, finishedAt } = walk.progress
          const recording = walks.begin(place, startedAt, { seenAt: finishedAt ?? clock.now() })
          for await (const page of walk.rows) {
            if (signal.aborted) throw cancelled()
            recording.rows(page)
            show(page.map((row) => ({ ...row, tokenRef: tokens.find({ ...place, key: row.key })?.ref ?? null })))
          }
          progress = walk.progress
          teller.now()
          const snapshot = await recording.end(walk.progress)
          return walk.end(snapshot?.id ?? null)
        }

        try {
          const named = tellNames().then((all) => walk.named(all))
          const recording = walks.begin(place, clock.now())
          const ended = await walkConnectors(parts, {
            target,
            signal,
            onRows(page) {
              walk.page(recording.rows(page))
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
          await named
          await walk.end(ended, snapshot?.id ?? null)
        } catch (thrown) {
          // Nobody else would walk for as long as this app runs.
          walk.drop()
          throw thrown
        }
      })
    },
    'budget:tryNow': async (place) => parts.budgets.lift(place),
    'jobs:cancel': async ({ requestId }, { owner }) => jobs.cancel(requestId, owner)
  }
}
