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

export class Webhooks {
  readonly asking = new Task()
  readonly log: DeliveryLog
  readonly records: RecordTrail
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

  /** null before the first read */
  get list(): Response<'webhooks:list'> | null {
    return this.#list
  }

  get place(): Place | null {
    return this.#place
  }

  get filters(): DeliveryFilters {
    return this.#filters
  }

  get connector(): ChosenConnector | null {
    return this.#connector
  }

  get filtered(): boolean {
    return Object.keys(this.#filters).length > 0
  }

  /** By filter. */
  refused: Record<string, string> = $derived.by(() => this.log.asking.failure?.info.fields ?? {})

  get cursor(): number {
    return this.#cursor
  }

  get opened(): OpenedDelivery | null {
    return this.#opened
  }

  /** null while the dialog is closed */
  get check(): SignatureCheck | null {
    return this.#check
  }

  /** @param delivery null for a pasted one */
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

  /** Once the view is visible and calls are possible. */
  look(): void {
    if (!this.#list && !this.busy && !this.asking.failure) this.refresh()
  }

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

  /** undefined or empty removes a filter. */
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

  /** An open drawer follows. */
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
