import { randomUUID } from 'node:crypto'
import { accessSync, constants, readFileSync, closeSync, fstatSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/errors'
import type { TeamAddress } from '../../shared/team/team'
import type { Target } from '../http/call'
import { readWebhookAddress } from '../alerts/send'
import { readToken } from '../secrets/token-text'
import type { Masker } from '../secrets/masker'
import { readPem } from '../settings/pem'
import { type WalkerConfig, NotConfigured } from './config'
import type { AlertWays } from './alerts'
import { brokenWords, type Policy } from '../policy/policy'
import { refusalOf } from '../policy/services'
import { troubleWords } from '../team/words'

export interface SetUp {
  database: { address: TeamAddress; password: string }
  targets: Target[]
  certificates: string[]
  ways: AlertWays
}

/** Bytes. */
const largest = 64_000

interface WantedSecret {
  /** For a person: "bearer token". */
  what: string
  /** In the configuration: an absolute path, or a credential's name. */
  named: string | undefined
  /** The default credential. */
  credential: string
  variable: string
}

/**
 * Others must not be able to read the file; systemd's folder is already private.
 * @throws NotConfigured never with a part of the secret
 */
export function readSecret({ what, named, credential, variable }: WantedSecret, env: NodeJS.ProcessEnv): string {
  const folder = env['CREDENTIALS_DIRECTORY']
  if (named?.startsWith('/')) return checked(what, readPrivate(named))
  const credentialText = folder ? readCredential(join(folder, named ?? credential)) : null
  if (credentialText !== null) return checked(what, credentialText)
  if (named !== undefined) throw new NotConfigured(`The credential ${named} with the ${what} is missing.`)
  const text = env[variable]
  if (text !== undefined) return checked(what, text)
  throw new NotConfigured(
    `There is no ${what}: pass the credential ${credential}, name a file in the configuration, or set ${variable}.`
  )
}

function checked(what: string, text: string): string {
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new NotConfigured(`The ${what} is empty.`)
  return secret
}

/** null if it does not exist */
function readCredential(path: string): string | null {
  return reading(path, (file) => {
    checkSize(path, fstatSync(file).size)
    return readFileSync(file, 'utf8')
  })
}

function readPrivate(path: string): string {
  const text = reading(path, (file) => {
    const { mode, size } = fstatSync(file)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new NotConfigured(`Others than its owner may read or write ${path}: chmod 600 it.`)
    checkSize(path, size)
    return readFileSync(file, 'utf8')
  })
  if (text === null) throw new NotConfigured(`${path} is missing.`)
  return text
}

function checkSize(path: string, size: number): void {
  if (size > largest) throw new NotConfigured(`${path} is larger than ${largest / 1_000} kB.`)
}

/** Checks the open file itself, so that no other file can replace it between check and read. */
function reading<T>(path: string, read: (file: number) => T): T | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new NotConfigured(`${path} cannot be read: ${message}`)
  }
  try {
    return read(file)
  } finally {
    closeSync(file)
  }
}

/**
 * The masker learns each secret before other code has it.
 * @throws NotConfigured
 */
export function setUp(config: WalkerConfig, env: NodeJS.ProcessEnv, masker: Masker, now: number): SetUp {
  const { passwordFile, ...address } = config.database
  const password = readSecret(
    {
      what: 'password of the database',
      named: passwordFile,
      credential: 'database-password',
      variable: 'CONNECTOR_DESK_DATABASE_PASSWORD'
    },
    env
  )
  masker.add(password)
  const targets = config.services.map(({ address: baseUrl, bearerTokenFile }): Target => {
    const bearerToken = bearerFor(baseUrl, bearerTokenFile, env)
    masker.add(bearerToken)
    // Each address is its own place: the client keeps the service's limits by it.
    return { workspaceId: randomUUID(), region: 'default', baseUrl, bearerToken }
  })
  const certificates = certificatesIn(config.certificatesFile, now)
  if (config.report) checkFolder(config.report.folder)
  return { database: { address, password }, targets, certificates, ways: waysOf(config, env, masker, certificates) }
}

/** @throws NotConfigured */
function checkFolder(folder: string): void {
  try {
    accessSync(join(folder, '.'), constants.W_OK)
  } catch (thrown) {
    throw new NotConfigured(`No report can be written to ${folder}: ${(thrown as Error).message}`)
  }
}

