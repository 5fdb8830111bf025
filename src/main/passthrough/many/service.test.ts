import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { Agent } from 'undici'
import { category } from '../../../shared/connectors/category'
import { undiciTransport } from '../../http/transport'
import { startPractice } from '../../../practice/server'
import { oddityOf } from '../../../practice/passthrough/company'
import { manyDesk } from './testing'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Service {
  connectors: number
  limitPerMinute: number
}

/** A real service whose minutes pass with the clock of the run. */
async function serviceDesk({ connectors, limitPerMinute }: Service) {
  let now = () => Date.now()
  const service = await startPractice({ connectors: 900, limitPerMinute, now: () => now() })
  const agent = new Agent()
  closing.push(
    () => service.close(),
    () => agent.destroy()
  )
  const desk = await manyDesk(
    undiciTransport(async () => agent),
    { connectors: 0, service }
  )
  now = desk.test.clock.now
  closing.push(() => desk.test.remove())
  const linked = service.connectors
    .filter(({ is_active, status }) => is_active && status !== 'INCOMPLETE')
    .slice(0, connectors)
  for (const connector of linked) {
    desk.tokens.toRow(
      { workspaceId: desk.workspaceId, region: 'default', category: category.parse(connector.category) },
      connector
    )
  }
  const asked = linked.map(({ category: of, id, origin_id, end_user, integration_slug }) => ({
    connector: {
      ...{ key: `${of}:${id}`, tokenRef: null, originId: origin_id, endUser: end_user },
      ...{ integrationSlug: integration_slug, isTest: false }
    }
  }))
  const arrived = () => service.requests.filter(({ path }) => path.endsWith('/passthrough'))
  return { ...desk, linked, asked, arrived, service }
}

it('150 customers of a real service are each asked once, and told apart', async () => {
  const desk = await serviceDesk({ connectors: 150, limitPerMinute: 60 })
  const { linked, asked } = desk
  const id = randomUUID()
  const draft = { ...desk.setup().draft, path: '/company' }
  const columns = [{ id: randomUUID(), name: 'Employees', expression: 'total' }]
  const head = await desk.runs.start(id, desk.setup({ asked, draft, columns }), desk.signal.signal)
  expect(head).toMatchObject({ state: 'done', asked: 150, answered: 150 })
  const { answers, shapes } = await desk.runs.open(desk.workspaceId, id)
  expect(desk.arrived()).toHaveLength(150)

  const found = (at: number) => {
    const { content, providerError, status } = answers[at] ?? {}
    return { content, error: providerError?.status ?? (status === 200 ? null : status) }
  }
  const errors: Record<string, number> = { 'no-right': 403, 'signed-out': 401, limited: 429 }
  const contents: Record<string, string> = { page: 'page', garbage: 'broken' }
  linked.forEach((connector, at) => {
    const oddity = oddityOf(connector)
    expect([oddity, found(at)]).toEqual([
      oddity,
      { content: contents[oddity ?? ''] ?? 'json', error: errors[oddity ?? ''] ?? null }
    ])
  })
  // One shape for usual answers, one each for the odd ones.
  expect(shapes.length).toBeLessThanOrEqual(8)
  const usualAnswers = answers.filter((_, at) => {
    const connector = linked[at]
    return connector && oddityOf(connector) === null
  })
  expect(new Set(usualAnswers.map(({ shape }) => shape)).size).toBe(1)
  expect(usualAnswers.every(({ values }) => values[0]?.number !== null)).toBe(true)
})

it('@attack never asks a token more often than its quota: the service refuses nothing', async () => {
  const desk = await serviceDesk({ connectors: 12, limitPerMinute: 2 })
  const asked = desk.asked.flatMap((one) =>
    [1, 2, 3, 4, 5].map((line) => ({ ...one, row: { line, values: [{ name: 'n', value: String(line) }] } }))
  )
  const draft = { ...desk.setup().draft, path: '/echo', params: [{ name: 'n', value: '{{n}}', enabled: true }] }
  const begun = desk.test.clock.now()
  const head = await desk.runs.start(randomUUID(), desk.setup({ asked, draft }), desk.signal.signal)
  expect(head).toMatchObject({ state: 'done', answered: 60 })
  expect(desk.arrived()).toHaveLength(60)
  expect(desk.arrived().filter(({ status }) => status === 429)).toEqual([])
  // Five of a token take three of its minutes.
  expect(desk.test.clock.now() - begun).toBeGreaterThan(60_000)
})
