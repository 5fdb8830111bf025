import type { AppError } from '../../../../shared/errors'
import type { Place } from '../../../../shared/workspaces/place'
import type { Client } from '../../client.svelte'
import { Job } from '../../kit/job.svelte'
import { Task } from '../../kit/task.svelte'
import { RecoveryForm } from './recovery-form.svelte'
import { RecoveryRun } from './recovery-run.svelte'

export class RecoveryDesk {
  shown = $state(false)
  #client: Client
  #acts = new Task()
  #place: Place | null = null
  #form = $state.raw<RecoveryForm | null>(null)
  #run = $state.raw<RecoveryRun | null>(null)
  #starting = $state(false)

  constructor(client: Client) {
    this.#client = client
    // A recovery continues behind another view.
    client.on('webhooks:recoveryProgress', (progress) => {
      if (this.#run?.id === progress.recoveryId) this.#run.report(progress)
    })
  }

  get failure(): AppError | null {
    return this.#acts.failure
  }

  get form(): RecoveryForm | null {
    return this.#form
  }

  get run(): RecoveryRun | null {
    return this.#run
  }

  get starting(): boolean {
    return this.#starting
  }

  show(place: Place | null): void {
    this.#place = place
    this.#form?.asking.cancel()
    this.#form = null
    this.#run = null
    this.shown = false
    this.#acts.forgetFailure()
  }

  /** Shows the last findings, or else the form. */
  async look(): Promise<void> {
    const place = this.#place
    if (!place) return
    if (!this.#run) {
      const progress = await this.#acts.attempt(() => this.#client.call('webhooks:currentRecovery', place))
      if (this.#place !== place) return
      if (progress) this.#run = new RecoveryRun(this.#client, progress)
    }
    if (this.#run) this.shown = true
    else this.enter()
  }

  /** @param window initial times, ISO 8601 in UTC */
  enter(window: { from?: string | undefined; to?: string | undefined } = {}): void {
    if (!this.#place) return
    const form = new RecoveryForm(this.#client, this.#place)
    if (window.from) form.from = window.from
    if (window.to) form.to = window.to
    this.#form = form
    this.#acts.forgetFailure()
  }

  leaveForm(): void {
    this.#form?.asking.cancel()
    this.#form = null
  }

  async start(): Promise<void> {
    const [form, place] = [this.#form, this.#place]
    if (!form || !place || this.#starting) return
    form.asked = true
    const { window } = form
    if (!window) return
    this.#starting = true
    const progress = await this.#acts.attempt(() =>
      new Job(this.#client).ask('webhooks:startRecovery', { ...place, ...window })
    )
    this.#starting = false
    if (!progress || this.#place !== place) return
    this.leaveForm()
    this.#run = new RecoveryRun(this.#client, progress)
    this.shown = true
  }
}
