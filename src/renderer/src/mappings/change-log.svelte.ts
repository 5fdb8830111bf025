import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { ChangeLogEntry, PlanStep, ReplayPlan, StepResult } from '../../../shared/mappings/change-log'
import type { Client } from '../client.svelte'
import { unlessDeclined } from '../kit/declined'
import { Job } from '../kit/job.svelte'
import { keep, readKept } from '../kit/kept'
import type { Place } from '../../../shared/workspaces/place'
import { changeWords } from './words/changes'
import { Task } from '../kit/task.svelte'

const page = 100
const openName = 'mappings.ledgerOpen'

/** This computer's changes in a place, newest first. */
export class ChangeLog extends Task {
  #client: Client
  #place: Place
  #entries = $state.raw<readonly ChangeLogEntry[] | null>(null)
  #next = $state<number | null>(null)
  #open = $state(readKept(openName) !== false)
  #said = $state('')
  #savedTo = $state<string | null>(null)
  #of = $state.raw<{ id: string; name: string | null } | null>(null)

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  /** null before the first load */
  shown: readonly ChangeLogEntry[] | null = $derived(
    this.#entries?.filter(({ region }) => region === this.#place.region) ?? null
  )

  listed: readonly ChangeLogEntry[] = $derived(
    (this.shown ?? []).filter(({ field }) => this.#of === null || field.id === this.#of.id)
  )

  /** Main refuses to undo a mapping that somebody changed since. */
  undoable: ReadonlySet<number> = $derived.by(() => {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- made anew with each list
    const [seen, found] = [new Set<string>(), new Set<number>()]
    for (const { id, act, outcome, mapping } of this.shown ?? []) {
      if (outcome === 'refused' || !mapping || mapping.id === null || seen.has(mapping.id)) continue
      seen.add(mapping.id)
      if (act === 'create-mapping' || (act === 'change-mapping' && mapping.before !== null)) found.add(id)
    }
    return found
  })

  get more(): boolean {
    return this.#next !== null
  }

  /** null for all */
  get of(): { id: string; name: string | null } | null {
    return this.#of
  }

  showOf(field: { id: string; name: string | null } | null): void {
    this.#of = field
    this.open = true
  }

  /** True also if older entries, not yet read, may concern the field. */
  mayHave(fieldId: string): boolean {
    return this.more || (this.shown ?? []).some(({ field }) => field.id === fieldId)
  }

  get open(): boolean {
    return this.#open
  }

  set open(open: boolean) {
    this.#open = open
    keep(openName, open)
  }

  get said(): string {
    return this.#said
  }

  /** The last export; null before the first. */
  get savedTo(): string | null {
    return this.#savedTo
  }

  load(): Promise<void> {
    return this.#read()
  }

  async readMore(): Promise<void> {
    if (this.#next !== null) await this.#read(this.#next)
  }

  async export(format: 'csv' | 'json'): Promise<void> {
    const { workspaceId } = this.#place
    const done = await this.attempt(() => this.#client.call('mappings:exportChangeLog', { workspaceId, format }))
    if (!done) return
    this.#said = changeWords.log.exported(done.entries, done.file)
    this.#savedTo = done.file
  }

  async #read(before?: number): Promise<void> {
    const request = { workspaceId: this.#place.workspaceId, limit: page, ...(before !== undefined && { before }) }
    const read = await this.alsoRead(() => this.#client.call('mappings:changeLog', request))
    // Asked for twice.
    if (!read || (before !== undefined && before !== this.#next)) return
    this.#entries = before === undefined ? read.entries : [...(this.#entries ?? []), ...read.entries]
    this.#next = read.next
  }
}

/** Other steps only describe the state. */
export const writes = ({ kind }: PlanStep): boolean => kind !== 'same' && kind !== 'blocked'

/** Copies changes to another place: compares first, then writes exactly the plan shown. */
export class Replay extends Task {
  readonly from: Place
  readonly chosen = new SvelteSet<string>()
  readonly results = new SvelteMap<string, StepResult>()
  #client: Client
  #plan = $state.raw<ReplayPlan | null>(null)
  #busy = $state<'planning' | 'executing' | null>(null)
  #done = $state(false)

  constructor(client: Client, from: Place) {
    super()
    this.#client = client
    this.from = from
  }

  get plan(): ReplayPlan | null {
    return this.#plan
  }

  get busy(): 'planning' | 'executing' | null {
    return this.#busy
  }

  get done(): boolean {
    return this.#done
  }

  /** Writes nothing. */
  async dryRun(to: Place): Promise<void> {
    this.forgetPlan()
    await this.#run('planning', async (job) => {
      const plan = await job.ask('mappings:planReplay', { from: { ...this.from }, to: { ...to } })
      for (const step of plan.steps) if (writes(step)) this.chosen.add(step.id)
      this.#plan = plan
    })
  }

  forgetPlan(): void {
    this.#plan = null
    this.#done = false
    this.chosen.clear()
    this.results.clear()
  }

  async execute(): Promise<void> {
    const plan = this.#plan
    if (!plan || this.#done || this.chosen.size === 0) return
    await this.#run('executing', async (job) => {
      const stop = this.#client.on('mappings:stepDone', (done) => {
        if (done.requestId === job.requestId) this.results.set(done.result.stepId, done.result)
      })
      try {
        const stepIds = plan.steps.filter(({ id }) => this.chosen.has(id)).map(({ id }) => id)
        const { results } = await job.ask('mappings:replay', { planId: plan.id, stepIds })
        for (const result of results) this.results.set(result.stepId, result)
      } catch (thrown) {
        this.#done = unlessDeclined(thrown) !== null
        throw thrown
      } finally {
        stop()
      }
      // A plan runs once.
      this.#done = true
    })
  }

  override cancel(): void {
    this.job?.cancel()
  }

  async #run(busy: 'planning' | 'executing', act: (job: Job) => Promise<void>): Promise<void> {
    if (this.#busy) return
    this.#busy = busy
    const job = new Job(this.#client)
    await this.attempt(() => this.act(job, () => act(job)))
    this.#busy = null
  }
}
