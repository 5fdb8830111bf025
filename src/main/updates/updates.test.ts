import { readFileSync, statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Authority, type Identity } from '../../practice/line/authority'
import { manifestName } from './manifest'
import { listOf, encrypted, testUpdates, type TestUpdates } from './testing'
import type { AppUpdates } from './updates'

let authority: Authority
let identity: Identity
beforeAll(() => {
  authority = Authority.make()
  identity = authority.issue('localhost')
})
afterAll(() => authority.remove())

let test: TestUpdates
let app: AppUpdates
beforeEach(async () => {
  test = await testUpdates(authority, identity)
  app = test.app()
})
afterEach(async () => {
  await app.stop()
  await test.close()
})

const offer = (version: string) => ({ version, notes: 'Faster.', bytes: 300_000 })

it('@attack a list that was signed more than 90 days ago is warned of: newer ones may be held back', async () => {
  test.release('0.1.0')
  expect(await app.setAddress(test.address)).toMatchObject({ state: { kind: 'current' }, oldSince: null })
  const signedAt = Date.parse('2026-02-20T12:00:00Z')
  test.clock.time = signedAt + 90 * 86_400_000
  expect((await app.check()).oldSince).toBeNull()
  test.clock.time += 1
  expect(app.now.oldSince).toBe(signedAt)
  // An old list with an offer may also lack later versions.
  test.release('0.2.0')
  expect(await app.check()).toMatchObject({ state: { kind: 'available' }, oldSince: signedAt })
  test.files.set(manifestName, encrypted(listOf('0.1.0', Buffer.from('x'), { signedAt: test.clock.now() - 1_000 })))
  expect((await app.check()).oldSince).toBeNull()
  test.policy = { ...test.policy, enabled: false }
  expect(app.now.oldSince).toBeNull()
})

it('@attack a list without the moment of its signature is refused', async () => {
  const list = JSON.parse(listOf('0.2.0', Buffer.from('x'))) as Record<string, unknown>
  delete list['signedAt']
  test.files.set(manifestName, encrypted(JSON.stringify(list)))
  expect((await app.setAddress(test.address)).state).toMatchObject({
    kind: 'failed',
    error: { code: 'update-refused' }
  })
})

describe('a newer version', () => {
  it('is offered as soon as the address is set, downloaded when asked, checked and shown', async () => {
    const { name, content } = test.release('0.2.0')
    expect(app.now.state).toEqual({ kind: 'off', why: 'no-address' })
    expect((await app.setAddress(`${test.address}/`)).state).toMatchObject({ kind: 'available', offer: offer('0.2.0') })
    expect([test.chosen, test.left()]).toEqual([test.address, []])
    const { state } = await app.download()
    expect(state).toEqual({ kind: 'ready', offer: offer('0.2.0'), file: name })
    expect(readFileSync(join(test.folder, name))).toEqual(content)
    expect([statSync(test.folder).mode & 0o777, statSync(join(test.folder, name)).mode & 0o777]).toEqual([0o700, 0o600])
    await app.showFile()
    expect(test.shown).toEqual([join(test.folder, name)])
  })

  it('says what it does on the way, and how far the download is', async () => {
    test.release('0.2.0')
    await app.setAddress(test.address)
    await app.download()
    const kinds = test.told.map(({ state }) => state.kind).filter((kind, at, all) => kind !== all[at - 1])
    expect(kinds).toEqual(['unchecked', 'checking', 'available', 'downloading', 'ready'])
    const bytes = test.told.flatMap(({ state }) => (state.kind === 'downloading' ? [state.bytes] : []))
    expect([bytes[0], bytes.at(-1)]).toEqual([0, 300_000])
  })

  it('@attack is asked for without a token, a cookie or a name', async () => {
    test.release('0.2.0')
    await app.setAddress(test.address)
    await app.download()
    expect(test.asked.map(({ path }) => path)).toEqual([
      '/stable/update.json',
      '/stable/connector-desk_0.2.0_amd64.deb'
    ])
    const names = new Set(test.asked.flatMap(({ headers }) => Object.keys(headers)))
    expect([...names].sort()).toEqual(['accept-encoding', 'connection', 'host'])
  })

  it('is ready at the next start without another download, and gone once it is installed', async () => {
    const { name } = test.release('0.2.0')
    await app.setAddress(test.address)
    await app.download()
    await writeFile(join(test.folder, 'old.deb.part'), 'half')
    const next = test.app()
    expect((await next.check()).state).toMatchObject({ kind: 'ready', file: name })
    expect([test.left(), test.asked.filter(({ path }) => path.endsWith('.deb'))]).toEqual([[name], [expect.anything()]])
    test.release('0.1.0')
    expect((await next.check()).state).toMatchObject({ kind: 'current', older: null })
    expect(test.left()).toEqual([])
  })

  it('@attack is not shown where its file was changed after the download', async () => {
    const { name } = test.release('0.2.0')
    await app.setAddress(test.address)
    await app.download()
    await writeFile(join(test.folder, name), Buffer.alloc(300_000, 'evil'))
    expect((await app.showFile()).state).toMatchObject({
      kind: 'failed',
      error: { code: 'update-refused', message: `${name} was changed or removed after its download.` }
    })
    expect([test.shown, test.left()]).toEqual([[], []])
    expect((await app.download()).state.kind).toBe('ready')
  })
})

