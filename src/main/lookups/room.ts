import type { Jobs } from '../base/jobs'
import { serving, toldJobs, type Area, type Room } from '../base/room'
import { withoutSecrets } from '../secrets/without-secrets'
import { LookupReader, type LookupParts } from './lookups'

export interface LookupRoomParts extends Omit<LookupParts, 'store'> {
  history: LookupParts['store']
  jobs: Jobs
}

export function openLookups({ history, ...parts }: LookupRoomParts): Room<Area<'lookups'>> & {
  lookups: LookupReader
} {
  const lookups = new LookupReader({ ...parts, store: history })
  return { lookups, handlers: lookupHandlers(lookups, parts) }
}

export function lookupHandlers(lookups: LookupReader, { jobs, masker }: Pick<LookupRoomParts, 'jobs' | 'masker'>) {
  const job = toldJobs(jobs, 'lookups')
  const handlers = serving({
    'lookups:read': ({ requestId, refresh, ...place }, context) =>
      job(requestId, context, (signal) => lookups.read(place, refresh, signal)),
    'lookups:ask': ({ requestId, category, ...place }, context) =>
      job(requestId, context, (signal) => lookups.ask(place, category, signal))
  })
  return withoutSecrets(handlers, masker)
}
