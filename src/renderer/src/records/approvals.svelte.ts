import { createContext } from 'svelte'
import { isWaiting, type Approval, type Approvers, type ReadApproval } from '../../../shared/team/approvals'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'

export const approvalGroups = ['waiting', 'mine', 'others', 'decided'] as const
export type ApprovalGroup = (typeof approvalGroups)[number]

function groupOf(one: Approval): ApprovalGroup {
  if (one.state !== 'open' && one.state !== 'agreed') return 'decided'
  if (one.isMine) return 'mine'
  return isWaiting(one) ? 'waiting' : 'others'
}

/** What colleagues are asked to agree to. */
export class ApprovalList extends Task {
  #client: Client
  #all = $state.raw<readonly Approval[] | null>(null)
  #readAt = 0
  #chosen = $state<string | null>(null)
  #read = $state.raw<{ id: string; content: ReadApproval | null } | null>(null)
  #late = $state(false)
  #looking = false
  #approvers = $state.raw<Approvers | null>(null)

  constructor(client: Client) {
    super()
    this.#client = client
    client.on('team:approvalsChanged', () => {
      if (this.#looking) void this.load()
    })
  }

  get all(): readonly Approval[] | null {
    return this.#all
  }

  /** In the order shown: what ends first is first, of decided ones the latest. */
  get groups(): Record<ApprovalGroup, Approval[]> {
    const groups: Record<ApprovalGroup, Approval[]> = { waiting: [], mine: [], others: [], decided: [] }
    for (const one of this.#all ?? []) groups[groupOf(one)].push(one)
    for (const name of ['waiting', 'mine', 'others'] as const) groups[name].reverse()
    return groups
  }

  get chosen(): Approval | null {
    return this.#all?.find(({ id }) => id === this.#chosen) ?? null
  }

  /** Of the chosen one; undefined while it is read. */
  get content(): ReadApproval | null | undefined {
    return this.#read !== null && this.#read.id === this.#chosen ? this.#read.content : undefined
  }

  /** The last answer did not count. */
  get late(): boolean {
    return this.#late
  }

  get approvers(): Approvers | null {
    return this.#approvers
  }

  /** ms, by the server's clock: only how long ago it was read is this computer's. */
  leftOf({ leftMs }: Approval): number {
    return leftMs - (performance.now() - this.#readAt)
  }

  /** @returns a function that ends the view */
  look(): () => void {
    this.#looking = true
    this.forgetFailure()
    void this.load()
    return () => (this.#looking = false)
  }

  async load(): Promise<void> {
    await this.latest(
      () => this.#client.call('team:approvals'),
      (all) => {
        this.#all = all
        this.#readAt = performance.now()
      }
    )
    // Its text may be gone since it was read.
    if (this.chosen && !this.chosen.isReadable) this.#read = { id: this.chosen.id, content: null }
    const first = approvalGroups.map((name) => this.groups[name][0]).find((one) => one !== undefined)
    // Only the first time: a press must not meet another request where the chosen one goes.
    if (this.#chosen === null && first) this.choose(first.id)
  }

  choose(id: string): void {
    this.#chosen = id
    this.#late = false
    void this.#readChosen(id)
  }

  /** @param by 1: the next, -1: the one before @returns its id */
  step(by: 1 | -1): string | null {
    const order = approvalGroups.flatMap((name) => this.groups[name])
    const at = order.findIndex(({ id }) => id === this.#chosen)
    const next = order[at + by]
    if (next) this.choose(next.id)
    return next?.id ?? null
  }

  async decide(agrees: boolean, word: string): Promise<void> {
    const id = this.#chosen
    if (id === null || this.running) return
    await this.#act(id, () => this.#client.call('team:decide', { id, agrees, word }))
  }

  async withdraw(): Promise<void> {
    const id = this.#chosen
    if (id === null || this.running) return
    await this.#act(id, () => this.#client.call('team:withdraw', { id }))
  }

  loadApprovers = async (): Promise<void> => {
    this.#approvers = (await this.alsoRead(() => this.#client.call('team:approvers'))) ?? this.#approvers
  }

  async compare({ account, desk, words }: { account: string; desk: string; words: string }): Promise<void> {
    const compared = await this.run(() => this.#client.call('team:compare', { account, desk, words }))
    if (compared) this.#approvers = compared
  }

  /** It ends once the list shows what it did: until then the same press would come too late. */
  async #act(id: string, ask: () => Promise<boolean>): Promise<void> {
    const done = await this.run(async () => {
      const counts = await ask()
      if (id === this.#chosen) this.#late = !counts
      await this.load()
      return true
    })
    if (!done) void this.load()
  }

  async #readChosen(id: string): Promise<void> {
    if (this.#read?.id === id) return
    const content = await this.alsoRead(() => this.#client.call('team:approval', { id }))
    if (this.#chosen === id) this.#read = { id, content }
  }
}

export const [useApprovals, provideApprovals] = createContext<ApprovalList>()
