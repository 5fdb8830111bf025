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
  readonly cursors: Cursors
  /** How often each write reached a third party. */
  readonly writes = new Map<string, number>()
  readonly life: Life
  private readonly moves = new WeakMap<readonly unknown[], Moves>()

  constructor(
    readonly options: DataOptions,
    knobs: Readonly<PracticeKnobs>
  ) {
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
    const at = this.connectors.indexOf(record)
    if (at < 0) return false
    this.connectors.splice(at, 1)
    this.movesOf(this.connectors).note(at, -1)
    this.life.halt(record)
    return true
  }
}
