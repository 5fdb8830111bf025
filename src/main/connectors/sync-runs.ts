import { randomUUID } from 'node:crypto'
import { readConnector, type ConnectorRow } from '../../shared/connectors/connector'
import {
  isAtWork,
  isWatched,
  mostSyncs,
  type SyncOf,
  type SyncRun,
  type SyncState
} from '../../shared/connectors/sync-run'
import { AppError, toAppError } from '../../shared/errors'
import { diagnosisNames, isIssue } from '../../shared/issues/diagnosis'
import type { Place } from '../../shared/workspaces/place'
import { waitUntil, type Clock } from '../base/clock'
import { untilLeft } from '../base/jobs'
import type { Confirmer } from '../guard/confirmer'
import type { Grant } from '../guard/grant'
import type { Call, Target } from '../http/call'
import { leavingOf, type Client } from '../http/client'
import { write } from '../http/write'
import type { BearerTokens } from '../secrets/bearer-tokens'
import type { ConnectorActions } from './connector-actions'
import type { ConnectorStore } from './store'

export interface SyncRunParts {
  client: Client
  clock: Clock
  confirmer: Pick<Confirmer, 'confirm'>
  actions: Pick<ConnectorActions, 'refreshOne' | 'resyncCall' | 'target'>
  history: Pick<ConnectorStore, 'connector' | 'keepSyncRun' | 'syncRuns'>
  /** The token that took the place of a target's meanwhile; else its own. */
  bearers: Pick<BearerTokens, 'now'>
  /** The run has changed. */
  changed(place: Place, run: SyncRun): void
  failed(what: string): (error: unknown) => void
}

/** ms between looks at a run: short at first, because many syncs are short. */
const firstLook = 15_000
const lastLook = 60_000
const slower = 1.5
/** ms between looks for a new token, after the API rejected the present one */
const tokenLook = 2_000
/** A sync is watched for two of its usual ones, but for this long at least and at most; ms. */
const watched = { least: 2 * 3_600_000, most: 24 * 3_600_000 } as const

interface Ready {
  target: Target
  call: Call
}

const nameOf = ({ workspaceId, region }: Place) => `${workspaceId} ${region}`
const syncKey = ({
  syncStatus,
  lastSyncStart
}: Pick<ReturnType<typeof readConnector>, 'syncStatus' | 'lastSyncStart'>) => `${syncStatus} ${lastSyncStart}`

/**
 * Starts the syncs of a group and watches them to their end, one run in a place. Each start is kept before it leaves,
 * so a connector is never started twice: after a restart what may have left is unknown, and what waited is left.
 */
export class SyncRuns {
  private readonly runs = new Map<string, SyncRun>()
  private readonly stops = new Map<string, AbortController>()
  /** Places whose next group is being read or confirmed. */
  private readonly preparing = new Set<string>()
  private readonly over = new AbortController()
  private begun: Promise<void> | undefined

  constructor(private readonly parts: SyncRunParts) {}

  /** Watches on what an earlier run of the app started, and starts nothing. */
  begin(): Promise<void> {
    return (this.begun ??= this.resume().catch((thrown: unknown) => {
      // The next call reads them again.
      this.begun = undefined
      throw thrown
    }))
  }

  stopAll(): void {
    this.over.abort()
  }

  async get(place: Place): Promise<SyncRun | null> {
    await this.begin()
    return this.runs.get(nameOf(place)) ?? null
  }

  /** Starts no more. What was started goes on at the service, and is watched. */
  stop(place: Place): void {
    this.stops.get(nameOf(place))?.abort()
  }

  /** So that another group can begin. Does nothing while one is still to start. */
  async stopWatching(place: Place): Promise<void> {
    const run = await this.get(place)
    if (!run || run.syncs.some(({ state }) => isToStart(state))) return
    const now = this.parts.clock.now()
    for (const one of run.syncs) if (isWatched(one, now)) this.unwatch(one, 'Its watching was stopped.')
    await this.keep(place, run)
  }

  forgetWorkspace(workspaceId: string): void {
    for (const name of this.runs.keys()) {
      if (!name.startsWith(`${workspaceId} `)) continue
      this.stops.get(name)?.abort()
      this.runs.delete(name)
    }
  }

  /**
   * Reads each connector, asks once for all that can be synced, and starts them. @returns the run as it begins
   * @throws AppError busy during a run; cancelled without a confirmation; those of reading the connectors
   */
  async start(place: Place, keys: readonly string[], signal: AbortSignal): Promise<SyncRun> {
    await this.begin()
    const name = nameOf(place)
    const before = this.runs.get(name)
    if (this.preparing.has(name) || (before && isAtWork(before, this.parts.clock.now())))
      throw new AppError('busy', 'Another group of syncs is still at work here. Wait for its end, or stop it.')
    const stop = new AbortController()
    this.preparing.add(name)
    try {
      const { run, ready } = await this.prepare(place, [...new Set(keys)].slice(0, mostSyncs), signal)
      const grant = ready.size > 0 ? await this.confirmed(place, run, ready, signal) : null
      this.runs.set(name, run)
      this.stops.set(name, stop)
      await this.keep(place, run)
      void this.work(place, run, ready, grant, stop.signal).catch((thrown: unknown) => {
        // What cannot be written down does not leave.
        const why = toAppError(thrown).message
        for (const one of run.syncs) if (isToStart(one.state)) this.note(one, 'left', why)
        this.parts.changed(place, run)
        this.parts.failed('A group of syncs')(thrown)
        return this.watch(place, run)
      })
      return run
    } finally {
      this.preparing.delete(name)
    }
  }

