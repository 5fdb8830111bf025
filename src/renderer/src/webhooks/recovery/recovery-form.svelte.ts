import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import { catalogue, type Collection } from '../../../../shared/data/catalogue'
import type { Place } from '../../../../shared/workspaces/place'
import type { RecoveryWindow } from '../../../../shared/webhooks/recovery'
import type { Client } from '../../client.svelte'
import { isoTime } from '../../kit/format'
import { recoveryWords } from '../words/recovery'
import { Job } from '../../kit/job.svelte'
import { Task } from '../../kit/task.svelte'

/** Connectors of one recovery at most, as the contract has it. */
export const mostConnectors = 100
/** Of the log, read for failed deliveries. */
const mostDeliveries = 5_000
const dayMs = 86_400_000

const isNarrowed = ({ params }: Collection) => params.some(({ name }) => name === 'modified_after')

/** What the log tells of failed deliveries. */
export interface FailedOnes {
  /** Those that were chosen for it. */
  connectors: number
  /** Those beyond the most there can be. */
  over: number
  /** Those no walk has seen, whose tokens are not known. */
  unknown: number
  /** The log goes on. */
  more: boolean
}

/** What is looked for after deliveries were missed: entered, and kept while the place is in view. */
export class RecoveryForm {
  readonly asking = new Task()
  /** ISO 8601 in UTC; undefined where nothing, or no time, is entered. */
  from = $state<string | undefined>()
  to = $state<string | undefined>()
  /** Names of the chosen connectors by key. */
  readonly chosen = new SvelteMap<string, string>()
  /** Models that were left out; all others are walked. */
  readonly left = new SvelteSet<string>()
  /** Walk also those that are read whole. */
  whole = $state(false)
  /** What was asked for was not complete: it is said at its field. */
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

  /** The models of the chosen connectors' categories that can be asked for what changed, and those that cannot. */
  models: { narrowed: readonly Collection[]; whole: readonly Collection[] } = $derived.by(() => {
    const categories = [...this.chosen.keys()].map((key) => key.slice(0, key.indexOf(':')))
    const its = catalogue.filter((one) => one.needsConnector && categories.includes(one.category ?? ''))
    return { narrowed: its.filter(isNarrowed), whole: its.filter((one) => !isNarrowed(one)) }
  })

  /** Those that will be walked. */
  paths: readonly string[] = $derived.by(() => {
    const { narrowed, whole } = this.models
    const all = this.whole ? [...narrowed, ...whole] : narrowed
    return all.map(({ path }) => path).filter((path) => !this.left.has(path))
  })

  /** What was read of the log for failed deliveries; null before. */
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

  /** What is asked for; null while something is missing. */
  get window(): RecoveryWindow | null {
    const { from, to, chosen, paths, problems } = this
    if (!from || !to || Object.keys(problems).length > 0) return null
    return { from: Date.parse(from), to: Date.parse(to), keys: [...chosen.keys()], paths: [...paths] }
  }

  /** Chooses every connector to which a delivery failed in this time, as far as the log tells. */
  async chooseFailed(): Promise<void> {
    const { from, to } = this
    if (!from || !to) return
    this.#found = null
    // Not `errorsOnly`: a delivery that nobody answered has no code, and would be left out.
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
