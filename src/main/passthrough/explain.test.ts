import { expect, it } from 'vitest'
import { explain, type Explained } from './explain'
import { draft } from './testing'

const ended = (change: Partial<Explained>): Explained => ({
  draft: { ...draft, method: 'POST' },
  provider: 'BambooHR',
  path: '/employees',
  countsAs: 'POST',
  outcome: 'refused',
  status: 422,
  complete: true,
  error: null,
  own: false,
  timeoutSeconds: 300,
  ...change
})
const said = (change: Partial<Explained>) => explain(ended(change)).join(' ')
const error = (more: object) => ({ code: 'validation' as const, message: '', ...more })

it.each([401, 403, 422, 429])('never claims of a %i that nothing was forwarded', (status) => {
  for (const own of [true, false]) expect(said({ status, own })).not.toMatch(/nothing was forwarded|not forwarded/i)
})

it('says who answered only where the answer shows it', () => {
  expect(said({ status: 401, error: error({ challenge: 'Bearer realm="api"' }) })).toContain(
    'The API rejected the workspace’s bearer token'
  )
  const tokenChange = { by: 'Ada', at: new Date(2025, 2, 10, 10, 2).getTime() }
  expect(said({ status: 401, error: error({ tokenChange }) })).toBe(
    'The API rejected the workspace’s bearer token. Ada changed the token on 10 Mar at 10:02. Paste the new one: Settings, Workspaces, Replace.'
  )
  expect(said({ status: 401 })).toMatch(/^The API or \w+ rejected the credentials/)
  expect(said({ status: 422, error: error({ detail: [{ loc: ['body'], msg: 'No', type: 'x' }] }) })).toContain('marked')
  expect(said({ status: 422, error: error({ detail: 'No' }) })).toMatch(/^The API or \w+ rejected the request/)
  expect(said({ status: 429, own: true })).toContain('The rate limit of this connector’s token is reached')
  expect(said({ status: 429, outcome: 'unknown' })).toMatch(/does not say which of the two. It was not retried/)
})

it('says that a 404 is the provider’s answer, under the name the API gives it', () => {
  const words = said({ status: 404, error: error({ code: 'not-found' }) })
  expect(words).toMatch(/^BambooHR has nothing at POST \/employees: the API passed its 404 on/)
})

it('says where to look for a write whose outcome is unknown', () => {
  const silent = said({ status: null, complete: false, outcome: 'unknown' })
  expect(silent).toMatch(/It may or may not have arrived: no response came.*whether POST \/employees was carried out/)
})

it.each([
  [{ status: 429 }, 'the response, 429, does not say.'],
  [{ status: 504 }, 'the response, 504, does not say.'],
  [{ status: 200, complete: false }, 'the response broke off after its status 200']
])('never claims beside an answer that none came: %j', (ended, why) => {
  const words = said({ ...ended, outcome: 'unknown' })
  expect(words).toContain(why)
  expect(words).not.toContain('no response came')
})

it('advises of a refused read nothing that the list of connectors shows to be on', () => {
  expect(said({ status: 403, draft: { ...draft, method: 'GET' } })).not.toContain('enabled')
  expect(said({ status: 403 })).toContain('writing with the integration is not enabled')
})
