import { isIP, Socket } from 'node:net'
import { isLoopback, type TeamAddress, type TeamStep } from '../../shared/team/team'
import { connectOptions, connectTimeoutMs } from '../http/trust'
import { identityTrouble, keyPem, type ClientIdentity } from './client-identity'
import { Refusal, Trouble, troubleOf } from './trouble'
import { findingWords, identityWords, troubleWords } from './words'

/** A question that takes longer means that the server, or the way there, has stalled. ms */
const answerWithinMs = 20_000
/** Also the name of the channel on which the server tells of news. */
const channel = 'connector_desk'
/** On which desks tell who looks at what: it wakes nothing that reads the feed. */
export const presenceChannel = 'connector_desk_presence'

interface Heard {
  /** A change was committed. */
  news: () => void
  /** What another desk, or anybody, told on the channel of presence. */
  presence: (text: string) => void
  /** The connection ended by itself. */
  gone: (trouble: Trouble) => void
}

/** What others made in the schema public, or for this session, is not what a question means by a name. */
const onlyBuiltIn = 'SET search_path TO pg_catalog, pg_temp'
/** Of PostgreSQL: a right is missing. At the sign-in it is that to enter the database, which the two roles have. */
const mayNot = '42501'

/** One connection to the team's database. */
export interface TeamConnection {
  /** @throws Trouble: the connection is of no use after that, unless it is Unfit */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
  /** Calls back for all that comes from now on. */
  listen(of: Heard): Promise<void>
  end(): void
}

export interface ConnectOptions {
  address: TeamAddress
  password: string
  /** Signs in instead of the password. */
  identity?: ClientIdentity | null
  /** CA certificates to trust besides those of the system, as PEM. */
  certificates: readonly string[]
  /** Ends the connection, wherever it is. */
  signal?: AbortSignal | undefined
}

/**
 * Signs in. The certificate is always checked, and without TLS nothing leaves this computer. The environment (PGPASSWORD,
 * ~/.pgpass, PGSSLMODE) has no say.
 *
 * @throws Trouble with the step that failed
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

  // Loaded where a team is joined only.
  const { default: Client } = await import('pg/lib/client')
  const client = new Client({
    ...{ host, port, database, user, keepAlive: true, sslnegotiation: 'postgres' },
    // As a function: an empty text would be looked for in the environment.
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
      throw troubleOf(thrown, 'login', address)
    }
  }
  let before: Promise<unknown> = Promise.resolve()
  // The client takes one question at a time, and who looks at a case is told while the feed is read.
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
        // What this desk writes it reads at once.
        else if (processId !== client.processID) news()
      })
      await query(`LISTEN ${channel}; LISTEN ${presenceChannel}`)
    }
  }
}