/** Where alert messages may go: what the file names, and nothing else. @throws NotConfigured */
function waysOf(
  { alerts, mail }: WalkerConfig,
  env: NodeJS.ProcessEnv,
  masker: Masker,
  certificates: string[]
): AlertWays {
  const secret = (what: string, named: string) => {
    const text = readSecret({ what, named, credential: named, variable: '' }, env)
    masker.add(text)
    return text
  }
  const posted = (alerts?.channels ?? []).map(({ kind, name, addressFile, keyFile }) => {
    const what = `address of the channel ${name}`
    const read = readWebhookAddress(secret(what, addressFile))
    if ('problem' in read) throw new NotConfigured(`The ${what} cannot be used. ${read.problem}`)
    masker.add(`${read.url.pathname}${read.url.search}`.slice(1))
    const key = keyFile === undefined ? null : secret(`signature key of the channel ${name}`, keyFile)
    return { kind, name, way: { url: read.url.href, key } }
  })
  if (!mail) return { posted, recipients: [], server: null }
  const { passwordFile, fromName = '', replyTo = '', ...account } = mail
  const password = passwordFile === undefined ? '' : secret('password of the mail server', passwordFile)
  const server = { account: { ...account, fromName, replyTo }, password, certificates }
  return { posted, recipients: alerts?.recipients ?? [], server }
}

function bearerFor(baseUrl: string, named: string | undefined, env: NodeJS.ProcessEnv): string {
  const wanted = { what: 'bearer token', credential: 'bearer-token', variable: 'CONNECTOR_DESK_BEARER_TOKEN' }
  const read = readToken(readSecret({ ...wanted, named }, env), new URL(baseUrl).origin)
  if ('token' in read) return read.token
  throw new NotConfigured(`The bearer token for ${baseUrl} cannot be used. ${read.problem}`)
}

function certificatesIn(file: string | undefined, now: number): string[] {
  if (file === undefined) return []
  try {
    return readPem(readFileSync(file), file, now).map((one) => one.toString())
  } catch (thrown) {
    if (thrown instanceof AppError) throw new NotConfigured(thrown.message)
    throw new NotConfigured(`${file} cannot be read: ${(thrown as Error).message}`)
  }
}

type Refreshed = { services: readonly Pick<WalkerConfig['services'][number], 'address'>[]; alerts?: unknown; mail?: WalkerConfig['mail'] } // prettier-ignore

/**
 * The policy limits whether a team is allowed, and which addresses. The walker's own configuration says how it
 * connects.
 * @throws NotConfigured naming what is not allowed
 */
export function obey(policy: Policy, { services, alerts, mail }: Refreshed): void {
  if (policy.isBroken) throw new NotConfigured(brokenWords(policy.state))
  if (policy.of('team.enabled')?.value === false) throw new NotConfigured(troubleWords.managed)
  if (alerts && policy.of('alerts.enabled')?.value === false)
    throw new NotConfigured('The policy allows no alert rules.')
  if (mail && policy.of('mail.enabled')?.value === false) throw new NotConfigured('The policy allows no mail.')
  const refusals = services.flatMap(({ address }) => serviceRefusal(policy, address) ?? [])
  if (refusals.length > 0) throw new NotConfigured(refusals.join('\n'))
}

/** @throws NotConfigured */
export function obeyHosts(policy: Policy, { posted, server, recipients }: AlertWays): void {
  const only = policy.of('alerts.hosts')?.value
  const hosts = posted.map(({ way }) => new URL(way.url).host)
  if (server && recipients.length > 0) hosts.push(server.account.host)
  const refused = hosts.filter((host) => only !== undefined && !only.includes(host))
  if (refused.length > 0) throw new NotConfigured(`The policy allows no messages to ${refused.join(', ')}.`)
}

/** Why the policy allows this address for no workspace's region; null if it does. */
function serviceRefusal(policy: Policy, address: string): string | null {
  const workspaces = policy.of('services.allowedWorkspaces')?.value ?? [{ name: '', baseAddress: address }]
  const refusals = workspaces.flatMap(({ name, baseAddress }) => [
    refusalOf(policy, { kind: 'live', name, baseUrl: address, euBaseUrl: null }, 'default'),
    refusalOf(policy, { kind: 'live', name, baseUrl: baseAddress, euBaseUrl: address }, 'eu')
  ])
  return refusals.includes(null) ? null : (refusals[0] ?? null)
}
