import { AppError, toAppError } from '../../shared/errors'
import type { TeamAccount } from '../../shared/team/channels'
import type { TeamOpening } from '../../shared/team/openings'
import type { TeamAddress, TeamState, TeamTest } from '../../shared/team/team'
import type { TeamPending } from '../../shared/team/waiting'
import { Listeners } from '../base/listeners'
import type { Act, Confirmer } from '../guard/confirmer'
import { managed, type Policy } from '../policy/policy'
import { Approvals, type ApprovalsParts } from './approvals/approvals'
import { connect, type TeamConnection } from './connection'
import { examine, findingsOf, type Examined } from './examine'
import { readMessages } from './exchange'
import { Presence, type PresenceParts } from './presence'
import { runScript } from './schema'
import { SignIn, type Credentials, type SignInParts } from './sign-in'
import type { TeamLink } from './store'
import { TeamSync, type SyncParts } from './sync'
import { Trouble } from './trouble'
import { actWords, troubleWords } from './words'

export interface TeamParts
  extends
    Omit<SyncParts, 'address' | 'open' | 'changed' | 'presence' | 'clock' | 'expired' | 'exchanged'>,
    PresenceParts,
    SignInParts {
  policy: Policy
  confirmer: Pick<Confirmer, 'confirm'>
  /** PEM of extra trusted CA certificates. */
  certificates: () => string[]
  store: SyncParts['store'] & ApprovalsParts['history']
  /** Colleagues ask this operator to agree. */
  asked: () => void
}

export interface LiveTeam extends Pick<TeamLink, 'team' | 'desk'> {
  connection: TeamConnection
  writes: boolean
}

/** ms for the first try to connect */
const patienceMs = 3_000

/** Joining, leaving, and the connection. */
export class Team {
  private sync: TeamSync | null = null
  private paused = false
  private unsharedWhy: string | null = null
  /** Services whose outages were read over a connection. */
  private readonly outagesOf = new WeakMap<object, Set<string>>()
  readonly presence: Presence
  readonly signIn: SignIn
  readonly approvals: Approvals
  /** Changes unshared for too long, until the operator has read of them (`toldExpired`). */
  readonly expired = new Listeners<[changes: number]>()

  constructor(private readonly parts: TeamParts) {
    this.signIn = new SignIn(parts)
    this.presence = new Presence(parts)
    this.approvals = new Approvals({
      ...parts,
      history: parts.store,
      live: () => this.live(),
      changed: (fresh) => {
        parts.broadcast('team:approvalsChanged', undefined)
        this.changed()
        if (fresh) parts.asked()
      }
    })
  }

  get state(): TeamState {
    const { settings, policy } = this.parts
    return {
      address: settings.get().team,
      status: this.sync?.status ?? null,
      unread: this.sync?.unread ?? 0,
      unsent: this.sync?.unsent ?? 0,
      unshared: this.sync && this.unsharedWhy,
      open: this.sync?.open ?? [],
      approvals: this.sync ? this.approvals.waiting : 0,
      refused: refusal(policy)
    }
  }

  begin(): void {
    const address = this.parts.settings.get().team
    if (!address || this.sync || this.paused || refusal(this.parts.policy)) return
    this.sync = new TeamSync({
      ...this.parts,
      presence: this.presence,
      address,
      changed: () => this.changed(),
      expired: this.expired.call,
      exchanged: () =>
        void this.approvals.look().catch((error: unknown) => {
          if (toAppError(error).code !== 'unreachable') this.parts.failed(error)
        }),
      open: async (signal) => this.open(address, await this.signIn.read(address), signal)
    })
  }

  /** Security: a locked app holds neither password nor connection. */
  follow(locked: boolean): void {
    if (locked === this.paused) return
    this.paused = locked
    if (!locked) this.begin()
    else {
      this.signIn.forget()
      void this.stop()
    }
  }

  told(): void {
    this.sync?.changedHere()
  }

  /** null if the refresh was shared */
  unshared(why: string | null): void {
    if (why === this.unsharedWhy) return
    this.unsharedWhy = why
    this.changed()
  }

