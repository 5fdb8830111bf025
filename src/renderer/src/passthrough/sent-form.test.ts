import { expect, test } from 'vitest'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { emptyDraft } from './drafts'
import { sentForm } from './request-tab.svelte'

const connector = { tokenRef: null, originId: null, endUser: 'Umber', integrationSlug: 'personio', isTest: false }
const draft: PassthroughDraft = {
  ...emptyDraft('workspace', 'default'),
  connector: { key: 'HRIS:one', ...connector },
  path: '/employees',
  params: [{ name: 'page', value: '1', enabled: true }]
}

test.each<[string, Partial<PassthroughDraft>]>([
  ['method', { method: 'POST' }],
  ['connector', { connector: { key: 'HRIS:two', ...connector } }],
  ['region', { region: 'eu' }],
  ['path', { path: '/departments' }],
  ['params', { params: [{ name: 'page', value: '2', enabled: true }] }],
  ['params as JSON', { paramsJson: '{"page":1}' }],
  ['headers', { headers: [{ name: 'X-A', value: '', enabled: true }] }],
  ['body', { body: { kind: 'json', text: '{}' } }],
  ['request format', { requestFormat: 'XML' }],
  ['response format', { responseFormat: 'BINARY' }],
  ['timeout', { timeout: '30' }],
  ['route', { route: 'unified' }]
])('another %s makes another request', (_, change) => {
  expect(sentForm({ ...draft, ...change })).not.toBe(sentForm(draft))
})

test('what is not sent makes no other request', () => {
  const off = { name: 'x', value: '1', enabled: false }
  const empty = { name: '', value: '', enabled: true }
  const token = { ...connector, key: 'HRIS:one', tokenRef: 'of another session' }
  for (const change of [
    { params: [...draft.params, off, empty] },
    { headers: [off] },
    { timeout: ' ' },
    { body: { kind: 'json' as const, text: '' } },
    { connector: token }
  ]) {
    expect(sentForm({ ...draft, ...change })).toBe(sentForm(draft))
  }
})
