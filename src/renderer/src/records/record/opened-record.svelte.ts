import type { Response } from '../../../../shared/ipc'
import type { Reference } from '../../../../shared/data/references'
import type { Place } from '../../../../shared/workspaces/place'
import type { Client } from '../../client.svelte'
import { Job } from '../../kit/job.svelte'
import { Task } from '../../kit/task.svelte'
import { BodyView, type BodyForm } from '../viewer/body-view.svelte'

type Answer = Response<'data:readRecord'>

export interface AskedRecord {
  reference: Reference
  /** `<category>:<id>`; null without a connector. */
  connectorKey: string | null
  connectorName: string
}

/** One record read by its id and, for a document, its file. */
export class OpenedRecord extends Task {
  readonly place: Place
  readonly asked: AskedRecord
  #client: Client
  #answer = $state.raw<Answer | null>(null)
  #body = $state.raw<BodyView | null>(null)
  #job: Job | null = null
  #download = $state.raw<{ job: Job; bytes: number; size: number | null } | null>(null)
  #saved = $state.raw<{ file: string; bytes: number } | null>(null)

  constructor(client: Client, place: Place, asked: AskedRecord) {
    super()
    this.#client = client
    this.place = place
    this.asked = asked
  }

  get body(): BodyView | null {
    return this.#body
  }

  get document(): Answer['document'] {
    return this.#answer?.document ?? null
  }

  /** Progress of the file; null while none is read. */
  get download(): { bytes: number; size: number | null } | null {
    return this.#download
  }

  get saved(): { file: string; bytes: number } | null {
    return this.#saved
  }

  async read(form: BodyForm): Promise<void> {
    const { reference, connectorKey } = this.asked
    const { path, id } = reference
    const job = (this.#job = new Job(this.#client))
    const answer = await this.attempt(() => job.ask('data:readRecord', { ...this.place, connectorKey, path, id }))
    if (!answer || this.#job !== job) return
    const body = new BodyView(this.#client, answer.responseId, answer.summary)
    body.show(form)
    this.#answer = answer
    this.#body = body
  }

  async save(): Promise<void> {
    const { reference, connectorKey } = this.asked
    if (this.#download || connectorKey === null) return
    const job = new Job(this.#client)
    this.#download = { job, bytes: 0, size: null }
    const stop = this.#client.on('data:downloading', (progress) => {
      if (progress.requestId === job.requestId) this.#download = { ...progress, job }
    })
    const saved = await this.attempt(() =>
      job.ask('data:downloadDocument', { ...this.place, connectorKey, id: reference.id })
    )
    stop()
    this.#download = null
    if (saved) this.#saved = saved
  }

  cancelDownload(): void {
    this.#download?.job.cancel()
  }

  /** Ends the request once nobody looks. A file being written goes on. */
  leave(): void {
    if (!this.#body && !this.failure) this.#job?.cancel()
    this.#job = null
  }
}
