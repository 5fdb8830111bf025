import type { TeamOpening } from '../../shared/team/openings'
import type { TeamAddress, TeamStatus } from '../../shared/team/team'
import type { Clock } from '../base/clock'
import type { TeamConnection } from './connection'
import { lookAt, openIn, troubleIn, type Database } from './examine'
import { Exchange, type ExchangeParts } from './exchange'
import type { Presence } from './presence'
import { Trouble } from './trouble'
import { troubleWords } from './words'

/** ms */
const askAfterMs = 60_000
/** ms; for items that wait for the keychain */
const tryKeyAfterMs = 5_000
/** ms; doubles up to the longest */
const pauses = { first: 1_000, longest: 60_000 }

export interface SyncParts extends ExchangeParts {
  clock: Clock
  address: TeamAddress
  expired: (changes: number) => void
  exchanged: () => void
  /** @throws Trouble */
  open: (signal: AbortSignal) => Promise<TeamConnection>
  presence: Pick<Presence, 'connected' | 'hear' | 'gone'>
  changed: () => void
  failed: (error: unknown) => void
}

/** Keeps a desk and its team in step. */
export class TeamSync {
  private readonly ending = new AbortController()
  private readonly bell = new TeamBell()
  private now: TeamStatus = { kind: 'connecting', waiting: 0, writes: null }
  private told = ''
  private toldExpired = 0
  /** Before the first exchange is complete. */
  private reached = false
  private running: Promise<void>
  /** Set after the first exchange. */
  live: TeamConnection | null = null
  /** Settles after the first try, successful or not. */
  readonly tried: Promise<void>
  private firstTried: () => void = () => undefined
  unread = 0
  unsent = 0
  open: TeamOpening[] = []

  constructor(private readonly parts: SyncParts) {
    this.tried = new Promise((resolve) => (this.firstTried = resolve))
    this.running = this.run().catch(parts.failed)
  }

  get status(): TeamStatus {
    return this.now
  }

  /** Does not shorten the pause of an unreachable server. */
  changedHere(): void {
    if (this.reached) this.bell.ring()
    this.say().catch(this.parts.failed)
  }

  tryNow(): void {
    this.bell.ring()
  }

  /**
   * @returns null while not connected
   * @throws Trouble
   */
  async lookAgain(): Promise<TeamOpening[] | null> {
    if (!this.live) return null
    this.open = await openIn(this.live)
    await this.say()
    return this.open
  }

  async stop(): Promise<void> {
    this.ending.abort()
    await this.running
  }

  private async run(): Promise<void> {
    const { signal } = this.ending
    const link = await this.parts.store.teamLink()
    await this.expire()
    await this.say({ ...this.now, writes: link?.writes ?? null })
    for (let tries = 0; !signal.aborted; tries++) {
      const connected = await this.connected()
      if (connected) tries = 0
      const pause = Math.min(pauses.longest, pauses.first * 2 ** tries)
      await this.bell.heard(pause * (0.5 + this.parts.clock.random() / 2), signal)
    }
  }

  /** @returns true if it was connected at all */
  private async connected(): Promise<boolean> {
    const { signal } = this.ending
    let connection: TeamConnection | null = null
    let worked = false
    try {
      connection = await this.parts.open(signal)
      const database = await lookAt(connection)
      await this.check(database)
      this.open = database.open
      this.reached = true
      await this.follow(database.writes)
      const lost = new AbortController()
      const until = AbortSignal.any([signal, lost.signal])
      await connection.listen({
        news: () => this.bell.ringForOthers(),
        presence: (text) => this.parts.presence.hear(text),
        gone: (trouble) => lost.abort(trouble)
      })
      this.parts.presence.connected(connection)
      while (!until.aborted) {
        const exchange = new Exchange(this.parts, connection, database.writes)
        await exchange.run(!worked).finally(() => {
          this.unread += exchange.unread
        })
        worked = true
        this.live = connection
        this.firstTried()
        this.parts.exchanged()
        await this.expire()
        await this.say({ kind: 'connected', writes: database.writes, waiting: 0 })
        await this.bell.heard(exchange.waits ? tryKeyAfterMs : askAfterMs, until)
      }
      lost.signal.throwIfAborted()
    } catch (thrown) {
      if (!signal.aborted) await this.away(thrown)
    } finally {
      this.live = null
      this.firstTried()
      // The next sign-in reads everything, and waits for its pause. A press while it could not connect counts.
      if (this.reached) this.bell.forget()
      this.reached = false
      this.parts.presence.gone()
      connection?.end()
    }
    return worked
  }

