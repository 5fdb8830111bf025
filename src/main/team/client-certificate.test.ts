import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Authority, type Identity } from '../../practice/line/authority'
import type { TeamAddress } from '../../shared/team/team'
import { startPostgres, type Postgres } from '../testing/postgres'
import { certificateServer } from './testing/certificate-server'
import { readIdentity } from './client-identity'
import { teamDatabase, testDesk, type TestDesk } from './testing'
import { troubleWords } from './words'

let server: Postgres
let authority: Authority
let stranger: Authority
let folder: string
let desk: TestDesk

beforeAll(async () => {
  server = await startPostgres()
  await teamDatabase(server, 'team', { ada: 'operator', grace: 'operator' })
  authority = Authority.make('Harbourline Team CA')
  stranger = Authority.make('Some Other CA')
  await certificateServer(server, authority)
  folder = await mkdtemp(join(tmpdir(), 'desk-identity-'))
})
afterAll(async () => {
  await server.remove()
  authority.remove()
  stranger.remove()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  desk = testDesk('Ada', [authority.pem])
  desk.refresh(['a'])
})
afterEach(async () => {
  await desk.end()
  expect(desk.failures).toEqual([])
})

const address = (user = 'ada') => ({ host: 'localhost', port: server.port, database: 'team', user, tls: true })
let files = 0
async function file(text: string): Promise<string> {
  const path = join(folder, `${++files}.pem`)
  await writeFile(path, text)
  return path
}
async function choose({ cert, key }: Identity, passphrase = ''): Promise<unknown> {
  desk.files.splice(0, Infinity, await file(cert), await file(key))
  return desk.team.signIn.choose(passphrase).catch((thrown: Error) => thrown.message)
}
const fault = async (user?: string) => {
  const { findings } = await desk.team.test({ address: address(user), password: null })
  const { step, words } = findings.find(({ state }) => state === 'fault') ?? { step: null, words: '' }
  return { step, words, before: findings.filter(({ state }) => state === 'ok').map(({ step }) => step) }
}

describe('a client certificate', () => {
  it('joins, and signs in again after a restart by the key of the keychain', async () => {
    const identity = authority.issue('ada')
    expect(await choose(identity)).toMatchObject({ subject: 'ada', issuer: 'Harbourline Team CA' })
    await desk.team.join({ address: address(), password: null })
    await expect.poll(() => desk.isUpToDate()).toBe(true)
    await desk.restart()
    await expect.poll(() => desk.isUpToDate()).toBe(true)
    const [, kept = ''] = [...desk.secrets.secrets][0] ?? []
    expect(JSON.parse(kept)).toMatchObject({ origin: `postgresql+key://localhost:${server.port}` })
    expect(JSON.stringify(desk.settings())).not.toContain('PRIVATE KEY')
    await desk.team.leave()
    expect([...desk.secrets.secrets.keys()]).toEqual([])
    expect(desk.settings()).toMatchObject({ team: null, teamCertificate: null })
  })

  it('is read from one file with its key, and from an encrypted key with its passphrase', async () => {
    const { cert, key } = authority.issue('ada')
    desk.files.push(await file(cert + key))
    expect(await desk.team.signIn.choose('')).toMatchObject({ subject: 'ada' })
    expect(desk.files).toEqual([])
    const encrypted = { cert, key: await encryptedKey(key, 'of the key') }
    expect(await choose(encrypted)).toMatch(/is encrypted. Enter its passphrase/)
    expect(await choose(encrypted, 'wrong')).toMatch(/passphrase of the key is wrong/)
    expect(await choose(encrypted, 'of the key')).toMatchObject({ subject: 'ada' })
    expect(await fault()).toEqual({ step: null, words: '', before: expect.arrayContaining(['login', 'rights']) })
  })

  it.each<[string, () => Identity, string, RegExp]>([
    ['that expired', () => authority.issue('ada', -1), 'ada', /“ada” expired on/],
    ['that is not valid yet', notYet, 'ada', /“ada” is valid from .* on/],
    ['of another CA', () => stranger.issue('ada'), 'ada', /does not trust “Some Other CA”/],
    ['of somebody else', () => authority.issue('grace'), 'ada', /not for the account ada/]
  ])('%s is named by the test, after what was reached', async (_, identity, user, said) => {
    await choose(identity())
    expect(await fault(user)).toEqual({
      step: 'login',
      words: expect.stringMatching(said),
      before: ['dns', 'tcp', 'tls']
    })
  })

  it('@attack is asked for by the server: a password alone is not enough, nor another chosen earlier', async () => {
    await choose(authority.issue('ada'))
    const { findings } = await desk.team.test({ address: address(), password: 'password of ada' })
    expect(findings.find(({ state }) => state === 'fault')).toMatchObject({
      step: 'login',
      words: expect.stringMatching(/does not admit ada/)
    })
  })

  it('@attack that was chosen leaves memory with the lock, and never goes without encryption', async () => {
    await choose(authority.issue('ada'))
    const { findings } = await desk.team.test({ address: { ...address(), tls: false }, password: null })
    expect(findings.find(({ state }) => state === 'fault')).toMatchObject({
      step: 'tls',
      words: expect.stringMatching(/needs an encrypted connection/)
    })
    desk.team.follow(true)
    await expect(desk.team.test({ address: address(), password: null })).rejects.toThrow(/Choose a certificate first/)
  })

  it('@attack never goes out as a password, where the settings name none any more', async () => {
    await choose(authority.issue('ada'))
    await desk.team.join({ address: address(), password: null })
    await expect.poll(() => desk.isUpToDate()).toBe(true)
    Object.assign(desk.settings(), { teamCertificate: null })
    await desk.restart()
    await expect
      .poll(() => desk.team.state.status)
      .toMatchObject({ kind: 'away', fault: 'no-password', words: troubleWords.noPassword })
  })

  it.each<[string, () => Partial<TeamAddress>]>([
    ['host', () => ({ host: '127.0.0.1' })],
    ['port', () => ({ port: server.port + 1 })]
  ])('@attack goes to no other %s than the one it was chosen for', async (_, change) => {
    await choose(authority.issue('ada'))
    await desk.team.join({ address: address(), password: null })
    await expect.poll(() => desk.isUpToDate()).toBe(true)
    Object.assign(desk.settings(), { team: { ...address(), ...change() } })
    await desk.restart()
    // The desk refuses before it connects: a later refusal would be the server's.
    await expect.poll(() => desk.team.state.status).toMatchObject({ kind: 'away', fault: 'keychain' })
  })

  it('whose key was exchanged in the keychain is named', async () => {
    await choose(authority.issue('ada'))
    await desk.team.join({ address: address(), password: null })
    await expect.poll(() => desk.isUpToDate()).toBe(true)
    const other = readIdentity(...both(authority.issue('grace')), '')
    const origin = `postgresql+key://localhost:${server.port}`
    await desk.secrets.set('team', JSON.stringify({ origin, token: other.key }))
    await desk.restart()
    await expect
      .poll(() => desk.team.state.status)
      .toMatchObject({ kind: 'away', words: expect.stringMatching(/do not belong together/) })
  })
})

