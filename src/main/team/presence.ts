import { z } from 'zod'
import { ownName } from '../../shared/own-name'
import { presenceTimes, type Looking } from '../../shared/team/presence'
import { cleanText, shorten } from '../base/plain-text'
import type { Masker } from '../secrets/masker'
import type { SteadyClock } from '../base/clock'
import { presenceChannel, type TeamConnection } from './connection'
import { parsedJson } from './change'
import type { Broadcast } from './feed'
import type { TeamStore } from './store'

export interface PresenceParts {
  store: TeamStore
  masker: Pick<Masker, 'clean' | 'mask'>
  operator: () => string
  clock: SteadyClock
  broadcast: Broadcast
}

/** ms; others may announce as often as they like */
const showEveryMs = 250

type Shown = NonNullable<Looking> & { service: string; subject: string; desk: string }

/** Tells the team which issue this desk shows, and the window who else does. Stores nothing. */
export class Presence {
  private readonly others: TeamLookers
  private connection: Pick<TeamConnection, 'query'> | null = null
  private shown: Shown | null = null
  private asked = 0
  private said = ''
  private timer: NodeJS.Timeout | undefined
  private soon: NodeJS.Timeout | undefined

  constructor(private readonly parts: PresenceParts) {
    this.others = new TeamLookers(() => parts.clock.steady())
  }

  /** Without repeats, the entry expires at the other desks. */
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
    // The next repeat replaces a lost message.
    this.connection
      ?.query('SELECT pg_notify($1, $2)', [presenceChannel, JSON.stringify(masker.clean(toldShape, told))])
      .catch(() => undefined)
  }

  /** Runs again when the next entry may expire. */
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
    if (said !== this.said) this.parts.broadcast('team:lookers', { workspaceId, region, key, names })
    this.said = said
    if (again !== null) this.timer = setTimeout(() => this.show(), again + 1).unref()
  }
}

/** Security: any account may send anything, so the desk limits what it reads and remembers. */
const limits = { text: 4_000, desks: 100, perSecond: 50, name: 60 } as const

const toldShape = z.strictObject({
  desk: z.uuid(),
  operator: z.string().max(200),
  service: ownName(z.string().max(2_000)),
  subject: z.uuid(),
  state: z.enum(['open', 'closed'])
})
type Told = z.infer<typeof toldShape>

interface Looker {
  service: string
  subject: string
  name: string
  /** ms, steady clock */
  until: number
}

export class TeamLookers {
  private readonly desks = new Map<string, Looker>()
  private second = 0
  private heard = 0

  /** @param steady ms since any moment */
  constructor(private readonly steady: () => number) {}

  /** Ignores messages that do not fit or come too often. */
  hear(text: string): void {
    const now = this.steady()
    if (!this.mayHear(now) || text.length > limits.text) return
    const read = toldShape.safeParse(parsedJson(text))
    if (!read.success) return
    const { desk, operator, service, subject, state } = read.data
    this.forget(now)
    if (state === 'closed') {
      if (this.desks.get(desk)?.subject === subject) this.desks.delete(desk)
    } else if (this.desks.has(desk) || this.desks.size < limits.desks) {
      const name = shorten(cleanText(operator), limits.name)
      this.desks.set(desk, { service, subject, name, until: now + presenceTimes.believed })
    }
  }

  /** `again`: ms until the names may change; null if only a new message changes them. */
  at(service: string, subject: string, except: string): { names: string[]; again: number | null } {
    const now = this.steady()
    this.forget(now)
    const here = [...this.desks].filter(
      ([desk, one]) => desk !== except && one.service === service && one.subject === subject
    )
    const names = here.map(([, { name }]) => name).filter(Boolean)
    const first = Math.min(...here.map(([, { until }]) => until))
    return { names: names.sort(), again: here.length > 0 ? first - now : null }
  }

  clear(): void {
    this.desks.clear()
  }

  private mayHear(now: number): boolean {
    if (now - this.second >= 1_000) {
      this.second = now
      this.heard = 0
    }
    return ++this.heard <= limits.perSecond
  }

  private forget(now: number): void {
    for (const [desk, { until }] of this.desks) if (until <= now) this.desks.delete(desk)
  }
}
