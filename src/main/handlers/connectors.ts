import type { WalkProgress } from '../../shared/model/walk'
import { cancelled, type Clock } from '../base/clock'
import { unless } from '../base/unless'
import type { Budgets } from '../http/budget'
import type { Client } from '../http/client'
import type { Jobs } from '../base/jobs'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import { walkConnectors } from '../connectors/connector-walk'
import { integrationNames } from '../connectors/integration-names'
import type { WalkKeeper } from '../health/walk-keeper'
import type { Workspaces } from '../workspaces/workspaces'
import type { Handlers } from './handlers'

export const walkJob = 'connector-walk'

export interface ConnectorParts {
  budgets: Pick<Budgets, 'lift'>
  client: Client
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
    'connectors:walk': ({ requestId, ...place }, { owner, emit }) => {
      // One walk at a time: a new one replaces the running one.
      jobs.cancelWhere(({ kind }) => kind === walkJob)
      return jobs.run(requestId, owner, walkJob, async (signal) => {
        const reading = workspaces.target(place.workspaceId, place.region)
        // A slow keychain does not disable the Cancel button.
        const target = await unless(signal, reading).catch((thrown: unknown) => {
          throw signal.aborted ? cancelled() : thrown
        })
        emit('walk:integrations', { requestId, names: await integrationNames(parts.client, target, signal) })
        const recording = walks.begin(place, clock.now())
        const onProgress = (progress: WalkProgress) => emit('walk:progress', { requestId, progress })
        const ended = await walkConnectors(parts, {
          target,
          signal,
          onRows: (rows) => {
            recording.rows(rows)
            emit('walk:rows', { requestId, rows })
          },
          onProgress
        })
        onProgress(ended)
        await recording.end(ended)
      })
    },
    'budget:tryNow': async (place) => parts.budgets.lift(place),
    'jobs:cancel': async ({ requestId }, { owner }) => jobs.cancel(requestId, owner)
  }
}
