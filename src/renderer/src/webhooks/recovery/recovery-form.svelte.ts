import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import { catalogue, type Collection } from '../../../../shared/data/catalogue'
import type { Place } from '../../../../shared/workspaces/place'
import type { RecoveryWindow } from '../../../../shared/webhooks/recovery'
import type { Client } from '../../client.svelte'
import { isoTime } from '../../kit/format'
import { recoveryWords } from '../words/recovery'
import { Job } from '../../kit/job.svelte'
import { Task } from '../../kit/task.svelte'

/** The contract's limit. */
export const mostConnectors = 100
const mostDeliveries = 5_000
const dayMs = 86_400_000

const isNarrowed = ({ params }: Collection) => params.some(({ name }) => name === 'modified_after')

export interface FailedOnes {
  connectors: number
  /** Connectors beyond the limit. */
  over: number
  /** No refresh has seen them, so their tokens are unknown. */
  unknown: number
  more: boolean
}

export class RecoveryForm {
  readonly asking = new Task()
  /** ISO 8601, UTC; undefined if empty or not a time */
  from = $state<string | undefined>()
  to = $state<string | undefined>()
  /** Names by key. */
  readonly chosen = new SvelteMap<string, string>()
  readonly left = new SvelteSet<string>()
  /** Models without a filter for changes, fetched whole. */
  whole = $state(false)
  /** Errors show after submission. */
  asked = $state(false)
  #client: Client
  #place: Place
  #found = $state.raw<FailedOnes | null>(null)

  constructor(client: Client, place: Place, now = Date.now()) {
    this.#client = client
    this.#place = place
    this.from = isoTime(now - dayMs)
    this.to = isoTime(now)
  }

  /** With and without a filter for changes. */
  models: { narrowed: readonly Collection[]; whole: readonly Collection[] } = $derived.by(() => {
    const categories = [...this.chosen.keys()].map((key) => key.slice(0, key.indexOf(':')))
    const its = catalogue.filter((one) => one.needsConnector && categories.includes(one.category ?? ''))
    return { narrowed: its.filter(isNarrowed), whole: its.filter((one) => !isNarrowed(one)) }
  })

  paths: readonly string[] = $derived.by(() => {
    const { narrowed, whole } = this.models
    const all = this.whole ? [...narrowed, ...whole] : narrowed
    return all.map(({ path }) => path).filter((path) => !this.left.has(path))
  })

  /** null before the search */
  get found(): FailedOnes | null {
    return this.#found
  }

  problems: { to?: string; keys?: string; paths?: string } = $derived.by(() => {
    const { from, to, chosen, paths } = this
    const words = recoveryWords.dialog.problems
    return {
      ...((!from || !to || from >= to) && { to: words.times }),
      ...(chosen.size === 0 && { keys: words.connectors }),
      ...(chosen.size > 0 && paths.length === 0 && { paths: words.models })
    }
  })

  /** null while incomplete */
  get window(): RecoveryWindow | null {
    const { from, to, chosen, paths, problems } = this
    if (!from || !to || Object.keys(problems).length > 0) return null
    return { from: Date.parse(from), to: Date.parse(to), keys: [...chosen.keys()], paths: [...paths] }
  }

  async chooseFailed(): Promise<void> {
    const { from, to } = this
    if (!from || !to) return
    this.#found = null
    // `errorsOnly` would omit deliveries without any response.
    const filters = { from, to }
    const job = new Job(this.#client)
    await this.asking.ask(
      job,
      () => job.ask('webhooks:deliveries', { ...this.#place, filters, most: mostDeliveries }),
      ({ deliveries, more }) => {
        const failed = deliveries.filter((one) => one.failed)
        // eslint-disable-next-line svelte/prefer-svelte-reactivity -- counted, not drawn
        const unknown = new Set(failed.filter((one) => one.connectorKey === null).map((one) => one.connectorId))
        // eslint-disable-next-line svelte/prefer-svelte-reactivity -- read once
        const known = new Map(
          failed.map(({ connectorKey, endUser }) => [connectorKey, endUser?.trim() || recoveryWords.dialog.noName])
        )
        known.delete(null)
        this.chosen.clear()
        for (const [key, name] of [...known].slice(0, mostConnectors)) if (key !== null) this.chosen.set(key, name)
        const over = Math.max(0, known.size - mostConnectors)
        this.#found = { connectors: this.chosen.size, over, unknown: unknown.size, more }
      }
    )
  }
}
