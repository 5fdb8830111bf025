import { hostname } from 'node:os'
import type { Place } from '../../../shared/workspaces/place'
import type { Clock } from '../../base/clock'
import type { Masker } from '../../secrets/masker'
import type { LiveTeam } from '../team'
import { Trouble } from '../trouble'
import { holdLease, type Lease, type Source } from './lease'
import { lookAt, type Look, type TeamRefresh } from './look'
import type { Scopes } from './scope'
import type { ReadSoFar, SharedRefreshStore } from './store'
import { refreshWords } from '../words'

/** Between two looks at who walks, ms. */
const lookEveryMs = 1_000
/** A server that answers later than this does not hold up a walk, ms. */
const answerWithinMs = 3_000

export interface TurnParts {
  /** null while the team cannot be reached, or there is none. */
  live: () => Promise<LiveTeam | null>
  scopes: Scopes
  store: SharedRefreshStore
  masker: Pick<Masker, 'mask'>
  clock: Clock
  /** ms: a walk of another desk that is older is not taken over. */
  accepted: () => number
  failed: (error: unknown) => void
}

export interface TurnOf {
  place: Place
  /** The address of the service; null for one that is not shared. */
  service: string | null
  bearerToken: string
  signal: AbortSignal
  /** Another desk walks, and its end is waited for. */
  waiting: (walker: NonNullable<Look['walker']>) => void
}

/** A walker whose pages do not grow for so long, ms, is not waited for: it may hang, and renew its lease all the same. */
const stuckAfterMs = 10 * 60_000

/** Whose walk a refresh shows. */
export type Turn =
  /** This desk's, for itself alone. `why`: what keeps it from the team, for the operator. */
  | { kind: 'alone'; why: string | null }
  /** This desk's, for the team. */
  | { kind: 'lead'; team: LiveTeam; source: Source; lease: Lease }
  /** Another desk's. */
  | { kind: 'take'; team: LiveTeam; source: Source; refresh: TeamRefresh; soFar: ReadSoFar }

/**
 * Finds out who walks: one desk at a time, and the others take over what it brings. A walk is taken over where it is
 * newer than what is kept here and younger than the operator accepts; so a second refresh walks again. Whatever goes
 * wrong with the team, this desk walks by itself.
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
        // A database that was taken back to an earlier state counts anew.
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
 * Of what is kept here, ms. Ages are compared, and no clocks: those of two computers may differ by hours. It is taken before
 * the server is asked for the age of the team's walk: an answer that takes long must not make this desk's the older one.
 */
const ownAge = ({ clock }: TurnParts, { wholeAt }: ReadSoFar) =>
  wholeAt === null ? Infinity : Math.max(0, clock.now() - wholeAt)

/** @throws Trouble where the answer does not come soon */
async function soon<T>({ clock }: TurnParts, work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = clock.sleep(answerWithinMs, over.signal).then(() => {
    throw new Trouble('login', refreshWords.late, 'unreachable')
  })
  late.catch(() => undefined)
  return Promise.race([work, late]).finally(() => over.abort())
}
