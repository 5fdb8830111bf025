import { createContext } from 'svelte'
import type { AppError } from '../../../shared/errors'
import type { Response } from '../../../shared/ipc'
import type { ChosenConnector } from '../../../shared/passthrough/passthrough'
import { countOf, receiversOf, type Counted } from '../../../shared/webhooks/results'
import type { Delivery, DeliveryFilters, NamedRecords, Webhook } from '../../../shared/webhooks/webhook'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { RecordTrail } from '../records/record/record-trail.svelte'
import { BodyView } from '../records/viewer/body-view.svelte'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import { RecoveryDesk } from './recovery.svelte'
import { SignatureForm } from './signature-check.svelte'

/** Each read starts at the beginning of the log. */
const steps = [200, 500, 1_000, 2_500, 5_000]

/** Newest first. */
class DeliveryLog {
  readonly asking = new Task()
  #client: Client
  #step = 0
  #answer = $state.raw<Response<'webhooks:deliveries'> | null>(null)
  #answered = $state.raw<DeliveryFilters | null>(null)
  #unfiltered = $state.raw<readonly Delivery[]>([])
  #readings = $state(0)

  constructor(client: Client) {
    this.#client = client
  }

  /** null before the first read */
  get answer(): Response<'webhooks:deliveries'> | null {
    return this.#answer
  }

  /** The current filters may differ, or be refused. */
  get answered(): DeliveryFilters | null {
    return this.#answered
  }

  /** Of the last read without a filter, which could hide deliveries of a webhook. */
  get unfiltered(): readonly Delivery[] {
    return this.#unfiltered
  }

  /** Rows of different reads are unrelated. */
  get readings(): number {
    return this.#readings
  }

  /** null if there is no more */
  get next(): number | null {
    return this.#answer?.more ? (steps[this.#step + 1] ?? null) : null
  }

  forget(): void {
    this.asking.cancel()
    this.#answer = null
    this.#unfiltered = []
  }

  read(place: Place, filters: DeliveryFilters): Promise<void> {
    return this.#ask(place, filters, 0)
  }

  async more(place: Place, filters: DeliveryFilters): Promise<void> {
    if (this.next !== null) await this.#ask(place, filters, this.#step + 1)
  }

  #ask(place: Place, filters: DeliveryFilters, step: number): Promise<void> {
    const most = steps[step] ?? 200
    const job = new Job(this.#client)
    return this.asking.ask(
      job,
      () => job.ask('webhooks:deliveries', { ...place, filters, most }),
      (answer) => {
        this.#answer = answer
        this.#answered = filters
        if (Object.keys(filters).length === 0) this.#unfiltered = answer.deliveries
        this.#step = step
        if (step === 0) this.#readings += 1
      }
    )
  }
}

export class OpenedDelivery {
  readonly delivery: Delivery
  #asking = new Task()
  /** undefined before the answer, null if the service has none. */
  #body = $state.raw<BodyView | null | undefined>(undefined)
  #records = $state.raw<readonly NamedRecords[]>([])

  constructor(client: Client, place: Place, delivery: Delivery) {
    this.delivery = delivery
    if (delivery.id === '') {
      this.#body = null
      return
    }
    const job = new Job(client)
    void this.#asking.ask(
      job,
      () => job.ask('webhooks:openDelivery', { ...place, id: delivery.id }),
      (answer) => {
        this.#body = answer && new BodyView(client, answer.responseId, answer.summary)
        this.#records = answer?.records ?? []
      }
    )
  }

  get body(): BodyView | null | undefined {
    return this.#body
  }

  /** By model. */
  get records(): readonly NamedRecords[] {
    return this.#records
  }

  get error(): AppError | null {
    return this.#asking.failure
  }

  leave(): void {
    this.#asking.cancel()
  }
}

export interface WebhookResults extends Counted {
  last: Delivery
}

/** As issues of webhooks are judged, so that both say the same. Webhooks that the log does not tell apart have none. */
export function resultsOf(
  webhooks: readonly Webhook[],
  lines: readonly Delivery[],
  now: number
): ReadonlyMap<Webhook, WebhookResults> {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it does not change once it is returned
  return new Map(
    receiversOf(webhooks, lines, now).flatMap(({ webhooks: [one, other], results }) =>
      one && !other && results ? [[one, { last: results.last, ...countOf(results.ended) }] as const] : []
    )
  )
}

export class WebhooksView {
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
  #check = $state.raw<SignatureForm | null>(null)

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

  /** Of webhooks with deliveries in the unfiltered log. */
  results: ReadonlyMap<Webhook, WebhookResults> = $derived.by(() =>
    resultsOf(this.#list?.webhooks ?? [], this.log.unfiltered, Date.now())
  )

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
  get check(): SignatureForm | null {
    return this.#check
  }

  /** @param delivery null for a pasted one */
  openCheck(delivery: Delivery | null = null): void {
    if (this.#place) this.#check = new SignatureForm(this.#client, this.#place, delivery)
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
    if (!this.#list && !this.busy && !this.asking.failure) void this.refresh()
  }

  /** @returns after the log was read */
  async refresh(): Promise<void> {
    const place = this.#place
    if (!place) return
    const job = new Job(this.#client)
    void this.asking.ask(
      job,
      () => job.ask('webhooks:list', { ...place }),
      (list) => (this.#list = list)
    )
    await this.readLog()
  }

  async readLog(): Promise<void> {
    this.#cursor = 0
    if (this.#place) await this.log.read(this.#place, this.#filters)
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
    void this.readLog()
  }

  /** @param id of a webhook; null: those of all */
  showDeliveries(id: string | null): void {
    this.#connector = null
    this.#filters = id === null ? {} : { webhookId: id }
    this.close()
    void (this.#list ? this.readLog() : this.refresh())
  }

  /** Shows one of the newest, or of those that are loaded. @returns false if it is not among them */
  async showDelivery(id: string): Promise<boolean> {
    const at = () => this.log.answer?.deliveries.findIndex((one) => one.id === id) ?? -1
    if (at() === -1) {
      this.#connector = null
      this.#filters = {}
      this.close()
      await (this.#list ? this.readLog() : this.refresh())
    }
    if (at() !== -1) this.openAt(at())
    // Without an answer the view says why.
    return at() !== -1 || this.log.answer === null || this.log.asking.failure !== null
  }

  /** @param id as the service knows it */
  chooseConnector(connector: ChosenConnector | null, id?: string): void {
    this.#connector = connector
    this.choose({ connectorId: id })
  }

  clearFilters(): void {
    this.#filters = {}
    this.#connector = null
    void this.readLog()
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

export const [useWebhooks, provideWebhooks] = createContext<WebhooksView>()
