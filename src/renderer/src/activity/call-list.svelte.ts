import { SvelteMap } from 'svelte/reactivity'
import { type AppError, toAppError } from '../../../shared/errors'
import type { ActivityCall, CallEnd, CallFilters, CallGroup, CallMark } from '../../../shared/activity/call'
import type { Client } from '../client.svelte'

const page = 200

type CallNews = CallEnd | Pick<ActivityCall, 'id' | 'found'>

/** A call, or the group of a fetch or refresh. */
export interface CallLine {
  /** The newest of a group. */
  call: ActivityCall
  group: CallGroup | null
  /** The row belongs to an unfolded group above. */
  within: boolean
}

/** Newest first. */
export class CallList {
  #client: Client
  #asked: { workspaceId: string; filters: CallFilters } | null = null
  #calls = $state.raw<readonly ActivityCall[] | null>(null)
  #groups = $state.raw<Readonly<Record<string, CallGroup>>>({})
  #unfolded = new SvelteMap<string, readonly ActivityCall[]>()
  #total = $state(0)
  #readings = $state(0)
  #next = $state.raw<CallMark | null>(null)
  #failure = $state.raw<AppError | null>(null)
  #reading = $state(false)

  constructor(client: Client) {
    this.#client = client
  }

  /** null before the first read */
  lines: readonly CallLine[] | null = $derived.by(() => {
    if (!this.#calls) return null
    return this.#calls.flatMap((call): CallLine[] => {
      const group = this.#groupOf(call)
      const calls = (group && this.#unfolded.get(group.partOf)) ?? []
      return [{ call, group, within: false }, ...calls.map((one) => ({ call: one, group: null, within: true }))]
    })
  })

  /** Folded calls too. */
  shown: number = $derived.by(() =>
    (this.#calls ?? []).reduce((sum, call) => sum + (this.#groupOf(call)?.calls ?? 1), 0)
  )

  /** A change always has its own row. */
  #groupOf = ({ mutation, partOf }: ActivityCall) => (mutation ? null : (this.#groups[partOf] ?? null))

  isUnfolded(group: CallGroup): boolean {
    return this.#unfolded.has(group.partOf)
  }

  /** Loaded or not. */
  get total(): number {
    return this.#total
  }

  /** Rows of different reads are unrelated. */
  get readings(): number {
    return this.#readings
  }

  get reading(): boolean {
    return this.#reading
  }

  get failure(): AppError | null {
    return this.#failure
  }

  forget(): void {
    this.#asked = null
    this.#calls = null
    this.#groups = {}
    this.#unfolded.clear()
    this.#total = 0
    this.#next = null
    this.#failure = null
    this.#reading = false
  }

  /** Old rows stay until then. */
  async read(workspaceId: string, filters: CallFilters): Promise<void> {
    const asked = (this.#asked = { workspaceId, filters })
    await this.#attempt(asked, async () => {
      const list = await this.#client.call('activity:list', { ...asked, limit: page })
      if (asked !== this.#asked) return
      this.#calls = list.calls
      this.#groups = byPart(list.groups)
      this.#unfolded.clear()
      this.#readings += 1
      this.#total = list.total
      this.#next = list.next
    })
  }

  /** Unless a read runs. */
  async more(): Promise<void> {
    const [asked, before] = [this.#asked, this.#next]
    if (!asked || before === null || this.#reading) return
    await this.#attempt(asked, async () => {
      const list = await this.#client.call('activity:list', { ...asked, before, limit: page })
      if (asked !== this.#asked) return
      this.#calls = [...(this.#calls ?? []), ...list.calls]
      this.#groups = { ...this.#groups, ...byPart(list.groups) }
      this.#next = list.next
    })
  }

  /** Adds the outcomes of colleagues' changes, and what was found out about unknown ones. */
  end(ended: readonly CallNews[]): void {
    const ends: Record<number, CallNews | undefined> = Object.fromEntries(ended.map((end) => [end.id, end]))
    if (this.#calls?.some(({ id }) => ends[id]))
      this.#calls = this.#calls.map((call) => (ends[call.id] ? { ...call, ...ends[call.id] } : call))
  }

  async fold({ partOf }: CallGroup): Promise<void> {
    const asked = this.#asked
    if (this.#unfolded.delete(partOf) || !asked) return
    await this.#attempt(asked, async () => {
      const { calls } = await this.#client.call('activity:part', { ...asked, partOf })
      if (asked === this.#asked) this.#unfolded.set(partOf, calls)
    })
  }

  /** A later request makes this one obsolete. */
  async #attempt(asked: object, act: () => Promise<void>): Promise<void> {
    this.#reading = true
    this.#failure = null
    try {
      await act()
    } catch (thrown) {
      if (asked === this.#asked) this.#failure = toAppError(thrown)
    } finally {
      if (asked === this.#asked) this.#reading = false
    }
  }
}

const byPart = (groups: readonly CallGroup[]): Record<string, CallGroup> =>
  Object.fromEntries(groups.map((group) => [group.partOf, group]))
