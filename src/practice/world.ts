import { createFields, type CustomField, type Mapping } from './data/custom-fields'
import { createDrafts, type DataOptions } from './data/connectors'
import { integrations, type Integration } from './data/integrations'
import { models, type Model } from './data/models'
import { createCursors, type Cursors } from './cursor'
import { Life } from './life'
import { Moves } from './moves'
import type { PracticeConnector, PracticeKnobs } from './types'

/** Everything one service knows; routes read and change it. */
export class World {
  readonly connectors: PracticeConnector[]
  readonly integrations: Integration[] = integrations()
  readonly models: Model[] = models()
  readonly fields: CustomField[]
  readonly mappings: Mapping[]
  readonly cursors: Cursors
  /** How often each write reached a third party. */
  readonly writes = new Map<string, number>()
  readonly life: Life
  private readonly moves = new WeakMap<readonly unknown[], Moves>()

  constructor(
    readonly options: DataOptions,
    knobs: Readonly<PracticeKnobs>
  ) {
    const { fields, mappings } = createFields(options)
    this.fields = fields
    this.mappings = mappings
    const drafts = createDrafts(options)
    this.connectors = drafts.map((draft) => draft.record)
    this.cursors = createCursors(`${options.seed}/${options.region}`)
    this.life = new Life(`${options.seed}/${options.region}`, knobs)
    for (const draft of drafts) this.life.adopt(draft, options.now)
  }

  connectorOf(token: string): PracticeConnector | undefined {
    return this.connectors.find((one) => one.connector_token === token)
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

  /** Whether it was there. */
  remove(record: PracticeConnector): boolean {
    this.life.halt(record)
    return this.take(this.connectors, record)
  }

  /** Out of any collection, so that a walk through it neither skips nor repeats. */
  take<T>(collection: T[], item: T): boolean {
    const at = collection.indexOf(item)
    if (at < 0) return false
    collection.splice(at, 1)
    this.movesOf(collection).note(at, -1)
    return true
  }
}
