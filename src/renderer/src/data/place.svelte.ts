import type { AppError } from '../../../shared/errors'
import type { FetchProgress, CollectionRequest, PastFetch } from '../../../shared/data/collection'
import type { Region } from '../../../shared/workspaces/region'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { ManyCount } from './many.svelte'
import { RequestForm } from './request-form.svelte'
import { RowColumns } from './row-columns.svelte'
import { SyncWait, type WaitHours } from './sync-wait.svelte'
import { Task } from '../kit/task.svelte'
import { RecordTrail } from '../records/record/record-trail.svelte'
import { FetchTab } from './fetch.svelte'

export type Shown = { fetch: string } | 'many' | 'new'

export class DataPlace {
  readonly workspaceId: string
  readonly region: Region
  /** Of **New fetch**: it starts anew once a fetch has begun. */
  blank = $state.raw(new RequestForm())
  readonly records: RecordTrail
  #client: Client
  #acts = new Task()
  #now: () => number
  #fetches = $state.raw<readonly FetchTab[]>([])
  #past = $state.raw<readonly PastFetch[]>([])
  #many = $state.raw<ManyCount | null>(null)
  waitHours = $state<WaitHours>(4)
  #wait = $state.raw<SyncWait | null>(null)
  #shown = $state.raw<Shown>('new')
  #starting = $state.raw<Job | null>(null)
  #loaded = $state(false)
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- what is in it is reactive; which there are is not drawn
  #columns = new Map<string, RowColumns>()

  constructor(client: Client, workspaceId: string, region: Region, now = Date.now) {
    this.#client = client
    this.workspaceId = workspaceId
    this.region = region
    this.#now = now
    this.records = new RecordTrail(client)
  }

  get failure(): AppError | null {
    return this.#acts.failure
  }

  fetch: FetchTab | null = $derived.by(() => {
    const shown = this.#shown
    return (typeof shown === 'object' && this.#fetches.find(({ id }) => id === shown.fetch)) || null
  })
  form: RequestForm = $derived.by(() => this.fetch?.form ?? this.blank)

  /** Includes the count over connectors. */
  running: number = $derived.by(
    () => this.#fetches.filter((fetch) => fetch.running).length + (this.#many?.running ? 1 : 0)
  )
  busy: boolean = $derived.by(() => this.running > 0 || (this.#wait !== null && this.#wait.failure === null))

  get fetches(): readonly FetchTab[] {
    return this.#fetches
  }

  /** Of earlier sessions, without rows. */
  get past(): readonly PastFetch[] {
    return this.#past
  }

  get many(): ManyCount | null {
    return this.#many
  }

  get wait(): SyncWait | null {
    return this.#wait
  }

  get shown(): Shown {
    return this.#shown
  }

  get starting(): boolean {
    return this.#starting !== null
  }

  get loaded(): boolean {
    return this.#loaded
  }

  show(shown: Shown): void {
    this.#shown = shown
  }

  async load(): Promise<void> {
    const { workspaceId, region } = this
    const answer = await this.#acts.attempt(() => this.#client.call('data:list', { workspaceId, region }))
    this.#loaded = true
    if (!answer) return
    this.#past = answer.past
    const open = answer.open.toSorted((a, b) => a.startedAt - b.startedAt)
    for (const progress of open) if (!this.#find(progress.fetchId)) this.#add(progress)
    const last = this.#fetches.at(-1)
    if (last && this.#shown === 'new' && this.blank.path === '') this.#shown = { fetch: last.id }
  }

  report(progress: FetchProgress): void {
    const known = this.#find(progress.fetchId)
    if (known) known.report(progress, this.#now())
    // Progress may overtake the answer.
    else if (progress.fetchId === this.#starting?.requestId) this.#add(progress)
  }

  /** Missing input shows at its field. */
  async start(form = this.form): Promise<void> {
    form.asked = true
    if (this.starting || Object.keys(form.missing).length > 0) return
    const { fetch } = this
    const began = await this.#begin(form.request, form)
    // The new fetch has another form.
    if (began && fetch?.form === form) form.fill(fetch.progress.request, fetch.progress.connectorName)
  }

  async again(request: CollectionRequest, connectorName: string): Promise<void> {
    this.blank.fill(request, connectorName)
    this.#shown = 'new'
    await this.start(this.blank)
  }

  async startAfterSync(name: string, form = this.form): Promise<void> {
    form.asked = true
    const { request } = form
    if (request.connectorKey === null || Object.keys(form.missing).length > 0) return
    this.#wait?.cancel()
    const wait = new SyncWait(this.#client, request, name, this.waitHours)
    this.#wait = wait
    const done = await wait.begin(this.workspaceId, this.region)
    if (this.#wait !== wait) return
    if (done || wait.failure?.code === 'cancelled') this.#wait = null
    if (done) await this.#begin(request, form)
  }

  endWait(): void {
    this.#wait?.cancel()
    this.#wait = null
  }

  /** @param names by connector key */
  countMany(names: ReadonlyMap<string, string>, form = this.form): void {
    this.#many?.cancel()
    this.#many = new ManyCount(this.#client, form.request, names)
    this.#shown = 'many'
    void this.#many.begin(this.workspaceId, this.region)
  }

  close(fetch: FetchTab): void {
    const at = this.#fetches.indexOf(fetch)
    this.#fetches = this.#fetches.filter((one) => one !== fetch)
    const next = this.#fetches[at] ?? this.#fetches[at - 1]
    if (typeof this.#shown === 'object' && this.#shown.fetch === fetch.id)
      this.#shown = next ? { fetch: next.id } : 'new'
    void this.#acts.attempt(() => this.#client.call('data:close', { fetchId: fetch.id }))
  }

  closeMany(): void {
    if (this.#many?.running) this.#many.cancel()
    this.#many = null
    const last = this.#fetches.at(-1)
    if (this.#shown === 'many') this.#shown = last ? { fetch: last.id } : 'new'
  }

  async forget({ fetchId }: PastFetch): Promise<void> {
    const answer = await this.#acts.attempt(() => this.#client.call('data:forgetPast', { fetchId }).then(() => true))
    if (answer) this.#past = this.#past.filter((one) => one.fetchId !== fetchId)
  }

  /** @returns true if the fetch started */
  async #begin(request: CollectionRequest, form: RequestForm): Promise<boolean> {
    const job = (this.#starting = new Job(this.#client))
    const { workspaceId, region } = this
    const progress = await this.#acts.attempt(() => job.ask('data:start', { workspaceId, region, request }))
    this.#starting = null
    if (!progress) {
      form.refused = { ...this.#acts.failure?.info.fields }
      // The field shows the error.
      if (Object.keys(form.refused).length > 0) this.#acts.forgetFailure()
      return false
    }
    const fetch = this.#find(progress.fetchId) ?? this.#add(progress)
    this.#shown = { fetch: fetch.id }
    // Another request may have been entered meanwhile, as during a wait for a sync.
    if (form === this.blank && !form.differsFrom(request)) this.blank = new RequestForm()
    return true
  }

  #find(fetchId: string): FetchTab | undefined {
    return this.#fetches.find(({ id }) => id === fetchId)
  }

  #add(progress: FetchProgress): FetchTab {
    const { path } = progress.request
    const columns = this.#columns.get(path) ?? new RowColumns()
    this.#columns.set(path, columns)
    const fetch = new FetchTab(this.#client, progress, columns)
    this.#fetches = [...this.#fetches, fetch]
    return fetch
  }
}
