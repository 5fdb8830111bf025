import { z } from 'zod'
import type { SentHead } from '../../../shared/passthrough/library'
import type { KnownMapping } from '../../../shared/mappings/mapping'
import { type DiagnosisKind, diagnosisKind } from '../../../shared/issues/diagnosis'
import type { Client } from '../client.svelte'
import type { ConnectorList } from '../records/connector-list.svelte'
import type { Connectors } from '../records/connectors.svelte'
import type { Entry } from '../records/entry'
import type { Keepable } from '../kit/window-state.svelte'
import { Task } from '../kit/task.svelte'
import { byName, type Customer, customerOf, type NamedConnectors } from './customer'

const mostSends = 20
const mostKeys = 500

const opener = z.enum(['issues', 'connectors']).catch('issues')
export type Opener = z.infer<typeof opener>

interface Opened extends Customer {
  from: Opener
  list: ConnectorList
}

const kept = z.object({ originId: z.string().nullable(), name: z.string(), key: z.string(), from: opener }).nullable()

/** Everything this computer knows of one customer; it asks the API for nothing. */
export class CustomerPage extends Task implements Keepable {
  #client: Client
  #connectors: Connectors
  #opened = $state.raw<Opened | null>(null)
  #own = $state.raw<readonly Entry[]>([])
  #namesakes = $state.raw<readonly Entry[]>([])
  #sends = $state.raw<readonly SentHead[] | null>(null)
  #known = $state.raw<readonly KnownMapping[] | null>(null)
  /** Whose connectors main has told. */
  #told = $state.raw<Opened | null>(null)
  /** Of its connectors. */
  readonly finding = new Task()

  constructor(client: Client, connectors: Connectors) {
    super()
    this.#client = client
    this.#connectors = connectors
  }

  opened: (Customer & { from: Opener }) | null = $derived.by(() =>
    this.#opened?.list === this.#connectors.active ? this.#opened : null
  )

  /** Until then nothing is said of its connectors. */
  get isRead(): boolean {
    return this.#opened !== null && this.#told === this.#opened
  }

  groups: readonly NamedConnectors[] = $derived.by(() => (this.opened ? byName(this.opened, this.#own) : []))
  entries: readonly Entry[] = $derived(this.groups.flatMap(({ entries }) => entries))
  /** Other customers of the same name, by one connector each. */
  namesakes: readonly Entry[] = $derived.by(() => (this.opened ? this.#namesakes : []))
  /** Connectors per diagnosis, the most urgent first; null for those not diagnosed yet. */
  diagnoses: readonly [kind: DiagnosisKind | null, connectors: number][] = $derived.by(() =>
    [...diagnosisKind.options, null].flatMap((kind): [DiagnosisKind | null, number][] => {
      const connectors = this.entries.filter(({ diagnosis }) => (diagnosis?.kind ?? null) === kind).length
      return connectors > 0 ? [[kind, connectors]] : []
    })
  )

  /** Requests sent through its connectors, newest first; null until main has answered. */
  get sends(): readonly SentHead[] | null {
    return this.#sends
  }

  /** Every mapping in the change log of this region; null until main has answered. */
  get known(): readonly KnownMapping[] | null {
    return this.#known
  }

  /** A page opened from another customer's page keeps that page's opener. */
  open(entry: Entry, from: Opener = this.#opened?.from ?? 'connectors'): void {
    this.#show({ ...customerOf(entry), from })
  }

  close(): void {
    this.#opened = null
  }

  get kept(): z.infer<typeof kept> {
    if (!this.opened) return null
    const { originId, name, key, from } = this.opened
    return { originId, name, key, from }
  }

  restore(from: unknown): void {
    const customer = kept.parse(from)
    if (customer) this.#show(customer)
  }

  #show(customer: Customer & { from: Opener }): void {
    const list = this.#connectors.active
    if (!list) return
    this.#opened = { ...customer, list }
    this.#sends = this.#known = null
    this.#own = this.#namesakes = []
    void this.read()
    this.forgetFailure()
  }

  /** An effect calls it after each change of the connectors. */
  async read(): Promise<void> {
    const opened = this.#opened
    if (!opened) return
    const { originId, name, key, list } = opened
    void list.version
    await this.finding.latest(
      () => list.customer({ originId, name, key }),
      (found) => {
        if (this.#opened !== opened) return
        this.#told = opened
        this.#own = found.own
        this.#namesakes = found.namesakes
      }
    )
  }

  /** Reads main's data again after each change of the connectors. */
  async load(): Promise<void> {
    const opened = this.#opened
    if (!opened) return
    const { workspaceId, region } = opened.list
    const keys = this.entries.slice(0, mostKeys).map(({ key }) => key)
    const through = { region, keys }
    await this.latest(
      () =>
        Promise.all([
          keys.length === 0
            ? { entries: [] }
            : this.#client.call('passthrough:listHistory', { workspaceId, through, limit: mostSends }),
          this.#client.call('mappings:known', { workspaceId, region })
        ]),
      ([sends, known]) => {
        if (this.#opened !== opened) return
        this.#sends = sends.entries.slice(0, mostSends)
        this.#known = known
      }
    )
  }
}
