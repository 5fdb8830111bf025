import type { TeamAddress, TeamStep } from '../../shared/team/team'
import { identityWords, troubleWords as words } from './words'

/** Why the team's database cannot be used: at which step, in words for the operator. */
export class Trouble extends Error {
  /** @param signIn whether another password may help */
  constructor(
    readonly step: TeamStep,
    message: string,
    readonly signIn = false
  ) {
    super(message)
  }
}

/** One that stays until a person acts: a wrong password, a missing right, another schema. */
export class Refusal extends Trouble {}

/** What the server itself said has a severity; all else comes from this computer or the way there. */
const isServers = (error: object): error is { code: string; message: string } => 'severity' in error

/**
 * What an error of the connection means.
 *
 * @param reached the step that was under way
 */
export function troubleOf(thrown: unknown, reached: TeamStep, { host, port, database, user }: TeamAddress): Trouble {
  if (thrown instanceof Trouble) return thrown
  const error = thrown as Error & { code?: string }
  const { code = '', message } = error
  const at = `${host}:${port}`
  if (isServers(error)) return serverTrouble(error, user, database)
  if (reached === 'dns') return new Trouble('dns', words.dns(host))
  if (reached === 'tcp') return new Trouble('tcp', code === 'ECONNREFUSED' ? words.refused(at) : words.unreachable(at))
  if (reached === 'tls') return new Trouble('tls', tlsWords(code, message, host))
  return new Trouble(
    reached,
    message === 'timeout expired' || code === '' ? words.noAnswer(at) : words.broken(at, code)
  )
}

function serverTrouble({ code, message }: { code: string; message: string }, user: string, database: string): Trouble {
  switch (code) {
    case '28P01':
      return new Refusal('login', words.password(user), true)
    case '28000':
      if (message.startsWith('certificate authentication failed'))
        return new Refusal('login', identityWords.otherAccount(user))
      return new Refusal('login', words.notAdmitted(user, message))
    case '3D000':
      return new Refusal('login', words.noDatabase(database))
    case '42501':
      return new Refusal('rights', words.rights(message))
    case '42P01':
    case '3F000':
    case '42703':
      return new Refusal('schema', words.tablesGone)
    case '53100':
      return new Trouble('rights', words.diskFull)
    case '25006':
      return new Trouble('rights', words.readOnly)
    default:
      return new Trouble(code.startsWith('28') || code.startsWith('57') ? 'login' : 'rights', words.server(message))
  }
}

function tlsWords(code: string, message: string, host: string): string {
  if (code === 'CERT_HAS_EXPIRED') return words.expired(host)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return words.otherName(host)
  if (message === 'The server does not support SSL connections') return words.noTls(host)
  if (/SELF_SIGNED|UNABLE_TO|CERT_/.test(code)) return words.untrusted(host)
  return words.tlsBroken(host)
}
