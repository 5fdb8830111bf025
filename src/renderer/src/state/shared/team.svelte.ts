import type { TeamAddress, TeamState, TeamTest } from '../../../../shared/team/team'
import { teamWords } from '../../words/team'
import type { Client } from '../../client.svelte'
import { Fallible } from './fallible.svelte'

interface Account {
  address: TeamAddress
  password: string
}
type Asking = 'team:test' | 'team:join' | 'team:createTables'

/** The team that this desk is part of, as main knows it. */
export class Team extends Fallible {
  #client: Client
  #known = $state.raw<TeamState | null>(null)
  #tested = $state.raw<TeamTest | null>(null)
  #busy = $state(false)
  #names = $state.raw<readonly string[]>([])

  constructor(client: Client) {
    super()
    this.#client = client
    client.on('team:changed', (known) => (this.#known = known))
  }

  /** null until main has answered. */
  get known(): TeamState | null {
    return this.#known
  }

  /** Why this desk may change no issue; undefined where it may. */
  get readOnly(): string | undefined {
    return this.#known?.status?.writes === false ? teamWords.readOnly : undefined
  }

  /** Who could own an issue, as of when they were last asked for. */
  get names(): readonly string[] {
    return this.#names
  }

  /** What the last test of a connection found. */
  get tested(): TeamTest | null {
    return this.#tested
  }

  get busy(): boolean {
    return this.#busy
  }

  /** Reads what is known, unless that was done. A page that may not ask is locked, and is loaded again. */
  load(): void {
    if (this.#known) return
    this.#client.call('team:get').then(
      (known) => (this.#known = known),
      () => undefined
    )
  }

  /** Asks who could own an issue. Without an answer the names that are known stay. */
  loadNames = (): void => {
    if (!this.#known?.address) return
    this.#client.call('team:names').then(
      (names) => (this.#names = names),
      () => undefined
    )
  }

  test = (account: Account) => this.#ask('team:test', account)
  join = (account: Account) => this.#ask('team:join', account)
  createTables = (account: Account) => this.#ask('team:createTables', account)

  leave = async (): Promise<void> => {
    const known = await this.attempt(() => this.#client.call('team:leave'))
    if (!known) return
    this.#known = known
    this.#tested = null
  }

  tryNow = async (): Promise<void> => {
    await this.attempt(() => this.#client.call('team:tryNow'))
  }

  async #ask(channel: Asking, account: Account): Promise<void> {
    if (this.#busy) return
    this.#busy = true
    this.#tested = (await this.attempt(() => this.#client.call(channel, account))) ?? this.#tested
    this.#busy = false
  }
}
