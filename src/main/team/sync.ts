import type { TeamOpening } from '../../shared/team/openings'
import type { TeamAddress, TeamStatus } from '../../shared/team/team'
import type { Clock } from '../base/clock'
import type { TeamConnection } from './connection'
import { lookAt, openIn, troubleIn, type Database } from './examine'
import { Exchange, type ExchangeParts } from './exchange'
import type { Presence } from './presence'
import { Trouble } from './trouble'
import { troubleWords } from './words'

/** A connection that says nothing is asked this often whether it still answers, ms. */
const askAfterMs = 60_000
/** What waits for the keychain is tried again so soon, ms. */
const tryKeyAfterMs = 5_000
/** Pauses between tries double from the first to the longest, ms. */
const pauses = { first: 1_000, longest: 60_000 }

export interface SyncParts extends ExchangeParts {
  clock: Clock
  address: TeamAddress
  /** So many changes could not be shared for too long. */
  expired: (changes: number) => void
  /** @throws Trouble */
  open: (signal: AbortSignal) => Promise<TeamConnection>
  presence: Pick<Presence, 'connected' | 'hear' | 'gone'>
  /** The status, or the number of changes that wait, is another one. */
  changed: () => void
  failed: (error: unknown) => void
}

/** Keeps one desk and its team alike, for as long as it runs. Nothing waits for it. */
export class TeamSync {
  private readonly ending = new AbortController()
  private readonly bell = new Bell()
  private now: TeamStatus = { kind: 'connecting', waiting: 0, writes: null }
  /** The status that was last told, with what is beside it. */
  private told = ''
  private toldExpired = 0
  /** Whether there is a connection, though what it brings may still be on its way. */
  private reached = false
  private running: Promise<void>
  /** The connection, while there is one and all is exchanged. */
  live: TeamConnection | null = null
  /** Settled once the first try to connect has ended, well or not. */
  readonly tried: Promise<void>
  private firstTried: () => void = () => undefined
  /** Rows of the feed that could not be read, in this session. */
  unread = 0
  /** Changes of this desk that stay here, as they were refused. */
  unsent = 0
  /** What accounts of the database may do that they should not. */
  open: TeamOpening[] = []

  constructor(private readonly parts: SyncParts) {
    this.tried = new Promise((resolve) => (this.firstTried = resolve))
    this.running = this.run().catch(parts.failed)
  }

  get status(): TeamStatus {
    return this.now
  }

  /** Cases were changed here. A server that is away is not tried sooner for it. */
  changedHere(): void {
    if (this.reached) this.bell.ring()
    this.say().catch(this.parts.failed)
  }

  tryNow(): void {
    this.bell.ring()
  }

  /** Looks again at what is open. @returns null while there is no connection @throws Trouble */
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

  /** Stays connected as long as it can. @returns whether it was connected at all */
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
      let lost: Trouble | null = null
      await connection.listen({
        news: () => this.bell.ringForOthers(),
        presence: (text) => this.parts.presence.hear(text),
        gone: (trouble) => {
          lost = trouble
          this.bell.ring()
        }
      })
      this.parts.presence.connected(connection)
      while (!signal.aborted && !lost) {
        const exchange = new Exchange(this.parts, connection, database.writes)
        await exchange.run(!worked).finally(() => {
          this.unread += exchange.unread
        })
        worked = true
        this.live = connection
        this.firstTried()
        await this.expire()
        await this.say({ kind: 'connected', writes: database.writes, waiting: 0 })
        await this.bell.heard(exchange.waits ? tryKeyAfterMs : askAfterMs, signal)
      }
      if (lost !== null) throw lost as Trouble
    } catch (thrown) {
      if (!signal.aborted) await this.away(thrown)
    } finally {
      this.live = null
      this.firstTried()
      this.reached = false
      this.parts.presence.gone()
      connection?.end()
    }
    return worked
  }

  /**
   * Whether it is the database that was joined, and as far as it was read. A desk whose history does not say which one it
   * was, as that was set aside or the app was killed while it joined, joins the one in the settings.
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

  /** The right is kept with the link: a viewer that starts without a connection is a viewer still. */
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

  /** Forgets what could not be shared for too long, and tells of it until somebody read that. */
  private async expire(): Promise<void> {
    const { store, clock } = this.parts
    const expired = await store.expireWaiting({ now: clock.now() })
    if (expired > 0 && expired !== this.toldExpired) this.parts.expired(expired)
    this.toldExpired = expired
  }

  /** Tells of the status where it is another one than before. */
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

/** So long, ms, nobody is woken for others after a look: they may ring as often as they like. */
const restMs = 250

/** Wakes whoever waits. One that rings while no one waits is heard by the next who does. */
export class Bell {
  private rung = false
  private wake: () => void = () => undefined
  /** Others rang, and the rest is not over. */
  private asked = false
  private rested = false

  ring(): void {
    this.rung = true
    this.wake()
  }

  /** Rings for others: once for all that comes until the rest after the last look is over. */
  ringForOthers(): void {
    if (this.rested) this.ring()
    else this.asked = true
  }

  /** Waits for it, at most `ms`, or until the signal ends. */
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
