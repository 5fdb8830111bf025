import { createHash } from 'node:crypto'
import { createFields, type CustomField, type Mapping } from './data/custom-fields'
import { outageFrom, outageSlug } from './data/stories'
import { createDrafts, type BegunLink, type DataOptions } from './data/connectors'
import { integrations, type Integration } from './data/integrations'
import { Random } from './data/random'
import { createWebhooks, type Webhook } from './data/webhooks'
import type { PracticeClock } from './clock'
import { createCursors, type Cursors } from './cursor'
import { deliver, pastDeliveries, type Delivery, type WebhookAction } from './deliveries'
import { Life } from './life'
import { Moves } from './moves'
import { Problem, type Reply } from './reply'
import type { PracticeConnector, Category } from './connector'
import type { PracticeKnobs, PracticeTicket, Shape } from './types'

export interface Model {
  slug: string
  display_name: string
  category: Category
}

/** Names are singular. */
const SLUGS: Record<Category, string> = {
  HRIS: `employee employment compensation dependent bank_info document company group location payroll_run
    employee_payroll_run payroll_run_calendar pay_group payroll_code benefit employer_benefit dependent_benefit
    benefit_coverage time_off time_off_balance timesheet_entry`,
  ATS: `candidate application job job_interview_stage scheduled_interview screening_question offer activity scorecard
    eeoc reject_reason attachment tag department office remote_user`,
  LMS: 'user course content skill category completion enrollment'
}

export function models(): Model[] {
  return (Object.keys(SLUGS) as Category[]).flatMap((category) =>
    SLUGS[category].split(/\s+/).map((slug) => ({ slug, display_name: title(slug), category }))
  )
}

function title(slug: string): string {
  if (slug === 'eeoc') return 'EEOC'
  const words = slug.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const DELIVERIES_KEPT = 10_000

export class World {
  readonly connectors: PracticeConnector[]
  readonly integrations: Integration[] = integrations()
  readonly models: Model[] = models()
  readonly fields: CustomField[]
  readonly mappings: Mapping[]
  readonly webhooks: readonly Webhook[]
  readonly tickets: PracticeTicket[] = []
  /** Newest first. */
  private readonly log: Delivery[]
  /** Not yet in the log: each would move thousands. */
  private readonly sent: Delivery[] = []
  readonly cursors: Cursors
  /** Shapes that payloads have since, by slug of the integration. */
  readonly reshaped = new Map<string, Shape>()
  /** Of providers, by slug of the integration: shown times, ms since 1970. */
  readonly outages = new Map<string, { from: number; until: number | null }>()
  /** Ids of connectors whose provider refuses them, though their records say that all is well. */
  readonly dead = new Set<string>()
  /** Counts of writes that arrived at the provider. */
  readonly writes = new Map<string, number>()
  /** Begun links, by temporary token. */
  readonly links = new Map<string, BegunLink>()
  readonly idempotency = new Idempotency()
  /** Signs deliveries. */
  readonly signatureKey: string
  readonly life: Life
  private readonly moves = new WeakMap<readonly unknown[], Moves>()

  constructor(
    readonly options: DataOptions,
    knobs: Readonly<PracticeKnobs>,
    readonly clock: PracticeClock
  ) {
    const { fields, mappings } = createFields(options)
    this.fields = fields
    this.mappings = mappings
    const drafts = createDrafts(options)
    this.connectors = drafts.map((draft) => draft.record)
    const from = outageFrom(this.connectors)
    if (from !== null) this.outages.set(outageSlug, { from, until: null })
    const seed = `${options.seed}/${options.region}`
    this.signatureKey = `whsec_${new Random(`signature/${seed}`).text(40)}`
    this.webhooks = createWebhooks(options)
    this.log = pastDeliveries(this.webhooks, this.connectors, { seed, now: options.now })
    this.cursors = createCursors(seed)
    this.life = new Life(seed, knobs, clock, (action, connector, at) => this.send(action, connector, at))
    for (const draft of drafts) this.life.adopt(draft, clock.own(options.now))
  }

  noteWrite(name: string): void {
    this.writes.set(name, (this.writes.get(name) ?? 0) + 1)
  }

  connectorOf(token: string): PracticeConnector | undefined {
    return this.connectors.find((one) => one.connector_token === token)
  }

  get deliveries(): readonly Delivery[] {
    if (this.sent.length > 0) this.takeIn()
    return this.log
  }

  private send(action: WebhookAction, connector: PracticeConnector, at: number): void {
    const { seed, region } = this.options
    this.sent.push(...deliver(this.webhooks, { action, connector, at, seed: `${seed}/${region}` }))
    if (this.sent.length >= DELIVERIES_KEPT) this.takeIn()
  }

  /** By time, and of one time the last sent first. No fetch needs to know of the oldest: nothing follows them. */
  private takeIn(): void {
    const sent = new Set(this.sent.splice(0).reverse())
    const all = [...sent, ...this.log].sort((a, b) => b.at - a.at).slice(0, DELIVERIES_KEPT)
    const moves = this.movesOf(this.log)
    for (const [place, one] of all.entries()) if (sent.has(one)) moves.note(place, 1)
    this.log.splice(0, this.log.length, ...all)
  }

  movesOf(collection: readonly unknown[]): Moves {
    const known = this.moves.get(collection)
    if (known) return known
    const moves = new Moves()
    this.moves.set(collection, moves)
    return moves
  }

  /** Lists are newest first. */
  add(record: PracticeConnector): void {
    this.connectors.unshift(record)
    this.movesOf(this.connectors).note(0, 1)
  }

  /** @returns whether it existed */
  remove(record: PracticeConnector): boolean {
    this.life.halt(record)
    return this.take(this.connectors, record)
  }

  /** Running fetches learn of the removal. */
  take<T>(collection: T[], item: T): boolean {
    const at = collection.indexOf(item)
    if (at < 0) return false
    collection.splice(at, 1)
    this.movesOf(collection).note(at, -1)
    return true
  }
}

/** ms after a success. Failed attempts are not kept. */
const KEPT = 5 * 60_000
const MOST_KEYS = 10_000

interface Attempt {
  path: string
  body: Buffer
  now: () => number
}

class Idempotency {
  private readonly known = new Map<string, { print: string; at: number; reply: Reply }>()

  /** @throws Problem 409 for a known key with another payload */
  find(connectorId: string, key: string, attempt: Attempt): Reply | undefined {
    const found = this.known.get(`${connectorId} ${key}`)
    if (!found || attempt.now() - found.at > KEPT) return undefined
    if (found.print === printOf(attempt)) return found.reply
    throw new Problem(409, 'This idempotency key was used with another payload')
  }

  keep(connectorId: string, key: string, attempt: Attempt, reply: Reply): void {
    const [oldest] = this.known.keys()
    if (this.known.size >= MOST_KEYS && oldest !== undefined) this.known.delete(oldest)
    this.known.set(`${connectorId} ${key}`, { print: printOf(attempt), at: attempt.now(), reply })
  }
}

const printOf = ({ path, body }: Attempt) => createHash('sha256').update(path).update('\n').update(body).digest('hex')
