import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors'
import type { KeptReport } from '../../shared/alerts/report'
import type { LetterKind, OutageLetters, OutageTemplates } from '../../shared/mail/outage'
import type { PracticeChange, PracticeTime } from '../../shared/workspaces/practice-time'
import { regions, type Region } from '../../shared/workspaces/region'
import type { DueTimes } from '../../shared/issues/due-times'
import type { HeadcountLimits } from '../../shared/issues/diagnosis'
import type { Tracker } from '../../shared/tickets/ticket'
import type { RelinkSettings } from '../../shared/issues/relink/relink'
import type {
  AskedFromOutside,
  Environment,
  KeepToken,
  Workspace,
  WorkspaceChange,
  WorkspaceDraft
} from '../../shared/workspaces/workspace'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import { Unwritten, type SettingsStore } from '../settings/settings-schema'
import type { Policy } from '../policy/policy'
import { permit, permitPractice } from '../policy/services'
import type { BearerTokens } from '../secrets/bearer-tokens'
import type { BoundToken } from '../secrets/bound-tokens'
import type { KnownHosts } from './known-hosts'
import type { TokenChanges } from './token-changes'
import { practiceName, type PracticeHost } from './practice-host'
import { checkReach } from './reach'
import {
  addressIn,
  addressesOf,
  addressOf,
  boundTo,
  originOf,
  readChange,
  readDraft,
  readTyped
} from './workspace-draft'

/** The workspaces of this profile, with their addresses and tokens. */
export class Workspaces {
  private binding: Promise<boolean> | undefined
  private practiceAddresses: Awaited<ReturnType<PracticeHost['start']>> | undefined

  constructor(
    private readonly settings: SettingsStore,
    private readonly tokens: BearerTokens,
    /** Binds an earlier version's tokens; false while the keychain does not answer. */
    private readonly bind: () => Promise<boolean>,
    private readonly client: Client,
    private readonly practice: PracticeHost,
    private readonly policy: Policy,
    /** Asks the person before the app connects to a host from the window. */
    private readonly hosts: Pick<KnownHosts, 'ask'>,
    /** null where tokens are only read */
    private readonly changes: Pick<TokenChanges, 'begin'> | null = null
  ) {}

  /** For the window: with the practice service's addresses of this run, and with tokens held for this session. */
  list(): Workspace[] {
    return this.settings.get().workspaces.map((workspace) => this.tokens.withPlaces(this.located(workspace)))
  }

  /** @throws AppError not-found */
  nameOf(id: string): string {
    return this.located(this.get(id)).name
  }

  /** True if any token was put into the keychain. */
  get holdTokens(): boolean {
    return this.settings.get().workspaces.some(({ tokens }) => Object.values(tokens).includes('keychain'))
  }

  get activeId(): string | null {
    return this.settings.get().activeWorkspaceId
  }

  /**
   * Checks the draft with one GET and keeps it. A failed check stores nothing. If the disk refuses the settings, the
   * workspace and its tokens stay in memory until the app quits.
   * @throws AppError invalid-input with `fields`; cancelled if the person declines a new host; the call's errors;
   * keychain-locked, keychain-missing
   */
  async connect(draft: WorkspaceDraft, signal: AbortSignal): Promise<void> {
    const { name, baseUrl, euBaseUrl, bearerToken, euBearerToken } = readDraft(draft, this.namesTaken(), this.policy)
    await this.hosts.ask('workspace', addressesOf({ baseUrl, euBaseUrl }), signal)
    const workspace: Workspace = {
      id: randomUUID(),
      name,
      kind: 'live',
      baseUrl,
      euBaseUrl,
      region: draft.region,
      tokens: { default: 'none', eu: 'none' }
    }
    // One token typed beside both addresses is bound to each.
    const given = { default: bearerToken, ...(euBaseUrl && { eu: euBearerToken ?? bearerToken }) }
    await checkReach(this.client, this.typedTarget(workspace, draft.region, given[draft.region] ?? ''), signal)
    const bound = boundTo(workspace, given)
    const add = (tokens: Workspace['tokens'], unwritten?: 'for-now') => {
      const { workspaces } = this.settings.get()
      const added = { workspaces: [...workspaces, { ...workspace, tokens }], activeWorkspaceId: workspace.id }
      this.settings.update(added, unwritten)
    }
    if (draft.keep === 'session') return add(await this.tokens.keep(workspace, 'session', bound), 'for-now')
    const places = await this.tokens.keep(workspace, 'keychain', bound)
    try {
      add(places)
    } catch (thrown) {
      // Without its workspace, a token would stay in the keychain forever.
      await this.tokens.forget({ ...workspace, tokens: places })
      if (!(thrown instanceof Unwritten)) throw thrown
      add(await this.tokens.keep(workspace, 'session', bound), 'for-now')
    }
  }