  private async prepare(place: Place, keys: readonly string[], signal: AbortSignal) {
    const now = this.parts.clock.now()
    const read: { key: string; row: ConnectorRow | null }[] = []
    for (const key of keys) read.push({ key, row: await this.parts.actions.refreshOne(place, key, signal) })
    const onlyTests = read.every(({ row }) => row && readConnector(row.record).isTest)
    const ready = new Map<string, Ready>()
    const syncs: SyncOf[] = []
    for (const { key, row } of read) {
      const shown = readConnector(row?.record ?? { id: key })
      const why = row ? whyNot(shown, onlyTests) : 'It is not listed any more.'
      const { endUser, integrationSlug, avgSyncDuration } = shown
      const until = now + Math.min(Math.max(watched.least, 2 * (avgSyncDuration ?? 0)), watched.most)
      const state = why === '' ? ('waiting' as const) : ('left' as const)
      syncs.push({ key, endUser, integrationSlug, state, why, before: syncKey(shown), begun: false, until, at: now })
      if (why === '') ready.set(key, await this.parts.actions.resyncCall(place, key, signal))
    }
    return { run: { id: randomUUID(), startedAt: now, syncs }, ready }
  }

  private async confirmed(place: Place, { syncs }: SyncRun, ready: ReadonlyMap<string, Ready>, signal: AbortSignal) {
    const left = syncs.filter(({ state }) => state === 'left')
    const verb = ready.size === 1 ? 'Start 1 sync' : `Start ${ready.size} syncs`
    const requests = syncs.flatMap(({ key, endUser, integrationSlug }) => {
      const one = ready.get(key)
      return one ? [{ what: `${endUser || key} (${integrationSlug})`, leaving: leavingOf(one.target, one.call) }] : []
    })
    const grant = await this.parts.confirmer.confirm(
      {
        place,
        title: `${verb} now?`,
        verb,
        note: 'All data of each is read from the provider again.',
        facts: left.slice(0, 50).map(({ key, endUser, why }) => ['Not started', `${endUser || key}: ${why}`]),
        requests
      },
      signal
    )
    return grant.hold()
  }

  /** One after the other, so that a stop and the service's rests hold the rest. */
  private async work(
    place: Place,
    run: SyncRun,
    ready: ReadonlyMap<string, Ready>,
    grant: Grant | null,
    stop: AbortSignal
  ): Promise<void> {
    let refused = false
    for (const one of run.syncs) {
      const asked = ready.get(one.key)
      if (one.state !== 'waiting' || !asked || !grant) continue
      if (this.over.signal.aborted || !this.isKnown(place, run)) return
      if (refused) await this.newToken(place, run, asked.target, untilLeft(stop, this.over.signal))
      refused = false
      if (this.over.signal.aborted || !this.isKnown(place, run)) return
      if (stop.aborted) this.note(one, 'left', stopped)
      else if (!(await this.goesTo(place, asked.target))) this.note(one, 'left', moved)
      else
        refused = await this.startOne(place, run, one, { ...asked, grant, signal: untilLeft(stop, this.over.signal) })
      await this.keep(place, run)
    }
    await this.watch(place, run, [...ready.values()][0]?.target.baseUrl)
  }

  /** @returns true if the API rejected the token: the next start would end alike */
  private async startOne(
    place: Place,
    run: SyncRun,
    one: SyncOf,
    { target, call, grant, signal }: Ready & { grant: Grant; signal: AbortSignal }
  ): Promise<boolean> {
    this.note(one, 'leaving')
    // If it cannot be kept, it does not leave.
    await this.keep(place, run)
    try {
      const { change, error: refusal } = await write(this.parts.client, target, { ...call, grant, signal })
      one.until += this.parts.clock.now() - run.startedAt
      if (change.outcome === 'done') this.note(one, 'running')
      else if (change.outcome === 'unknown') this.note(one, 'unknown', change.message)
      else this.note(one, 'left', change.message)
      return refusal?.code === 'unauthorized'
    } catch (thrown) {
      const error = toAppError(thrown)
      this.note(one, 'left', error.code === 'cancelled' ? stopped : error.message)
      return false
    }
  }

  /** Holds the rest back until the token was replaced, the workspace moved, or a stop. */
  private async newToken(place: Place, run: SyncRun, target: Target, signal: AbortSignal): Promise<void> {
    const { bearers, clock } = this.parts
    const refused = bearers.now(target)
    const rest = run.syncs.filter(({ state }) => state === 'waiting')
    const explain = (why: string) => {
      for (const one of rest) this.note(one, 'waiting', why)
      return this.keep(place, run)
    }
    await explain(needsToken)
    while (!signal.aborted && bearers.now(target) === refused && (await this.goesTo(place, target)))
      await waitUntil(clock.now() + tokenLook, clock, signal).catch(() => undefined)
    await explain('')
  }

