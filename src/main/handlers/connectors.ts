import type { WalkProgress } from '../../shared/model/walk'
import type { Clock } from '../clock'
import type { Client } from '../http/client'
import type { Jobs } from '../jobs'
import type { ConnectorTokens } from '../services/connector-tokens'
import { walkConnectors } from '../services/connector-walk'
import type { History } from '../services/history/methods'
import { record } from '../services/history/recorder'
import type { Workspaces } from '../services/workspaces'
import type { Place } from '../storage/history/place'
import type { Snapshot } from '../../shared/model/snapshot'
import type { Area, Context } from './handlers'

export const walkJob = 'connector-walk'

export interface ConnectorParts {
  client: Client
  clock: Clock
  tokens: ConnectorTokens
  workspaces: Workspaces
  jobs: Jobs
  history: History
  /** The history could not take a walk; the walk itself went on. */
  historyFailed: (error: unknown) => void
  /** Cases that opened with this walk, where there was one before it to compare with. */
  tellNewCases: (place: Place, snapshot: Snapshot, context: Context) => Promise<void>
}

export function connectorHandlers(parts: ConnectorParts): Area<'connectors'> & Area<'jobs'> {
  const { clock, history, jobs, workspaces } = parts
  return {
    'connectors:walk': ({ requestId, ...place }, context) => {
      const { owner, emit } = context
      // One walk at a time: a new one takes the place of what runs.
      jobs.cancelWhere(({ kind }) => kind === walkJob)
      return jobs.run(requestId, owner, walkJob, async (signal) => {
        const target = await workspaces.target(place.workspaceId, place.region)
        const recording = record({ history, clock, failed: parts.historyFailed }, place, clock.now())
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
        const snapshot = await recording.end(ended)
        if (!snapshot) return
        emit('health:changed', { ...place, snapshot })
        await parts.tellNewCases(place, snapshot, context)
      })
    },
    'jobs:cancel': async ({ requestId }, { owner }) => jobs.cancel(requestId, owner)
  }
}
