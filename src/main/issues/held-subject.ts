import type { Category } from '../../shared/connectors/category'
import type { Reading } from '../../shared/connectors/connector'
import type { AccessFact } from '../../shared/issues/access'
import type { Headcount, Memory } from '../store/tables/connectors/memory'
import { mayBeTold } from './triage/headcounts'
import type { Subject } from './triage/subject'

/** What few connectors have. */
type Rare = Pick<Reading, 'odd' | 'relinkNeededAt'> &
  Pick<Memory, 'failedStart' | 'failedTurnedAt' | 'relinkTurnedAt' | 'headcount' | 'access'>

/** Where each time is. A number beyond 30 bits would be an object of its own as a field. */
const at = {
  ...{ seenAt: 0, lastSyncStart: 1, nextSyncStart: 2, completedAt: 3, createdAt: 4 },
  ...{ firstSeenAt: 5, lastDoneStart: 6 }
} as const

const sharedTexts = new Map<string, string>()

/** One text for all that are equal: V8 makes one for each record that it parses. */
function shared(text: string): string {
  const known = sharedTexts.get(text)
  if (known === undefined) sharedTexts.set(text, text)
  return known ?? text
}

/**
 * A connector as it is judged and listed. One object with few others, as there may be a million: it is its own reading
 * and memory. Only `seenAt` changes: earlier judgments are of what it said then.
 */
export class HeldSubject implements Subject, Reading, Memory {
  readonly id: number
  readonly key: string
  readonly category: Category
  readonly ran: boolean | null
  readonly isActive: boolean | null
  readonly isTest: boolean
  readonly status: string | null
  readonly syncStatus: string | null
  readonly integrationSlug: string
  readonly endUser: string
  readonly originId: string | null
  readonly syncProgress: number | null
  readonly totalEmployees: number | null
  readonly activeEmployees: number | null
  readonly avgSyncDuration: number | null
  readonly plannedCadence: number | null
  readonly seenGap: number | null
  /** NaN for null. */
  private readonly times: number[]
  private readonly rare: Rare | null

  constructor({ id, key, category, connector, ran, memory: of, seenAt }: Subject, memory = of) {
    this.id = id
    this.key = key
    this.category = category
    this.ran = ran
    this.isActive = connector.isActive
    this.isTest = connector.isTest
    this.status = connector.status && shared(connector.status)
    this.syncStatus = connector.syncStatus && shared(connector.syncStatus)
    this.integrationSlug = shared(connector.integrationSlug)
    this.endUser = connector.endUser
    this.originId = connector.originId
    this.syncProgress = connector.syncProgress
    this.totalEmployees = connector.totalEmployees
    this.activeEmployees = connector.activeEmployees
    this.avgSyncDuration = connector.avgSyncDuration
    this.plannedCadence = memory.plannedCadence
    this.seenGap = memory.seenGap
    this.times = [
      seenAt,
      connector.lastSyncStart ?? NaN,
      connector.nextSyncStart ?? NaN,
      connector.completedAt ?? NaN,
      connector.createdAt ?? NaN,
      memory.firstSeenAt ?? NaN,
      memory.lastDoneStart ?? NaN
    ]
    this.rare = rareOf(connector, memory)
  }

  get connector(): Reading {
    return this
  }
  get memory(): Memory {
    return this
  }

  get seenAt(): number {
    return this.times[at.seenAt] as number
  }
  set seenAt(time) {
    this.times[at.seenAt] = time
  }
  get lastSyncStart(): number | null {
    return timeOf(this.times[at.lastSyncStart])
  }
  get nextSyncStart(): number | null {
    return timeOf(this.times[at.nextSyncStart])
  }
  get completedAt(): number | null {
    return timeOf(this.times[at.completedAt])
  }
  get createdAt(): number | null {
    return timeOf(this.times[at.createdAt])
  }
  get firstSeenAt(): number | null {
    return timeOf(this.times[at.firstSeenAt])
  }
  get lastDoneStart(): number | null {
    return timeOf(this.times[at.lastDoneStart])
  }

  get odd(): readonly string[] {
    return this.rare?.odd ?? none
  }
  get relinkNeededAt(): number | null {
    return this.rare?.relinkNeededAt ?? null
  }
  get failedStart(): number | null {
    return this.rare?.failedStart ?? null
  }
  get failedTurnedAt(): number | null {
    return this.rare?.failedTurnedAt ?? null
  }
  get relinkTurnedAt(): number | null {
    return this.rare?.relinkTurnedAt ?? null
  }
  /** null where no limits would tell it. */
  get headcount(): Headcount | null {
    return this.rare?.headcount ?? null
  }
  get access(): AccessFact | null {
    return this.rare?.access ?? null
  }
}

const none: readonly string[] = []

const timeOf = (time = NaN) => (Number.isNaN(time) ? null : time)

function rareOf({ odd, relinkNeededAt }: Reading, memory: Memory): Rare | null {
  const { failedStart, failedTurnedAt, relinkTurnedAt, access, lastDoneStart } = memory
  const headcount = memory.headcount && mayBeTold(memory.headcount, lastDoneStart ?? 0) ? memory.headcount : null
  const hasNone = (relinkNeededAt ?? failedStart ?? failedTurnedAt ?? relinkTurnedAt ?? headcount ?? access) === null
  return hasNone && odd.length === 0
    ? null
    : { odd, relinkNeededAt, failedStart, failedTurnedAt, relinkTurnedAt, headcount, access }
}