  /** The team would never see a viewer's changes, and the values would differ unnoticed. */
  async mayChange(): Promise<void> {
    const { settings, store } = this.parts
    if (!settings.get().team) return
    if ((await store.teamLink())?.writes === false) throw new AppError('team-read-only', troubleWords.viewer)
  }

  /** Possible owners of an issue. */
  async names(): Promise<string[]> {
    const { settings, store, operator } = this.parts
    return settings.get().team ? [...new Set([operator(), ...(await store.teamOperators())])] : []
  }

  /**
   * Waits briefly for the first try to connect.
   *
   * @returns null while not connected
   */
  async live(): Promise<LiveTeam | null> {
    const { sync } = this
    if (!sync) return null
    await Promise.race([sync.tried, this.parts.clock.sleep(patienceMs, new AbortController().signal)])
    const link = sync.live && (await this.parts.store.teamLink())
    return sync.live && link ? { ...link, connection: sync.live, writes: link.writes === true } : null
  }

  /** Takes up the last messages of these rules again. @throws Trouble */
  async readMessages(service: string, rules: readonly string[]): Promise<void> {
    const address = this.parts.settings.get().team
    const connection = this.sync?.live
    if (address && connection) await readMessages({ ...this.parts, address }, connection, service, rules)
  }

  /** Takes up what was told of outages, once for each connection: the feed may have passed it. @throws Trouble */
  async readOutages(service: string): Promise<void> {
    const address = this.parts.settings.get().team
    const connection = this.sync?.live
    if (!address || !connection) return
    const known = this.outagesOf.get(connection) ?? new Set()
    this.outagesOf.set(connection, known)
    if (known.has(service)) return
    await readMessages({ ...this.parts, address }, connection, service, null)
    known.add(service)
  }

  /**
   * Checks for excess rights.
   *
   * @returns null while out of reach
   * @throws Trouble
   */
  async openings(): Promise<TeamOpening[] | null> {
    return (await this.live()) && (this.sync?.lookAgain() ?? null)
  }

  pending(): Promise<TeamPending> {
    return this.parts.store.pendingChanges()
  }

  /** Whether the team allows kept samples; null without a team. */
  async samples(): Promise<boolean | null> {
    return this.parts.settings.get().team ? this.parts.store.samplesAllowed() : null
  }

  /** For all of the team. @throws AppError cancelled, team-read-only */
  async allowSamples(allowed: boolean): Promise<boolean | null> {
    await this.mayChange()
    if (allowed) await this.parts.confirmer.confirm(samplesAct, new AbortController().signal)
    await this.parts.store.allowSamples({ allowed })
    this.told()
    return this.samples()
  }

  toldExpired(): Promise<void> {
    return this.parts.store.toldExpired()
  }

  tryNow(): TeamState {
    this.sync?.tryNow()
    return this.state
  }

  async test(account: TeamAccount): Promise<TeamTest> {
    return (await this.examine(account)).test
  }

  /** @throws AppError cancelled, managed, and those of the keychain */
  async join(account: TeamAccount): Promise<TeamTest> {
    this.allow()
    const { address } = account
    const credentials = this.signIn.typed(account.password)
    const { confirmer, settings, store } = this.parts
    await confirmer.confirm(joinAct(address), new AbortController().signal)
    const { test, team, writes, lastSeq } = await this.examine(account)
    if (team === null) return test
    await this.stop()
    // First, or a password that no setting names could stay in the keychain for good.
    settings.update({ team: address, teamCertificate: credentials.identity?.cert ?? null })
    try {
      await this.signIn.keep(address, credentials)
      await store.joinTeam({ team, writes, newsAfter: lastSeq })
      this.parts.broadcast('team:filtersChanged', undefined)
      this.parts.broadcast('team:runbooksChanged', undefined)
    } catch (thrown) {
      settings.update({ team: null, teamCertificate: null }, 'for-now')
      throw thrown
    }
    this.begin()
    this.changed()
    return test
  }

