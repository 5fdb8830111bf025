import { hostname } from 'node:os'
import type { Place } from '../../../shared/workspaces/place'
import type { Clock } from '../../base/clock'
import type { Masker } from '../../secrets/masker'
import type { LiveTeam } from '../team'
import { Trouble } from '../trouble'
import { holdLease, type Lease, type Source } from './lease'
import { lookAt, type TeamLook, type TeamRefresh } from './look'
import type { Scopes } from '../../secrets/token-scope'
import type { ReadSoFar, SharedRefreshStore } from './store'
import { refreshWords } from '../words'

const lookEveryMs = 1_000
/** ms; a slower server does not delay a refresh */
const answerWithinMs = 3_000

export interface TurnParts {
  /** null while out of reach */
  live: () => Promise<LiveTeam | null>
  scopes: Scopes
  store: SharedRefreshStore
  masker: Pick<Masker, 'mask'>
  clock: Clock
  /** ms; older refreshes of other desks do not count */
  accepted: () => number
  failed: (error: unknown) => void
}

export interface TurnOf {
  place: Place
  /** null if not shared */
  service: string | null
  bearerToken: string
  signal: AbortSignal
  waiting: (walker: NonNullable<TeamLook['walker']>) => void
}

/** ms without new pages: a walker may hang although it renews its lease */
const stuckAfterMs = 10 * 60_000

export type Turn =
  /** `why`, for the operator: what keeps this desk from the team. */
  | { kind: 'alone'; why: string | null }
  | { kind: 'lead'; team: LiveTeam; source: Source; lease: Lease }
  | { kind: 'take'; team: LiveTeam; source: Source; refresh: TeamRefresh; soFar: ReadSoFar }

/**
 * One desk refreshes at a time, and the others read its result, if it is newer than their data and younger than the
 * operator accepts; so a second refresh starts anew. After any failure of the team, this desk refreshes by itself.
 */
export async function turnOf(parts: TurnParts, of: TurnOf): Promise<Turn> {
  if (of.service === null) return alone
  try {
    const team = await parts.live()
    if (!team) return alone
    const source = { service: of.service, scope: await parts.scopes.of(team.team, of.service, of.bearerToken) }
    const kept = await parts.store.readSoFar({ place: of.place, ...source })
    let [pages, moved] = [-1, parts.clock.now()]
    for (;;) {
      const own = ownAge(parts, kept)
      const { walker, last } = await soon(parts, lookAt(team.connection, source))
      if (last && last.number > kept.number && last.age < own && last.age <= parts.accepted()) {
        // A database restored from a backup counts anew.
        const soFar = kept.readTo > last.lastSeq ? { ...kept, readTo: 0, own: [] } : kept
        return { kind: 'take', team, source, refresh: last, soFar }
      }
      if (!walker) {
        if (!team.writes) return alone
        const name = parts.masker.mask(hostname())
        const taking = holdLease(team.connection, { ...source, desk: team.desk, name })
        const lease = await soon(parts, taking).catch((late: unknown) => {
          taking.then((taken) => taken?.give()).catch(() => undefined)
          throw late
        })
        if (lease) return { kind: 'lead', team, source, lease }
      } else {
        if (walker.pages !== pages) [pages, moved] = [walker.pages, parts.clock.now()]
        if (parts.clock.now() - moved > stuckAfterMs) return { kind: 'alone', why: refreshWords.stuck }
        of.waiting(walker)
      }
      await parts.clock.sleep(lookEveryMs, of.signal)
    }
  } catch (thrown) {
    if (of.signal.aborted) throw thrown
    if (!(thrown instanceof Trouble)) parts.failed(thrown)
    return { kind: 'alone', why: (thrown as Error).message }
  }
}

const alone: Turn = { kind: 'alone', why: null }

/**
 * ms. Compares ages only: clocks of two computers may differ by hours. Infinite where this desk has only what the team
 * has: the number decides alone. Computed before the server's answer, or a slow
 * answer would make this desk's data look older.
 */
const ownAge = ({ clock }: TurnParts, { ownAt }: ReadSoFar) =>
  ownAt === null ? Infinity : Math.max(0, clock.now() - ownAt)

/** @throws Trouble if the answer is late */
async function soon<T>({ clock }: TurnParts, work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = clock.sleep(answerWithinMs, over.signal).then(() => {
    throw new Trouble('login', refreshWords.late, 'unreachable')
  })
  late.catch(() => undefined)
  return Promise.race([work, late]).finally(() => over.abort())
}