  /** Whether calls of the place still go where the person was told, with the same token or the one that took its place. */
  private async goesTo(place: Place, target: Target): Promise<boolean> {
    const now = await this.parts.actions.target(place).catch(() => null)
    return now?.baseUrl === target.baseUrl && now.bearerToken === this.parts.bearers.now(target)
  }

  /** By reads of one connector: none of them starts anything. At another address its key may be another customer's. */
  private async watch(place: Place, run: SyncRun, startedAt?: string): Promise<void> {
    const { actions, clock } = this.parts
    const { signal } = this.over
    const addressNow = () => actions.target(place).then(({ baseUrl }) => baseUrl)
    const address = startedAt ?? (await addressNow().catch(() => null))
    for (let every = firstLook; ; every = Math.min(every * slower, lastLook)) {
      for (const one of run.syncs) {
        if (signal.aborted || !this.isKnown(place, run)) return
        if (one.state !== 'running' && one.state !== 'unknown') continue
        const now = await addressNow().catch(() => null)
        const isElsewhere = address !== null && now !== null && now !== address
        if (isElsewhere ? this.unwatch(one, elsewhere) : await this.look(place, one)) await this.keep(place, run)
      }
      if (!run.syncs.some((one) => isWatched(one, clock.now()))) break
      await waitUntil(clock.now() + every, clock, signal).catch(() => undefined)
    }
    // The last state of an unknown one is shown as final.
    this.parts.changed(place, run)
  }

  /** @returns whether it changed; a failed read changes nothing */
  private async look(place: Place, one: SyncOf): Promise<boolean> {
    const { actions, clock, history } = this.parts
    let row: ConnectorRow | null
    try {
      row = await actions.refreshOne(place, one.key, this.over.signal)
    } catch {
      return this.endIfLate(one)
    }
    if (!row) return this.note(one, 'failed', 'It is not listed any more.')
    const shown = readConnector(row.record)
    const begins = shown.syncStatus === 'Syncing' || syncKey(shown) !== one.before
    const changed = begins && !one.begun
    one.begun ||= begins
    if (one.begun && one.state === 'unknown') this.note(one, 'running')
    const isOver = one.begun && (shown.syncStatus === 'Done' || shown.syncStatus === 'Failed')
    if (!isOver && shown.status !== 'RELINK_NEEDED') return this.endIfLate(one) || changed
    const health = await history.connector({ place, key: one.key, now: clock.now() }).catch(() => null)
    const kind = health?.diagnosis.kind ?? (shown.syncStatus === 'Done' ? 'healthy' : 'failed')
    return this.note(one, isIssue(kind) ? 'failed' : 'good', isIssue(kind) ? diagnosisNames[kind] : '')
  }

  private unwatch(one: SyncOf, why: string): true {
    one.until = this.parts.clock.now()
    return one.state === 'unknown' ? this.note(one, 'unknown', `${one.why} ${why}`) : this.note(one, 'late', why)
  }

  private endIfLate(one: SyncOf): boolean {
    return one.state === 'running' && this.parts.clock.now() >= one.until && this.note(one, 'late')
  }

  private note(one: SyncOf, state: SyncOf['state'], why = ''): true {
    Object.assign(one, { state, why, at: this.parts.clock.now() })
    return true
  }

  private isKnown(place: Place, run: SyncRun): boolean {
    return this.runs.get(nameOf(place)) === run
  }

  private async keep(place: Place, run: SyncRun): Promise<void> {
    if (!this.isKnown(place, run)) return
    await this.parts.history.keepSyncRun({ place, run })
    this.parts.changed(place, run)
  }

  private async resume(): Promise<void> {
    for (const { place, run } of await this.parts.history.syncRuns({})) {
      this.runs.set(nameOf(place), run)
      if (!isAtWork(run, this.parts.clock.now())) continue
      for (const one of run.syncs) {
        if (one.state === 'leaving') this.note(one, 'unknown', 'The app ended while it was being started.')
        if (one.state === 'waiting') this.note(one, 'left', 'The app ended before it was started.')
      }
      await this.keep(place, run)
      void this.watch(place, run).catch(this.parts.failed('A group of syncs'))
    }
  }
}

const needsToken = 'The API rejected the token: it waits for the new one.'
const stopped = 'It was stopped before it was started.'
const moved = 'The address or token of this workspace changed after you confirmed.'
const elsewhere = 'The workspace has another address now.'
const isToStart = (state: SyncState) => state === 'waiting' || state === 'leaving'

function whyNot(shown: ReturnType<typeof readConnector>, onlyTests: boolean): string {
  if (shown.isTest && !onlyTests) return 'It is a test connector.'
  if (shown.status === 'RELINK_NEEDED') return 'It still needs a relink.'
  if (shown.status !== 'COMPLETE') return 'It is not linked yet.'
  if (shown.isActive === false) return 'It is inactive.'
  return shown.syncStatus === 'Syncing' ? 'It is syncing already.' : ''
}
