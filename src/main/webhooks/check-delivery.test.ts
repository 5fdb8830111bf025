import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryStore } from '../secrets/memory-store'
import { Masker } from '../secrets/masker'
import { freshSettings, type Settings } from '../settings/settings-schema'
import { checkDelivery, type CheckParts } from './room'
import { SignatureKeys } from './signature'

const place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' as const }
const { signal } = new AbortController()
const key = 'whsec_one'
const body = '{"webhook":{"event":"connector_synced"}}'
const signature = createHmac('sha256', key).update(body).digest('base64url')

let secrets: MemoryStore
let settings: Settings
let masker: Masker
let log: unknown
let parts: CheckParts

beforeEach(() => {
  secrets = new MemoryStore()
  settings = freshSettings
  masker = new Masker()
  log = { request: [{ headers: { 'X-Unified-Webhook-Signature': signature }, body }] }
  const store = { get: () => settings, update: (change: Partial<Settings>) => (settings = { ...settings, ...change }) }
  parts = {
    webhooks: {
      detail: async () =>
        log === null
          ? null
          : {
              status: 200,
              headers: {},
              allHeaders: [],
              body: Buffer.from(typeof log === 'string' ? log : JSON.stringify(log))
            }
    },
    keys: new SignatureKeys(store, secrets),
    masker
  }
})

const pasted = { body, signature }
const check = (change: Partial<Parameters<typeof checkDelivery>[1]> = {}) =>
  checkDelivery(parts, { ...place, of: pasted, key, keep: false, ...change }, signal)

describe('the key', () => {
  it('is kept in the keychain alone where that was chosen, and used from there', async () => {
    expect(await check({ keep: true })).toMatchObject({ verified: true, kept: true })
    expect([...secrets.secrets.values()]).toEqual([key])
    expect(JSON.stringify(settings)).not.toContain(key)
    expect(await check({ key: null })).toMatchObject({ verified: true, kept: true })
    expect(await check({ key: 'whsec_other' })).toMatchObject({ verified: false, kept: true })
    expect([...secrets.secrets.values()]).toEqual([key])
  })

  it('is kept nowhere otherwise, and is a secret of this session either way', async () => {
    expect(await check()).toMatchObject({ verified: true, kept: false })
    expect(secrets.secrets.size).toBe(0)
    expect(masker.mask(key)).toBe('[token]')
  })

  it('@attack is taken for a secret only once it was right or is kept: whatever is typed would be hidden otherwise', async () => {
    await check({ key: '"iban":"DE89370400440532013000"' })
    expect(masker.secrets).toBe(0)
    await check({ of: { body: `${body}\n`, signature } })
    expect(masker.mask(key)).toBe('[token]')
    await check({ key: 'whsec_kept', keep: true })
    expect(masker.mask('whsec_kept')).toBe('[token]')
  })

  it('is asked for where there is none, and called locked where the keychain is', async () => {
    await expect(check({ key: null })).rejects.toMatchObject({
      code: 'invalid-input',
      info: { fields: { key: expect.any(String) } }
    })
    await check({ keep: true })
    secrets.state = 'locked'
    await expect(check({ key: null })).rejects.toMatchObject({ code: 'keychain-locked' })
  })

  it('is removed with its workspace only', async () => {
    await check({ keep: true })
    await check({ keep: true, region: 'eu' })
    const other = { workspaceId: '00000000-0000-4000-8000-000000000002', region: 'eu' as const }
    await check({ ...other, keep: true })
    await parts.keys.forgetWorkspace(place.workspaceId)
    expect(settings.signatureKeys).toEqual([other])
    expect([...secrets.secrets.keys()]).toEqual([expect.stringContaining(other.workspaceId)])
  })
})

describe('a delivery of the log', () => {
  const ofLog = { of: { deliveryId: 'd1' } }

  it.each([
    ['headers as an object', { headers: { 'x-unified-webhook-signature': signature }, body }],
    ['headers as pairs', { headers: [['X-Unified-Webhook-Signature', signature]], body }],
    ['headers as a list', { headers: [{ name: 'X-Unified-Webhook-Signature', value: signature }], payload: body }]
  ])('is checked with %s', async (_, request) => {
    log = { request: [request] }
    expect(await check(ofLog)).toMatchObject({ verified: true })
  })

  it.each([
    ['no details', null, /no details/],
    ['no request', {}, /does not hold the signature/],
    ['no signature', { request: [{ headers: {}, body }] }, /does not hold the signature/],
    [
      'a body that is not text',
      { request: [{ headers: { 'X-A-Webhook-Signature': signature }, body: { webhook: {} } }] },
      /does not hold the body as text/
    ],
    ['no JSON', '<html>', /does not hold the signature/]
  ])('with %s is not verified, and says why', async (_, entry, why) => {
    log = entry
    expect(await check(ofLog)).toMatchObject({ verified: false, why: expect.stringMatching(why) })
  })
})
