import type { TeamAddress, TeamFault, TeamStep } from '../../shared/team/team'
import { identityWords, troubleWords as words } from './words'

const faults: Record<TeamStep, TeamFault> = {
  dns: 'unreachable',
  tcp: 'unreachable',
  tls: 'encryption',
  login: 'sign-in',
  version: 'tables',
  schema: 'tables',
  rights: 'rights'
}

/** Why the team's database cannot be used, in words for the operator. */
export class Trouble extends Error {
  constructor(
    readonly step: TeamStep,
    message: string,
    readonly fault: TeamFault = faults[step]
  ) {
    super(message)
  }
}

/** Lasts until a person acts: a wrong password, a missing right, another schema. */
export class Refusal extends Trouble {}

/** The server rejects a value; the connection goes on. */
export class Unfit extends Trouble {}

/** Only the server's own errors have a severity. */
export const isServers = (error: object): error is { code: string; message: string } => 'severity' in error

/** @param reached the current step */
export function troubleOf(thrown: unknown, reached: TeamStep, { host, port, database, user }: TeamAddress): Trouble {
  if (thrown instanceof Trouble) return thrown
  const error = thrown as Error & { code?: string }
  const { code = '', message } = error
  const at = `${host}:${port}`
  if (isServers(error)) return serverTrouble(error, user, database)
  if (reached === 'dns') return new Trouble('dns', words.dns(host))
  if (reached === 'tcp') return new Trouble('tcp', code === 'ECONNREFUSED' ? words.refused(at) : words.unreachable(at))
  if (reached === 'tls') return tlsTrouble(code, message, host)
  const stalled = message === 'timeout expired' || code === ''
  return new Trouble(reached, stalled ? words.noAnswer(at) : words.broken(at, code), 'unreachable')
}

function serverTrouble({ code, message }: { code: string; message: string }, user: string, database: string): Trouble {
  switch (code) {
    case '28P01':
      return new Refusal('login', words.password(user), 'password')
    case '28000':
      if (message.startsWith('certificate authentication failed'))
        return new Refusal('login', identityWords.otherAccount(user))
      return new Refusal('login', words.notAdmitted(user, message))
    case '3D000':
      return new Refusal('login', words.noDatabase(database), 'database')
    case '42501':
      return new Refusal('rights', words.rights(message))
    case '42P01':
    case '3F000':
    case '42703':
      return new Refusal('schema', words.tablesGone)
    case '53100':
      return new Trouble('rights', words.diskFull, 'no-changes')
    case '25006':
      return new Trouble('rights', words.readOnly, 'no-changes')
  }
  // A column's value, or a constraint.
  if (/^2[23]/.test(code)) return new Unfit('rights', words.server(message), 'failed')
  if (code.startsWith('28')) return new Trouble('login', words.server(message))
  // Shuts down or starts.
  if (code.startsWith('57')) return new Trouble('login', words.server(message), 'unreachable')
  return new Trouble('rights', words.server(message), 'failed')
}

function tlsTrouble(code: string, message: string, host: string): Trouble {
  if (code === 'CERT_HAS_EXPIRED') return new Trouble('tls', words.expired(host), 'expired')
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return new Trouble('tls', words.otherName(host), 'other-name')
  if (message === 'The server does not support SSL connections') return new Trouble('tls', words.noTls(host))
  if (/SELF_SIGNED|UNABLE_TO|CERT_/.test(code)) return new Trouble('tls', words.untrusted(host), 'untrusted')
  return new Trouble('tls', words.tlsBroken(host))
}
