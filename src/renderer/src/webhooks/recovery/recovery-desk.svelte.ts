import type { AppError } from '../../../../shared/errors'
import type { Place } from '../../../../shared/workspaces/place'
import type { Client } from '../../client.svelte'
import { Job } from '../../kit/job.svelte'
import { Task } from '../../kit/task.svelte'
import { RecoveryForm } from './recovery-form.svelte'
import { RecoveryRun } from './recovery-run.svelte'

/** The place in Webhooks where missed deliveries are made good: what is entered, and what was found. */
export class RecoveryDesk {
  /** Whether it is shown in place of the deliveries. */
  shown = $state(false)
  #client: Client
  #acts = new Task()
  #place: Place | null = null
  #form = $state.raw<RecoveryForm | null>(null)
  #run = $state.raw<RecoveryRun | null>(null)
  #starting = $state(false)

  constructor(client: Client) {
    this.#client = client
    // Subscribed once: it goes on while another view is looked at.
    client.on('webhooks:recoveryProgress', (progress) => {
      if (this.#run?.id === progress.recoveryId) this.#run.report(progress)
    })
  }

  get failure(): AppError | null {
    return this.#acts.failure
  }

  /** What is entered, while its dialog is open. */
  get form(): RecoveryForm | null {
    return this.#form
  }

  get run(): RecoveryRun | null {
    return this.#run
  }

  get starting(): boolean {
    return this.#starting
  }

  /** Follows the open workspace and region. */
  show(place: Place | null): void {
    this.#place = place
    this.#form?.asking.cancel()
    this.#form = null
    this.#run = null
    this.shown = false
    this.#acts.forgetFailure()
  }

  /** Shows what was found last; where there is nothing, what to look for is entered. */
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

  /** Opens the form. @param window times that are set already, ISO 8601 in UTC */
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
