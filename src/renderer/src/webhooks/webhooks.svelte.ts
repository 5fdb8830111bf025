import { createContext } from 'svelte'
import type { Response } from '../../../shared/ipc'
import type { ChosenConnector } from '../../../shared/passthrough/passthrough'
import type { Delivery, DeliveryFilters } from '../../../shared/webhooks/webhook'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { RecordTrail } from '../records/record/record-trail.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import { DeliveryLog } from './delivery-log.svelte'
import { OpenedDelivery } from './opened-delivery.svelte'
import { RecoveryDesk } from './recovery/recovery-desk.svelte'
import { SignatureCheck } from './signature-check.svelte'

/** The webhooks view: what the service calls, and what it delivered. Kept while its workspace and region are in view. */
export class Webhooks {
  /** The question for the list. */
  readonly asking = new Task()
  readonly log: DeliveryLog
  /** Records opened by their ids. */
  readonly records: RecordTrail
  /** What was missed while deliveries failed. */
  readonly recovery: RecoveryDesk
  #client: Client
  #place = $state.raw<Place | null>(null)
  #list = $state.raw<Response<'webhooks:list'> | null>(null)
  #filters = $state.raw<DeliveryFilters>({})
  #connector = $state.raw<ChosenConnector | null>(null)
  #cursor = $state(0)
  #opened = $state.raw<OpenedDelivery | null>(null)
  #check = $state.raw<SignatureCheck | null>(null)

  constructor(client: Client) {
    this.#client = client
    this.log = new DeliveryLog(client)
    this.records = new RecordTrail(client)
    this.recovery = new RecoveryDesk(client)
  }

  /** null until the list was read for the first time. */
  get list(): Response<'webhooks:list'> | null {
    return this.#list
  }

  get place(): Place | null {
    return this.#place
  }

  get filters(): DeliveryFilters {
    return this.#filters
  }

  /** The connector the log is narrowed to. */
  get connector(): ChosenConnector | null {
    return this.#connector
  }

  get filtered(): boolean {
    return Object.keys(this.#filters).length > 0
  }

  /** The service's error for each filter, by its name. */
  refused: Record<string, string> = $derived.by(() => this.log.asking.failure?.info.fields ?? {})

  /** Index of the current row. */
  get cursor(): number {
    return this.#cursor
  }

  get opened(): OpenedDelivery | null {
    return this.#opened
  }

  /** The signature check in its dialog; null while that is closed. */
  get check(): SignatureCheck | null {
    return this.#check
  }

  /** @param delivery of the log; left out: one that is pasted */
  openCheck(delivery: Delivery | null = null): void {
    if (this.#place) this.#check = new SignatureCheck(this.#client, this.#place, delivery)
  }

  closeCheck(): void {
    this.#check?.asking.cancel()
    this.#check = null
  }

  get busy(): boolean {
    return this.asking.running || this.log.asking.running
  }

  /** Follows the open workspace and region. */
  show(workspace: Workspace | null): void {
    const place = workspace && { workspaceId: workspace.id, region: workspace.region }
    if (place?.workspaceId === this.#place?.workspaceId && place?.region === this.#place?.region) return
    this.#place = place
    this.asking.cancel()
    this.log.forget()
    this.#list = null
    this.#filters = {}
    this.#connector = null
    this.close()
    this.records.close()
    this.recovery.show(place)
    this.closeCheck()
  }

  /** The view is looked at and calls can be made: reads what was not read yet. */
  look(): void {
    if (!this.#list && !this.busy && !this.asking.failure) this.refresh()
  }

  /** Reads the list and the log again. */
  refresh(): void {
    const place = this.#place
    if (!place) return
    const job = new Job(this.#client)
    void this.asking.ask(
      job,
      () => job.ask('webhooks:list', { ...place }),
      (list) => (this.#list = list)
    )
    this.readLog()
  }

  readLog(): void {
    this.#cursor = 0
    if (this.#place) void this.log.read(this.#place, this.#filters)
  }

  more(): void {
    if (this.#place) void this.log.more(this.#place, this.#filters)
  }

  cancel(): void {
    this.asking.cancel()
    this.log.asking.cancel()
  }

  /** Changes some of the filters; undefined and empty take one off. */
  choose(change: { [K in keyof DeliveryFilters]?: DeliveryFilters[K] | undefined }): void {
    const isSet = (value: unknown) =>
      value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
    const chosen = Object.entries({ ...this.#filters, ...change }).filter(([, value]) => isSet(value))
    this.#filters = Object.fromEntries(chosen)
    this.readLog()
  }

  /** @param id as the service knows it */
  chooseConnector(connector: ChosenConnector | null, id?: string): void {
    this.#connector = connector
    this.choose({ connectorId: id })
  }

  clearFilters(): void {
    this.#filters = {}
    this.#connector = null
    this.readLog()
  }

  /** Makes a row the current one. An open drawer follows it. */
  moveTo(index: number): void {
    const last = (this.log.answer?.deliveries.length ?? 0) - 1
    this.#cursor = Math.max(0, Math.min(index, last))
    if (this.#opened) this.openAt(this.#cursor)
  }

  openAt(index: number): void {
    const delivery = this.log.answer?.deliveries[index]
    if (!delivery || !this.#place || delivery === this.#opened?.delivery) return
    this.close()
    this.records.close()
    this.#cursor = index
    this.#opened = new OpenedDelivery(this.#client, this.#place, delivery)
  }

  close(): void {
    this.#opened?.leave()
    this.#opened = null
  }
}

export const [useWebhooks, provideWebhooks] = createContext<Webhooks>()
