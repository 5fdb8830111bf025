import { expect, it } from 'vitest'
import { Jobs } from '../base/jobs'
import { promised } from '../base/promised'
import { IntegrationNames } from './integration-names'
import { place, testHistory } from '../testing/history'
import { RefreshKeeper } from './refresh-keeper'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { Masker } from '../secrets/masker'
import type { RefreshSharing } from './refresh-sharing'
import { FakeClock, target, testClient } from '../testing/fakes'
import { refreshHandlers } from './refresh-job'

it('shows rows while the names of integrations are not there yet, and ends once they are', async () => {
  const test = testHistory()
  const clock = new FakeClock()
  const [masker, events]: [Masker, string[]] = [new Masker(), []]
  let answerNames: () => void = () => undefined
  const answer = (json: object) => ({
    status: 200,
    headers: {},
    allHeaders: [],
    body: Buffer.from(JSON.stringify(json))
  })
  const client = testClient(async ({ url }) => {
    const category = url.pathname.split('/')[2]
    if (category === 'hris')
      return answer({ cursor: null, items: [{ id: 'a', connector_token: 'ct-of-a' }, { id: 'b' }, { id: 'b' }] })
    if (category !== 'v1') return answer({ cursor: null, items: [] })
    await new Promise<void>((resolve) => (answerNames = resolve))
    return answer({ integrations: [{ slug: 'hibob', display_name: 'HiBob' }] })
  }, clock)
  const failed = (error: unknown) => {
    throw error
  }
  const nothing = () => undefined
  const alone = { kind: 'own', page: nothing, named: nothing, end: async () => undefined, drop: nothing }
  const twice = new Map<string, ReadonlySet<string>>()
  const handlers = refreshHandlers({
    ...{ client, clock, tokens: new ConnectorTokens(masker), jobs: new Jobs() },
    names: new IntegrationNames(client),
    workspaces: { target: async () => ({ ...target, ...place }) },
    shared: { begin: async () => alone } as RefreshSharing,
    twice,
    refreshing: nothing,
    refreshed: nothing,
    refreshes: new RefreshKeeper({
      ...{ history: promised(() => test.history), masker, clock, failed },
      changed: () => undefined,
      opened: () => undefined,
      statusPages: { list: async () => [], look: () => undefined }
    })
  })
  const emit = ((event: string) => {
    events.push(event)
    if (event === 'connectors:listChanged') answerNames()
  }) as never
  const refresh = { requestId: '00000000-0000-4000-8000-00000000000a', ...place }
  await handlers['connectors:refresh'](refresh, { owner: 1, emit })
  expect(events.indexOf('connectors:listChanged')).toBeGreaterThan(-1)
  expect(events.indexOf('connectors:integrations')).toBeGreaterThan(events.indexOf('connectors:listChanged'))
  expect([...twice.values()].map((keys) => [...keys])).toEqual([['HRIS:b']])
  expect(test.history.refreshes({ place, limit: 1 })).toMatchObject([{ ended: 'inconsistent' }])
  test.remove()
})
