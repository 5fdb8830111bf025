import type { Jobs } from '../base/jobs'
import type { Records } from '../data/records/records'
import { serving } from './handlers'

const recordJob = 'record'

/** The handlers of reading a record by its id, and of the files of documents. */
export function recordHandlers(records: Records, jobs: Jobs) {
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
