import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Workspace, WorkspaceChange, WorkspaceDraft } from '../../shared/workspaces/workspace'
import { AppError } from '../../shared/errors'
import { TransportFailure } from '../http/transport'
import type { PolicySettings } from '../../shared/policy/file'
import { MemoryStore } from '../secrets/memory-store'
import { noPolicy, Policy } from '../policy/policy'
import { Masker } from '../secrets/masker'
import { freshSettings, Unwritten, type Settings } from '../settings/settings-schema'
import { scripted, testClient, type Scripted } from '../testing/fakes'
import { BearerTokens } from '../secrets/bearer-tokens'
import type { PracticeHost } from './practice-host'
import { bindTokens } from './bind-tokens'
import type { NamedAddress } from './known-hosts'
import { Workspaces } from './workspaces'

const signal = new AbortController().signal
const draft: WorkspaceDraft = {
  name: ' Harbourline ',
  region: 'default',
  baseUrl: 'https://api.example.com/',
  euBaseUrl: '',
  bearerToken: 'token-default',
  euBearerToken: '',
  keep: 'keychain'
}
const withEu = { ...draft, euBaseUrl: 'https://eu.example.com', euBearerToken: 'token-eu' }

const practice: PracticeHost = {
  start: async () => ({
    default: { url: 'http://127.0.0.1:1', bearerToken: 'practice' },
    eu: { url: 'http://127.0.0.1:2', bearerToken: 'practice-eu' }
  }),
  time: async (_, change) => ({ now: 7, speed: change === 60 ? 60 : 1, next: null, told: [] }),
  stop: async () => undefined
}

let answer: () => Scripted
let secrets: MemoryStore
let settings: Settings
let failToWrite: boolean
let policy: Policy
let hostsAsked: string[]
let agrees: boolean
let asked: ReturnType<typeof scripted>['requests']

/** A fresh run of the app over the same keychain and settings. */
function restart(): Workspaces {
  const transport = scripted(() => answer())
  asked = transport.requests
  const store = {
    get: () => settings,
    update: (change: Partial<Settings>, unwritten?: 'for-now') => {
      if (failToWrite && unwritten !== 'for-now') throw new Unwritten()
      settings = { ...settings, ...change }
    }
  }
  const bind = () => bindTokens(store, secrets)
  const hosts = {
    ask: async (_: string, named: readonly NamedAddress[]) => {
      named.forEach(([, address]) => hostsAsked.push(address))
      if (!agrees) throw new AppError('cancelled', 'It was not confirmed.')
    }
  }
  const bearers = new BearerTokens(secrets, new Masker())
  return new Workspaces(store, bearers, bind, testClient(transport), practice, policy, hosts)
}

let workspaces: Workspaces
beforeEach(() => {
  answer = () => ({ json: { integrations: [] } })
  secrets = new MemoryStore()
  settings = freshSettings
  failToWrite = false
  hostsAsked = []
  agrees = true
  policy = noPolicy
  workspaces = restart()
})

const notFound =
  'No API found at this address (404). Use the root address only, e.g. https://api.example.com, without /api/… at the end.'
const only = () => workspaces.list()[0] ?? expect.fail('There is no workspace.')
const stored = () => [...secrets.secrets.values()].map((entry) => (JSON.parse(entry) as { token: string }).token)
const sentTo = (origin: string) => asked.filter(({ url }) => url.origin === origin)

