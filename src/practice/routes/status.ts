import { DAY, iso, MINUTE } from '../data/draft'
import { Random } from '../data/random'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'

/** Status pages of providers, as their own sites would have them: without credentials, and no part of the service. */
export const statusRoutes: readonly Route[] = [
  { method: 'GET', path: '/status/:slug/api/v2/incidents.json', open: true, answer: listIncidents },
  { method: 'GET', path: '/status/personio/history.rss', open: true, answer: readFeed },
  { method: 'GET', path: '/incidents/:id', open: true, answer: readIncident }
]

interface Incident {
  id: string
  name: string
  impact: string
  from: number
  until: number | null
}

/** A provider notices minutes later; the page of one without an outage shows none. */
function incidentsOf({ world }: Call, slug: string): Incident[] {
  const outage = world.outages.get(slug)
  const past =
    slug === 'personio' ? [{ from: world.options.now - 9 * DAY, until: world.options.now - 9 * DAY + 95 * MINUTE }] : []
  return [...(outage ? [{ ...outage, from: outage.from + 4 * MINUTE }] : []), ...past].map((one) => ({
    id: new Random(`status/${slug}/${one.from}`).text(12),
    name: 'Sign-ins through the API fail',
    impact: 'major',
    ...one
  }))
}

/** Newest first. */
function updatesOf({ from, until }: Incident): { status: string; at: number; body: string }[] {
  const looked = { status: 'investigating', at: from, body: 'We are looking into sign-ins that fail.' }
  const found = { status: 'identified', at: from + 25 * MINUTE, body: 'The cause is found. A fix is on its way.' }
  const mended = { status: 'resolved', at: until ?? 0, body: 'Sign-ins work again.' }
  return until === null ? [found, looked] : [mended, found, looked]
}

function listIncidents(call: Call): Reply {
  const { slug = '' } = call.params
  const known = call.world.integrations.find((one) => one.slug === slug)
  if (!known) throw new Problem(404, 'Not Found')
  const incidents = incidentsOf(call, slug).map((one) => {
    const updates = updatesOf(one).filter(({ at }) => at <= call.now())
    const [last] = updates
    return {
      ...{ id: one.id, name: one.name, impact: one.impact, status: last?.status ?? 'investigating' },
      ...{ created_at: iso(one.from), started_at: iso(one.from), updated_at: iso(last?.at ?? one.from) },
      resolved_at: one.until === null ? null : iso(one.until),
      incident_updates: updates.map(({ status, at, body }) => ({
        status,
        body,
        created_at: iso(at),
        display_at: iso(at)
      }))
    }
  })
  return { status: 200, body: { page: { name: known.display_name }, incidents } }
}

function readFeed(call: Call): Reply {
  const { origin } = new URL(`http://${call.headers.host ?? ''}`)
  const items = incidentsOf(call, 'personio').map((one) => {
    const words = updatesOf(one)
      .filter(({ at }) => at <= call.now())
      .map(
        ({ status, at, body }) =>
          `<p><small>${new Date(at).toUTCString()}</small><br><strong>${status}</strong> - ${body}</p>`
      )
    return `<item><title>${one.name}</title><description><![CDATA[${words.join('')}]]></description><pubDate>${new Date(one.from).toUTCString()}</pubDate><link>${origin}/incidents/${one.id}</link></item>`
  })
  const bytes = `<?xml version="1.0"?><rss version="2.0"><channel><title>Personio Status</title>${items.join('')}</channel></rss>`
  return { status: 200, raw: { type: 'application/rss+xml', bytes } }
}

function readIncident(): Reply {
  return { status: 200, raw: { type: 'text/plain', bytes: 'A made-up incident of a made-up provider.\n' } }
}
