import { describe, expect, it, vi } from 'vitest'
import type { PassthroughDraft } from './passthrough'
import { withoutSecrets } from './secrets'

const draft: PassthroughDraft = {
  workspaceId: '00000000-0000-4000-8000-000000000001',
  region: 'eu',
  connector: {
    key: 'HRIS:c1',
    tokenRef: 'r1',
    originId: 'o1',
    endUser: 'Acme',
    integrationSlug: 'personio',
    isTest: false
  },
  method: 'GET',
  path: '/employees',
  params: [],
  headers: [],
  body: { kind: 'none' },
  requestFormat: null,
  responseFormat: null,
  timeout: ''
}
const without = (paramsJson: string) => withoutSecrets({ ...draft, paramsJson }).paramsJson

describe('params as JSON that look like secrets', () => {
  it.each([
    ['{"token": "abc"}', '{"token": "<TOKEN>"}'],
    ['{"a": {"api_key" : abc, "b": 1}}', '{"a": {"api_key" : "<API_KEY>", "b": 1}}'],
    ['{"password":"a\\"b","id":"c"}', '{"password":"<PASSWORD>","id":"c"}'],
    ['{"secret": ', '{"secret": '],
    ['{"token": "", "secret": "{{mine}}"}', '{"token": "", "secret": "{{mine}}"}'],
    ['"token" "password": 1', '"token" "password": "<PASSWORD>"'],
    ['{"token": "cut off', '{"token": "cut off']
  ])('%s becomes %s', (typed, clean) => expect(without(typed)).toBe(clean))

  it.each([
    ['quotes that never end', (pieces: number) => '"\\'.repeat(pieces)],
    ['names without a value', (pieces: number) => `"token"${' '.repeat(pieces)}`.repeat(4)],
    ['names and colons', (pieces: number) => '"token":'.repeat(pieces)],
    ['backslashes', (pieces: number) => `"${'\\'.repeat(pieces)}`]
  ])('@attack are looked for with work that grows with the text: %s', (_, text) => {
    const steps = (pieces: number) => {
      const looked = vi.spyOn(RegExp.prototype, 'test')
      without(text(pieces))
      const { length } = looked.mock.calls
      looked.mockRestore()
      return length
    }
    expect(steps(4_000)).toBeLessThanOrEqual(2.1 * steps(2_000))
    // A search from each quote would take an hour.
    const long = text(250_000)
    expect(without(long)?.length).toBeGreaterThanOrEqual(long.length)
  })
})