  /** @throws AppError cancelled, managed */
  async createTables(account: TeamAccount): Promise<TeamTest> {
    this.allow()
    const { address } = account
    await this.parts.confirmer.confirm(createAct(address), new AbortController().signal)
    let connection: TeamConnection | null = null
    try {
      connection = await this.open(address, this.signIn.typed(account.password))
      await runScript(connection)
    } catch (thrown) {
      if (!(thrown instanceof Trouble)) throw thrown
      const trouble = new Trouble('schema', thrown.message)
      return { findings: findingsOf(address, null, trouble), creates: false }
    } finally {
      connection?.end()
    }
    return this.test(account)
  }

  /**
   * Asks first if unsent changes would be lost.
   *
   * @throws AppError cancelled; keychain-locked, keychain-missing: the desk must not forget a password that it cannot
   * delete
   */
  async leave(): Promise<TeamState> {
    const { confirmer, settings, store } = this.parts
    const { team } = settings.get()
    const { count } = await store.waitingChanges({ limit: 0 })
    if (team && count > 0) await confirmer.confirm(leaveAct(team, count), new AbortController().signal)
    await this.signIn.delete()
    await this.stop()
    await this.approvals.forget()
    await store.leaveTeam()
    this.parts.broadcast('team:filtersChanged', undefined)
    this.parts.broadcast('team:runbooksChanged', undefined)
    settings.update({ team: null, teamCertificate: null })
    return this.state
  }

  /**
   * Unsent changes leave once the server accepts the password.
   *
   * @throws AppError managed, and those of the keychain
   */
  async setPassword(password: string): Promise<TeamState> {
    this.allow()
    const { settings } = this.parts
    const { team } = settings.get()
    if (!team) return this.state
    await this.signIn.keep(team, { password, identity: null })
    settings.update({ teamCertificate: null })
    return this.tryNow()
  }

  async stop(): Promise<void> {
    const { sync } = this
    this.sync = null
    await sync?.stop()
  }

  private async examine({ address, password }: TeamAccount): Promise<Examined> {
    this.allow()
    return examine(address, async () => this.open(address, this.signIn.typed(password)))
  }

  private open(address: TeamAddress, credentials: Credentials, signal?: AbortSignal): Promise<TeamConnection> {
    return connect({ address, ...credentials, certificates: this.parts.certificates(), signal })
  }

  private changed(): void {
    this.parts.broadcast('team:changed', this.state)
  }

  private allow(): void {
    const words = refusal(this.parts.policy)
    if (words !== null) throw managed(words)
  }
}

/** null if the organization allows teams */
function refusal(policy: Policy): string | null {
  return policy.isBroken || policy.of('team.enabled')?.value === false ? troubleWords.managed : null
}

/** Security: a person agrees before issues go to a server; a page cannot choose it. */
const samplesAct: Act = {
  place: null,
  noWorkspace: true,
  title: 'Share kept samples of mappings with the team?',
  verb: 'Share samples',
  warnings: ['Samples are records of your customers’ systems, with what is in them about people.'],
  note: 'Each desk of the team that has a service’s bearer token shares the samples that it keeps of mappings there, and gets those of the others. They are encrypted with a key of that token before they leave: the database cannot read them. Whoever had the token can. The team’s setting can be taken back; the database keeps earlier versions until its administrator removes them.',
  facts: [['Encrypted with', 'a key of each service’s bearer token']],
  requests: []
}

const joinAct = (address: TeamAddress): Act => ({
  place: null,
  title: actWords.join,
  verb: actWords.joinVerb,
  note: actWords.joinNote,
  facts: [...factsOf(address), ...Object.entries(actWords.shared)],
  requests: []
})

const createAct = (address: TeamAddress): Act => ({
  place: null,
  title: actWords.create,
  verb: actWords.createVerb,
  note: actWords.createNote,
  facts: factsOf(address),
  requests: []
})

/** @param count unsent changes */
const leaveAct = (address: TeamAddress, count: number): Act => ({
  place: null,
  title: actWords.leave,
  verb: actWords.leaveVerb,
  note: actWords.leaveNote(count),
  facts: factsOf(address),
  requests: []
})

const factsOf = ({ host, port, database, user, tls }: TeamAddress): [string, string][] => [
  [actWords.server, `${host}:${port}`],
  [actWords.database, database],
  [actWords.account, user],
  [actWords.encryption, tls ? actWords.encrypted : actWords.plain]
]
