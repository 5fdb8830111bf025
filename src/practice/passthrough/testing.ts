import { practice, send } from '../testing'
import type { PracticeConnector } from '../connector'
import type { PracticeOptions, PracticeService } from '../types'
import { systemOf } from '.'

export const PASSTHROUGH = '/api/v1/passthrough'

export interface Desk {
  service: PracticeService
  connector: PracticeConnector
  /** Adds `headers` if the message has none. */
  forward: (message: Record<string, unknown>) => Promise<Response>
}

export async function desk(system: ReturnType<typeof systemOf> = 'json', options: PracticeOptions = {}): Promise<Desk> {
  const service = await practice({ connectors: 300, limitPerMinute: 0, ...options })
  const fits = (one: PracticeConnector) => one.is_active && one.status === 'COMPLETE' && one.category === 'HRIS'
  const connector = service.connectors.find((one) => fits(one) && systemOf(one.integration_slug) === system)
  if (!connector) throw new Error(`no connector of ${system}`)
  const forward: Desk['forward'] = (message) =>
    send(service, PASSTHROUGH, { headers: {}, ...message }, { 'x-connector-token': connector.connector_token })
  return { service, connector, forward }
}

export const bytesOf = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer())
