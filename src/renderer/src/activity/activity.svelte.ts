import { createContext } from 'svelte'
import type { AuditCheck } from '../../../shared/activity/audit'
import type { ActivityCall, CallBucket, CallFilters, RecordedWorkspace } from '../../../shared/activity/call'
import { type AppError, toAppError } from '../../../shared/errors'
import type { Request, Response } from '../../../shared/ipc'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import { Task } from '../kit/task.svelte'
import { CallList } from './call-list.svelte'
import { type ChartTime, type SpanName, spanAt, type TimeSpan } from './chart-shape'

class CallChart extends Task {
  #client: Client
  #time = $state.raw<ChartTime | null>(null)
  #buckets = $state.raw<readonly CallBucket[]>([])

  constructor(client: Client) {
    super()
    this.#client = client
  }

  /** null before the first read */
  get time(): ChartTime | null {
    return this.#time
  }

  get buckets(): readonly CallBucket[] {
    return this.#buckets
  }

  forget(): void {
    this.cancel()
    this.#time = null
    this.#buckets = []
  }

  read(workspaceId: string, filters: CallFilters, time: ChartTime): Promise<void> {
    const { since, until, bars } = time
    return this.latest(
      () => this.#client.call('activity:chart', { workspaceId, filters, since, until, buckets: bars }),
      ({ buckets }) => {
        this.#time = time
        this.#buckets = buckets
      }
    )
  }
}

class CallFile {
  #client: Client
  #asked = 0
  #saving = $state(false)
  #saved = $state.raw<Response<'activity:export'>>(null)
  #failure = $state.raw<AppError | null>(null)

  constructor(client: Client) {
    this.#client = client
  }

  get saving(): boolean {
    return this.#saving
  }

  get saved(): Response<'activity:export'> {
    return this.#saved
  }

  get failure(): AppError | null {
    return this.#failure
  }

  forget(): void {
    this.#asked += 1
    this.#saved = null
    this.#failure = null
  }

