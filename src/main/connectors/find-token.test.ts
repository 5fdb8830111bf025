import { expect, it } from 'vitest'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { scripted, target, testClient } from '../testing/fakes'
import { findToken } from './find-token'

it('asks for no page beyond the one that has the connector', async () => {
  const items = [{ id: 'c1', connector_token: 'connector-secret-1' }]
  const transport = scripted(() => ({ json: { cursor: 'more', page_size: 1, items } }))
  const parts = { client: testClient(transport), tokens: new ConnectorTokens(), pinned: async () => null }
  const connector = { key: 'HRIS:c1', tokenRef: null, originId: null, endUser: '', integrationSlug: '', isTest: false }
  const { token } = await findToken(parts, target, connector, new AbortController().signal)
  expect(token).toBe('connector-secret-1')
  expect(transport.requests).toHaveLength(1)
})
