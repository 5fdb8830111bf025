import { toAppError, type AppErrorShape } from '../../shared/errors'
import { openingWords, openSummary, type TeamOpening } from '../../shared/team/openings'
import { elapsed, waitUntil, type Clock } from '../base/clock'
import type { Target } from '../http/call'
import { holdLease, type Lease, type LeaseOf } from '../team/refresh/lease'
import { Refusal, Trouble } from '../team/trouble'
import type { Figures, TurnEnd, TurnOutcome } from './figures'
import type { Session, TeamDoor } from './session'
import { refreshTotals, type CategoryRefresh, type RefreshProgress } from '../../shared/connectors/refresh'
import { partOf } from '../store/tables/connectors/refreshes'
import { connectorRecord } from '../../shared/connectors/connector'
import { refreshConnectors } from '../connectors/refresh'
import { IntegrationNames } from '../connectors/integration-names'
import type { Client } from '../http/client'
import { ConnectorTokens } from '../secrets/connector-tokens'
import type { Masker } from '../secrets/masker'
import { lineOf } from '../store/tables/connectors/page-lines'
import type { TeamConnection } from '../team/connection'
import { publishRefresh } from '../team/refresh/publish'
import type { Found, WalkerAlerts } from './alerts'
import { Diagnoses, type Counts } from './diagnoses'
import type { WalkerMappings } from './mappings'

/** ms */
const firstRetry = 5_000
const longestRetry = 10 * 60_000
/** A token or a right does not recover: a person has to act. */
const afterRefusal = 15 * 60_000
/** Replaces a dead walker soon, after its remaining lease. */
const whileHeld = 5_000

/** Younger data needs no refresh, as a share of the schedule: turns come up to a twentieth early. */
const freshShare = 0.9

/** @param ageMs of the newest refresh; null for none */
export const isDue = (ageMs: number | null, everyMs: number): boolean => ageMs === null || ageMs >= everyMs * freshShare

/**
 * Random, so that walkers drift apart and do not all meet a recovering service at once.
 * @param failures turns in a row that ended `away`, with this one
 * @param everyMs the schedule
 * @param random 0 ≤ x < 1
 * @returns ms
 */
export function pauseAfter({ outcome, ageMs }: TurnEnd, failures: number, everyMs: number, random: number): number {
  const spread = 0.95 + random / 10
  switch (outcome) {
    case 'away':
      return Math.min(everyMs, longestRetry, firstRetry * 2 ** (failures - 1)) * (0.5 + random / 2)
    case 'refused':
      return Math.max(everyMs, afterRefusal) * spread
    case 'held':
      return whileHeld * spread
    case 'fresh':
      return Math.max(whileHeld, everyMs - (ageMs ?? 0)) * spread
    default:
      return everyMs * spread
  }
}

/** A category closed to the token (403) is no failure while others are open. */
export function outcomeOf({ categories }: RefreshProgress): TurnOutcome {
  const states = categories.map((category) => partOf(category).state)
  if (states.includes('cancelled')) return 'stopped'
  const done = states.includes('done')
  if (!states.includes('failed')) return done ? 'walked' : 'refused'
  if (done) return 'in-part'
  return failuresOf(categories).every(({ code }) => code === 'unauthorized') ? 'refused' : 'away'
}

export const failuresOf = (categories: readonly CategoryRefresh[]): AppErrorShape[] =>
  categories.flatMap((category) => (partOf(category).state === 'failed' && category.error ? category.error : []))

/** Counts and reasons; a reason common to all categories once. */
export function refreshWords(progress: RefreshProgress): string {
  const { categories } = progress
  const reasons = new Set(categories.map(({ error }) => error?.message))
  const [only] = reasons
  if (reasons.size === 1 && only !== undefined) return only
  const { items, pages } = refreshTotals(progress)
  const failures = categories.flatMap(({ category, error }) => (error ? [`${category}: ${error.message}`] : []))
  return [`${items} connectors in ${pages} pages`, ...failures].join('; ')
}

/** The newest change of a service's token, unless it made the token of this scope. Prefixes, as anyone may write rows. */
const tokenChange = `
  SELECT left(operator, 200) AS operator, account, floor(extract(epoch FROM at) * 1000)::float8 AS at FROM (
    SELECT operator, account, at, value FROM connector_desk.change
    WHERE kind = 'token' AND field = 'changed' AND service = $1 ORDER BY seq DESC LIMIT 1
  ) AS last WHERE value ->> 'fingerprint' <> $2`