  async save(calls: Request<'activity:export'>): Promise<void> {
    if (this.#saving) return
    this.forget()
    const asked = this.#asked
    this.#saving = true
    try {
      const saved = await this.#client.call('activity:export', calls)
      if (asked === this.#asked) this.#saved = saved
    } catch (thrown) {
      if (asked === this.#asked) this.#failure = toAppError(thrown)
    } finally {
      this.#saving = false
    }
  }
}

class Audit extends Task {
  #client: Client
  #diagnosis = $state.raw<AuditCheck | null>(null)

  constructor(client: Client) {
    super()
    this.#client = client
  }

  get result(): AuditCheck | null {
    return this.#diagnosis
  }

  async verify(): Promise<void> {
    if (this.running) return
    this.forget()
    this.#diagnosis = await this.attempt(() => this.#client.call('activity:verify'))
  }

  forget(): void {
    this.#diagnosis = null
    this.forgetFailure()
  }
}

type CallChoice = Omit<CallFilters, 'since' | 'until' | 'withoutChecks'>

export class ActivityView {
  readonly list: CallList
  readonly chart: CallChart
  readonly file: CallFile
  readonly audit: Audit
  page = $state<'requests' | 'approvals'>('requests')
  asTable = $state(false)
  #client: Client
  #openId: string | null = null
  /** The open workspace, or a chosen removed one. */
  #workspaceId = $state<string | null>(null)
  #recorded = $state.raw<readonly RecordedWorkspace[]>([])
  #removed = $state.raw<RecordedWorkspace | null>(null)
  #looking = false
  #choice = $state.raw<CallChoice>({})
  #checks = $state(false)
  #span = $state<SpanName>('day')
  /** While a removed workspace shows. */
  #openSpan: SpanName = 'day'
  #narrowed = $state.raw<TimeSpan | null>(null)
  #fresh = $state(0)
  #cursor = $state(0)
  #opened = $state.raw<ActivityCall | null>(null)

  constructor(client: Client) {
    this.#client = client
    this.list = new CallList(client)
    this.chart = new CallChart(client)
    this.file = new CallFile(client)
    this.audit = new Audit(client)
    client.on('activity:added', ({ workspaceId, calls }) => {
      if (workspaceId !== this.#workspaceId) return
      this.#fresh += calls
      // No visible row can move.
      if (this.#looking && this.list.lines?.length === 0) void this.read()
    })
    client.on('activity:ended', ({ calls }) => {
      this.list.end(calls)
      for (const call of calls) this.#merge(call)
    })
    client.on('activity:found', ({ id, outcome }) => {
      this.list.end([{ id, found: outcome }])
      this.#merge({ id, found: outcome })
    })
  }

  /** Workspaces with stored changes, removed ones too. */
  get recorded(): readonly RecordedWorkspace[] {
    return this.#recorded
  }

  /** The removed workspace in place of the open one. */
  get removed(): RecordedWorkspace | null {
    return this.#removed
  }

  /** Calls since the last read, colleagues' too. */
  get fresh(): number {
    return this.#fresh
  }

  get choice(): CallChoice {
    return this.#choice
  }

  /** Shows calls that only ask which operations the service offers. */
  get checks(): boolean {
    return this.#checks
  }

  set checks(shown: boolean) {
    this.#checks = shown
    void this.read()
  }

  get span(): SpanName {
    return this.#span
  }

  get narrowed(): TimeSpan | null {
    return this.#narrowed
  }

  get filtered(): boolean {
    return this.#narrowed !== null || Object.keys(this.#choice).length > 0
  }

  get cursor(): number {
    return this.#cursor
  }

  get opened(): ActivityCall | null {
    return this.#opened
  }

  show(workspace: Workspace | null): void {
    const id = workspace?.id ?? null
    if (id === this.#openId) return
    this.#openId = id
    this.showRemoved(null)
  }

  /** Over all time, because operators look for old calls; null shows the open workspace. */
  showRemoved(removed: RecordedWorkspace | null): void {
    if (!this.#removed) this.#openSpan = this.#span
    this.#span = removed ? 'all' : this.#openSpan
    this.#removed = removed
    this.#workspaceId = removed?.workspaceId ?? this.#openId
    this.#choice = {}
    this.#narrowed = null
    this.#fresh = 0
    this.close()
    this.file.forget()
    this.list.forget()
    this.chart.forget()
    if (this.#looking) void this.read()
  }

  /** @returns a function that ends the view */
  look(): () => void {
    this.#looking = true
    void this.read()
    // The list reports a failure.
    this.#client.call('activity:workspaces').then(
      ({ workspaces }) => (this.#recorded = this.#looking ? workspaces : []),
      () => undefined
    )
    return () => {
      this.#looking = false
      // Others may be removed or renamed before the next look.
      this.#recorded = []
      if (this.#removed) this.showRemoved(null)
    }
  }

  async read(): Promise<void> {
    const id = this.#workspaceId
    if (id === null) return
    this.#fresh = 0
    this.#cursor = 0
    await Promise.all([
      this.list.read(id, { ...this.#shown(), ...this.#times() }),
      this.chart.read(id, this.#shown(), spanAt(this.#span, Date.now()))
    ])
  }

  /** undefined removes a filter. */
  choose(change: { [K in keyof CallChoice]?: CallChoice[K] | undefined }): void {
    const chosen = Object.entries({ ...this.#choice, ...change }).filter(([, value]) => value !== undefined)
    this.#choice = Object.fromEntries(chosen)
    void this.read()
  }

  showSpan(span: SpanName): void {
    this.#span = span
    this.#narrowed = null
    void this.read()
  }

  /** The same bar again clears it. */
  narrow(span: TimeSpan): void {
    this.#narrowed = this.#narrowed?.since === span.since ? null : span
    void this.read()
  }

  widen(): void {
    this.#narrowed = null
    void this.read()
  }

  clearFilters(): void {
    this.#choice = {}
    this.widen()
  }

  /** An open drawer follows. */
  moveTo(index: number): void {
    const { lines } = this.list
    this.#cursor = Math.max(0, Math.min(index, (lines?.length ?? 0) - 1))
    if (this.#opened) this.#opened = lines?.[this.#cursor]?.call ?? null
  }

  openAt(index: number): void {
    this.#cursor = index
    const line = this.list.lines?.[index]
    if (line?.group) void this.list.fold(line.group)
    else this.#opened = line?.call ?? null
  }

  close(): void {
    this.#opened = null
  }

  /** This computer's filtered calls, checks too. */
  async export(format: 'csv' | 'json'): Promise<void> {
    const workspaceId = this.#workspaceId
    if (workspaceId !== null)
      await this.file.save({ workspaceId, filters: { ...this.#choice, ...this.#times() }, format })
  }

  /** Takes over what changed of the open call, which the list may lack by now. */
  #merge(changed: Pick<ActivityCall, 'id'> & Partial<ActivityCall>): void {
    if (this.#opened?.id === changed.id) this.#opened = { ...this.#opened, ...changed }
  }

  #shown(): CallFilters {
    return this.#checks ? this.#choice : { ...this.#choice, withoutChecks: true }
  }

  #times(): Pick<CallFilters, 'since' | 'until'> {
    if (this.#narrowed) return this.#narrowed
    return this.#span === 'all' ? {} : { since: spanAt(this.#span, Date.now()).since }
  }
}

export const [useActivity, provideActivity] = createContext<ActivityView>()
