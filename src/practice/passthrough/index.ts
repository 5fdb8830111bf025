import { failure, isWrite, type Forwarded, type Provider } from './exchange'
import type { PracticeConnector } from '../connector'
import type { World } from '../world'
import { company } from './company'
import { everywhere } from './everywhere'
import { fileSystem } from './file-system'
import { jsonSystem } from './json-system'
import { soapRefusal, soapSystem } from './soap-system'

const SOAP = ['workday', 'sap-successfactors', 'ukg-pro', 'icims', 'cornerstone']
const FILES = ['deel', 'gusto', 'greenhouse', 'docebo']

export function systemOf(slug: string): 'json' | 'soap' | 'files' {
  if (SOAP.includes(slug)) return 'soap'
  return FILES.includes(slug) ? 'files' : 'json'
}

const SYSTEMS: Record<ReturnType<typeof systemOf>, Provider> = {
  json: jsonSystem,
  soap: soapSystem,
  files: fileSystem
}

/**
 * Each write that arrives counts: by name on `/counter/{name}`, else by path.
 *
 * @throws NoAnswer
 */
export async function forward(request: Forwarded, world: Pick<World, 'writes' | 'dead' | 'outages'>) {
  const { writes } = world
  const { method, path, connector } = request
  const { dead } = world
  if (isWrite(method)) {
    const [, name] = /^\/counter\/([^/]+)$/.exec(path) ?? []
    const key = name ?? path
    writes.set(key, (writes.get(key) ?? 0) + 1)
  }
  const signedOut = path === '/company' && dead.has(connector.id)
  const answer = signedOut
    ? await company(request, 'signed-out')
    : ((await everywhere(request, writes)) ?? (await ownAnswer(request)))
  // An answer to HEAD has no body.
  return method === 'HEAD' ? { type: answer.type, bytes: '' } : answer

  function ownAnswer(forwarded: Forwarded) {
    const system = systemOf(connector.integration_slug)
    // The service forwards; the provider refuses the old credentials.
    if (connector.status === 'RELINK_NEEDED' || dead.has(connector.id)) {
      return system === 'soap' ? soapRefusal() : failure(401, 'invalid_credentials', 'The access was revoked')
    }
    if (isDown(world, connector)) return failure(503, 'service_unavailable', 'The service is down')
    if (method === 'CONNECT' || method === 'TRACE')
      return failure(405, 'method_not_allowed', `${method} is not possible`)
    return SYSTEMS[system](forwarded)
  }
}

/** An outage has its share of the connectors: those whose last sync it broke. */
const isDown = ({ outages }: Pick<World, 'outages'>, { integration_slug: slug, sync_status }: PracticeConnector) =>
  outages.get(slug)?.until === null && sync_status === 'Failed'
