import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Authority } from '../../practice/line/authority'
import { noPolicy, Policy } from '../policy/policy'
import { Certificates, type KeptCertificate } from './certificates'
import { readPem } from './pem'
import { freshSettings, type Settings } from './settings-schema'

let authority: Authority
let folder: string
beforeAll(() => {
  authority = Authority.make('Harbourline Proxy CA')
  folder = mkdtempSync(join(tmpdir(), 'desk-pem-'))
})
afterAll(() => {
  authority.remove()
  rmSync(folder, { recursive: true })
})

let settings: Settings
let chosen: string | null
let changes: number
let now: number
let certificates: Certificates
let policy: Policy
let managed: KeptCertificate[]
beforeEach(() => {
  settings = freshSettings
  policy = noPolicy
  managed = []
  open()
})

function open(): void {
  changes = 0
  now = Date.now()
  certificates = new Certificates({
    settings: { get: () => settings, update: (change) => (settings = { ...settings, ...change }) },
    policy,
    managed,
    chooseFile: async () => chosen,
    now: () => now,
    changed: () => changes++
  })
}

function fileOf(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('CA certificates', () => {
  it('of a file are trusted as they are in it, once, until they are removed', async () => {
    chosen = fileOf('company.pem', `Proxy of the company\n${authority.pem}`)
    await certificates.add()
    await certificates.add()
    const [one] = certificates.list()
    expect(certificates.list()).toEqual([
      {
        fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
        subject: 'Harbourline Proxy CA',
        issuer: 'Harbourline Proxy CA',
        validTo: expect.any(Number),
        file: 'company.pem',
        managed: false
      }
    ])
    // A later change of the file changes nothing.
    writeFileSync(chosen, 'something else')
    expect(certificates.pems()).toEqual([authority.pem])
    certificates.remove(one?.fingerprint ?? '')
    expect([certificates.list(), changes]).toEqual([[], 3])
  })

  it('of a dialog that was closed are none', async () => {
    chosen = null
    await certificates.add()
    expect([certificates.list(), changes]).toEqual([[], 0])
  })

  it.each<[what: string, make: () => string, words: RegExp]>([
    ['a private key', () => fileOf('both.pem', authority.pem + authority.issue('a.test').key), /holds a private key/],
    ['no certificate', () => fileOf('notes.txt', 'none'), /notes\.txt holds no certificate in PEM form/],
    [
      'a damaged one',
      () => fileOf('cut.pem', authority.pem.replace(/\n.{20}/, '\n####')),
      /A certificate in cut\.pem is damaged/
    ],
    [
      'the certificate of a server',
      () => fileOf('server.pem', authority.issue('a.test').cert),
      /“a\.test” in server\.pem is the certificate of a server\. Choose the one of its CA, “Harbourline Proxy CA”/
    ],
    ['a folder', () => folder, /is not a file/],
    ['a file that is gone', () => join(folder, 'gone.pem'), /gone\.pem cannot be read/]
  ])('are not taken from %s, and it is said', async (_, make, words) => {
    chosen = make()
    await expect(certificates.add()).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(words)
    })
    expect([certificates.list(), changes]).toEqual([[], 0])
  })

  it('that have expired are not taken', async () => {
    chosen = authority.file
    now += 31 * 86_400_000
    await expect(certificates.add()).rejects.toMatchObject({
      message: expect.stringMatching(/CA” in ca\.pem expired on/)
    })
  })

  it('are not taken from a file of more than a megabyte', async () => {
    chosen = fileOf('large.pem', 'x'.repeat(1_000_001))
    await expect(certificates.add()).rejects.toMatchObject({ code: 'too-large' })
  })

  it('@attack are looked for in one pass: beginnings without an end do not stop the app', () => {
    const trap = Buffer.from('-----BEGIN CERTIFICATE-----\n'.repeat(100_000))
    expect(() => readPem(trap, 'trap.pem', now)).toThrow('trap.pem holds no certificate')
  })

  it('of the organization are trusted besides those of the operator, each once, and stay', async () => {
    managed = [{ file: 'company.pem', pem: authority.pem }]
    open()
    chosen = authority.file
    await certificates.add()
    expect(certificates.list()).toMatchObject([{ file: 'company.pem', managed: true }])
    certificates.remove(certificates.list()[0]?.fingerprint ?? '')
    expect(certificates.pems()).toEqual([authority.pem.trim() + '\n'])
  })

  it('@attack are only those of the organization where they are locked, also of what was chosen before', async () => {
    chosen = authority.file
    await certificates.add()
    const entry = { value: [], locked: true }
    policy = new Policy({ source: '/etc/x', problems: [], settings: { 'network.certificates': entry } })
    open()
    expect(certificates.pems()).toEqual([])
    await expect(certificates.add()).rejects.toMatchObject({ code: 'managed' })
    expect(() => certificates.remove('AB')).toThrow(expect.objectContaining({ code: 'managed' }))
    expect(settings.certificates).toHaveLength(1)
  })

  it('that an edited settings file holds break nothing where they are none', () => {
    settings = { ...freshSettings, certificates: [{ file: 'x', pem: 'none' }] }
    expect(certificates.pems()).toEqual([])
  })
})