describe('files', () => {
  const pem = (type: 'rsa' | 'ec', modulusLength = 2_048) =>
    (type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
    ).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

  it.each<[string, () => [string, string], RegExp]>([
    ['without a certificate', () => ['nothing', pem('ec')], /holds no certificate/],
    ['without a key', () => [authority.pem, 'nothing'], /No private key/],
    ['with a key of another certificate', () => [authority.pem, pem('ec')], /does not belong to the certificate/],
    ['with a damaged certificate', () => [authority.pem.replace(/M../, 'AAA'), pem('ec')], /damaged/],
    ['with a damaged key', () => [authority.pem, pem('ec').replace(/M../, 'AAA')], /key cannot be read/]
  ])('%s are refused in words', (_, texts, said) => {
    expect(() => readIdentity(...texts(), '')).toThrow(said)
  })

  it('an RSA key of 3,072 bits fits into a keychain, and one of 4,096 is refused', async () => {
    expect(readIdentity(...both(await rsa(3_072)), '').key.length).toBeLessThan(2_400)
    const long = await rsa(4_096)
    expect(() => readIdentity(...both(long), '')).toThrow(/Use an EC key \(P-256\), or RSA with at most 3,072 bits/)
  })
})

const both = ({ cert, key }: Identity): [string, string] => [cert, key]
const openssl = (...args: string[]) => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

async function encryptedKey(key: string, passphrase: string): Promise<string> {
  const path = await file(key)
  openssl('pkcs8', '-topk8', '-in', path, '-out', `${path}.enc`, '-passout', `pass:${passphrase}`)
  return readFile(`${path}.enc`, 'utf8')
}

async function rsa(bits: number): Promise<Identity> {
  openssl('req', '-x509', '-newkey', `rsa:${bits}`, '-nodes', '-subj', '/CN=ada', '-keyout', 'r.key', '-out', 'r.pem')
  const [cert, key] = await Promise.all(['r.pem', 'r.key'].map((name) => readFile(join(folder, name), 'utf8')))
  return { cert: cert ?? '', key: key ?? '' }
}

function notYet(): Identity {
  const cwd = dirname(authority.file)
  const year = new Date().getUTCFullYear() + 1
  const config = `[ca]\ndefault_ca = one\n[one]\ndatabase = index\nnew_certs_dir = .\nserial = serial\ncertificate = ca.pem\nprivate_key = ca.key
default_md = sha256\npolicy = names\n[names]\ncommonName = supplied\n`
  for (const [name, text] of Object.entries({ index: '', config })) writeFileSync(join(cwd, name), text)
  const run = (args: string) => execFileSync('openssl', args.split(' '), { cwd, stdio: 'pipe' })
  run('req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=ada -keyout later.key -out later.csr')
  const dates = `-startdate ${year}0101000000Z -enddate ${year + 1}0101000000Z`
  run(`ca -batch -notext -config config -rand_serial ${dates} -in later.csr -out later.pem`)
  return { cert: readFileSync(join(cwd, 'later.pem'), 'utf8'), key: readFileSync(join(cwd, 'later.key'), 'utf8') }
}
