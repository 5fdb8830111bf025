import { SvelteSet } from 'svelte/reactivity'
import { type AppError, toAppError } from '../../../../shared/errors'
import type { Queue, QueueCase } from '../../../../shared/model/case'
import type { Place } from '../../../../shared/model/place'
import type { Snapshot } from '../../../../shared/model/snapshot'
import type { Client } from '../../client.svelte'
import { casesByKey, ownersOf } from './cases'

/** How long the ages and snoozes of a queue count as right, in ms. */
const ripensAfter = 5 * 60_000

/** The cases of the workspace and region in view, as main last judged them. */
export class CaseList {
  #client: Client
  #place = $state.raw<Place | null>(null)
  #queue = $state.raw<Queue | null>(null)
  #lastWalk = $state.raw<Snapshot | null>(null)
  #error = $state.raw<AppError | null>(null)
  #asked = 0
  #loading = false
  /** Keys of cases that opened since the operator looked last. */
  readonly fresh = new SvelteSet<string>()

  constructor(client: Client) {
    this.#client = client
    client.on('health:changed', ({ snapshot, ...place }) => {
      if (!this.#isHere(place)) return
      this.#lastWalk = snapshot
      void this.load()
    })
    client.on('health:newCases', ({ cases, ...place }) => {
      if (this.#isHere(place)) for (const { key } of cases) this.fresh.add(key)
    })
  }

  get place(): Place | null {
    return this.#place
  }

  /** null until main has answered for this place. */
  get queue(): Queue | null {
    return this.#queue
  }

  /** The last walk that ended and was recorded, this session or an earlier one. */
  get lastWalk(): Snapshot | null {
    return this.#lastWalk
  }

  /** Why the queue could not be asked for; what was there before stays. */
  get error(): AppError | null {
    return this.#error
  }

  /** Every case by its key, also those apart. */
  byKey: ReadonlyMap<string, QueueCase> = $derived.by(() => casesByKey(this.#queue))

  /** Names that were given as owners before. */
  owners: string[] = $derived(ownersOf(this.byKey.values()))

  show(place: Place | null): void {
    if (this.#isHere(place)) return
    this.#place = place
    this.#queue = null
    this.#lastWalk = null
    this.#error = null
    this.fresh.clear()
    if (place) void this.load()
  }

  async load(): Promise<void> {
    const place = this.#place
    if (!place) return
    // An answer that a later question has overtaken no longer counts.
    const asked = ++this.#asked
    this.#loading = true
    try {
      const [queue, walks] = await Promise.all([
        this.#client.call('health:queue', place),
        this.#lastWalk ? null : this.#client.call('health:walks', place)
      ])
      if (asked !== this.#asked) return
      this.#queue = queue
      for (const key of this.fresh) if (!this.byKey.has(key)) this.fresh.delete(key)
      this.#lastWalk ??= walks?.find(({ endedAt }) => endedAt !== null) ?? null
      this.#error = null
    } catch (thrown) {
      if (asked === this.#asked) this.#error = toAppError(thrown)
    }
    if (asked === this.#asked) this.#loading = false
  }

  /** Asks again when ages have moved on or a snooze has ended. */
  ripen(now: number): void {
    const queue = this.#queue
    if (!queue || this.#loading) return
    const awake = queue.snoozed.some(({ snoozedUntil }) => snoozedUntil !== null && snoozedUntil <= now)
    if (awake || now - queue.at >= ripensAfter) void this.load()
  }

  #isHere(place: Place | null): boolean {
    return this.#place?.workspaceId === place?.workspaceId && this.#place?.region === place?.region
  }
}
