import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AppError } from '../../shared/errors'
import type { TeamAddress } from '../../shared/team/team'
import type { Target } from '../http/call'
import { readToken } from '../secrets/token-text'
import type { Masker } from '../secrets/masker'
import { readPem } from '../settings/pem'
import type { WalkerConfig } from './config'
import { NotConfigured } from './not-configured'
import { readSecret } from './secret-files'

export interface SetUp {
  database: { address: TeamAddress; password: string }
  targets: Target[]
  certificates: string[]
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
  return { database: { address, password }, targets, certificates: certificatesIn(config.certificatesFile, now) }
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
