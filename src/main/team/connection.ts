import { isIP, Socket } from 'node:net'
import { isLoopback, type TeamAddress, type TeamStep } from '../../shared/team/team'
import { connectOptions, connectTimeoutMs } from '../http/trust'
import { identityTrouble, keyPem, type ClientIdentity } from './client-identity'
import { isServers, Refusal, Trouble, troubleOf } from './trouble'
import { findingWords, identityWords, troubleWords } from './words'

/** ms; after that, server or network has stalled */
const answerWithinMs = 20_000
/** Also the channel for news. */
const channel = 'connector_desk'
/** For who looks at which issue; it wakes nothing that reads the feed. */
export const presenceChannel = 'connector_desk_presence'

interface Heard {
  news: () => void
  /** From any account. */
  presence: (text: string) => void
  gone: (trouble: Trouble) => void
}

/** Security: names must not resolve to objects of others. */
const onlyBuiltIn = 'SET search_path TO pg_catalog, pg_temp'
/** PostgreSQL: insufficient privilege. At sign-in: the right to enter the database. */
const mayNot = '42501'

export interface TeamConnection {
  /** @throws Trouble; the connection is then unusable, unless the error is Unfit */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  listen(of: Heard): Promise<void>
  end(): void
}

export interface ConnectOptions {
  address: TeamAddress
  password: string
  identity?: ClientIdentity | null
  /** PEM of extra trusted CA certificates. */
  certificates: readonly string[]
  signal?: AbortSignal | undefined
}

/**
 * Signs in, with certificate checks, and nothing without TLS. Ignores the environment (PGPASSWORD, ~/.pgpass,
 * PGSSLMODE).
 *
 * @throws Trouble with the failed step
 */
export async function connect({
  address,
  password,
  identity = null,
  certificates,
  signal
}: ConnectOptions): Promise<TeamConnection> {
  const { host, port, database, user } = address
  signal?.throwIfAborted()
  if (!address.tls && !isLoopback(host)) throw new Trouble('tls', troubleWords.plainElsewhere)
  if (identity && !address.tls) throw new Trouble('tls', identityWords.needsTls)
  const { timeout: _, ...trust } = connectOptions(certificates)
  const own = identity && { cert: identity.cert, key: keyPem(identity) }
  let reached = (isIP(host) ? 'tcp' : 'dns') as TeamStep
  const socket = new Socket()
  socket.once('lookup', (error: Error | null) => void (reached = error ? 'dns' : 'tcp'))
  socket.once('connect', () => void (reached = address.tls ? 'tls' : 'login'))

  const abort = () => void socket.destroy()
  signal?.addEventListener('abort', abort)
  socket.once('close', () => signal?.removeEventListener('abort', abort))

  const { default: Client } = await import('pg/lib/client')
  const client = new Client({
    ...{ host, port, database, user, keepAlive: true, sslnegotiation: 'postgres' },
    // A function: the client replaces an empty string with a value from the environment.
    password: () => password,
    ssl: address.tls ? { ...trust, ...own } : false,
    stream: () => socket,
    application_name: 'Connector Desk',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerWithinMs
  })
  let ended = false
  let onGone: ((trouble: Trouble) => void) | null = null
  const gone = (thrown: unknown) => {
    if (ended) return
    ended = true
    socket.destroy()
    onGone?.(troubleOf(thrown, 'login', address))
  }
  client.on('error', gone)
  client.on('end', () => gone(new Error('ended')))
  const end = () => {
    ended = true
    client.end().catch(() => undefined)
    socket.destroy()
  }

  try {
    await client.connect()
    await client.query(onlyBuiltIn)
  } catch (thrown) {
    end()
    if ((thrown as { code?: string }).code === mayNot) throw new Refusal('login', findingWords.noRights(user), 'rights')
    const refused = identity && reached === 'tls' ? identityTrouble(identity, thrown, host, Date.now()) : null
    throw refused ?? troubleOf(thrown, reached, address)
  }
  const ask = async <Row>(sql: string, values: readonly unknown[]): Promise<Row[]> => {
    try {
      const answer = values.length > 0 ? client.query(sql, [...values]) : client.query(sql)
      return (await answer).rows as Row[]
    } catch (thrown) {
      // What stalled stays stalled: the queries that wait behind it would each take as long.
      if (!isServers(thrown as Error)) gone(thrown)
      throw troubleOf(thrown, 'login', address)
    }
  }
  let before: Promise<unknown> = Promise.resolve()
  // The client takes one query at a time.
  const query = <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const answer = before.then(() => ask<Row>(sql, values))
    before = answer.catch(() => undefined)
    return answer
  }
  return {
    query,
    end,
    async listen({ news, presence, gone: told }) {
      onGone = told
      client.on('notification', ({ channel: on, payload = '', processId }) => {
        if (on === presenceChannel) presence(payload)
        // This desk reads its own changes anyway.
        else if (processId !== client.processID) news()
      })
      await query(`LISTEN ${channel}; LISTEN ${presenceChannel}`)
    }
  }
}
