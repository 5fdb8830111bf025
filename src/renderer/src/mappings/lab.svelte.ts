import type { LabResult, SampleSet, ServicePreview, SetResult } from '../../../shared/mappings/lab'
import { quotedEnd } from '../../../shared/scan'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import type { Place } from '../../../shared/workspaces/place'
import { BodyView } from '../records/viewer/body-view.svelte'
import { Task } from '../kit/task.svelte'
import { sampleWords } from './words/samples'

export interface Front {
  setId: string
  index: number
}
/** Most robust first. */
type Offer = readonly { expression: string; why: string }[]

/** ms: nobody reads a result per letter */
const pause = 150
/** The contract's limit. */
const mostSets = 20

/** Payloads stay in main; this class holds the visible part. */
export class Lab extends Task {
  #client: Client
  #place: Place
  #sets = $state.raw<readonly SampleSet[]>([])
  #front = $state.raw<Front | null>(null)
  #record = $state.raw<BodyView | null>(null)
  /** Only an object can go to the service. */
  #object = $state(false)
  #lostNode = $state<number | null>(null)
  #chosenNode = $state<number | null>(null)
  #result = $state.raw<LabResult | null>(null)
  /** The last readable expression. */
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

  get record(): BodyView | null {
    return this.#record
  }

  /** Why the service cannot preview the record, or null. */
  unsendable: string | null = $derived.by(() => {
    if (this.frontSet && this.frontSet.itemsOf !== null) return sampleWords.server.items
    return this.#record && !this.#object ? sampleWords.server.notObject : null
  })

  get lostNode(): number | null {
    return this.#lostNode
  }

  get chosenNode(): number | null {
    return this.#chosenNode
  }

  /** null before a try */
  get result(): LabResult | null {
    return this.#result
  }

  get judged(): string {
    return this.#judged
  }

  /** Visible while the typed text is not readable. */
  valid: LabResult | null = $derived(this.#judged.trim() === '' ? null : (this.#valid?.result ?? null))

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

  /** Main may have dropped other sets. */
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

  /** @param way JMESPath to the value */
  async mark(way: string): Promise<void> {
    const record = this.#record
    const node = record && (await nodeAt(this.#client, record.id, stepsOfWay(way)).catch(() => null))
    if (this.#record === record) this.#chosenNode = node
  }

  /**
   * Cancels the previous try.
   *
   * @param saved expression to compare with; or null
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

  reset(): void {
    this.stop()
    this.#result = this.#valid = null
    this.#judged = ''
    this.#offer = []
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#job?.cancel()
    this.#job = null
    this.#pending = false
  }

  /** @returns true if valid */
  async check(expression: string): Promise<boolean> {
    const request = { expression, saved: null, setIds: [], front: null }
    const { problem, lints } = await new Job(this.#client).ask('mappings:evaluate', request)
    if (problem) {
      this.#result = { problem, lints, sets: [], front: null, took: 0 }
      this.#judged = expression
    }
    return problem === null
  }

  /** null without a record */
  async keysAt(expression: string, position: number) {
    const front = this.#front
    return front && this.#client.call('mappings:keysAt', { ...front, expression, position })
  }

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
        // The record may change while the typed text is not readable.
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

interface Question {
  key: string
  model: string
  expression: string
  sample: Front | null
}

export class ServerPreview extends Task {
  #client: Client
  #place: Place
  #answer = $state.raw<{ question: Question; preview: ServicePreview } | null>(null)

  constructor(client: Client, place: Place) {
    super()
    this.#client = client
    this.#place = place
  }

  answerTo(expression: string, sample: Front | null): ServicePreview | null {
    const { question, preview } = this.#answer ?? {}
    const same = question?.sample?.setId === sample?.setId && question?.sample?.index === sample?.index
    return preview && same && question?.expression === expression ? preview : null
  }

  async preview(question: Question): Promise<void> {
    if (this.running) return
    const preview = await this.attempt(() =>
      new Job(this.#client).ask('mappings:preview', { ...this.#place, ...question })
    )
    if (preview) this.#answer = { question, preview }
  }
}

/** null if one text is cut and both begin alike */
export function agree(ours: string, theirs: string): boolean | null {
  if (ours === theirs) return true
  try {
    return canonical(JSON.parse(ours)) === canonical(JSON.parse(theirs))
  } catch {
    const length = Math.min(ours.length, theirs.length)
    return ours.slice(0, length) === theirs.slice(0, length) ? null : false
  }
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  )
}

/** Children read at once. */
const page = 500

/** RFC 6901. */
export const stepsOfPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** For a plain JMESPath such as `a."b c"[3]`. */
export function stepsOfWay(way: string): string[] {
  const steps: string[] = []
  const plain = /\[(\d+)\]|(\w+)|[^]/y
  while (plain.lastIndex < way.length) {
    const at = plain.lastIndex
    const end = way[at] === '"' ? quotedEnd(way, at) : -1
    if (end >= 0) steps.push(JSON.parse(way.slice(at, end)) as string)
    const [, index, name] = (end < 0 && plain.exec(way)) || []
    if (end >= 0) plain.lastIndex = end
    else if (index ?? name) steps.push(index ?? name ?? '')
  }
  return steps
}

/**
 * Main holds the body.
 *
 * @returns the node, or the nearest existing one on the way; null for an empty body
 */
async function nodeAt(client: Client, id: string, steps: readonly string[]): Promise<number | null> {
  const root = await client.call('passthrough:readChildren', { id, node: null, from: 0, count: 1 })
  let node = root.nodes[0]?.node ?? null
  for (const step of steps) {
    const child: number | null = node === null ? null : await childNamed(client, id, node, step)
    if (child === null) break
    node = child
  }
  return node
}

async function childNamed(client: Client, id: string, node: number, name: string): Promise<number | null> {
  for (let from = 0, total = 1; from < total; from += page) {
    const window = await client.call('passthrough:readChildren', { id, node, from, count: page })
    total = window.total
    const found = window.nodes.find((child) => String(child.name) === name)
    if (found) return found.node
  }
  return null
}
