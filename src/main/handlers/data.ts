import type { FetchProgress } from '../../shared/data/collection'
import type { Jobs } from '../base/jobs'
import type { DataView } from '../data/data'
import { serving } from './handlers'

export const dataJob = 'collection'

/** The handlers of walks over collections. A walk ends with its window; its rows stay until it is closed. */
export function dataHandlers(collections: DataView, jobs: Jobs) {
  return serving({
    // The answer is that it has begun: the job goes on behind it.
    'data:start': ({ requestId: fetchId, request, ...place }, { owner, emit }) =>
      new Promise<FetchProgress>((resolve, reject) => {
        const tell = (progress: FetchProgress) => emit('data:progress', progress)
        const walking = jobs.run(fetchId, owner, dataJob, async (signal) => {
          const opened = await collections.begin({ fetchId, place, request }, signal, tell)
          resolve(opened.fetch.progress)
          await opened.run()
        })
        walking.catch(reject)
      }),
    'data:resume': ({ fetchId }, { owner }) =>
      new Promise<FetchProgress>((resolve, reject) => {
        const walking = jobs.run(fetchId, owner, dataJob, async (signal) => {
          const opened = collections.reopen(fetchId, signal)
          resolve(opened.fetch.progress)
          await opened.run()
        })
        walking.catch(reject)
      }),
    'data:pause': async ({ fetchId, paused }) => collections.pause(fetchId, paused),
    'data:close': ({ fetchId }) => collections.close(fetchId),
    'data:list': (place) => collections.list(place),
    'data:forgetPast': ({ fetchId }) => collections.forgetPast(fetchId),
    'data:rows': (window) => collections.rows(window),
    'data:rowText': ({ fetchId, index, column }) => collections.rowText(fetchId, index, column),
    'data:openRecord': ({ fetchId, index }) => collections.openRecord(fetchId, index),
    'data:export': (asked) => collections.export(asked),
    'data:cancelExport': async ({ fetchId, exportId }) => collections.cancelExport(fetchId, exportId),
    'data:showExport': ({ fetchId, exportId }) => collections.showExport(fetchId, exportId),
    'data:reconcile': ({ fetchId, by }) => collections.reconcile(fetchId, by),
    'data:compareIds': ({ fetchId, pasted }) => collections.compareIds(fetchId, pasted),
    'data:exportIds': ({ fetchId }) => collections.exportIds(fetchId),
    'data:showIds': ({ fetchId }) => collections.showIds(fetchId),

    'data:countMany': ({ requestId, request, keys, ...place }, { owner, emit }) =>
      jobs.run(requestId, owner, dataJob, async (signal) => ({
        parts: await collections.countMany({
          place,
          request,
          keys,
          signal,
          tell: (parts) => emit('data:manyProgress', { requestId, parts })
        })
      })),
    'data:awaitSync': ({ requestId, key, withinMinutes, ...place }, { owner, emit }) =>
      jobs.run(requestId, owner, dataJob, (signal) =>
        collections.awaitSync({
          place,
          key,
          withinMs: withinMinutes * 60_000,
          signal,
          tell: (wait) => emit('data:syncWait', { requestId, ...wait })
        })
      )
  })
}
