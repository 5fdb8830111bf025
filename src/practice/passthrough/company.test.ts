import { expect, it } from 'vitest'
import { body, practice, send } from '../testing'
import type { PracticeConnector } from '../connector'
import { oddityOf } from './company'
import { PASSTHROUGH } from './testing'

it('a customer’s account is like most others, or odd in its own way, at each start the same', async () => {
  const service = await practice({ connectors: 400, limitPerMinute: 0 })
  const linked = service.connectors.filter(({ is_active, status }) => is_active && status !== 'INCOMPLETE')
  const one = (oddity: ReturnType<typeof oddityOf>) => {
    const found = linked.find((connector) => oddityOf(connector) === oddity)
    if (!found) throw new Error(`no connector with ${oddity}`)
    return found
  }
  const ask = (connector: PracticeConnector) =>
    send(
      service,
      PASSTHROUGH,
      { method: 'GET', path: '/company', headers: {} },
      { 'x-connector-token': connector.connector_token }
    )
  const usual = one(null)
  expect(await body(ask(usual))).toMatchObject({
    success: true,
    data: expect.arrayContaining([expect.objectContaining({ cost_center: expect.any(String) })])
  })
  expect(await body(ask(one('no-right')))).toMatchObject({ error: { status: 403 } })
  expect(await body(ask(one('signed-out')))).toMatchObject({ error: { status: 401 } })
  expect(await body(ask(one('empty')))).toMatchObject({ total: 0, data: [] })
  expect(await body(ask(one('text-number')))).toMatchObject({ total: expect.stringMatching(/^\d+$/) })
  const limited = await ask(one('limited'))
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await (await ask(one('page'))).text()).toMatch(/^<!doctype html>/)
  expect((await (await ask(one('large'))).arrayBuffer()).byteLength).toBeGreaterThan(300_000)
  const bare = await body<{ data: object[] }>(ask(one('no-cost-centers')))
  expect(Object.keys(bare.data[0] ?? {})).not.toContain('cost_center')
})

it('most customers have nothing odd', async () => {
  const service = await practice({ connectors: 2_000 })
  const good = service.connectors.filter(({ status }) => status !== 'RELINK_NEEDED')
  const odd = good.filter((connector) => oddityOf(connector) !== null)
  expect(odd.length / good.length).toBeGreaterThan(0.2)
  expect(odd.length / good.length).toBeLessThan(0.5)
})
