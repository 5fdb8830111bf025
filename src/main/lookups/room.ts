import type { Jobs } from '../base/jobs'
import { serving, toldJobs, type Area, type Room } from '../base/room'
import { withoutSecrets } from '../secrets/without-secrets'
import { LookupReader, type LookupParts } from './lookups'
import { StatusPages, type StatusPageParts } from './status-pages'

export interface LookupRoomParts
  extends Omit<LookupParts, 'store' | 'workspaces'>, Omit<StatusPageParts, 'store' | 'log' | 'workspaces'> {
  history: LookupParts['store'] & StatusPageParts['store']
  workspaces: LookupParts['workspaces'] & StatusPageParts['workspaces']
  activity: { log: StatusPageParts['log'] }
  jobs: Jobs
}

export function openLookups({ history, ...parts }: LookupRoomParts): Room<Area<'lookups'>> & {
  lookups: LookupReader
  statusPages: StatusPages
} {
  const lookups = new LookupReader({ ...parts, store: history })
  const statusPages = new StatusPages({ ...parts, store: history, log: parts.activity.log })
  return {
    lookups,
    statusPages,
    handlers: { ...lookupHandlers(lookups, parts), ...statusHandlers(statusPages, parts) },
    stop: () => statusPages.stop()
  }
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

function statusHandlers(pages: StatusPages, { masker }: Pick<LookupRoomParts, 'masker'>) {
  const handlers = serving({
    'lookups:statusPages': async (place) => ({ allowed: pages.allowed, pages: await pages.list(place) }),
    'lookups:statusPage': async ({ integration, ask, ...place }) => ({
      allowed: pages.allowed,
      page: await (ask ? pages.read(place, integration) : pages.page(place, integration))
    }),
    'lookups:setStatusPage': async ({ integration, address, ...place }) => {
      await (address.trim() ? pages.set(place, integration, address) : pages.remove(place, integration))
      return pages.page(place, integration)
    },
    'lookups:openStatusPage': ({ integration, link, ...place }) => pages.open(place, integration, link)
  })
  return withoutSecrets(handlers, masker)
}
