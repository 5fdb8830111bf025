import type { LabResult, SampleSet, SetResult } from '../../../shared/mappings/lab'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { BodyView } from '../records/viewer/body-view.svelte'
import { Task } from '../kit/task.svelte'
import { sampleWords } from './words/samples'
import { nodeAt, stepsOfPointer, stepsOfWay } from './pointer'

export interface Front {
  setId: string
  index: number
}
/** Expressions for a value that was clicked, the most robust first. */
export type Offer = readonly { expression: string; why: string }[]

/** A moment after the last key: no one reads the result of every letter. */
const pause = 150
/** As the contract takes them. */
const mostSets = 20

/** Tries an expression on payloads. They stay in main; this holds what is shown. */
export class Lab extends Task {
  #client: Client
  #place: Place
  #sets = $state.raw<readonly SampleSet[]>([])
  #front = $state.raw<Front | null>(null)
  #record = $state.raw<BodyView | null>(null)
  /** Whether the current record is an object: only that can be sent to the service. */
  #object = $state(false)
  #lostNode = $state<number | null>(null)
  #chosenNode = $state<number | null>(null)
  #result = $state.raw<LabResult | null>(null)
  /** The last expression that could be read, and what it gave on which payloads. */
  #valid = $state.raw<{ expression: string; on: string; result: LabResult } | null>(null)
  #judged = $state('')
  #pending = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined
  #job: Job | null = null
  #offer = $state.raw<Offer>([])

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  get sets(): readonly SampleSet[] {
    return this.#sets
  }

  get front(): Front | null {
    return this.#front
  }