describe('connect', () => {
  it('checks with one GET, then keeps the token in the keychain and the rest in the settings', async () => {
    await workspaces.connect(draft, signal)
    expect(asked.map(({ method, url }) => `${method} ${url.href}`)).toEqual([
      'GET https://api.example.com/api/v1/lookup/integrations'
    ])
    expect(only()).toMatchObject({
      name: 'Harbourline',
      baseUrl: 'https://api.example.com',
      tokens: { default: 'keychain', eu: 'none' }
    })
    expect(workspaces.activeId).toBe(only().id)
    expect(secrets.secrets).toEqual(
      new Map([[`${only().id}:default`, '{"origin":"https://api.example.com","token":"token-default"}']])
    )
    expect(JSON.stringify(settings)).not.toContain('token-default')
  })

  it('binds one token that was typed for both addresses to each, or takes one for each', async () => {
    await workspaces.connect({ ...withEu, euBearerToken: '' }, signal)
    expect(only().tokens).toEqual({ default: 'keychain', eu: 'keychain' })
    expect((await workspaces.target(only().id, 'eu')).bearerToken).toBe('token-default')
    await workspaces.remove(only().id)
    await workspaces.connect(withEu, signal)
    expect(only().tokens).toEqual({ default: 'keychain', eu: 'keychain' })
    expect(await workspaces.target(only().id, 'eu')).toMatchObject({
      baseUrl: 'https://eu.example.com',
      bearerToken: 'token-eu'
    })
  })

  it('@attack reaches no host before the person agreed to it, and asks about none that is written wrongly', async () => {
    agrees = false
    await expect(workspaces.connect(withEu, signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect({ asked, hostsAsked }).toEqual({
      asked: [],
      hostsAsked: ['https://api.example.com', 'https://eu.example.com']
    })
    expect({ listed: workspaces.list(), stored: stored() }).toEqual({ listed: [], stored: [] })
    await expect(workspaces.connect({ ...withEu, name: '' }, signal)).rejects.toMatchObject({ code: 'invalid-input' })
    expect(hostsAsked).toHaveLength(2)
  })

  it("checks the chosen region with that region's token", async () => {
    await workspaces.connect({ ...withEu, region: 'eu' }, signal)
    expect(asked[0]?.url.origin).toBe('https://eu.example.com')
    expect(asked[0]?.headers['authorization']).toBe('Bearer token-eu')
  })

  it.each<[string, () => Scripted, object]>([
    ['a refused token', () => ({ status: 401 }), { code: 'unauthorized' }],
    [
      'a web page',
      () => ({ body: Buffer.from('<html>') }),
      { code: 'bad-response', info: { fields: { baseUrl: expect.any(String) } } }
    ],
    [
      'another service',
      () => ({ json: { hello: 1 } }),
      { code: 'not-the-service', info: { fields: { baseUrl: expect.any(String) } } }
    ],
    [
      'no such address',
      () => ({ status: 404 }),
      {
        code: 'not-the-service',
        info: { status: 404, fields: { baseUrl: notFound } }
      }
    ],
    [
      'a rate limit that lasts',
      () => ({ status: 429, headers: { 'retry-after': '600' } }),
      { code: 'rate-limited', info: { retryAfterMs: 600_000, tries: 1 } }
    ]
  ])('stores nothing after %s', async (_, scriptedAnswer, error) => {
    answer = scriptedAnswer
    await expect(workspaces.connect(draft, signal)).rejects.toMatchObject(error)
    expect(stored()).toEqual([])
    expect(settings).toEqual(freshSettings)
  })

  it('waits for a rate limit of half a minute, and connects after it', async () => {
    const answers = [{ status: 429, headers: { 'retry-after': '30' } }, { json: { integrations: [] } }]
    answer = () => answers.shift() ?? expect.fail('It asked again.')
    await workspaces.connect(draft, signal)
    expect(asked).toHaveLength(2)
    expect(only().name).toBe('Harbourline')
  })

  it.each<[string, () => Scripted, number | undefined]>([
    ['404', () => ({ status: 404 }), 404],
    ['401', () => ({ status: 401 }), 401],
    ['no connection', () => new TransportFailure('unreachable', 'Nothing answers there.', false), undefined]
  ])('says what it asked, how often and what came: %s', async (_, scriptedAnswer, status) => {
    answer = scriptedAnswer
    const error = await workspaces.connect(draft, signal).catch((thrown: unknown) => thrown)
    const endpoint = 'GET https://api.example.com/api/v1/lookup/integrations'
    expect(error).toMatchObject({ info: { endpoint, tries: 1 } })
    expect((error as AppError).info.status).toBe(status)
  })

  it('ends when it is stopped, and stores nothing', async () => {
    const stop = new AbortController()
    answer = () => {
      stop.abort()
      return { status: 429, headers: { 'retry-after': '30' } }
    }
    await expect(workspaces.connect(draft, stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(asked).toHaveLength(1)
    expect(stored()).toEqual([])
  })

  it.each<[string, Partial<WorkspaceDraft>, string[]]>([
    ['no name', { name: ' ' }, ['name']],
    ['a name with a character that turns it around', { name: 'a\u202eb' }, ['name']],
    ['a name with one that cannot be seen', { name: 'a\u200bb' }, ['name']],
    ['a name too long', { name: 'x'.repeat(81) }, ['name']],
    ['http', { baseUrl: 'http://api.example.com' }, ['baseUrl']],
    ['a user part in EU', { euBaseUrl: 'https://a@eu.example.com' }, ['euBaseUrl']],
    ['EU without its address', { region: 'eu' }, ['euBaseUrl']],
    ['an EU token without its address', { euBearerToken: 'x-token' }, ['euBaseUrl']],
    ['no token', { bearerToken: ' ' }, ['bearerToken']],
    ['a token with a NUL, which keychains cut off', { bearerToken: 'abc\0def' }, ['bearerToken']],
    ['a token with a line break in it', { bearerToken: 'abc\ndef' }, ['bearerToken']],
    ['a token over 2,560 bytes', { bearerToken: 'x'.repeat(2_561) }, ['bearerToken']],
    ['everything at once', { name: '', baseUrl: '', bearerToken: '' }, ['name', 'baseUrl', 'bearerToken']]
  ])('@attack shows it at the field, before any request: %s', async (_, change, fields) => {
    const error = await workspaces.connect({ ...draft, ...change }, signal).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'invalid-input' })
    expect(Object.keys((error as { info: { fields: object } }).info.fields)).toEqual(fields)
    expect(asked).toHaveLength(0)
  })

  it('takes a token as it is pasted', async () => {
    await workspaces.connect({ ...draft, bearerToken: '  Bearer abc.def-123\n' }, signal)
    expect(stored()).toEqual(['abc.def-123'])
  })

  it('refuses a second workspace of the same name', async () => {
    await workspaces.connect(draft, signal)
    await expect(workspaces.connect(draft, signal)).rejects.toMatchObject({
      info: { fields: { name: expect.any(String) } }
    })
  })

  it.each(['locked', 'missing'] as const)(
    'stores nothing in a keychain that is %s, and takes a token for the session',
    async (state) => {
      secrets.state = state
      await expect(workspaces.connect(draft, signal)).rejects.toMatchObject({ code: `keychain-${state}` })
      expect(settings.workspaces).toEqual([])
      await workspaces.connect({ ...draft, keep: 'session' }, signal)
      expect(only().tokens.default).toBe('session')
      expect((await workspaces.target(only().id, 'default')).bearerToken).toBe('token-default')
      workspaces = restart()
      expect(only().tokens.default).toBe('none')
      await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject({ code: 'no-token' })
    }
  )

  it('leaves no token behind when the settings cannot be written, and works until the app quits', async () => {
    failToWrite = true
    await workspaces.connect(withEu, signal)
    expect(stored()).toEqual([])
    expect(only().tokens).toEqual({ default: 'session', eu: 'session' })
    expect(settings.workspaces[0]?.tokens).toEqual({ default: 'none', eu: 'none' })
    expect(await workspaces.target(only().id, 'eu')).toMatchObject({ bearerToken: 'token-eu' })
  })
})

describe('a new token', () => {
  beforeEach(() => workspaces.connect({ ...withEu, euBearerToken: '' }, signal))

  it('is kept in memory where no settings can name it', async () => {
    await secrets.delete(`${only().id}:eu`)
    settings = { ...settings, workspaces: [{ ...only(), tokens: { default: 'keychain', eu: 'none' } }] }
    failToWrite = true
    await workspaces.setToken(only().id, 'eu', 'token-eu', 'keychain', signal)
    expect(stored()).toEqual(['token-default'])
    expect(only().tokens).toEqual({ default: 'keychain', eu: 'session' })
  })

  it('keeps changes made while it was checked', async () => {
    answer = () => {
      workspaces.open(only().id, 'eu')
      return { json: { integrations: [] } }
    }
    await workspaces.setToken(only().id, 'eu', 'token-eu', 'keychain', signal)
    expect(only()).toMatchObject({ region: 'eu', tokens: { eu: 'keychain' } })
    workspaces.open(only().id, 'default')
    const { name, baseUrl } = only()
    const moved = { name, baseUrl, euBaseUrl: 'https://new.example.com', bearerToken: '', euBearerToken: 'token-new' }
    await workspaces.update(only().id, moved, signal)
    expect(only()).toMatchObject({ region: 'eu', euBaseUrl: 'https://new.example.com' })
  })

  it('is not kept when its workspace is removed while it is stored', async () => {
    const { id } = only()
    const set = vi.spyOn(secrets, 'set').mockImplementation(async (account, token) => {
      set.mockRestore()
      await secrets.set(account, token)
      await workspaces.remove(id)
    })
    await expect(workspaces.setToken(id, 'eu', 'token-eu', 'keychain', signal)).rejects.toMatchObject({
      code: 'not-found'
    })
    expect(stored()).toEqual([])
  })
})

describe('after a restart', () => {
  beforeEach(async () => {
    await workspaces.connect(withEu, signal)
    workspaces = restart()
  })

  it('workspace, region and tokens are there', async () => {
    workspaces.open(only().id, 'eu')
    workspaces = restart()
    expect(only().region).toBe('eu')
    expect((await workspaces.target(only().id, 'eu')).bearerToken).toBe('token-eu')
  })

  it.each(['locked', 'missing'] as const)('a keychain that is %s is named; nothing is logged out', async (state) => {
    secrets.state = state
    await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject({ code: `keychain-${state}` })
    expect(only().tokens.default).toBe('keychain')
    secrets.state = 'unlocked'
    expect((await workspaces.target(only().id, 'default')).bearerToken).toBe('token-default')
  })

  it('a token for this session takes precedence over the locked one and overwrites nothing', async () => {
    secrets.state = 'locked'
    await workspaces.setToken(only().id, 'default', 'token-session', 'session', signal)
    expect(only().tokens.default).toBe('session')
    expect((await workspaces.target(only().id, 'default')).bearerToken).toBe('token-session')
    secrets.state = 'unlocked'
    workspaces = restart()
    expect((await workspaces.target(only().id, 'default')).bearerToken).toBe('token-default')
  })

  it('says so when the keychain lost the token', async () => {
    secrets.secrets.clear()
    await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject({ code: 'no-token' })
  })

  it('a new token is checked before it replaces the old one', async () => {
    answer = () => ({ status: 401 })
    await expect(workspaces.setToken(only().id, 'eu', 'wrong', 'keychain', signal)).rejects.toMatchObject({
      code: 'unauthorized'
    })
    expect(stored()).toEqual(['token-default', 'token-eu'])
    answer = () => ({ json: { integrations: [] } })
    await workspaces.setToken(only().id, 'eu', 'token-new', 'keychain', signal)
    expect(stored()).toEqual(['token-default', 'token-new'])
  })

  it('removing deletes the tokens, and fails while the keychain is locked', async () => {
    const { id } = only()
    secrets.state = 'locked'
    await expect(workspaces.remove(id)).rejects.toMatchObject({ code: 'keychain-locked' })
    expect(workspaces.list()).toHaveLength(1)
    secrets.state = 'unlocked'
    await workspaces.remove(id)
    expect(stored()).toEqual([])
    expect(workspaces.list()).toEqual([])
    expect(workspaces.activeId).toBeNull()
    await expect(workspaces.target(id, 'default')).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('update', () => {
  beforeEach(() => workspaces.connect(draft, signal))
  const change = (to: Partial<WorkspaceChange>) => {
    const same = { name: 'Harbourline', baseUrl: draft.baseUrl, euBaseUrl: '', bearerToken: '', euBearerToken: '' }
    return workspaces.update(only().id, { ...same, ...to }, signal)
  }

  it('is named by its environment, also after a restart, and not any more', async () => {
    workspaces.setEnvironment(only().id, 'development')
    workspaces = restart()
    expect(only().environment).toBe('development')
    await change({ name: 'Harbour' })
    expect(only()).toMatchObject({ name: 'Harbour', environment: 'development' })
    workspaces.setEnvironment(only().id, null)
    expect(only()).not.toHaveProperty('environment')
  })

  it('renames without any request', async () => {
    asked.length = 0
    await change({ name: 'Harbour' })
    expect(only().name).toBe('Harbour')
    expect(asked).toHaveLength(0)
  })

  it('checks an address that is new, and changes nothing when it does not answer', async () => {
    answer = () => ({ status: 404 })
    await expect(change({ euBaseUrl: 'https://eu.example.com', euBearerToken: 'token-eu' })).rejects.toMatchObject({
      info: { fields: { euBaseUrl: expect.any(String) } }
    })
    expect(only().euBaseUrl).toBeNull()
    expect(stored()).toEqual(['token-default'])
  })

  it('adds EU with its token, kept where that of Default is, and removes both again', async () => {
    await change({ euBaseUrl: 'https://eu.example.com', euBearerToken: 'token-eu' })
    expect(only().tokens.eu).toBe('keychain')
    workspaces.open(only().id, 'eu')
    await change({})
    expect(only()).toMatchObject({ euBaseUrl: null, region: 'default', tokens: { default: 'keychain', eu: 'none' } })
    expect(stored()).toEqual(['token-default'])
    expect(() => workspaces.open(only().id, 'eu')).toThrow(/no EU base address/)
  })

  it.each<[string, Partial<WorkspaceChange>, string]>([
    ['another host', { baseUrl: 'https://evil.example' }, 'bearerToken'],
    ['another port', { baseUrl: 'https://api.example.com:8443' }, 'bearerToken'],
    ['http on this computer', { baseUrl: 'http://127.0.0.1:1' }, 'bearerToken'],
    ['a new EU address', { euBaseUrl: 'https://evil.example' }, 'euBearerToken']
  ])('@attack sends no kept token to %s, and asks for one at its field', async (_, to, field) => {
    asked.length = 0
    await expect(change(to)).rejects.toMatchObject({
      code: 'invalid-input',
      info: { fields: { [field]: expect.stringContaining('Enter the') } }
    })
    expect(asked).toEqual([])
    expect(only()).toMatchObject({ baseUrl: 'https://api.example.com', euBaseUrl: null })
  })

  it('moves to another origin with its own token, and says which regions left', async () => {
    expect(await change({ baseUrl: 'https://new.example.com', bearerToken: 'token-new' })).toEqual(['default'])
    expect(asked.at(-1)?.headers['authorization']).toBe('Bearer token-new')
    expect(stored()).toEqual(['token-new'])
    expect((await workspaces.target(only().id, 'default')).bearerToken).toBe('token-new')
  })

  it('keeps the token where only the path of the address changes', async () => {
    expect(await change({ baseUrl: 'https://api.example.com/v2' })).toEqual([])
    expect((await workspaces.target(only().id, 'default')).bearerToken).toBe('token-default')
  })
})

describe('@attack a settings file that was edited', () => {
  const edit = (to: Partial<Workspace>) => {
    settings = { ...settings, workspaces: [{ ...only(), ...to }] }
    workspaces = restart()
  }
  const moved = { code: 'other-address', message: expect.stringContaining('belongs to https://') }

  it.each(['keychain', 'session'] as const)('gets no token that is kept in the %s', async (keep) => {
    await workspaces.connect({ ...withEu, keep }, signal)
    // A check against memory alone would miss this: the file is also read again while the app runs.
    settings = { ...settings, workspaces: [{ ...only(), baseUrl: 'https://evil.example' }] }
    await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject(moved)
    expect(sentTo('https://evil.example')).toEqual([])
  })

  it('gets none by exchanging the regions, by sharing, or by posing as an old file', async () => {
    await workspaces.connect(withEu, signal)
    edit({ baseUrl: 'https://eu.example.com', euBaseUrl: 'https://api.example.com' })
    await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject(moved)
    settings = { ...settings, tokensBound: false }
    edit({
      baseUrl: 'https://api.example.com',
      euBaseUrl: 'https://evil.example',
      tokens: { default: 'keychain', eu: 'shared' }
    })
    await expect(workspaces.target(only().id, 'eu')).rejects.toMatchObject({ code: 'no-token' })
    expect((await workspaces.target(only().id, 'default')).bearerToken).toBe('token-default')
    edit({ kind: 'practice' })
    edit({ kind: 'live', baseUrl: 'https://evil.example' })
    await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject(moved)
  })

  it('gets no token that was kept without an origin once the others are bound', async () => {
    await workspaces.connect(draft, signal)
    await secrets.set(`${only().id}:default`, 'token-raw')
    await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject({
      code: 'no-token',
      message: expect.stringContaining('names no address')
    })
  })
})

describe('the practice service', () => {
  it('is a workspace of its own, once, with addresses of this run and no token in the keychain', async () => {
    await workspaces.startPractice()
    await workspaces.startPractice()
    expect(workspaces.list()).toHaveLength(1)
    expect(only()).toMatchObject({ kind: 'practice', baseUrl: 'http://127.0.0.1:1', euBaseUrl: 'http://127.0.0.1:2' })
    expect(await workspaces.target(only().id, 'eu')).toMatchObject({ bearerToken: 'practice-eu' })
    expect(stored()).toEqual([])
  })

  it('has a time of its own, unless the policy turns it off', async () => {
    expect(await workspaces.practiceTime('eu', 60)).toMatchObject({ speed: 60 })
    policy = new Policy({
      source: '/etc/x',
      settings: { 'services.practice': { value: false, locked: true } },
      problems: []
    })
    workspaces = restart()
    await expect(workspaces.practiceTime('eu', null)).rejects.toMatchObject({ code: 'managed' })
  })

  it('is started again when a restart finds it open', async () => {
    await workspaces.startPractice()
    workspaces = restart()
    expect(only().baseUrl).toBe('')
    expect((await workspaces.target(only().id, 'default')).baseUrl).toBe('http://127.0.0.1:1')
  })
})

describe('@attack the policy of the organization', () => {
  const says = (settings: Partial<PolicySettings>) =>
    (policy = new Policy({ source: '/etc/connector-desk/policy.json', problems: [], settings }))
  const managed = (words: RegExp) => ({ code: 'managed', message: expect.stringMatching(words) })

  it('lets nothing leave for a workspace that was connected before, at an origin it does not allow', async () => {
    await workspaces.connect(withEu, signal)
    says({ 'services.allowedOrigins': { value: ['https://eu.example.com'], locked: true } })
    workspaces = restart()
    await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject(
      managed(/https:\/\/api\.example\.com is not allowed.*Managed by your organization/)
    )
    expect(await workspaces.target(only().id, 'eu')).toMatchObject({ baseUrl: 'https://eu.example.com' })
    await expect(workspaces.setToken(only().id, 'default', 'other', 'session', signal)).rejects.toMatchObject(
      managed(/not allowed/)
    )
    expect(asked).toEqual([])
  })

  it('refuses a settings file that names another address', async () => {
    await workspaces.connect(draft, signal)
    says({ 'services.baseAddress': { value: 'https://api.example.com', locked: true } })
    workspaces = restart()
    await expect(workspaces.target(only().id, 'default')).resolves.toBeTruthy()
    settings = { ...settings, workspaces: [{ ...only(), baseUrl: 'https://api.example.com/other' }] }
    await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject(managed(/has to be https/))
  })

  it('names each field of a new workspace that it does not allow, before anything is sent', async () => {
    says({
      'services.allowedOrigins': { value: ['https://eu.example.com'], locked: true },
      'services.regions': { value: ['default'], locked: true }
    })
    workspaces = restart()
    await expect(workspaces.connect(withEu, signal)).rejects.toMatchObject({
      code: 'invalid-input',
      info: {
        fields: {
          baseUrl: expect.stringMatching(/https:\/\/api\.example\.com is not allowed/),
          euBaseUrl: expect.stringMatching(/EU region is not used/)
        }
      }
    })
    expect(asked).toEqual([])
    expect(stored()).toEqual([])
  })

  it('allows the workspaces it names, by name and address', async () => {
    const allowed = { name: 'Harbourline', baseAddress: 'https://api.example.com' }
    says({ 'services.allowedWorkspaces': { value: [allowed], locked: true } })
    workspaces = restart()
    const refused = (change: Partial<WorkspaceDraft>, field: string) =>
      expect(workspaces.connect({ ...draft, ...change }, signal)).rejects.toMatchObject({
        info: { fields: { [field]: expect.stringMatching(/Managed by your organization/) } }
      })
    await refused({ name: 'Staging' }, 'name')
    await refused({ baseUrl: 'https://other.example.com' }, 'baseUrl')
    await refused({ euBaseUrl: 'https://eu.example.com' }, 'euBaseUrl')
    await workspaces.connect(draft, signal)
    const moved = { ...draft, name: 'Mine', baseUrl: 'https://api.example.com/other' }
    await expect(workspaces.update(only().id, moved, signal)).rejects.toMatchObject({
      info: { fields: { name: expect.stringMatching(/Harbourline/) } }
    })
  })

  it('starts no practice service that it turns off, and asks nothing of one that is there', async () => {
    await workspaces.startPractice()
    says({ 'services.practice': { value: false, locked: true } })
    workspaces = restart()
    await expect(workspaces.startPractice()).rejects.toMatchObject(managed(/practice workspace is off/i))
    await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject(managed(/practice workspace is off/i))
  })

  it('is not gone around by a settings file that calls another service the practice service', async () => {
    await workspaces.startPractice()
    says({ 'services.allowedOrigins': { value: ['https://api.example.com'], locked: true } })
    workspaces = restart()
    settings = { ...settings, workspaces: [{ ...only(), baseUrl: 'https://other.example.com' }] }
    expect(only().baseUrl).toBe('')
    await expect(workspaces.setToken(only().id, 'default', 'a-token', 'session', signal)).rejects.toMatchObject({
      code: 'not-permitted'
    })
    const moved = { ...draft, name: 'Mine', baseUrl: 'https://api.example.com/other' }
    await expect(workspaces.update(only().id, moved, signal)).rejects.toMatchObject({
      code: 'not-permitted'
    })
    expect(asked).toEqual([])
  })

  it('that is broken lets nothing leave, and removes no workspace', async () => {
    await workspaces.connect(draft, signal)
    policy = new Policy({ source: '/etc/x', settings: {}, problems: [{ key: 'lock.minutes', words: 'No number.' }] })
    workspaces = restart()
    const broken = managed(/cannot be used. lock.minutes: No number. Until an administrator corrects \/etc\/x/)
    await expect(workspaces.target(only().id, 'default')).rejects.toMatchObject(broken)
    await expect(workspaces.connect({ ...draft, name: 'Other' }, signal)).rejects.toMatchObject(broken)
    await expect(workspaces.startPractice()).rejects.toMatchObject(broken)
    expect(asked).toEqual([])
    expect(workspaces.list()).toHaveLength(1)
  })
})