  /**
   * This must be the joined database, no older than the part already read. A history without a team (set aside, or the
   * app died while joining) joins the team in the settings.
   */
  private async check(database: Database): Promise<void> {
    const trouble = troubleIn(database, this.parts.address)
    if (trouble) throw trouble
    if (typeof database.schema !== 'object') return
    const { store } = this.parts
    const link =
      (await store.teamLink()) ??
      (await store.joinTeam({
        team: database.schema.team,
        writes: database.writes,
        newsAfter: database.schema.lastSeq
      }))
    if (link.team !== database.schema.team) throw new Trouble('schema', troubleWords.otherTeam)
    if (link.readTo > database.schema.lastSeq) throw new Trouble('schema', troubleWords.wentBack)
  }

  /** A viewer remains one when the desk starts offline. */
  private async follow(writes: boolean): Promise<void> {
    if (writes === this.now.writes) return
    await this.parts.store.keepRight({ writes })
    this.now = { ...this.now, writes }
  }

  private async away(thrown: unknown): Promise<void> {
    const { clock, failed } = this.parts
    if (!(thrown instanceof Trouble)) failed(thrown)
    const since = this.now.kind === 'away' ? this.now.since : clock.now()
    const fault = thrown instanceof Trouble ? thrown.fault : 'failed'
    const { writes } = this.now
    await this.say({ kind: 'away', since, waiting: 0, writes, words: (thrown as Error).message, fault })
  }

  /** Repeats the report until the operator has read it. */
  private async expire(): Promise<void> {
    const { store, clock } = this.parts
    const expired = await store.expireWaiting({ now: clock.now() })
    if (expired > 0 && expired !== this.toldExpired) this.parts.expired(expired)
    this.toldExpired = expired
  }

  private async say(status?: TeamStatus): Promise<void> {
    const { count, refused } = await this.parts.store.waitingChanges({ limit: 0 })
    this.unsent = refused
    this.now = { ...(status ?? this.now), waiting: count }
    const told = JSON.stringify([this.now, this.unread, this.unsent, this.open])
    if (told === this.told) return
    this.told = told
    this.parts.changed()
  }
}

/** ms; others may ring as often as they like */
const restMs = 250

/** Without a waiter, the next one hears the ring. */
export class TeamBell {
  private rung = false
  private wake: () => void = () => undefined
  private asked = false
  private rested = false

  ring(): void {
    this.rung = true
    this.wake()
  }

  /** Rings once after the rest. */
  ringForOthers(): void {
    if (this.rested) this.ring()
    else this.asked = true
  }

  /** No waiter hears what has rung. */
  forget(): void {
    this.rung = this.asked = false
  }

  /** Waits for a ring, or `ms`, or the signal. */
  async heard(ms: number, signal: AbortSignal): Promise<void> {
    const rest = setTimeout(() => {
      this.rested = true
      if (this.asked) this.ring()
    }, restMs)
    if (!this.rung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.wake = () => {
          clearTimeout(timer)
          resolve()
        }
        signal.addEventListener('abort', this.wake, { once: true })
      })
      signal.removeEventListener('abort', this.wake)
    }
    clearTimeout(rest)
    this.rested = this.asked = this.rung = false
  }
}
