import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import { maskerOf } from '../secrets/testing'
import { guarded } from './guarded'
import type { Context, Handlers } from '../base/room'

const token = 'ct_practice_8fK2mQ7x'
const context: Context = { owner: 1, emit: () => undefined }
const place = { workspaceId: 'w1', region: 'default' as const }
const draft = {
  name: 'Acme',
  region: 'default',
  baseUrl: 'https://a',
  euBaseUrl: '',
  bearerToken: token,
  euBearerToken: ''
}
const requests = {
  'settings:setPreferences': { proxy: { mode: 'pac', address: `https://wpad.example.com/${token}` } },
  'workspaces:connect': { ...draft, name: `Acme ${token}` },
  'workspaces:update': { ...draft, baseUrl: `https://a/${token}` },
  'workspaces:setDueTimes': { workspaceId: 'w1', dueTimes: { tiers: [{ name: token, customers: [] }] } },
  'workspaces:setRelink': { workspaceId: 'w1', relink: { template: `Hello ${token}` } },
  'issues:mailRelinkLetter': { ...place, keys: ['HRIS:c1'], subject: 'A', body: `Hello ${token}` },
  'mail:saveContacts': { workspaceId: 'w1', of: [{ contacts: [{ name: token }] }] },
  'mail:send': { ...place, letters: [{ body: `Hello ${token}` }] },
  'mail:saveLetters': { ...place, letters: [{ body: `Hello ${token}` }] },
  'mail:startCampaign': { ...place, of: { name: token } },
  'mail:changeCampaign': { ...place, change: { template: { text: `Hello ${encodeURIComponent(token)}` } } },
  'mail:tellOutage': { ...place, letters: { '': `Subject: ${token}` } },
  'mail:keepOutageLetters': { workspaceId: 'w1', letters: { de: `Subject: ${token}` } },
  'updates:setAddress': { address: `https://updates.example/${token}` },
  'issues:change': { ...place, keys: ['HRIS:c1'], change: { note: `Ask for ${encodeURIComponent(token)}` } },
  'issues:changeWatched': { ...place, id: 1, change: { note: `Ask for ${token}` } },
  'passthrough:saveFolder': { workspaceId: 'w1', id: 'f1', parentId: null, name: token },
  'passthrough:saveRequest': { workspaceId: 'w1', id: 'r1', folderId: null, name: `GET ${token}` },
  'passthrough:moveRequest': { workspaceId: 'w1', id: 'r1', folderId: null, name: `GET ${token}` },
  'connectors:newLink': { ...place, link: { endUser: token } },
  'mappings:rememberField': { ...place, id: 'f', name: token },
  'mappings:createField': { ...place, name: 'A', description: Buffer.from(token).toString('base64') },
  'mappings:changeField': { ...place, name: 'A', description: token },
  'mappings:create': { ...place, expression: `a[?t=='${token}']` },
  'mappings:change': { ...place, expression: `a[?t=='${token}']` },
  'mappings:putDraft': { ...place, draft: { expression: token } },
  'mappings:look': { ...place, field: token },
  'mappings:lookAtAll': { ...place, all: [{ field: token }] }
}
const kept = new Set(['Acme Production', 'https://a'])
const ran: unknown[] = []
const handlers = guarded(
  new Proxy({} as Handlers, {
    ownKeys: () => Object.keys(requests),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    get: () => async (request: unknown) => void ran.push(request)
  }),
  maskerOf(token, 'Acme Production', 'https://a'),
  () => kept
)

const run = (channel: keyof typeof requests, request: object) =>
  (handlers[channel] as (request: unknown, context: Context) => Promise<unknown>)(request, context)

it.each(Object.entries(requests))('@attack %s refuses a known token that was typed', async (channel, request) => {
  await expect(run(channel as keyof typeof requests, request)).rejects.toMatchObject({ code: 'leak-refused' })
  expect(ran).toEqual([])
})

it('@attack the operator’s name is refused as well where it is a token', async () => {
  const preferences = { operatorName: token, proxy: { mode: 'system' } }
  await expect(run('settings:setPreferences', preferences)).rejects.toMatchObject({ code: 'leak-refused' })
})

it('@attack a name that was there before a token was called like it stands in nobody’s way', async () => {
  for (const [channel, request] of [
    ['settings:setPreferences', { operatorName: 'Acme Production', proxy: { mode: 'system' } }],
    ['workspaces:update', { ...draft, name: 'Acme Production' }]
  ] as const) {
    await run(channel, request)
    expect(ran.pop()).toEqual(request)
  }
})

it('takes a token where a token belongs', async () => {
  await run('workspaces:connect', draft)
  expect(ran.pop()).toEqual(draft)
})

it('@attack an error holds no token, and is the same one otherwise', async () => {
  const failing = (thrown: Error) =>
    guarded({ 'app:getState': async () => Promise.reject(thrown) } as unknown as Handlers, maskerOf(token), () => kept)
      ['app:getState'](undefined, context)
      .catch((error: unknown) => error)
  const plain = new Error('no file')
  expect(await failing(plain)).toBe(plain)
  const leaky = new AppError('conflict', `Not ${token}`, { detail: `"${token}"` })
  expect(await failing(leaky)).toMatchObject({ message: 'Not [token]', info: { detail: '"[token]"' } })
})
