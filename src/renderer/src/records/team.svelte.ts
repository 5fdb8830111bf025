import { createContext } from 'svelte'
import type { TeamAccount } from '../../../shared/team/channels'
import type { ChosenIdentity, TeamState, TeamTest } from '../../../shared/team/team'
import type { TeamPending } from '../../../shared/team/waiting'
import type { Workspace } from '../../../shared/workspaces/workspace'
import { teamWords } from './words/team'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'

type Asking = 'team:test' | 'team:join' | 'team:createTables'

export class Team extends Task {
  #client: Client
  #known = $state.raw<TeamState | null>(null)
  #tested = $state.raw<TeamTest | null>(null)
  #busy = $state(false)
  #identity = $state.raw<ChosenIdentity | null>(null)
  #names = $state.raw<readonly string[]>([])
  #pending = $state.raw<TeamPending | null>(null)
  #samples = $state.raw<boolean | null>(null)
  #tokenNews = $state(0)

  constructor(client: Client) {
    super()
    this.#client = client
    client.on('team:changed', (known) => (this.#known = known))
    client.on('team:guardsChanged', this.loadSamples)
    client.on('team:tokensChanged', () => this.#tokenNews++)
  }

  get known(): TeamState | null {
    return this.#known
  }

  /** Grows when somebody replaced a bearer token. */
  get tokenNews(): number {
    return this.#tokenNews
  }

  /** Why this desk may change no issue; undefined if it may. */
  get readOnly(): string | undefined {
    return this.#known?.status?.writes === false ? teamWords.readOnly : undefined
  }

  /** Whether the team gets this desk's changes: not from a viewer, and not of the practice workspace. */
  shares(workspace: Workspace | null): boolean {
    const isMember = this.#known?.address && this.readOnly === undefined
    return Boolean(isMember) && workspace?.kind !== 'practice'
  }

  get names(): readonly string[] {
    return this.#names
  }

  get pending(): TeamPending | null {
    return this.#pending
  }

  /** Whether the team allows kept samples; null until it is known. */
  get samples(): boolean | null {
    return this.#samples
  }

  loadSamples = (): void => {
    this.#client.call('team:samples').then(
      (samples) => (this.#samples = samples),
      () => undefined
    )
  }

  /** Main asks the operator first; what is shown stays what the team has. */
  allowSamples = async (allowed: boolean): Promise<void> => {
    await this.attempt(() => this.#client.call('team:allowSamples', { allowed }))
    this.loadSamples()
  }

  /** The client certificate chosen last; its key stays in main. */
  get identity(): ChosenIdentity | null {
    return this.#identity
  }

  get tested(): TeamTest | null {
    return this.#tested
  }

  get busy(): boolean {
    return this.#busy
  }

  load(): void {
    if (this.#known) return
    this.#client.call('team:get').then(
      (known) => (this.#known = known),
      () => undefined
    )
  }

  /** Without an answer the known names stay. */
  loadNames = (): void => {
    if (!this.#known?.address) return
    this.#client.call('team:names').then(
      (names) => (this.#names = names),
      () => undefined
    )
  }

  /** Without an answer the known changes stay. */
  loadPending = (): void => {
    this.#client.call('team:pending').then(
      (pending) => (this.#pending = pending),
      () => undefined
    )
  }

  /** An unusable certificate leaves the previous one in place. */
  chooseCertificate = async (passphrase: string): Promise<void> => {
    this.#identity =
      (await this.attempt(() => this.#client.call('team:chooseCertificate', { passphrase }))) ?? this.#identity
  }

  test = (account: TeamAccount) => this.#ask('team:test', account)
  join = (account: TeamAccount) => this.#ask('team:join', account)
  createTables = (account: TeamAccount) => this.#ask('team:createTables', account)

  leave = async (): Promise<void> => {
    const known = await this.attempt(() => this.#client.call('team:leave'))
    if (!known) return
    this.#known = known
    this.#tested = null
    this.#identity = null
  }

  /** @returns whether main kept it */
  setPassword = async (password: string): Promise<boolean> =>
    (await this.attempt(() => this.#client.call('team:setPassword', { password }))) !== null

  tryNow = async (): Promise<void> => {
    await this.attempt(() => this.#client.call('team:tryNow'))
  }

  async #ask(channel: Asking, account: TeamAccount): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    this.#tested = (await this.attempt(() => this.#client.call(channel, account))) ?? this.#tested
    this.#busy = false
  }
}

export const [useTeam, provideTeam] = createContext<Team>()
