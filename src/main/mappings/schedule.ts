import { regions } from '../../shared/workspaces/region'
import type { Place } from '../../shared/workspaces/place'
import type { RateLimits } from '../http/rate-limit'
import type { Workspaces } from '../workspaces/workspaces'
import type { AskedLook, Guards } from './guards'

export interface ScheduleParts {
  guards: Pick<Guards, 'due' | 'lookAtAll'>
  workspaces: Pick<Workspaces, 'list' | 'target'>
  /** 0: off */
  settings: { get(): { preferences: { mappingHours: number } } }
  lock: { state: unknown }
  rateLimits: Pick<RateLimits, 'list'>
  failed: (error: unknown) => void
  /** Why mappings could not be looked at. */
  missed?: (whys: string[]) => void
  now: () => number
}

/** ms between looks for what is due */
const every = 600_000
/** Connectors whose records are fetched at a time: each takes up to five requests. */
export const mostSources = 10
const hour = 3_600_000

/** Checks mappings on fresh records by itself, as often as the operator chose; off at first. Keeps counts, never a record. */
export class CheckSchedule {
  /** ms since 1970 by mapping: what could not be looked at waits as long as what could. */
  private readonly tried = new Map<string, number>()
  private timer: NodeJS.Timeout | undefined
  private running: AbortController | null = null

  constructor(private readonly parts: ScheduleParts) {}

  begin(): void {
    this.timer = setInterval(() => void this.run().catch(this.parts.failed), every)
    this.timer.unref()
  }

  stop(): void {
    clearInterval(this.timer)
    this.standBack()
  }

  /** Ends what runs: something else of the operator needs the requests. */
  standBack(): void {
    this.running?.abort()
  }

  /** @returns how many mappings were looked at */
  async run(): Promise<number> {
    const { workspaces } = this.parts
    if (this.running) return 0
    const running = (this.running = new AbortController())
    let looked = 0
    try {
      for (const { id: workspaceId } of workspaces.list())
        for (const region of regions) looked += await this.lookAt({ workspaceId, region }, running.signal)
    } catch (thrown) {
      if (!running.signal.aborted) throw thrown
    } finally {
      this.running = null
    }
    return looked
  }

  private async lookAt(place: Place, signal: AbortSignal): Promise<number> {
    const { guards, settings, lock, now } = this.parts
    const { mappingHours } = settings.get().preferences
    if (mappingHours === 0 || lock.state !== null || this.isScarce(place)) return 0
    const before = now() - mappingHours * hour
    const all = await guards.due(place, before)
    const due = firstSources(all.filter((one) => (this.tried.get(nameOf(place, one)) ?? -Infinity) <= before))
    if (due.length === 0 || !(await this.isOpen(place))) return 0
    for (const one of due) this.tried.set(nameOf(place, one), now())
    const failed = await guards.lookAtAll(place, due, signal).catch((thrown: unknown) => {
      // Cut off: what is left goes on at the next turn.
      for (const one of due) this.tried.delete(nameOf(place, one))
      throw thrown
    })
    if (failed.length > 0) this.parts.missed?.(failed.map(({ why }) => why))
    return due.length - failed.length
  }

  private isOpen({ workspaceId, region }: Place): Promise<boolean> {
    return this.parts.workspaces.target(workspaceId, region).then(
      () => true,
      () => false
    )
  }

  /** At least half of a limit stays for operators. */
  private isScarce(place: Place): boolean {
    const now = this.parts.now()
    const limits = this.parts.rateLimits.list(place)
    return limits.some(({ limit, remaining, resetAt }) => resetAt > now && remaining * 2 < limit)
  }
}

const nameOf = ({ workspaceId, region }: Place, { fieldId, scope }: AskedLook) =>
  JSON.stringify([workspaceId, region, fieldId, scope])

function firstSources(all: readonly AskedLook[]): AskedLook[] {
  const sources = new Set<string>()
  return all.filter(({ source }) => {
    const name = JSON.stringify([source.key, source.path])
    if (sources.size >= mostSources && !sources.has(name)) return false
    sources.add(name)
    return true
  })
}
