import type { Jobs } from '../../base/jobs'
import type { Lab } from './lab'
import { serving } from '../../base/room'

const job = 'lab'
/** The thread's limits end these calls; no job cancels them. */
const unending = () => new AbortController().signal

export function labHandlers(lab: Lab, jobs: Jobs) {
  return serving({
    'mappings:takeResponse': (request) => lab.takeResponse(request, unending()),
    'mappings:takeCollection': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.service.takeCollection(request, signal)),
    'mappings:takeRawData': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.service.takeRawData(request, signal)),
    'mappings:takeItems': (request) => lab.takeItems(request, unending()),
    'mappings:takeFile': (request) => lab.takeFile(request, unending()),
    'mappings:takePaste': (request) => lab.takePaste(request, unending()),
    'mappings:listSets': async (request) => lab.listSets(request),
    'mappings:dropSet': async ({ setId }) => lab.dropSet(setId),
    'mappings:openSample': (request) => lab.openRecord(request),
    'mappings:evaluate': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.evaluate(request, signal)),
    'mappings:expressionsFor': (request) => lab.expressionsFor(request, unending()),
    'mappings:keysAt': (request) => lab.keysAt(request, unending()),
    'mappings:preview': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.service.preview(request, signal))
  })
}