/** Who replaced the token that the service refused, if a desk told the team; else empty. */
async function tokenWords(connection: TeamConnection, { service, scope }: LeaseOf): Promise<string> {
  const [change] = await connection.query<{ operator: string; account: string; at: number }>(tokenChange, [
    service,
    scope
  ])
  if (!change) return ''
  const { operator, account, at } = change
  const by = operator === account ? account : `${operator} (account ${account})`
  return ` ${by} changed the token at ${new Date(at).toISOString()}: give this walker the new one, and start it again.`
}

export type Say = (line: string) => void

/** Puts a service's text on one line, so that nobody can forge another line. */
export const openOutput =
  (print: (text: string) => void, now: () => number): Say =>
  (line) =>
    print(`${new Date(now()).toISOString()} ${line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')}\n`)

interface RefreshParts {
  client: Client
  clock: Clock
  masker: Masker
}

interface Refreshed {
  progress: RefreshProgress
  counts: Counts
  /** From its end until the database had all of it, ms. */
  lagMs: number
}

interface Publishing {
  connection: TeamConnection
  lease: Lease
  target: Target
  /** Claims messages. @returns sends them */
  tell: (found: Found | null) => Promise<() => Promise<void>>
}

/**
 * A stop gives the lease back and leaves the refresh without an end. A lost lease ends all writes.
 * @throws Trouble after a lost lease; AppError cancelled after a stop
 */
async function refreshAndPublish(
  parts: RefreshParts,
  { connection, lease, target, tell }: Publishing,
  signal: AbortSignal
): Promise<Refreshed> {
  const { client, clock, masker } = parts
  const since = clock.now()
  try {
    const publication = await publishRefresh({ connection, masker }, lease)
    const diagnoses = new Diagnoses()
    const names = new IntegrationNames(client).read(target, signal)
    const named = names.then((all) => publication.named(all))
    // The failing lease reports it.
    named.catch(() => undefined)
    const progress = await refreshConnectors(
      // The walker needs no connector tokens: they leave memory with the refresh.
      { client, clock, tokens: new ConnectorTokens(masker) },
      {
        target,
        signal: AbortSignal.any([signal, lease.lost]),
        onRows(rows) {
          diagnoses.take(rows)
          const clean = rows.map(({ category, record }) => ({
            category,
            record: masker.clean(connectorRecord, record)
          }))
          // The failing lease reports it.
          publication.page(clean.map(lineOf)).catch(() => undefined)
        },
        onProgress: () => undefined
      }
    )
    signal.throwIfAborted()
    await named
    const refreshedAt = clock.now()
    const { lines, counts, triage } = diagnoses.judge(refreshedAt)
    await publication.judged(lines)
    // Only of all connectors: others would seem to be well.
    const send = await tell(outcomeOf(progress) === 'walked' ? { triage, since, names: await names } : null)
    try {
      if (!(await publication.end(progress))) throw lease.lost.reason
    } finally {
      await send()
    }
    return { progress, counts, lagMs: elapsed(refreshedAt, clock) }
  } catch (thrown) {
    await lease.give()
    throw thrown
  }
}

export interface ServiceWalkerParts extends RefreshParts {
  target: Target
  door: TeamDoor
  figures: Figures
  say: Say
  everyMs: number
  alerts: WalkerAlerts
  /** null: it checks no mapping. */
  mappings: Pick<WalkerMappings, 'know' | 'check'> | null
}

/** Where the service is there, and nobody else is at work. */
const checkedAfter: readonly TurnOutcome[] = ['walked', 'in-part', 'fresh']

/** By the age of the newest refresh, ms. */
type Wanted = (ageMs: number | null) => boolean

/** Never two turns at once. */
export class ServiceWalker {
  private lastWords = ''
  private lastOpen = ''
  /** Turns in a row that ended `away`. */
  private failures = 0
  /** When the next refresh is due, by the clock. */
  private nextAt = 0

  constructor(private readonly parts: ServiceWalkerParts) {}

  async run(signal: AbortSignal): Promise<void> {
    const { alerts, clock, everyMs, target } = this.parts
    while (!signal.aborted) {
      await this.turn(signal, (ageMs) => isDue(ageMs, everyMs) || alerts.wantsReport(target.baseUrl))
      await waitUntil(this.nextAt, clock, signal).catch(() => undefined)
    }
  }

  /** Refreshes regardless of age. */
  once(signal: AbortSignal): Promise<TurnEnd> {
    return this.turn(signal, () => true)
  }

