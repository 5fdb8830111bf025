import { createContext } from 'svelte'
import type { TypedAddresses } from '../../../shared/doctor/finding'
import { stateOf, type Finding } from '../../../shared/doctor/finding'
import type { AppError } from '../../../shared/errors'
import type { Request } from '../../../shared/ipc'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import type { App } from '../records/app.svelte'
import { Task } from '../kit/task.svelte'

type Subject = Request<'doctor:run'>['of']

export class DoctorView {
  #client: Client
  #app: App
  #findings = $state.raw<readonly Finding[]>([])
  #testing = new Task()
  #testedAt = $state<number | null>(null)
  #job: Job | null = null
  #of = ''
  /** Typed addresses that did not answer; the Doctor tests them instead of the open workspace's. */
  typed = $state.raw<TypedAddresses | null>(null)

  constructor(client: Client, app: App) {
    this.#client = client
    this.#app = app
    client.on('doctor:finding', ({ requestId, finding }) => {
      if (requestId === this.#job?.requestId) this.#take(finding)
    })
  }

  get findings(): readonly Finding[] {
    return this.#findings
  }

  get running(): boolean {
    return this.#testing.reading
  }

  get failure(): AppError | null {
    return this.#testing.failure
  }

  /** ms since 1970; null before the first test ends */
  get testedAt(): number | null {
    return this.#testedAt
  }

  tally = $derived.by(() => {
    const of = (state: string) => this.#findings.filter((finding) => stateOf(finding) === state).length
    return { faults: of('fault'), warnings: of('warning'), left: of('testing'), skipped: of('skipped') }
  })

  /** Tests each subject once. */
  look(): void {
    if (JSON.stringify(this.#subject()) !== this.#of) void this.run()
  }

  async run(): Promise<void> {
    const of = this.#subject()
    const job = (this.#job = new Job(this.#client))
    this.#of = JSON.stringify(of)
    this.#findings = []
    await this.#testing.latest(
      () => job.ask('doctor:run', { of }),
      // The answer may overtake the last events.
      ({ findings }) => (this.#findings = findings)
    )
    if (job === this.#job) this.#testedAt = Date.now()
  }

  cancel(): void {
    this.#job?.cancel()
  }

  #subject(): Subject {
    const { workspace } = this.#app
    if (this.typed || !workspace) return this.typed ?? { baseUrl: '', euBaseUrl: '' }
    return { workspaceId: workspace.id }
  }

  #take(finding: Finding): void {
    const at = this.#findings.findIndex(({ id }) => id === finding.id)
    this.#findings = at === -1 ? [...this.#findings, finding] : this.#findings.with(at, finding)
  }
}

export const [useDoctor, provideDoctor] = createContext<DoctorView>()
