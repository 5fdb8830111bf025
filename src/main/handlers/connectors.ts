import type { WalkProgress } from '../../shared/model/walk'
import { cancelled, type Clock } from '../base/clock'
import { Teller } from '../base/teller'
import { unless } from '../base/unless'
import type { Budgets } from '../http/budget'
import type { Client } from '../http/client'
import type { Jobs } from '../base/jobs'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import { walkConnectors } from '../connectors/connector-walk'
import { HeldRows, type NewsOfPage } from '../connectors/held-rows'
import type { IntegrationNames } from '../connectors/integration-names'
import type { WalkKeeper } from '../health/walk-keeper'
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
  jobs: Jobs
}

export function connectorHandlers(
  parts: ConnectorParts
): Pick<Handlers, 'connectors:walk' | 'jobs:cancel' | 'budget:tryNow'> {
  const { clock, jobs, walks, workspaces } = parts
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
        emit('walk:integrations', { requestId, names: await parts.names.read(target, signal) })
        const recording = walks.begin(place, clock.now())
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
        const ended = await walkConnectors(parts, {
          target,
          signal,
          onRows: (page) => {
            recording.rows(page)
            const { rows, same } = window.newsOf(page)
            news.rows.push(...rows)
            news.same.push(...same)
            teller.soon()
          },
          onProgress: (latest) => {
            progress = latest
            teller.soon()
          }
        })
        progress = ended
        teller.now()
        await recording.end(ended)
      })
    },
    'budget:tryNow': async (place) => parts.budgets.lift(place),
    'jobs:cancel': async ({ requestId }, { owner }) => jobs.cancel(requestId, owner)
  }
}
