import { Agent } from 'undici'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startPractice, type PracticeService } from '../../practice/server'
import type { ServiceAnswer } from '../../shared/connectors/channels'
import { readableName } from '../../shared/integration-name'
import type { LinkDraft } from '../../shared/connectors/link'
import { undiciTransport } from '../http/transport'
import { personWho } from '../guard/testing'
import { Masker } from '../secrets/masker'
import { testClient } from '../testing/fakes'
import { newLink } from './new-link'

const place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' as const }
const { signal } = new AbortController()
const path = '/api/embedded/v1/link/create-link-token'

let service: PracticeService
let agent: Agent
let masker: Masker
let listed: ServiceAnswer['rows']
let asked: string[]
let agrees: boolean

beforeEach(async () => {
  service = await startPractice({ connectors: 30 })
  agent = new Agent()
  masker = new Masker()
  listed = []
  asked = []
  agrees = true
})
afterEach(async () => {
  await agent.destroy()
  await service.close()
})

const link = (): LinkDraft => {
  const integration = service.connectors.find(({ category }) => category === 'HRIS')?.integration_slug ?? ''
  return { endUser: 'Acme', originId: 'acme-1', email: '', category: 'HRIS', integration }
}
const make = (beside: boolean, draft = link()) =>
  newLink(
    {
      client: testClient(undiciTransport(async () => agent)),
      workspaces: {
        target: async () => ({ ...place, baseUrl: service.url, bearerToken: service.bearerToken })
      },
      masker,
      integrationName: async (_, slug) => readableName(slug),
      confirmer: personWho(() => agrees).confirmer,
      ask: async (_, { originId }) => {
        asked.push(originId)
        return { rows: listed }
      }
    },
    place,
    draft,
    beside,
    signal
  )
const sent = () => service.requests.filter((request) => request.path === path)
const row = (key: string) => ({
  key,
  category: 'HRIS' as const,
  tokenRef: null,
  record: { id: '1', end_user: 'Acme', integration_slug: 'bamboohr', status: 'RELINK_NEEDED', origin_id: 'acme-1' }
})

it('@attack makes nothing that the person does not agree to', async () => {
  agrees = false
  await expect(make(false)).rejects.toMatchObject({ code: 'cancelled' })
  expect(sent()).toEqual([])
})

it('makes a token where the customer has no connector, a secret from then on', async () => {
  const answer = await make(false)
  if (!('linkToken' in answer)) return expect.fail('No token was made.')
  expect(asked).toEqual(['acme-1'])
  expect(masker.mask(answer.linkToken)).toBe('[token]')
  expect(sent()).toHaveLength(1)
})

it('makes nothing where the customer has one already, and says which', async () => {
  listed = [row('HRIS:1')]
  expect(await make(false)).toEqual({
    already: [{ key: 'HRIS:1', endUser: 'Acme', integrationSlug: 'bamboohr', status: 'RELINK_NEEDED' }]
  })
  expect(sent()).toEqual([])
  expect(await make(true)).toHaveProperty('linkToken')
  expect(sent()).toHaveLength(1)
})

it('shows what the service says of what was entered', async () => {
  await expect(make(false, { ...link(), integration: 'nowhere' })).rejects.toMatchObject({
    code: 'forbidden',
    info: { status: 403, detail: expect.stringMatching(/\w/) }
  })
})

it('says where the service does not make link tokens', async () => {
  service.set({ operations: { linkToken: false } })
  await expect(make(false)).rejects.toMatchObject({ code: 'unsupported' })
})
