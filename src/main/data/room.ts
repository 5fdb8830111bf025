import type { FetchProgress } from '../../shared/data/collection'
import type { Place } from '../../shared/workspaces/place'
import type { Jobs } from '../base/jobs'
import { DataView, type DataParts } from './data'
import { Records, type RecordParts } from './records/records'
import { serving, type Area, type Room } from '../base/room'

const dataJob = 'collection'

/** A fetch ends with its window; its rows stay until closed. */
export function dataHandlers(data: DataView, jobs: Jobs) {
  return serving({
    // Answers at the start; the job continues.
    'data:start': ({ requestId: fetchId, request, ...place }, { owner, emit }) =>
      new Promise<FetchProgress>((resolve, reject) => {
        const tell = (progress: FetchProgress) => emit('data:progress', progress)
        const fetching = jobs.run(fetchId, owner, dataJob, async (signal) => {
          const opened = await data.begin({ fetchId, place, request }, signal, tell)
          resolve(opened.fetch.progress)
          await opened.run()
        })
        fetching.catch(reject)
      }),
    'data:resume': ({ fetchId }, { owner }) =>
      new Promise<FetchProgress>((resolve, reject) => {
        const fetching = jobs.run(fetchId, owner, dataJob, async (signal) => {
          const opened = data.reopen(fetchId, signal)
          resolve(opened.fetch.progress)
          await opened.run()
        })
        fetching.catch(reject)
      }),
    'data:pause': async ({ fetchId, paused }) => data.pause(fetchId, paused),
    'data:close': ({ fetchId }) => data.close(fetchId),
    'data:list': (place) => data.list(place),
    'data:forgetPast': ({ fetchId }) => data.forgetPast(fetchId),
    'data:rows': (window) => data.rows(window),
    'data:rowText': ({ fetchId, index, column }) => data.rowText(fetchId, index, column),
    'data:openRecord': ({ fetchId, index }) => data.openRecord(fetchId, index),
    'data:export': (asked) => data.export(asked),
    'data:cancelExport': async ({ fetchId, exportId }) => data.cancelExport(fetchId, exportId),
    'data:reconcile': ({ fetchId, by }) => data.reconcile(fetchId, by),
    'data:compareIds': ({ fetchId, pasted }) => data.compareIds(fetchId, pasted),
    'data:exportIds': ({ fetchId }) => data.exportIds(fetchId),

    'data:countMany': ({ requestId, request, keys, ...place }, { owner, emit }) =>
      jobs.run(requestId, owner, dataJob, async (signal) => ({
        parts: await data.countMany({
          place,
          request,
          keys,
          signal,
          tell: (parts) => emit('data:manyProgress', { requestId, parts })
        })
      })),
    'data:awaitSync': ({ requestId, key, withinMinutes, ...place }, { owner, emit }) =>
      jobs.run(requestId, owner, dataJob, (signal) =>
        data.awaitSync({
          place,
          key,
          withinMs: withinMinutes * 60_000,
          signal,
          tell: (wait) => emit('data:syncWait', { requestId, ...wait })
        })
      )
  })
}

const recordJob = 'record'

function recordHandlers(records: Records, jobs: Jobs) {
  return serving({
    'data:readRecord': ({ requestId, connectorKey, path, id, ...place }, { owner }) =>
      jobs.run(requestId, owner, recordJob, (signal) => records.open({ place, connectorKey, path, id }, signal)),
    'data:downloadDocument': ({ requestId, connectorKey, id, ...place }, { owner, emit }) =>
      jobs.run(requestId, owner, recordJob, (signal) =>
        records.download({ place, connectorKey, id }, signal, (progress) =>
          emit('data:downloading', { requestId, ...progress })
        )
      )
  })
}

export interface DataRoomParts
  extends
    Omit<
      DataParts,
      | 'failed'
      | 'diagnosed'
      | 'readOne'
      | 'client'
      | 'workspaces'
      | 'finder'
      | 'clock'
      | 'responses'
      | 'views'
      | 'masker'
      | 'dialogs'
    >,
    Omit<RecordParts, 'clock'> {
  dialogs: DataParts['dialogs'] & RecordParts['dialogs']
  clock: DataParts['clock'] & RecordParts['clock']
  actions: { readOne: DataParts['readOne'] }
  jobs: Jobs
  broadcast(event: 'issues:diagnosed', place: Place): void
  failed(what: string): (error: unknown) => void
}

/** The 53 paged collections and their records. */
export function openData(parts: DataRoomParts): Room<Area<'data'>> {
  const data = new DataView({
    ...parts,
    readOne: (place, key, signal) => parts.actions.readOne(place, key, signal),
    diagnosed: (place) => parts.broadcast('issues:diagnosed', place),
    failed: parts.failed('Data')
  })
  return {
    handlers: { ...dataHandlers(data, parts.jobs), ...recordHandlers(new Records(parts), parts.jobs) },
    begin: () => data.tidy(),
    stop: () => data.stop(),
    forgetWorkspace: (workspaceId) => data.forgetWorkspace(workspaceId)
  }
}