describe('no newer version', () => {
  it.each([
    ['the same', '0.1.0', null],
    ['@attack an older one', '0.0.9', '0.0.9']
  ])('%s is not offered, and never downloaded', async (_, version, older) => {
    test.release(version)
    expect((await app.setAddress(test.address)).state).toEqual({ kind: 'current', at: test.clock.time, older })
    expect((await app.download()).state.kind).toBe('current')
    expect(test.asked.map(({ path }) => path)).toEqual(['/stable/update.json'])
  })
})

describe('when it asks', () => {
  it('once at the start and once a day, until the app quits', async () => {
    test.release('0.1.0')
    test.chosen = test.address
    test.clock.duringNap = () => {
      if (test.asked.length === 3) void app.stop()
    }
    const start = test.clock.time
    await app.begin()
    expect(test.asked).toHaveLength(3)
    expect(test.clock.time - start).toBeGreaterThanOrEqual(2 * 86_400_000)
  })

  it('not at all without an address, and what an earlier run left is removed', async () => {
    await mkdir(test.folder)
    await writeFile(join(test.folder, 'x.deb.part'), 'half')
    test.clock.duringNap = () => void app.stop()
    await app.begin()
    expect([test.asked, test.left()]).toEqual([[], []])
  })

  it('one thing at a time', async () => {
    test.release('0.2.0')
    test.chosen = test.address
    await Promise.all([app.check(), app.check(), app.download()])
    expect(test.asked).toHaveLength(1)
  })
})

describe('an address', () => {
  it.each([
    ['http://updates.example.com', 'must start with https://'],
    ['http://localhost:8080', 'must start with https://'],
    ['file:///srv/updates', 'must start with https://'],
    ['https://me:you@updates.example.com', 'user name and password'],
    ['https://updates.example.com?a=b', 'from ? or # on'],
    ['updates', 'full URL']
  ])('%s is refused at its field', async (typed, words) => {
    const failing = app.setAddress(typed)
    await expect(failing).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringContaining(words) })
    await expect(failing).rejects.toMatchObject({ info: { fields: { address: expect.stringContaining(words) } } })
    expect(test.chosen).toBeNull()
  })

  it('that settings hold against the rules is not asked', async () => {
    test.chosen = test.address.replace('https:', 'http:')
    expect((await app.check()).state).toMatchObject({ kind: 'failed', error: { code: 'invalid-input' } })
    expect(test.asked).toEqual([])
  })

  it('of the organization is asked, and cannot be changed here', async () => {
    test.release('0.2.0')
    test.chosen = 'https://elsewhere.example.com'
    test.policy = { address: test.address, enabled: true, managed: true }
    expect(app.now).toMatchObject({ address: test.address, managed: true })
    expect((await app.check()).state.kind).toBe('available')
    await expect(app.setAddress('')).rejects.toMatchObject({
      info: { fields: { address: 'Managed by your organization.' } }
    })
  })

  it('that the organization only suggests gives way to the operator’s, and to none', async () => {
    test.policy = { address: test.address, enabled: true, managed: false }
    expect(app.now.address).toBe(test.address)
    expect((await app.setAddress('')).state).toEqual({ kind: 'off', why: 'no-address' })
    expect(app.now.address).toBe('')
  })

  it('that is taken out takes the package along', async () => {
    test.release('0.2.0')
    await app.setAddress(test.address)
    await app.download()
    await app.setAddress('')
    expect(test.left()).toEqual([])
  })

  it('is not asked where the organization switched updates off, or there is no key to check with', async () => {
    test.chosen = test.address
    const keyless = test.app({ key: null })
    expect((await keyless.check()).state).toEqual({ kind: 'off', why: 'no-key' })
    test.policy = { address: null, enabled: false, managed: false }
    expect((await app.check()).state).toEqual({ kind: 'off', why: 'policy' })
    expect([test.asked, app.now.managed]).toEqual([[], true])
  })

  it('that is changed ends what was under way at the one before', async () => {
    test.files.set(manifestName, () => undefined)
    const first = app.setAddress(test.address)
    await expect.poll(() => test.asked.length).toBe(1)
    test.files.set(manifestName, 'x')
    expect((await app.setAddress('')).state).toEqual({ kind: 'off', why: 'no-address' })
    await first
    expect(app.now).toEqual({ address: '', managed: false, oldSince: null, state: { kind: 'off', why: 'no-address' } })
  })
})