  /** Adds the practice service if missing, and opens it. @throws AppError managed if the policy turns it off */
  async startPractice(): Promise<void> {
    permitPractice(this.policy)
    await this.startedPractice()
    const { workspaces } = this.settings.get()
    const present = workspaces.find(({ kind }) => kind === 'practice')
    if (present) return this.settings.update({ activeWorkspaceId: present.id }, 'for-now')
    const workspace: Workspace = {
      id: randomUUID(),
      name: practiceName,
      kind: 'practice',
      baseUrl: '',
      euBaseUrl: '',
      region: 'default',
      tokens: { default: 'session', eu: 'session' }
    }
    this.settings.update({ workspaces: [...workspaces, workspace], activeWorkspaceId: workspace.id }, 'for-now')
  }

  /** @param change made first @throws AppError managed */
  async practiceTime(region: Region, change: PracticeChange | null): Promise<PracticeTime> {
    permitPractice(this.policy)
    return this.practice.time(region, change)
  }

  open(id: string, region: Region): void {
    const workspace = this.get(id)
    if (workspace.kind === 'live') addressOf(workspace, region)
    this.change({ ...workspace, region }, { activeWorkspaceId: id }, 'for-now')
  }

  /** @param environment null for none */
  setEnvironment(id: string, environment: Environment | null): void {
    const { environment: _, ...workspace } = this.get(id)
    this.change(environment ? { ...workspace, environment } : workspace)
  }

  /** @throws AppError not-found */
  relinkOf(id: string): RelinkSettings | undefined {
    return this.get(id).relink
  }

  setRelink(id: string, relink: RelinkSettings): void {
    this.change({ ...this.get(id), relink })
  }

  outageLettersOf = (id: string): OutageTemplates => this.get(id).outageLetters ?? {}

  setOutageLetters(id: string, kind: LetterKind, letters: OutageLetters): void {
    const workspace = this.get(id)
    this.change({ ...workspace, outageLetters: { ...workspace.outageLetters, [kind]: letters } })
  }

  /** @param report null for none */
  setReport(id: string, report: KeptReport | null): void {
    const { report: _, ...workspace } = this.get(id)
    this.change(report ? { ...workspace, report } : workspace)
  }

  /** @param dueTimes null for none */
  setDueTimes(id: string, dueTimes: DueTimes | null): void {
    const { dueTimes: _, ...workspace } = this.get(id)
    this.change(dueTimes ? { ...workspace, dueTimes } : workspace)
  }

  /** @param tracker null for none */
  setTracker(id: string, tracker: Tracker | null): void {
    const { tracker: _, ...workspace } = this.get(id)
    this.change(tracker ? { ...workspace, tracker } : workspace)
  }

  dueTimesOf(id: string): DueTimes | undefined {
    return this.get(id).dueTimes
  }

  setHeadcounts(id: string, headcounts: HeadcountLimits): void {
    this.change({ ...this.get(id), headcounts })
  }

  setWebhookIssues(id: string, webhookIssues: boolean): void {
    this.change({ ...this.get(id), webhookIssues })
  }

  setOutside(id: string, outside: AskedFromOutside | null): void {
    const { outside: _, ...rest } = this.get(id)
    this.change(outside === null ? rest : { ...rest, outside })
  }

  /**
   * Renames or moves a workspace. A changed address is checked with one GET first. A new origin needs its token typed
   * again: the kept token stays with its own origin.
   * @returns the regions with a new origin
   */
  async update(id: string, draft: WorkspaceChange, signal: AbortSignal): Promise<Region[]> {
    const before = this.get(id)
    const { identity, typed } = readChange(draft, before, this.namesTaken(id), this.policy)
    await this.hosts.ask('workspace', addressesOf(identity), signal)
    const after: Workspace = { ...before, ...identity, region: identity.euBaseUrl ? before.region : 'default' }
    for (const region of regions) {
      if (!addressIn(after, region) || addressIn(after, region) === addressIn(before, region)) continue
      const token = typed[region]
      const target = token ? this.typedTarget(after, region, token) : await this.targetOf(after, region)
      await checkReach(this.client, target, signal)
    }
    for (const [region, bound] of Object.entries(boundTo(after, typed)) as [Region, BoundToken][]) {
      after.tokens = await this.tokens.keepOne(after, region, this.keepOf(before, region), bound)
    }
    if (!identity.euBaseUrl) after.tokens = await this.tokens.forgetRegion(after, 'eu')
    // The region may have been switched meanwhile.
    this.change({ ...after, region: identity.euBaseUrl ? this.get(id).region : 'default' }, {}, 'for-now')
    return regions.filter((region) => originOf(before, region) !== originOf(after, region))
  }

  /** A new token is kept in the place of the token it replaces; in a new region, in the place of Default's. */
  private keepOf(workspace: Workspace, region: Region): KeepToken {
    const { tokens } = this.tokens.withPlaces(workspace)
    const place = tokens[region] === 'none' ? tokens.default : tokens[region]
    return place === 'keychain' ? 'keychain' : 'session'
  }

