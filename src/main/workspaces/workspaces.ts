import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors'
import { regions, type Region } from '../../shared/workspaces/region'
import type { RelinkSettings } from '../../shared/issues/relink/relink'
import type {
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

/** The workspaces of this profile: which exist, their addresses, and their tokens. */
export class Workspaces {
  private binding: Promise<boolean> | undefined
  private practiceAddresses: Awaited<ReturnType<PracticeHost['start']>> | undefined

  constructor(
    private readonly settings: SettingsStore,
    private readonly tokens: BearerTokens,
    /** Binds tokens of an earlier version; false while the keychain does not answer. */
    private readonly bind: () => Promise<boolean>,
    private readonly client: Client,
    private readonly practice: PracticeHost,
    private readonly policy: Policy,
    /** Asks the person before a host is reached that only the window named. */
    private readonly hosts: Pick<KnownHosts, 'ask'>
  ) {}

  /** As the renderer shows them: with the practice service's addresses of this run, and tokens held for this session. */
  list(): Workspace[] {
    return this.settings.get().workspaces.map((workspace) => this.tokens.withPlaces(this.located(workspace)))
  }

  /** @throws AppError not-found */
  nameOf(id: string): string {
    return this.located(this.get(id)).name
  }

  /** Whether some token was put into the keychain. */
  get holdTokens(): boolean {
    return this.settings.get().workspaces.some(({ tokens }) => Object.values(tokens).includes('keychain'))
  }

  get activeId(): string | null {
    return this.settings.get().activeWorkspaceId
  }

  /**
   * Checks the draft with one GET and keeps it. Nothing is stored when anything fails; where the settings cannot be
   * written, the workspace and its tokens are kept in memory until the app quits.
   * @throws AppError invalid-input with `fields`; cancelled where the person does not agree to a new host; the errors of a call; keychain-locked, keychain-missing
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
    // One token typed beside both addresses is meant for both, and is bound to each.
    const given = { default: bearerToken, ...(euBaseUrl && { eu: euBearerToken ?? bearerToken }) }
    await checkReach(this.client, this.targetWith(workspace, draft.region, given[draft.region] ?? ''), signal)
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
      // A token that no workspace names would stay in the keychain forever.
      await this.tokens.forget({ ...workspace, tokens: places })
      if (!(thrown instanceof Unwritten)) throw thrown
      add(await this.tokens.keep(workspace, 'session', bound), 'for-now')
    }
  }

  /** Adds the practice service where it is not there yet, and opens it. @throws AppError managed where it is off */
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

  /** Makes a workspace and one of its regions the one in use. */
  open(id: string, region: Region): void {
    const workspace = this.get(id)
    if (workspace.kind === 'live') addressOf(workspace, region)
    this.change({ ...workspace, region }, { activeWorkspaceId: id }, 'for-now')
  }

  /** @param environment null: it is not named */
  setEnvironment(id: string, environment: Environment | null): void {
    const { environment: _, ...workspace } = this.get(id)
    this.change(environment ? { ...workspace, environment } : workspace)
  }

  /** How its relink requests are written. @throws AppError not-found */
  relinkOf(id: string): RelinkSettings | undefined {
    return this.get(id).relink
  }

  setRelink(id: string, relink: RelinkSettings): void {
    this.change({ ...this.get(id), relink })
  }

  /**
   * Renames or moves a workspace; a changed address is checked with one GET first. Another origin asks for the token
   * again: the one that is kept stays with the origin it was entered for.
   * @returns the regions that have another origin now, or none
   */
  async update(id: string, draft: WorkspaceChange, signal: AbortSignal): Promise<Region[]> {
    const before = this.get(id)
    const { identity, typed } = readChange(draft, before, this.namesTaken(id), this.policy)
    await this.hosts.ask('workspace', addressesOf(identity), signal)
    const after: Workspace = { ...before, ...identity, region: identity.euBaseUrl ? before.region : 'default' }
    for (const region of regions) {
      if (!addressIn(after, region) || addressIn(after, region) === addressIn(before, region)) continue
      const token = typed[region]
      const target = token ? this.targetWith(after, region, token) : await this.targetOf(after, region)
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

  /** A token that replaces another is kept where that one was, and one for a new region where Default's is. */
  private keepOf(workspace: Workspace, region: Region): KeepToken {
    const { tokens } = this.tokens.withPlaces(workspace)
    const place = tokens[region] === 'none' ? tokens.default : tokens[region]
    return place === 'keychain' ? 'keychain' : 'session'
  }

  /** Gives a region another token, after checking it with one GET. The old one stays when the check fails. What cannot be named is kept as above. */
  async setToken(id: string, region: Region, typed: string, keep: KeepToken, signal: AbortSignal): Promise<void> {
    const { baseUrl } = this.targetWith(this.get(id), region, '')
    const { origin } = new URL(baseUrl)
    const token = readTyped(typed, origin)
    await checkReach(this.client, this.targetWith(this.get(id), region, token), signal)
    const before = this.get(id)
    const tokens = await this.tokens.keepOne(before, region, keep, { token, origin })
    try {
      // As it is now: it may have been switched, renamed or removed meanwhile.
      const workspace = this.get(id)
      const named = { ...workspace.tokens, [region]: tokens[region] }
      if (tokens[region] !== before.tokens[region]) this.change({ ...workspace, tokens: named })
    } catch (thrown) {
      await this.tokens.forgetRegion({ ...before, tokens }, region)
      if (!(thrown instanceof Unwritten)) throw thrown
      await this.tokens.keepOne(before, region, 'session', { token, origin })
      this.change(this.get(id), {}, 'for-now')
    }
  }

  /** Removes the workspace and its tokens. @throws keychain-locked, keychain-missing: then nothing is removed */
  async remove(id: string): Promise<void> {
    const workspace = this.get(id)
    await this.tokens.forget(workspace)
    const { workspaces, activeWorkspaceId } = this.settings.get()
    const left = workspaces.filter((other) => other.id !== id)
    const active = activeWorkspaceId === id ? (left[0]?.id ?? null) : activeWorkspaceId
    this.settings.update({ workspaces: left, activeWorkspaceId: active }, 'for-now')
  }

  /** Where to call, with which token. @throws AppError managed, no-token, other-address, keychain-locked, keychain-missing, not-found, invalid-input */
  async target(id: string, region: Region): Promise<Target> {
    if (this.get(id).kind === 'live') await this.bindTokens()
    return this.targetOf(this.get(id), region)
  }

  /** Once after the upgrade, as soon as the keychain answers. */
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
    // Never the addresses of the settings file, which may name another service, nor the name of an earlier version.
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
