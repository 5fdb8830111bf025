import type { Lookers, Looking } from '../../shared/team/presence'
import type { Masker } from '../secrets/masker'
import type { SteadyClock } from '../base/clock'
import { presenceChannel, type TeamConnection } from './connection'
import { TeamLookers, told as toldShape, type Told } from './lookers'
import type { TeamStore } from './store'

export interface PresenceParts {
  store: TeamStore
  masker: Pick<Masker, 'clean' | 'mask'>
  operator: () => string
  clock: SteadyClock
  /** Others look at the case that this desk shows, or do so no more. */
  lookers: (of: Lookers) => void
}

/** What others tell is shown once in so long, ms: they may tell as often as they like. */
const showEveryMs = 250

/** The case that this desk shows, as the team knows it. */
type Shown = NonNullable<Looking> & { service: string; subject: string; desk: string }

/** Tells the team which case this desk shows, and the window who else shows it. Nothing of it is kept anywhere. */
export class Presence {
  private readonly others: TeamLookers
  private connection: Pick<TeamConnection, 'query'> | null = null
  private shown: Shown | null = null
  private asked = 0
  private said = ''
  private timer: NodeJS.Timeout | undefined
  /** Set while something that was heard is to be shown. */
  private soon: NodeJS.Timeout | undefined

  constructor(private readonly parts: PresenceParts) {
    this.others = new TeamLookers(() => parts.clock.steady())
  }

  /** The window says so again and again: what is not said any more ends by itself at the others. */
  async look(at: Looking): Promise<void> {
    const asked = ++this.asked
    const found = at && (await this.parts.store.sharedIssue(at))
    if (asked !== this.asked) return
    const before = this.shown
    this.shown = at && found ? { ...at, ...found } : null
    if (before && before.subject !== this.shown?.subject) this.tell(before, 'closed')
    if (this.shown) this.tell(this.shown, 'open')
    this.show()
  }

  connected(connection: Pick<TeamConnection, 'query'>): void {
    this.connection = connection
    if (this.shown) this.tell(this.shown, 'open')
  }

  gone(): void {
    this.connection = null
    this.others.clear()
    this.show()
  }

  hear(text: string): void {
    this.others.hear(text)
    this.soon ??= setTimeout(() => this.show(), showEveryMs).unref()
  }

  private tell({ desk, service, subject }: Shown, state: Told['state']): void {
    const { masker, operator } = this.parts
    const told: Told = { desk, operator: operator().slice(0, 200), service, subject, state }
    // What does not arrive is said again soon, or is over.
    this.connection
      ?.query('SELECT pg_notify($1, $2)', [presenceChannel, JSON.stringify(masker.clean(toldShape, told))])
      .catch(() => undefined)
  }

  /** Tells the window where somebody came or went, and looks again when the first of them may be gone. */
  private show(): void {
    clearTimeout(this.timer)
    clearTimeout(this.soon)
    this.soon = undefined
    if (!this.shown) {
      this.said = ''
      return
    }
    const { workspaceId, region, key, service, subject, desk } = this.shown
    const { names, again } = this.others.at(service, subject, desk)
    const said = JSON.stringify([subject, names])
    if (said !== this.said) this.parts.lookers({ workspaceId, region, key, names })
    this.said = said
    if (again !== null) this.timer = setTimeout(() => this.show(), again + 1).unref()
  }
}
