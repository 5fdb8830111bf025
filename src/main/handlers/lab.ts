import type { Jobs } from '../base/jobs'
import type { Lab } from '../mappings/lab/lab'
import type { Area } from './handlers'

const job = 'lab'
/** What is not cancelled as a job ends by the limits of its thread. */
const unending = () => new AbortController().signal

/** The handlers of the lab, where an expression is tried on samples (issue 5). */
export function labHandlers(lab: Lab, jobs: Jobs): Area<'lab'> {
  return {
    'lab:takeResponse': (request) => lab.takeResponse(request, unending()),
    'lab:takeCollection': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.service.takeCollection(request, signal)),
    'lab:takeRawData': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.service.takeRawData(request, signal)),
    'lab:takeItems': (request) => lab.takeItems(request, unending()),
    'lab:takeFile': (request) => lab.takeFile(request, unending()),
    'lab:takePaste': (request) => lab.takePaste(request, unending()),
    'lab:listSets': async (request) => lab.listSets(request),
    'lab:dropSet': async ({ setId }) => lab.dropSet(setId),
    'lab:openRecord': (request) => lab.openRecord(request),
    'lab:evaluate': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.evaluate(request, signal)),
    'lab:expressionsFor': (request) => lab.expressionsFor(request, unending()),
    'lab:keysAt': (request) => lab.keysAt(request, unending()),
    'lab:preview': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.service.preview(request, signal))
  }
}
