import { z } from 'zod'
import { ownName } from '../../shared/own-name'
import { presenceTimes } from '../../shared/team/presence'
import { cleanText, shorten } from '../base/plain-text'

/** Anybody who can sign in may send what they like: what is remembered and read of it is limited. */
const limits = { text: 4_000, desks: 100, perSecond: 50, name: 60 } as const

/** What a desk tells the others: never stored. */
export const told = z.strictObject({
  desk: z.uuid(),
  operator: z.string().max(200),
  service: ownName(z.string().max(2_000)),
  subject: z.uuid(),
  state: z.enum(['open', 'closed'])
})
export type Told = z.infer<typeof told>

interface Looker {
  service: string
  subject: string
  name: string
  /** By the steady clock. */
  until: number
}

/** Which desk shows which case, as far as others said so lately. */
export class TeamLookers {
  private readonly desks = new Map<string, Looker>()
  private second = 0
  private heard = 0

  /** @param steady ms since some moment: the clocks of other computers have no say */
  constructor(private readonly steady: () => number) {}

  /** Takes in what another desk told. Whatever does not fit, or is too much, is left out. */
  hear(text: string): void {
    const now = this.steady()
    if (!this.mayHear(now) || text.length > limits.text) return
    const read = told.safeParse(parsed(text))
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

  /** The names of those who look at a case, and in how many ms that may be others; null for as long as nothing is heard. */
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
