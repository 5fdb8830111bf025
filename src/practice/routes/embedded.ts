import { connectorOf } from '../caller'
import { Random } from '../data/random'
import { Fields } from '../fields'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'
import { CATEGORIES, type PracticeConnector } from '../connector'

/** Field notes: further operations, of the embedded API. */
export const embeddedRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/embedded/v1/connectors/resync', operation: 'resync', answer: resync },
  { method: 'POST', path: '/api/embedded/v1/link/create-link-token', operation: 'linkToken', answer: createLinkToken }
]

function resync(call: Call): Reply {
  const connector = connectorOf(call)
  const refusal = whyNot(connector)
  if (refusal) throw new Problem(409, refusal)
  call.world.life.begin(connector, call.now())
  return { status: 200, body: { message: 'Sync started' } }
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
  user.text('org_name', { min: 2 })
  const origin = user.text('origin_id', { min: 2 })
  user.email('email')
  const category = fields.choice('category', CATEGORIES, true)
  const slug = fields.text('integration', { min: 1 })
  const known = call.world.integrations.some(
    (one) => one.slug === slug && (!category || one.categories.includes(category))
  )
  if (slug !== '' && !known) fields.wrong('integration', `no integration ${slug} is enabled for this category`)
  fields.done()
  // A new one each time, as far as the clock moves: nobody compares link tokens.
  const random = new Random(`link/${call.world.options.seed}/${origin}/${slug}/${call.now()}`)
  return { status: 200, body: { link_token: `lt_${random.text(48)}` } }
}
