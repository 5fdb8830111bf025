import { SvelteMap } from 'svelte/reactivity'
import { type AppError, toAppError } from '../../../shared/errors'
import type { ActivityCall, CallEnd, CallFilters, CallGroup, CallMark } from '../../../shared/activity/call'
import type { Client } from '../client.svelte'

const page = 200

/** A row of the list: a call, or the calls that were part of one fetch or refresh. */
export interface CallLine {
  /** Of a group the newest. */
  call: ActivityCall
  group: CallGroup | null
  /** Below its group, which is unfolded. */
  within: boolean
}

/** Calls that were made, newest first, as far as they were read. */
export class CallList {
  #client: Client
  #asked: { workspaceId: string; filters: CallFilters } | null = null
  #calls = $state.raw<readonly ActivityCall[] | null>(null)
  #groups = $state.raw<Readonly<Record<string, CallGroup>>>({})
  /** The calls of the groups that are unfolded, as they were read. */
  #unfolded = new SvelteMap<string, readonly ActivityCall[]>()
  #total = $state(0)
  #readings = $state(0)
  #next = $state.raw<CallMark | null>(null)
  #failure = $state.raw<AppError | null>(null)
  #reading = $state(false)

  constructor(client: Client) {
    this.#client = client
  }

  /** null until they were read for the first time. */
  lines: readonly CallLine[] | null = $derived.by(() => {
    if (!this.#calls) return null
    return this.#calls.flatMap((call): CallLine[] => {
      const group = this.#groupOf(call)
      const calls = (group && this.#unfolded.get(group.partOf)) ?? []
      return [{ call, group, within: false }, ...calls.map((one) => ({ call: one, group: null, within: true }))]
    })
  })

  /** How many calls are in the lines, folded ones too. */
  shown: number = $derived.by(() =>
    (this.#calls ?? []).reduce((sum, call) => sum + (this.#groupOf(call)?.calls ?? 1), 0)
  )

  /** A change is always a line of its own. */
  #groupOf = ({ mutation, partOf }: ActivityCall) => (mutation ? null : (this.#groups[partOf] ?? null))

  isUnfolded(group: CallGroup): boolean {
    return this.#unfolded.has(group.partOf)
  }

  /** All that the filters let through, read or not. */
  get total(): number {
    return this.#total
  }

  /** How often it was read from the newest on: the rows of one reading are not those of the next. */
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

  /** Reads from the newest on. What was read before stays until then. */
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

  /** Reads on, where there is more and nothing is being read. */
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

  /** Takes in how changes of colleagues ended. */
  end(ended: readonly CallEnd[]): void {
    const ends: Record<number, CallEnd | undefined> = Object.fromEntries(ended.map((end) => [end.id, end]))
    if (this.#calls?.some(({ id }) => ends[id]))
      this.#calls = this.#calls.map((call) => (ends[call.id] ? { ...call, ...ends[call.id] } : call))
  }

  /** Shows the calls of a group below it, or hides them. */
  async fold({ partOf }: CallGroup): Promise<void> {
    const asked = this.#asked
    if (this.#unfolded.delete(partOf) || !asked) return
    await this.#attempt(asked, async () => {
      const { calls } = await this.#client.call('activity:part', { ...asked, partOf })
      if (asked === this.#asked) this.#unfolded.set(partOf, calls)
    })
  }

  /** Only the latest request counts. */
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
