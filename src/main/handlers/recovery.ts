import type { RecoveryProgress } from '../../shared/model/recovery'
import type { Jobs } from '../base/jobs'
import type { Recoveries } from '../data/recovery/recoveries'
import type { Area } from './handlers'

const recoveryJob = 'recovery'

/** The handlers of what missed deliveries left to be found. A recovery ends with its window; its rows stay. */
export function recoveryHandlers(recoveries: Recoveries, jobs: Jobs): Area<'recovery'> {
  return {
    // The answer is that it has begun: the job goes on behind it.
    'recovery:start': ({ requestId: recoveryId, workspaceId, region, ...window }, { owner, emit }) =>
      new Promise<RecoveryProgress>((resolve, reject) => {
        const place = { workspaceId, region }
        const tell = (progress: RecoveryProgress) => emit('recovery:progress', progress)
        const walking = jobs.run(recoveryId, owner, recoveryJob, async (signal) => {
          const recovery = await recoveries.begin({ recoveryId, place, window }, signal, tell)
          resolve(recovery.progress)
          await recovery.run()
        })
        walking.catch(reject)
      }),
    'recovery:current': async (place) => recoveries.current(place),
    'recovery:rows': (window) => recoveries.rows(window),
    'recovery:export': (asked) => recoveries.export(asked),
    'recovery:cancelExport': async ({ recoveryId, exportId }) => recoveries.cancelExport(recoveryId, exportId),
    'recovery:showExport': ({ recoveryId, exportId }) => recoveries.showExport(recoveryId, exportId),
    'recovery:close': ({ recoveryId }) => recoveries.close(recoveryId)
  }
}
