import { createContext } from 'svelte'
import type { AppState } from '../../../shared/app/state'
import type { Preferences } from '../../../shared/settings/preferences'
import type { Request, Response } from '../../../shared/ipc'
import { freshRelinkSettings, type RelinkSettings } from '../../../shared/issues/relink/relink'
import type { DueTimes } from '../../../shared/issues/due-times'
import type { HeadcountLimits } from '../../../shared/issues/diagnosis'
import type { PracticeChange } from '../../../shared/workspaces/practice-time'
import type { Region } from '../../../shared/workspaces/region'
import type { AskedFromOutside, Environment, TokenPlace, Workspace } from '../../../shared/workspaces/workspace'
import type { PolicyKey, PolicySettings } from '../../../shared/policy/file'
import { keptDays } from '../../../shared/activity/call'
import { isLocked } from '../../../shared/policy/locked'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'

/** Whether the app can make calls for the open workspace, and the obstacle if not. */
export type Access = 'ready' | 'keychain-locked' | 'keychain-missing' | 'no-token'

/** Where the token of a region is; "shared" is followed to the other region. */
export function tokenPlaceOf(workspace: Workspace, region: Region): Exclude<TokenPlace, 'shared'> {
  const place = workspace.tokens[region]
  if (place !== 'shared') return place
  return workspace.tokens.default === 'shared' ? 'none' : workspace.tokens.default
}

/** The state in main. Every action answers with all of it. */
export class App extends Task {
  #client: Client
  #changed: () => void
  #state = $state.raw<AppState | null>(null)
  #asking = $state(false)
  #room = $state.raw<Response<'passthrough:room'> | null>(null)

  /** @param changed runs after every new state, to update dependents */
  constructor(client: Client, changed: () => void = () => undefined) {
    super()
    this.#client = client
    this.#changed = changed
    client.on('app:changed', (state) => this.#set(state))
  }

  workspace = $derived(this.#state?.workspaces.find(({ id }) => id === this.#state?.activeWorkspaceId) ?? null)

  relink: RelinkSettings = $derived(this.workspace?.relink ?? freshRelinkSettings)

  access: Access = $derived.by(() => {
    if (!this.#state || !this.workspace) return 'no-token'
    const place = tokenPlaceOf(this.workspace, this.workspace.region)
    if (place === 'none') return 'no-token'
    if (place === 'session' || this.#state.keychain.state === 'unlocked') return 'ready'
    return this.#state.keychain.state === 'locked' ? 'keychain-locked' : 'keychain-missing'
  })

  get state(): AppState | null {
    return this.#state
  }

  locks = (key: PolicyKey): boolean => isLocked(this.#state?.policy ?? null, key)

  /** The organization's value for a key; undefined if it sets none. */
  managed = <K extends PolicyKey>(key: K): PolicySettings[K] | undefined => this.#state?.policy?.settings[key]

  keptDays = $derived.by(() => ({
    reads: this.managed('retention.reads')?.value ?? keptDays.reads,
    writes: this.managed('retention.changes')?.value ?? keptDays.writes
  }))

  get asking(): boolean {
    return this.#asking
  }

  get room(): Response<'passthrough:room'> | null {
    return this.#room
  }

  async loadRoom(): Promise<void> {
    this.#room = await this.#client.call('passthrough:room').catch(() => null)
  }

  load = () => this.#quietly(this.#client.call('app:getState'))
  checkKeychain = async () => {
    this.#asking = true
    await this.#quietly(this.#client.call('app:checkKeychain'))
    this.#asking = false
  }
  dismissNotice = (id: string) => this.#quietly(this.#client.call('app:dismissNotice', { id }))
  prefer = async (change: Partial<Preferences>) => {
    if (this.#state)
      await this.#quietly(this.#client.call('settings:setPreferences', { ...this.#state.preferences, ...change }))
  }
  launchAtLogin = (on: boolean) => this.#quietly(this.#client.call('settings:launchAtLogin', { on }))
  lock = () => this.#quietly(this.#client.call('app:lock'))
  open = (workspaceId: string, region: Region) =>
    this.#quietly(this.#client.call('workspaces:open', { workspaceId, region }))

  practiceTime = (region: Region, change: PracticeChange | null) =>
    this.#client.call('workspaces:practiceTime', { region, change })
  startPractice = () => this.#apply(this.#client.call('workspaces:startPractice'))
  /**
   * The form can stop the test and shows its failure.
   * @returns false also if another test is under way
   */
  async check(check: Task, work: (requestId: string) => Promise<void>): Promise<boolean> {
    if (check.job) return false
    const job = new Job(this.#client)
    return (await check.run(() => check.act(job, () => work(job.requestId)).then(() => true))) ?? false
  }

  connect = (draft: Request<'workspaces:connect'>) => this.#apply(this.#client.call('workspaces:connect', draft))
  update = (change: Request<'workspaces:update'>) => this.#apply(this.#client.call('workspaces:update', change))
  tokenChanges = (workspaceId: string) => this.#client.call('workspaces:tokenChanges', { workspaceId })
  setToken = (token: Request<'workspaces:setToken'>) => this.#apply(this.#client.call('workspaces:setToken', token))
  /** May wait for the keychain's own prompt. */
  unlock = () => this.#apply(this.#client.call('app:unlock'))
  copyBriefly = (text: string) => this.#client.call('app:copyBriefly', { text })
  setEnvironment = (workspaceId: string, environment: Environment | null) =>
    this.#quietly(this.#client.call('workspaces:setEnvironment', { workspaceId, environment }))
  setRelink = (workspaceId: string, relink: RelinkSettings) =>
    this.#apply(this.#client.call('workspaces:setRelink', { workspaceId, relink }))
  setHeadcounts = (workspaceId: string, headcounts: HeadcountLimits) =>
    this.#apply(this.#client.call('workspaces:setHeadcounts', { workspaceId, headcounts }))
  setWebhookIssues = (workspaceId: string, webhookIssues: boolean) =>
    this.#apply(this.#client.call('workspaces:setWebhookIssues', { workspaceId, webhookIssues }))

  setOutside = (workspaceId: string, outside: AskedFromOutside | null) =>
    this.#quietly(this.#client.call('workspaces:setOutside', { workspaceId, outside }))
  setDueTimes = (workspaceId: string, dueTimes: DueTimes | null) =>
    this.#apply(this.#client.call('workspaces:setDueTimes', { workspaceId, dueTimes }))
  addCertificates = () => this.#apply(this.#client.call('settings:addCertificate'))
  removeCertificate = (fingerprint: string) =>
    this.#apply(this.#client.call('settings:removeCertificate', { fingerprint }))
  remove = (workspaceId: string) => this.#apply(this.#client.call('workspaces:remove', { workspaceId }))

  async #apply(answer: Promise<AppState>): Promise<void> {
    this.#set(await answer)
    this.forgetFailure()
  }

  #set(state: AppState): void {
    this.#state = state
    this.#changed()
  }

  async #quietly(answer: Promise<AppState>): Promise<void> {
    await this.attempt(() => this.#apply(answer))
  }
}

export const [useApp, provideApp] = createContext<App>()
