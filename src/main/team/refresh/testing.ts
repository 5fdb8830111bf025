import { unless } from '../../base/clock'
import { categories } from '../../../shared/connectors/category'
import type { ConnectorRecord } from '../../../shared/connectors/connector'
import type { Transport } from '../../http/transport'

/** Three lists of connectors in pages of two; counts calls. */
export function testService() {
  const service = {
    lists: Object.fromEntries(categories.map((category) => [category, []])) as unknown as Record<
      (typeof categories)[number],
      ConnectorRecord[]
    >,
    /** By bearer token. */
    calls: new Map<string, number>(),
    get pages() {
      return [...service.calls.values()].reduce((sum, count) => sum + count, 0)
    },
    /** By slug. */
    names: {} as Record<string, string>,
    namesAsked: 0,
    broken: null as (typeof categories)[number] | null,
    held: Promise.resolve(),
    transport: (async ({ url, headers, signal }) => {
      const [, , segment = '', , what] = url.pathname.split('/')
      if (url.pathname === '/api/v1/lookup/integrations') {
        service.namesAsked++
        const integrations = Object.entries(service.names).map(([slug, name]) => ({ slug, display_name: name }))
        return answer(200, { integrations })
      }
      if (what !== 'connectors') return answer(404, {})
      await unless(signal, service.held)
      const token = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
      service.calls.set(token, (service.calls.get(token) ?? 0) + 1)
      const category = segment.toUpperCase() as (typeof categories)[number]
      if (service.broken === category) return answer(500, {})
      const from = Number(url.searchParams.get('cursor') ?? 0)
      const all = service.lists[category]
      const next = from + 2 < all.length ? String(from + 2) : null
      return answer(200, { cursor: next, page_size: 2, items: all.slice(from, from + 2) })
    }) as Transport
  }
  return service
}

function answer(status: number, json: unknown) {
  const headers = { 'content-type': 'application/json' }
  return { status, headers, allHeaders: Object.entries(headers), body: Buffer.from(JSON.stringify(json)) }
}
