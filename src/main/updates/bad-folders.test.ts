import { generateKeyPairSync } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Authority, type Identity } from '../../practice/line/authority'
import { PartFile } from '../base/part-file'
import { fileTrouble } from '../base/file-trouble'
import { connectOptions } from '../http/trust'
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
  vi.restoreAllMocks()
  await app.stop()
  await test.close()
})

const content = Buffer.alloc(300_000, 'x')
const good = listOf('0.2.0', content)
const name = 'connector-desk_0.2.0_amd64.deb'
const failed = (code: string, message: string, offer: unknown = null) => ({
  kind: 'failed',
  error: { code, message: expect.stringContaining(message) },
  offer
})

describe('an update folder whose list is refused: nothing is downloaded', () => {
  const page = '<!doctype html><title>Sign in</title>'
  const changed = JSON.stringify({ ...JSON.parse(encrypted(good)), signed: good.replace('0.2.0', '9.9.9') })
  it.each<[string, string, string, string]>([
    ['a web page', page, 'update-refused', 'answers with a web page'],
    ['@attack a list without a signature', good, 'update-refused', 'carries no signature'],
    ['@attack a list that was changed', changed, 'update-refused', 'The signature of update.json is wrong'],
    [
      '@attack a list that somebody else signed',
      encrypted(good, generateKeyPairSync('ed25519').privateKey),
      'update-refused',
      'The signature of update.json is wrong'
    ],
    ['another product', encrypted(listOf('0.2.0', content, { product: 'other' })), 'update-refused', 'another product'],
    [
      '@attack a package name that is a path',
      encrypted(good.replace(name, '../../x.deb')),
      'update-refused',
      'list this version can'
    ],
    ['a version of no three numbers', encrypted(listOf('two', content)), 'update-refused', 'list this version can'],
    [
      'no package for this computer',
      encrypted(listOf('0.2.0', content, { packages: {} })),
      'update-refused',
      'no package for this computer (linux-x64-deb)'
    ],
    ['a list without end', 'x'.repeat(300_000), 'update-failed', 'larger than']
  ])('%s', async (_, text, code, words) => {
    test.files.set(manifestName, text)
    expect((await app.setAddress(test.address)).state).toEqual(failed(code, words))
    expect((await app.download()).state.kind).toBe('failed')
    expect([test.asked.length, test.left()]).toEqual([1, []])
  })

  it.each<[number, string]>([
    [404, 'The update folder has no update.json (404).'],
    [302, 'points to another address (302), which is not followed'],
    [403, 'It asks for a sign-in, which updates never send.'],
    [500, 'answered 500']
  ])('an answer of %i', async (status, words) => {
    const location = { location: 'https://elsewhere.example.com' }
    test.files.set(manifestName, (_, response) => void response.writeHead(status, location).end())
    expect((await app.setAddress(test.address)).state).toEqual(failed('update-failed', words))
    expect(test.asked).toHaveLength(1)
  })

  it('@attack a certificate that is not trusted: nothing is asked', async () => {
    test.agent = new Agent({ connect: connectOptions() })
    const { state } = await app.setAddress(test.address)
    expect(state).toEqual(failed('untrusted-certificate', 'issued by a CA that this computer does not know'))
    expect(test.asked).toEqual([])
  })

  it('no server at all', async () => {
    const { state } = await app.setAddress('https://localhost:1/stable')
    expect(state).toEqual(failed('update-failed', 'At the update folder: Nothing answers at that address and port.'))
  })

  it('no answer, which the operator ends', async () => {
    test.files.set(manifestName, () => undefined)
    const asking = app.setAddress(test.address)
    await expect.poll(() => test.asked.length).toBe(1)
    app.cancel()
    expect((await asking).state).toEqual(failed('cancelled', 'Cancelled.'))
  })
})

describe('a package that is refused: nothing of it is left, and it can be tried again', () => {
  const half = content.subarray(0, 150_000)
  const offer = { version: '0.2.0', notes: 'Faster.', bytes: content.length }
  beforeEach(async () => {
    test.files.set(manifestName, encrypted(good))
    await app.setAddress(test.address)
    expect(app.now.state.kind).toBe('available')
  })
  const triedAgain = async () => {
    vi.restoreAllMocks()
    test.files.set(name, content)
    return (await app.download()).state.kind
  }

  it.each<[string, Buffer | string | null, string, string]>([
    [
      '@attack of other bytes',
      Buffer.alloc(300_000, 'y'),
      'update-refused',
      'its digest is not the one that was signed'
    ],
    ['shorter', half, 'update-refused', '150,000 of 300,000 bytes came'],
    ['longer', Buffer.alloc(300_001, 'x'), 'update-refused', 'longer than its signed size of 300,000 bytes'],
    ['a web page', '<!doctype html>', 'update-refused', 'shorter than its signed size'],
    ['not there', null, 'update-failed', `has no ${name} (404)`]
  ])('%s', async (_, bytes, code, words) => {
    if (bytes !== null) test.files.set(name, bytes)
    expect((await app.download()).state).toEqual(failed(code, words, offer))
    expect(test.left()).toEqual([])
    expect(await triedAgain()).toBe('ready')
  })

  it('a download that breaks off', async () => {
    test.files.set(name, (_, response) => {
      response.writeHead(200, { 'content-length': content.length })
      response.write(half, () => response.destroy())
    })
    expect((await app.download()).state).toEqual(
      failed('update-failed', 'At the update folder: The response broke off', offer)
    )
    expect(test.left()).toEqual([])
    expect(await triedAgain()).toBe('ready')
  })

  it('a download that the operator ends, or the app that quits', async () => {
    for (const end of [() => app.cancel(), () => app.stop()]) {
      test.files.set(name, (_, response) => {
        response.writeHead(200, { 'content-length': content.length })
        response.write(half)
      })
      const loading = app.download()
      await expect.poll(() => app.now.state).toMatchObject({ kind: 'downloading', bytes: half.length })
      await end()
      expect((await loading).state).toEqual(failed('cancelled', 'Cancelled.', offer))
      expect(test.left()).toEqual([])
    }
    expect(await triedAgain()).toBe('ready')
  })

  it('a full disk', async () => {
    test.files.set(name, content)
    const full = fileTrouble(Object.assign(new Error('no space'), { code: 'ENOSPC' }), name)
    vi.spyOn(PartFile.prototype, 'write').mockRejectedValue(full)
    expect((await app.download()).state).toEqual(failed('disk-full', 'The disk is full', offer))
    expect(test.left()).toEqual([])
    expect(await triedAgain()).toBe('ready')
  })

  it('a folder that cannot be made', async () => {
    const file = `${test.folder}.txt`
    await writeFile(file, 'no folder')
    app = test.app({ folder: join(file, 'updates') })
    await app.check()
    test.files.set(name, content)
    expect((await app.download()).state).toEqual(
      failed('file-refused', 'The folder for updates cannot be written', offer)
    )
  })
})
