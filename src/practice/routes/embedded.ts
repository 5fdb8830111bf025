import { connectorOf } from '../caller'
import { Random } from '../data/random'
import { Fields } from '../fields'
import { newConnector } from '../data/connectors'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'
import { CATEGORIES, type PracticeConnector } from '../connector'

export const embeddedRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/embedded/v1/connectors/resync', operation: 'resync', answer: resync },
  { method: 'POST', path: '/api/embedded/v1/link/create-link-token', operation: 'linkToken', answer: createLinkToken },
  { method: 'GET', path: '/api/embedded/v1/connectors/connector_token/:temporary_token', answer: exchange }
]

function resync(call: Call): Reply {
  const connector = connectorOf(call)
  const refusal = whyNot(connector)
  if (refusal) throw new Problem(409, refusal)
  call.world.life.begin(connector, call.world.clock.now())
  return { status: 200, body: 'Sync started' }
}

function whyNot({ status, sync_status, is_active }: PracticeConnector): string | undefined {
  if (status === 'RELINK_NEEDED') return 'The connector has to be relinked first'
  if (status !== 'COMPLETE') return 'The connector has not been linked yet'
  if (!is_active) return 'The connector is not active'
  return sync_status === 'Syncing' ? 'A sync is already running' : undefined
}

function createLinkToken(call: Call): Reply {
  const fields = Fields.of(call)
  const user = fields.object('end_user_data')
  const org_name = user.text('org_name', { min: 2 })
  const origin_id = user.text('origin_id', { min: 2 })
  user.email('email')
  // CUSTOM exists only here.
  const category = fields.choice('category', [...CATEGORIES, 'CUSTOM'], true)
  const slug = fields.text('integration')
  fields.done()
  const offered = call.world.integrations.find((one) => one.slug === slug)?.categories ?? []
  if (!category || category === 'CUSTOM' || !offered.includes(category)) {
    throw new Problem(403, `The integration ${slug} is not enabled for ${category}`)
  }
  // Nothing compares link tokens.
  const random = new Random(`link/${call.world.options.seed}/${origin_id}/${slug}/${call.now()}`)
  const token = random.text(48)
  call.world.links.set(`tt_${token}`, { org_name, origin_id, category, slug })
  return { status: 200, body: { link_token: `lt_${token}` } }
}

/** `tt_` replaces `lt_`. Each link makes another connector, even for the same customer: both are billed. */
function exchange(call: Call): Reply {
  const token = call.params.temporary_token ?? ''
  const link = call.world.links.get(token)
  if (!link) throw new Problem(404, 'The temporary token was used, or is too old')
  call.world.links.delete(token)
  const connector = newConnector(link, { token, now: call.now() })
  call.world.add(connector)
  return { status: 200, body: { connector_token: connector.connector_token, connector_id: connector.id } }
}
