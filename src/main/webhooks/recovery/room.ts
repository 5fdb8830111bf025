import type { RecoveryProgress } from '../../../shared/webhooks/recovery'
import type { Jobs } from '../../base/jobs'
import type { Recoveries } from './recoveries'
import { serving } from '../../base/room'

const recoveryJob = 'recovery'

/** The handlers of what missed deliveries left to be found. A recovery ends with its window; its rows stay. */
export function recoveryHandlers(recoveries: Recoveries, jobs: Jobs) {
  return serving({
    // The answer is that it has begun: the job goes on behind it.
    'webhooks:startRecovery': ({ requestId: recoveryId, workspaceId, region, ...window }, { owner, emit }) =>
      new Promise<RecoveryProgress>((resolve, reject) => {
        const place = { workspaceId, region }
        const tell = (progress: RecoveryProgress) => emit('webhooks:recoveryProgress', progress)
        const walking = jobs.run(recoveryId, owner, recoveryJob, async (signal) => {
          const recovery = await recoveries.begin({ recoveryId, place, window }, signal, tell)
          resolve(recovery.progress)
          await recovery.run()
        })
        walking.catch(reject)
      }),
    'webhooks:currentRecovery': async (place) => recoveries.current(place),
    'webhooks:recoveredRows': (window) => recoveries.rows(window),
    'webhooks:exportRecovery': (asked) => recoveries.export(asked),
    'webhooks:cancelExport': async ({ recoveryId, exportId }) => recoveries.cancelExport(recoveryId, exportId),
    'webhooks:showExport': ({ recoveryId, exportId }) => recoveries.showExport(recoveryId, exportId),
    'webhooks:closeRecovery': ({ recoveryId }) => recoveries.close(recoveryId)
  })
}
