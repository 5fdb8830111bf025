import { createContext } from 'svelte'
import type { ActivityCall, CallFilters, RecordedWorkspace } from '../../../shared/activity/call'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import { Audit } from './audit.svelte'
import { CallChart } from './call-chart.svelte'
import { CallFile } from './call-file.svelte'
import { CallList } from './call-list.svelte'
import { type SpanName, spanAt, type TimeSpan } from './spans'

/** What is chosen by words, not by time. */
export type CallChoice = Omit<CallFilters, 'since' | 'until' | 'withoutChecks'>

/** The activity view: every call of the app, as the operator asked to see them. */
export class Activity {
  readonly list: CallList
  readonly chart: CallChart
  readonly file: CallFile
  readonly audit: Audit
  asTable = $state(false)
  #client: Client
  #openId: string | null = null
  /** The one whose calls are shown: the open one, or the removed one that was chosen. */
  #workspaceId = $state<string | null>(null)
  #recorded = $state.raw<readonly RecordedWorkspace[]>([])
  #removed = $state.raw<RecordedWorkspace | null>(null)
  #looking = false
  #choice = $state.raw<CallChoice>({})
  #checks = $state(false)
  #span = $state<SpanName>('day')
  /** That of the open one, while a removed one is shown. */
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
      // Without a row on the screen no row can move.
      if (this.#looking && this.list.lines?.length === 0) void this.read()
    })
    client.on('activity:ended', ({ calls }) => {
      this.list.end(calls)
      const id = this.#opened?.id
      if (calls.some((end) => end.id === id))
        this.#opened = this.list.lines?.find(({ call }) => call.id === id)?.call ?? null
    })
  }

  /** The workspaces whose changes are kept, present or removed. */
  get recorded(): readonly RecordedWorkspace[] {
    return this.#recorded
  }

  /** The removed workspace that is shown in place of the open one. */
  get removed(): RecordedWorkspace | null {
    return this.#removed
  }

  /** Calls made since the list was read, of all kinds, those of colleagues too. */
  get fresh(): number {
    return this.#fresh
  }

  get choice(): CallChoice {
    return this.#choice
  }

  /** Whether calls that only asked what the service offers are shown. */
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

  /** The bar the list is narrowed to. */
  get narrowed(): TimeSpan | null {
    return this.#narrowed
  }

  get filtered(): boolean {
    return this.#narrowed !== null || Object.keys(this.#choice).length > 0
  }

  /** Index of the current row. */
  get cursor(): number {
    return this.#cursor
  }

  /** The call in the drawer. */
  get opened(): ActivityCall | null {
    return this.#opened
  }

  /** Follows the open workspace. */
  show(workspace: Workspace | null): void {
    const id = workspace?.id ?? null
    if (id === this.#openId) return
    this.#openId = id
    this.showRemoved(null)
  }

  /** Shows a removed workspace, over all time, as operators look for something long ago; null for the open one. */
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

  /** The view is looked at. @returns a function for when it is left */
  look(): () => void {
    this.#looking = true
    void this.read()
    // The choices next to the list: where this fails, the list says why.
    this.#client.call('activity:workspaces').then(
      ({ workspaces }) => (this.#recorded = this.#looking ? workspaces : []),
      () => undefined
    )
    return () => {
      this.#looking = false
      // Before the next look others may be removed, and listed ones renamed.
      this.#recorded = []
      if (this.#removed) this.showRemoved(null)
    }
  }

  /** Reads list and chart again, up to now. */
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

  /** Changes some of the filters; undefined takes one off. */
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

  /** Narrows the list to a bar of the chart; the same bar again takes it back. */
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

  /** Makes a row the current one. An open drawer follows it. */
  moveTo(index: number): void {
    const { lines } = this.list
    this.#cursor = Math.max(0, Math.min(index, (lines?.length ?? 0) - 1))
    if (this.#opened) this.#opened = lines?.[this.#cursor]?.call ?? null
  }

  /** Opens a call; of a group, shows or hides its calls. */
  openAt(index: number): void {
    this.#cursor = index
    const line = this.list.lines?.[index]
    if (line?.group) void this.list.fold(line.group)
    else this.#opened = line?.call ?? null
  }

  close(): void {
    this.#opened = null
  }

  /** Writes all calls of this computer that the filters let through, checks too, to a file the operator chooses. */
  async export(format: 'csv' | 'json'): Promise<void> {
    const workspaceId = this.#workspaceId
    if (workspaceId !== null)
      await this.file.save({ workspaceId, filters: { ...this.#choice, ...this.#times() }, format })
  }

  #shown(): CallFilters {
    return this.#checks ? this.#choice : { ...this.#choice, withoutChecks: true }
  }

  #times(): Pick<CallFilters, 'since' | 'until'> {
    if (this.#narrowed) return this.#narrowed
    return this.#span === 'all' ? {} : { since: spanAt(this.#span, Date.now()).since }
  }
}

export const [useActivity, provideActivity] = createContext<Activity>()
