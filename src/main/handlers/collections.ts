import type { CollectionProgress } from '../../shared/model/collection'
import type { Jobs } from '../base/jobs'
import type { Collections } from '../collections/collections'
import type { Area } from './handlers'

export const collectionJob = 'collection'

/** The handlers of walks over collections. A walk ends with its window; its rows stay until it is closed. */
export function collectionHandlers(collections: Collections, jobs: Jobs): Area<'collections'> {
  return {
    // The answer is that it has begun: the job goes on behind it.
    'collections:start': ({ requestId: walkId, request, ...place }, { owner, emit }) =>
      new Promise<CollectionProgress>((resolve, reject) => {
        const tell = (progress: CollectionProgress) => emit('collections:progress', progress)
        const walking = jobs.run(walkId, owner, collectionJob, async (signal) => {
          const opened = await collections.begin({ walkId, place, request }, signal, tell)
          resolve(opened.walk.progress)
          await opened.run()
        })
        walking.catch(reject)
      }),
    'collections:resume': ({ walkId }, { owner }) =>
      new Promise<CollectionProgress>((resolve, reject) => {
        const walking = jobs.run(walkId, owner, collectionJob, async (signal) => {
          const opened = collections.reopen(walkId, signal)
          resolve(opened.walk.progress)
          await opened.run()
        })
        walking.catch(reject)
      }),
    'collections:pause': async ({ walkId, paused }) => collections.pause(walkId, paused),
    'collections:close': ({ walkId }) => collections.close(walkId),
    'collections:list': (place) => collections.list(place),
    'collections:forgetPast': ({ walkId }) => collections.forgetPast(walkId),
    'collections:rows': (window) => collections.rows(window),
    'collections:rowText': ({ walkId, index, column }) => collections.rowText(walkId, index, column),
    'collections:openRecord': ({ walkId, index }) => collections.openRecord(walkId, index),
    'collections:export': (asked) => collections.export(asked),
    'collections:cancelExport': async ({ walkId, exportId }) => collections.cancelExport(walkId, exportId),
    'collections:showExport': ({ walkId, exportId }) => collections.showExport(walkId, exportId),
    'collections:reconcile': ({ walkId, by }) => collections.reconcile(walkId, by),
    'collections:compareIds': ({ walkId, pasted }) => collections.compareIds(walkId, pasted),
    'collections:exportIds': ({ walkId }) => collections.exportIds(walkId),
    'collections:showIds': ({ walkId }) => collections.showIds(walkId),

    'collections:countMany': ({ requestId, request, keys, ...place }, { owner, emit }) =>
      jobs.run(requestId, owner, collectionJob, async (signal) => ({
        parts: await collections.countMany({
          place,
          request,
          keys,
          signal,
          tell: (parts) => emit('collections:manyProgress', { requestId, parts })
        })
      })),
    'collections:awaitSync': ({ requestId, key, withinMinutes, ...place }, { owner, emit }) =>
      jobs.run(requestId, owner, collectionJob, (signal) =>
        collections.awaitSync({
          place,
          key,
          withinMs: withinMinutes * 60_000,
          signal,
          tell: (wait) => emit('collections:syncWait', { requestId, ...wait })
        })
      )
  }
}
