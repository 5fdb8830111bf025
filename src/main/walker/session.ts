import { randomUUID } from 'node:crypto'
import type { TeamOpening } from '../../shared/team/openings'
import type { TeamAddress } from '../../shared/team/team'
import type { Target } from '../http/call'
import { connect, type TeamConnection } from '../team/connection'
import { lookAt, troubleIn } from '../team/examine'
import { Refusal, Trouble } from '../team/trouble'
import { troubleWords } from '../team/words'
import { Scopes } from '../team/refresh/scope'
import type { LeaseOf } from '../team/refresh/lease'
import { lookAt as lookAtRefreshes } from '../team/refresh/look'

/** One turn's connection to the team's database. */
export interface Session {
  connection: TeamConnection
  of: LeaseOf
  /** Of the newest walk of this service that brought something, by whomever: ms by the server's clock; null for none. */
  ageMs: number | null
  /** What accounts of the database may do that they should not. */
  open: TeamOpening[]
}

const untrusted = (host: string) =>
  new Trouble('tls', troubleWords.untrusted(host, 'Name that of the authority in certificatesFile.'), 'untrusted')

export interface TeamDoorParts {
  database: { address: TeamAddress; password: string }
  /** CA certificates to trust besides those of the system, as PEM. */
  certificates: readonly string[]
  /** What desks call this walker. */
  name: string
}

/** The way to the team's database. */
export class TeamDoor {
  private readonly scopes = new Scopes()
  /** Another one for each start: two walkers are never taken for one. */
  private readonly desk = randomUUID()

  constructor(private readonly parts: TeamDoorParts) {}

  /**
   * Signs in. A signal that fires later leaves the connection open: the lease is given back over it.
   *
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

  /** Signs in where the walks of a service can be published. @throws Trouble */
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
