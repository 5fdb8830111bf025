import { randomUUID } from 'node:crypto'
import type { TeamOpening } from '../../shared/team/openings'
import type { TeamAddress } from '../../shared/team/team'
import type { Target } from '../http/call'
import { connect, type TeamConnection } from '../team/connection'
import { lookAt, troubleIn } from '../team/examine'
import { Refusal, Trouble } from '../team/trouble'
import { troubleWords } from '../team/words'
import { Scopes } from '../secrets/token-scope'
import type { LeaseOf } from '../team/refresh/lease'
import { lookAt as lookAtRefreshes } from '../team/refresh/look'

export interface Session {
  connection: TeamConnection
  of: LeaseOf
  /** Age of the service's newest successful refresh by anyone: ms by the server's clock; null for none. */
  ageMs: number | null
  /** Excess rights of database accounts. */
  open: TeamOpening[]
}

const untrusted = (host: string) =>
  new Trouble('tls', troubleWords.untrusted(host, 'Name that of the authority in certificatesFile.'), 'untrusted')

export interface TeamDoorParts {
  database: { address: TeamAddress; password: string }
  /** Extra CA certificates, PEM. */
  certificates: readonly string[]
  /** The walker's name on desks. */
  name: string
}

export class TeamDoor {
  private readonly scopes = new Scopes()
  /** New at each start, so that two walkers never look like one. */
  private readonly desk = randomUUID()

  constructor(private readonly parts: TeamDoorParts) {}

  /**
   * Signs in. A later signal leaves the connection open, because it gives the lease back.
   * @throws Trouble
   */
  async connect(signal: AbortSignal): Promise<TeamConnection> {
    const { database, certificates } = this.parts
    const opening = new AbortController()
    const stop = () => opening.abort()
    signal.addEventListener('abort', stop)
    try {
      return await connect({ ...database, certificates, signal: opening.signal })
    } catch (thrown) {
      throw thrown instanceof Trouble && thrown.fault === 'untrusted' ? untrusted(database.address.host) : thrown
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Signs in to publish a service's refreshes. @throws Trouble */
  async open({ baseUrl: service, bearerToken }: Target, signal: AbortSignal): Promise<Session> {
    const connection = await this.connect(signal)
    try {
      const seen = await lookAt(connection)
      const trouble = troubleIn(seen, this.parts.database.address)
      if (trouble) throw trouble
      if (!seen.writes) throw new Refusal('rights', troubleWords.viewer)
      const { team } = seen.schema as { team: string }
      const scope = await this.scopes.of(team, service, bearerToken)
      const of = { service, scope, desk: this.desk, name: this.parts.name }
      const { last } = await lookAtRefreshes(connection, of)
      return { connection, of, ageMs: last?.age ?? null, open: seen.open }
    } catch (thrown) {
      connection.end()
      throw thrown
    }
  }
}
