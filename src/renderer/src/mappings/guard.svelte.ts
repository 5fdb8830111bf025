import type { GuardChange, GuardView } from '../../../shared/mappings/guard'
import type { LookSource } from '../../../shared/mappings/mapping-issue'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import type { Lab } from './lab.svelte'

interface Of {
  fieldId: string
  scope: string
  expression: string
}

/** ms: nobody reads a result per letter */
const pause = 150

/** What keeps the mapping in the editor right. Main holds the samples. */
export class Guard extends Task {
  readonly #client: Client
  readonly #place: Place
  readonly #lab: Lab
  #of: Of | null = null
  #seen = $state.raw<{ of: Of; view: GuardView } | null>(null)
  #busy = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #trying: Job | null = null

  constructor(client: Client, place: Place, lab: Lab) {
    super()
    this.#client = client
    this.#place = place
    this.#lab = lab
  }

  get view(): GuardView | null {
    return this.#seen?.view ?? null
  }

  /** The operator asked for something. Trying samples again while one types is no such thing. */
  get busy(): boolean {
    return this.#busy
  }

  /** @returns the first sample that the expression fails; null while it was not tried */
  failing(fieldId: string, scope: string, expression: string): string | null {
    const { of, view } = this.#seen ?? {}
    if (!of || !view || of.fieldId !== fieldId || of.scope !== scope || of.expression !== expression) return null
    return view.samples.find(({ passes }) => !passes)?.label ?? null
  }

  /** @param scope null while it is not chosen */
  follow(fieldId: string, scope: string | null, expression: string): void {
    clearTimeout(this.#timer)
    const before = this.#of
    this.#of = scope === null ? null : { fieldId, scope, expression }
    const isSame = before?.fieldId === fieldId && before.scope === scope
    if (!isSame) {
      this.#seen = null
      this.forgetFailure()
    }
    // Without samples nothing depends on what is typed.
    if (scope === null || (isSame && this.view?.samples.length === 0)) return
    this.#timer = setTimeout(() => void this.refresh(), isSame ? pause : 0)
  }

  async refresh(): Promise<void> {
    const of = this.#of
    this.#trying?.cancel()
    if (!of) return
    await this.latest(
      () => (this.#trying = new Job(this.#client)).ask('mappings:guard', { ...this.#place, ...of }),
      (view) => this.#take(of, view)
    )
  }

  async change(change: GuardChange): Promise<void> {
    const of = this.#of
    if (!of) return
    const job = new Job(this.#client)
    this.#busy = true
    await this.run(async () => this.#take(of, await job.ask('mappings:changeGuard', { ...this.#place, ...of, change })))
    this.#busy = false
    // The operator may have typed meanwhile.
    if (this.#of && this.#of.expression !== of.expression) void this.refresh()
  }

  /** Fetches records and compares what the saved expression gives on them. @param field its name */
  async look(source: LookSource, field: string): Promise<void> {
    const of = this.#of
    if (!of) return
    const { fieldId, scope } = of
    const job = new Job(this.#client, this.#place)
    const asked = { ...this.#place, ...source, field, fieldId, scope }
    this.#busy = true
    const looked = await this.run(async () => {
      const { set } = await this.act(job, () => job.ask('mappings:look', asked))
      await this.#lab.add(set)
      return true
    })
    if (looked) await this.refresh()
    this.#busy = false
  }

  #take(of: Of, view: GuardView): void {
    if (this.#of?.fieldId === of.fieldId && this.#of.scope === of.scope) this.#seen = { of, view }
  }
}
