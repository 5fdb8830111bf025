import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { PlanStep, ReplayPlan, StepResult } from '../../../shared/mappings/change-log'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { unlessDeclined } from '../kit/declined'
import type { Place } from '../../../shared/workspaces/place'
import { Task } from '../kit/task.svelte'

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