  /**
   * Checks a region's new token, then replaces the old one. An unwritten change stays in memory. A replacement is
   * recorded, and told to the team.
   * @throws AppError also cancelled, for a token that shows other connectors
   */
  async setToken(id: string, region: Region, typed: string, keep: KeepToken, signal: AbortSignal): Promise<void> {
    const { baseUrl } = this.targetWith(this.get(id), region, '')
    const { origin } = new URL(baseUrl)
    const token = readTyped(typed, origin)
    const after = this.typedTarget(this.get(id), region, token)
    await checkReach(this.client, after, signal)
    // Without an earlier token, or with one that cannot be read, nothing is replaced.
    const held = await this.targetOf(this.get(id), region).catch(() => null)
    const replaced = held && held.bearerToken !== token ? await this.changes?.begin(held, after, signal) : null
    const before = this.get(id)
    const tokens = await this.tokens.keepOne(before, region, keep, { token, origin })
    try {
      // Read again: the workspace may have been switched, renamed or removed meanwhile.
      const workspace = this.get(id)
      const named = { ...workspace.tokens, [region]: tokens[region] }
      if (tokens[region] !== before.tokens[region]) this.change({ ...workspace, tokens: named })
    } catch (thrown) {
      await this.tokens.forgetRegion({ ...before, tokens }, region)
      if (!(thrown instanceof Unwritten)) throw thrown
      await this.tokens.keepOne(before, region, 'session', { token, origin })
      this.change(this.get(id), {}, 'for-now')
    }
    await replaced?.()
  }

  /** @throws keychain-locked, keychain-missing: then nothing is removed */
  async remove(id: string): Promise<void> {
    const workspace = this.get(id)
    await this.tokens.forget(workspace)
    const { workspaces, activeWorkspaceId } = this.settings.get()
    const left = workspaces.filter((other) => other.id !== id)
    const active = activeWorkspaceId === id ? (left[0]?.id ?? null) : activeWorkspaceId
    this.settings.update({ workspaces: left, activeWorkspaceId: active }, 'for-now')
  }

  /** @throws AppError managed, no-token, other-address, keychain-locked, keychain-missing, not-found, invalid-input */
  async target(id: string, region: Region): Promise<Target> {
    if (this.get(id).kind === 'live') await this.bindTokens()
    return this.targetOf(this.get(id), region)
  }

  /** Once, as soon as the keychain answers. */
  async bindTokens(): Promise<void> {
    this.binding ??= this.bind().finally(() => (this.binding = undefined))
    await this.binding
  }

  private async targetOf(workspace: Workspace, region: Region): Promise<Target> {
    permit(this.policy, workspace, region)
    if (workspace.kind === 'practice') {
      const { url, bearerToken } = (await this.startedPractice())[region]
      return { workspaceId: workspace.id, region, baseUrl: url, bearerToken }
    }
    const { origin } = new URL(addressOf(workspace, region))
    return this.targetWith(workspace, region, await this.tokens.read(workspace, region, origin))
  }

  private typedTarget(workspace: Workspace, region: Region, token: string): Target {
    return { ...this.targetWith(workspace, region, token), isTyped: true }
  }

  private targetWith(workspace: Workspace, region: Region, bearerToken: string): Target {
    permit(this.policy, workspace, region)
    if (workspace.kind === 'practice')
      throw new AppError('not-permitted', 'The practice workspace has addresses and tokens of its own.')
    return { workspaceId: workspace.id, region, baseUrl: addressOf(workspace, region), bearerToken }
  }

  private async startedPractice() {
    this.practiceAddresses = await this.practice.start()
    return this.practiceAddresses
  }

  private located(workspace: Workspace): Workspace {
    if (workspace.kind !== 'practice') return workspace
    // The settings file may name another service's addresses, or an earlier version's name.
    const { default: here, eu } = this.practiceAddresses ?? {}
    return { ...workspace, name: practiceName, baseUrl: here?.url ?? '', euBaseUrl: eu?.url ?? '' }
  }

  private get(id: string): Workspace {
    const found = this.settings.get().workspaces.find((workspace) => workspace.id === id)
    if (!found) throw new AppError('not-found', 'This workspace was removed.')
    return found
  }

  private namesTaken(exceptId?: string): string[] {
    return this.settings
      .get()
      .workspaces.filter(({ id }) => id !== exceptId)
      .map(({ name }) => name)
  }

  private change(workspace: Workspace, also: { activeWorkspaceId?: string } = {}, unwritten?: 'for-now'): void {
    const workspaces = this.settings.get().workspaces.map((other) => (other.id === workspace.id ? workspace : other))
    this.settings.update({ workspaces, ...also }, unwritten)
  }
}
