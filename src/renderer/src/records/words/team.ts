import type { TeamFault, TeamStatus } from '../../../../shared/team/team'
import { counted, time } from '../../kit/format'

const waitingWords = (waiting: number) => `${counted(waiting, 'change')} waiting`

/** What keeps a desk from its team, except an unreachable server. */
const faults: Record<Exclude<TeamFault, 'unreachable'>, string> = {
  expired: 'the server’s certificate expired',
  'other-name': 'the server’s certificate is for another name',
  untrusted: 'the server’s certificate is not trusted',
  encryption: 'no encrypted connection',
  password: 'sign-in refused: enter the new password in Settings',
  'no-password': 'enter the password in Settings',
  keychain: 'the keychain does not give out the password',
  'sign-in': 'sign-in refused',
  database: 'database not found',
  tables: 'the database does not fit',
  rights: 'rights missing',
  'no-changes': 'the server takes no changes',
  failed: 'the exchange failed'
}

/** @param now ms since 1970 @param isShared whether the team has this desk's last refresh */
function status(of: TeamStatus, now: number, isShared = true): string {
  if (of.kind === 'connecting') return 'Team: connecting…'
  if (of.kind === 'away') {
    const waiting = of.waiting > 0 ? `${waitingWords(of.waiting)}, ` : ''
    return `Team: ${waiting}${of.fault === 'unreachable' ? `server not reachable since ${time(of.since, now)}` : faults[of.fault]}`
  }
  if (of.waiting === 0) return isShared ? 'Team: up to date' : 'Team: refresh not shared'
  return of.writes === false
    ? `Team: ${counted(of.waiting, 'change')} not sent, read only`
    : `Team: ${waitingWords(of.waiting)}`
}

export const teamWords = {
  status,
  /** @param names one entry per desk: a name may repeat */
  lookers(names: readonly string[]): string {
    const shown = [...new Set(names)].map((name) => {
      const desks = names.filter((one) => one === name).length
      return desks > 1 ? `${name} (${desks} desks)` : name
    })
    const [first = '', second] = shown
    if (shown.length === 1) return `${first} is looking at this`
    if (shown.length === 2) return `${first} and ${second} are looking at this`
    return `${first} and ${counted(shown.length - 1, 'other')} are looking at this`
  },
  readOnly: 'You may only read in this team.'
}