  frontSet: SampleSet | null = $derived(this.#sets.find(({ id }) => id === this.#front?.setId) ?? null)

  /** The current payload, as shown. */
  get record(): BodyView | null {
    return this.#record
  }

  /** Why the current record cannot be sent to the service's preview; null where it can. */
  unsendable: string | null = $derived.by(() => {
    if (this.frontSet && this.frontSet.itemsOf !== null) return sampleWords.server.items
    return this.#record && !this.#object ? sampleWords.server.notObject : null
  })

  /** The value in it where a null began. */
  get lostNode(): number | null {
    return this.#lostNode
  }

  /** The value in it that was chosen elsewhere, to be mapped. */
  get chosenNode(): number | null {
    return this.#chosenNode
  }

  /** The result of the last evaluated text; null while nothing was tried. */
  get result(): LabResult | null {
    return this.#result
  }

  /** The expression `result` is of. */
  get judged(): string {
    return this.#judged
  }

  /** Of the last expression that could be read: what is shown while the one typed cannot. */
  valid: LabResult | null = $derived(this.#judged.trim() === '' ? null : (this.#valid?.result ?? null))

  /** Whether what is shown is not of what is in the editor. */
  stale: boolean = $derived(this.#result !== this.#valid?.result)

  get pending(): boolean {
    return this.#pending
  }

  get offer(): Offer {
    return this.#offer
  }

  frontResult: SetResult | null = $derived(this.valid?.sets.find(({ setId }) => setId === this.#front?.setId) ?? null)

  async load(): Promise<void> {
    const sets = await this.attempt(() => this.#client.call('mappings:listSets', this.#place))
    if (!sets) return
    this.#sets = sets.slice(0, mostSets)
    if (!this.frontSet) await this.show(sets[0] ? { setId: sets[0].id, index: 0 } : null)
  }

  /** Makes a set that was taken the current one. Main may have dropped others for it. */
  async add(set: SampleSet, index = 0): Promise<void> {
    const held = await this.#client.call('mappings:listSets', this.#place).catch(() => this.#sets)
    const others = this.#sets.filter(({ id }) => id !== set.id && held.some((one) => one.id === id))
    this.#sets = [set, ...others].slice(0, mostSets)
    await this.show({ setId: set.id, index })
  }

  async drop(setId: string): Promise<void> {
    await this.attempt(() => this.#client.call('mappings:dropSet', { setId }))
    this.#sets = this.#sets.filter(({ id }) => id !== setId)
    const first = this.#sets[0]
    if (this.#front?.setId === setId) await this.show(first ? { setId: first.id, index: 0 } : null)
  }

  step(by: 1 | -1): Promise<void> {
    const [front, set] = [this.#front, this.frontSet]
    if (!front || !set) return Promise.resolve()
    return this.show({ ...front, index: Math.max(0, Math.min(set.records - 1, front.index + by)) })
  }

  async show(front: Front | null): Promise<void> {
    this.#front = front
    this.#record = null
    this.#lostNode = this.#chosenNode = null
    this.#offer = []
    if (!front) return
    const opened = await this.attempt(() => this.#client.call('mappings:openSample', { ...front }))
    if (!opened || this.#front !== front) return
    const record = new BodyView(this.#client, opened.responseId, opened.summary)
    this.#record = record
    this.#object = opened.object
    await this.#findLost()
  }

  /** Marks a value of the current record. @param way path to it, as JMESPath */
  async mark(way: string): Promise<void> {
    const record = this.#record
    const node = record && (await nodeAt(this.#client, record.id, stepsOfWay(way)).catch(() => null))
    if (this.#record === record) this.#chosenNode = node
  }

  /**
   * Tries an expression a moment later; one that still runs is given up.
   *
   * @param saved what is compared with; null for nothing
   */
  try(expression: string, saved: string | null): void {
    this.stop()
    if (expression.trim() === '') {
      this.#result = null
      this.#judged = expression
      return
    }
    this.#pending = true
    this.#timer = setTimeout(() => void this.#evaluate(expression, saved), pause)
  }

  /** Another field is current: nothing of the one before is shown for it. */
  reset(): void {
    this.stop()
    this.#result = this.#valid = null
    this.#judged = ''
    this.#offer = []
  }

  /** Gives up what runs. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#job?.cancel()
    this.#job = null
    this.#pending = false
  }

  /** Reads an expression once more, at once. @returns whether the standard takes it */
  async check(expression: string): Promise<boolean> {
    const request = { expression, saved: null, setIds: [], front: null }
    const { problem, lints } = await new Job(this.#client).ask('mappings:evaluate', request)
    if (problem) {
      this.#result = { problem, lints, sets: [], front: null, took: 0 }
      this.#judged = expression
    }
    return problem === null
  }

  /** Keys that fit at a position of an expression, by the current record; null without one. */
  async keysAt(expression: string, position: number) {
    const front = this.#front
    return front && this.#client.call('mappings:keysAt', { ...front, expression, position })
  }

  /** Expressions for a value of the current record. */
  async useNode(node: number): Promise<Offer> {
    const record = this.#record
    if (!record) return []
    if (node !== this.#chosenNode) this.#chosenNode = null
    const request = { responseId: record.id, node }
    this.#offer = (await this.attempt(() => this.#client.call('mappings:expressionsFor', request))) ?? []
    return this.#offer
  }

  makeOffer(offer: Offer): void {
    this.#offer = offer
  }

  async #evaluate(expression: string, saved: string | null): Promise<void> {
    const job = (this.#job = new Job(this.#client))
    const [front, setIds] = [this.#front, this.#sets.map(({ id }) => id)]
    const on = JSON.stringify([setIds, front, saved])
    const ask = (of: string) =>
      job.ask('mappings:evaluate', { expression: of, saved, setIds, front: front && { ...front } })
    await this.attempt(async () => {
      const result = await ask(expression)
      if (this.#job !== job) return
      this.#result = result
      this.#judged = expression
      if (!result.problem) this.#valid = { expression, on, result }
      else if (this.#valid && this.#valid.on !== on) {
        // Another record is looked at while what is in the editor cannot be read.
        const { expression: last } = this.#valid
        const again = await ask(last)
        if (this.#job === job) this.#valid = { expression: last, on, result: again }
      }
      await this.#findLost()
    })
    if (this.#job !== job) return
    this.#job = null
    this.#pending = false
  }

  async #findLost(): Promise<void> {
    const [record, pointer] = [this.#record, this.valid?.front?.lostAt]
    const isHere = this.valid?.front?.setId === this.#front?.setId && this.valid?.front?.index === this.#front?.index
    if (!record || pointer === null || pointer === undefined || !isHere) return void (this.#lostNode = null)
    const node = await nodeAt(this.#client, record.id, stepsOfPointer(pointer)).catch(() => null)
    if (this.#record === record && this.valid?.front?.lostAt === pointer) this.#lostNode = node
  }
}
