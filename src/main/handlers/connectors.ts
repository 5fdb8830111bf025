import type { Clock } from '../clock'
import type { Client } from '../http/client'
import type { WalkProgress } from '../../shared/model/walk'
import type { Jobs } from '../jobs'
import type { ConnectorTokens } from '../services/connector-tokens'
import { walkConnectors } from '../services/connector-walk'
import type { Workspaces } from '../services/workspaces'
import type { Area } from './handlers'

export const walkJob = 'connector-walk'

export function connectorHandlers(
  parts: { client: Client; clock: Clock; tokens: ConnectorTokens },
  workspaces: Workspaces,
  jobs: Jobs
): Area<'connectors'> & Area<'jobs'> {
  return {
    'connectors:walk': ({ requestId, workspaceId, region }, { owner, emit }) => {
      // One walk at a time: a new one takes the place of what runs.
      jobs.cancelWhere(({ kind }) => kind === walkJob)
      return jobs.run(requestId, owner, walkJob, async (signal) => {
        const target = await workspaces.target(workspaceId, region)
        const onProgress = (progress: WalkProgress) => emit('walk:progress', { requestId, progress })
        const ended = await walkConnectors(parts, {
          target,
          signal,
          onRows: (rows) => emit('walk:rows', { requestId, rows }),
          onProgress
        })
        onProgress(ended)
      })
    },
    'jobs:cancel': async ({ requestId }, { owner }) => jobs.cancel(requestId, owner)
  }
}
