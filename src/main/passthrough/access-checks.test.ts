import { beforeEach, expect, it } from 'vitest'
import type { OperationHead, ShelfOperation } from '../../shared/passthrough/shelf'
import { AppError } from '../../shared/errors'
import { AccessChecks, type AccessCheckParts } from './access-checks'

const workspaceId = '00000000-0000-4000-8000-000000000001'
const head = (path: string, more: Partial<OperationHead> = {}): OperationHead => ({
  ...{ id: `GET ${path}`, method: 'GET', path, name: `Read ${path}`, tag: '', ...more }
})
const field = (name: string, more: Partial<ShelfOperation['fields'][number]> = {}) => ({
  ...{ name, in: 'query' as const, required: true, type: 'text', list: false, hint: '', text: '', ...more }
})

let operations: ShelfOperation[]
let chosen: string | null
let sent: unknown[]
let checks: AccessChecks

beforeEach(() => {
  operations = [
    [head('/employees/{id}'), []],
    [head('/people'), [field('page', { default: '1' }), field('since', { required: false })]],
    [head('/me'), []],
    [head('/find'), [field('term')]],
    [head('/recount', { writes: true }), []],
    [head('/jobs', { id: 'POST /jobs', method: 'POST' }), []]
  ].map(([one, fields]) => ({ ...one, fields, text: '', body: null, answer: null }) as ShelfOperation)
  ;[chosen, sent] = [null, []]
  const parts: AccessCheckParts = {
    saved: {
      tree: async () => ({ folders: [], requests: [] }),
      open: async () => Promise.reject(new AppError('not-found', 'None is saved.'))
    },
    shelf: {
      operations: async () => operations,
      operation: async (_workspace, _integration, id) => operations.find((one) => one.id === id) ?? expect.fail()
    },
    store: {
      accessCheck: async () => chosen,
      putAccessCheck: async ({ request }) => void (chosen = request)
    },
    connectors: {
      lastRecord: async () => ({ id: 'a', integration_slug: 'bamboohr', end_user: 'Acme', origin_id: 'o' }) as never
    },
    sender: { send: async (asked) => sent.push(asked) as never }
  }
  checks = new AccessChecks(parts)
})

it('offers the GETs of the shelf that need no value in their path and change nothing, the shortest first', async () => {
  const { request, offered } = await checks.of(workspaceId, 'bamboohr')
  expect(request).toBeNull()
  expect(offered.map(({ path, onShelf }) => [path, onShelf])).toEqual([
    ['/me', true],
    ['/find', true],
    ['/people', true]
  ])
})

it('asks the chosen one with the values that its file gives', async () => {
  await checks.choose(workspaceId, 'bamboohr', 'GET /people')
  const { signal } = new AbortController()
  await checks.check('r', { workspaceId, region: 'default' }, 'HRIS:a', signal)
  const draft = { method: 'GET', path: '/people', params: [{ name: 'page', value: '1', enabled: true }], workspaceId }
  expect(sent).toMatchObject([{ requestId: 'r', draft: { ...draft, connector: { key: 'HRIS:a' } } }])
})

it('refuses one that needs a value, and what is not offered', async () => {
  const choose = (id: string) => checks.choose(workspaceId, 'bamboohr', id)
  await expect(choose('GET /find')).rejects.toThrow('It needs a value for term.')
  await expect(choose('POST /jobs')).rejects.toMatchObject({ code: 'not-found' })
  await expect(choose('GET /recount')).rejects.toMatchObject({ code: 'not-found' })
  expect(chosen).toBeNull()
})

it('asks nothing once the operation is gone, or is marked as a write', async () => {
  await checks.choose(workspaceId, 'bamboohr', 'GET /me')
  operations = operations.map((one) => (one.path === '/me' ? { ...one, writes: true } : one))
  expect((await checks.of(workspaceId, 'bamboohr')).request).toBeNull()
  const { signal } = new AbortController()
  const asked = checks.check('r', { workspaceId, region: 'default' }, 'HRIS:a', signal)
  await expect(asked).rejects.toMatchObject({ code: 'not-found' })
  expect(sent).toEqual([])
})