  private async turn(signal: AbortSignal, wanted: Wanted): Promise<TurnEnd> {
    const { door, figures, target } = this.parts
    let session: Session | null = null
    try {
      session = await door.open(target, signal)
      figures.databaseConnected = true
      this.sayOpen(session.open)
      const ended = await this.refresh(session, signal, wanted).catch((thrown: unknown) => this.failed(thrown, signal))
      // A walk has told.
      if (ended.outcome !== 'walked' && ended.outcome !== 'in-part' && !signal.aborted)
        await (
          await this.tell(session, null)
        )()
      figures.leaseHeld = false
      this.ended(ended)
      if (checkedAfter.includes(ended.outcome) && !signal.aborted) await this.checkMappings(session, signal)
      return ended
    } catch (thrown) {
      return this.ended(this.failed(thrown, signal))
    } finally {
      figures.leaseHeld = false
      session?.connection.end()
    }
  }

  private ended(ended: TurnEnd): TurnEnd {
    const { clock, everyMs, figures } = this.parts
    this.failures = ended.outcome === 'away' ? this.failures + 1 : 0
    this.nextAt = clock.now() + pauseAfter(ended, this.failures, everyMs, clock.random())
    return figures.ended(ended)
  }

  /** Refreshes go first: it is stopped when the next one is due. */
  private async checkMappings(session: Session, signal: AbortSignal): Promise<void> {
    const { clock, mappings } = this.parts
    if (!mappings) return
    const over = new AbortController()
    const either = AbortSignal.any([signal, over.signal])
    const end = () => over.abort()
    waitUntil(this.nextAt, clock, either).then(end, end)
    await mappings.check(session, either).finally(end)
  }

  private async refresh(session: Session, signal: AbortSignal, wanted: Wanted): Promise<TurnEnd> {
    const { connection, of, ageMs } = session
    const { target, figures, clock } = this.parts
    if (ageMs !== null) figures.refreshedAt = clock.now() - ageMs
    if (!wanted(ageMs)) {
      this.sayOnce('The newest walk is younger than the schedule: waiting.')
      return { outcome: 'fresh', ageMs }
    }
    const lease = await holdLease(connection, of)
    if (!lease) {
      this.sayOnce('Another walks this service.')
      return { outcome: 'held', ageMs }
    }
    figures.leaseHeld = true
    const startedAt = clock.now()
    const { progress, counts, lagMs } = await refreshAndPublish(
      this.parts,
      { connection, lease, target, tell: (found) => this.tell(session, found) },
      signal
    )
    const outcome = outcomeOf(progress)
    for (const { code } of failuresOf(progress.categories)) figures.failed(code)
    Object.assign(figures, { refreshMs: elapsed(startedAt, clock) - lagMs, publishLagMs: lagMs })
    if (outcome === 'walked' || outcome === 'in-part')
      Object.assign(figures, { refreshedAt: clock.now(), connectors: counts })
    const why = outcome === 'refused' ? await tokenWords(connection, of) : ''
    this.say(outcome === 'refused' || outcome === 'away', `${refreshWords(progress)}${why}`)
    return { outcome, ageMs: 0 }
  }

  private tell(session: Session, found: Found | null): Promise<() => Promise<void>> {
    if (found) this.parts.mappings?.know(found.triage.subjects)
    return this.parts.alerts.claim(session, found)
  }

  private failed(thrown: unknown, signal: AbortSignal): TurnEnd {
    const { figures } = this.parts
    if (signal.aborted) return { outcome: 'stopped', ageMs: null }
    if (thrown instanceof Trouble) {
      figures.databaseConnected = false
      figures.failed(`database-${thrown.step}`)
    } else figures.failed(toAppError(thrown).code)
    this.sayOnce(thrown instanceof Trouble ? `The database: ${thrown.message}` : toAppError(thrown).message)
    return { outcome: thrown instanceof Refusal ? 'refused' : 'away', ageMs: null }
  }

  /** Logs a change once. `--check` says what to run. */
  private sayOpen(open: readonly TeamOpening[]): void {
    const { figures, say } = this.parts
    figures.databaseOpen = open.length
    const words = [openSummary, ...open.map((one) => openingWords[one]), '--check says what to run.'].join(' ')
    if (open.length > 0 && words !== this.lastOpen) say(`The database: ${words}`)
    this.lastOpen = open.length > 0 ? words : ''
  }

  /** @param once skips a repetition */
  private say(once: boolean, words: string): void {
    if (once && words === this.lastWords) return
    this.lastWords = words
    this.parts.say(`${this.parts.target.baseUrl}: ${words}`)
  }

  private sayOnce(words: string): void {
    this.say(true, words)
  }
}
