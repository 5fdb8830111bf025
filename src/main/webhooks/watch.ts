import { AppError } from '../../shared/errors'
import type { Place } from '../../shared/workspaces/place'
import { judgedOf, judgeResults, lineKey, receiversOf, type Ended, type Receiver } from '../../shared/webhooks/results'
import type { Delivery, Webhook } from '../../shared/webhooks/webhook'
import type { WebhookFinding } from '../../shared/webhooks/webhook-issue'
import type { WebhookStore } from './store'
import type { Webhooks } from './webhooks'

const day = 86_400_000
/** Lines of one look: ten pages at most, whatever the log holds; and of one webhook that is in none of them. */
const most = { lines: 500, ofOne: 100, quiet: 10, kept: 5_000 } as const
/** A refresh that another desk made: that desk judges, this one only now and then. */
const takenEvery = 3_600_000
const askedAgainAfter = 3_600_000

interface Seen {
  /** null: the service lists none. undefined: not read. */
  webhooks: readonly Webhook[] | null | undefined
  lines: Map<string, Delivery>
  /** When the service said that it has no log, or refused it to this key; ms since 1970. A key may change. */
  refusedAt: number
  /** Ids of webhooks whose lines were asked for on their own, and of those that the service answered. */
  asked: Set<string>
  answered: Set<string>
  /** The last look read the log to its end. */
  isWhole: boolean
  lookedAt: number
}

export interface WatchParts {
  webhooks: Pick<Webhooks, 'list' | 'newest'>
  history: Pick<WebhookStore, 'settleWebhooks'>
  now(): number
  /** Whether the operator wants to know. */
  watches(workspaceId: string): boolean
  /** Issues of webhooks opened, closed, or have new facts. */
  changed(place: Place): void
  /** The history could not keep what was found. */
  failed(error: unknown): void
}

/** Opens and closes issues of webhooks by what the log says, after each refresh and whenever the window reads the log. */
export class WebhookWatch {
  private readonly places = new Map<string, Seen>()
  private running: { name: string; abort: AbortController } | null = null

  constructor(private readonly parts: WatchParts) {}

  /** @param taken another desk made the refresh. Never throws: without an answer issues stay as they are */
  async look(place: Place, taken = false): Promise<void> {
    const name = nameOf(place)
    const seen = this.at(place)
    if (!this.parts.watches(place.workspaceId) || this.running?.name === name) return
    if (this.parts.now() - seen.refusedAt < askedAgainAfter) return
    if (taken && this.parts.now() - seen.lookedAt < takenEvery) return
    this.running?.abort.abort()
    const running = { name, abort: new AbortController() }
    this.running = running
    try {
      await this.read(place, seen, running.abort.signal)
      seen.lookedAt = this.parts.now()
      await this.judge(place)
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.info.status === 403) seen.refusedAt = this.parts.now()
    } finally {
      if (this.running === running) this.running = null
    }
  }

  /** What the window read of the place. */
  async saw(
    place: Place,
    read: { webhooks: readonly Webhook[] | null } | { lines: readonly Delivery[] }
  ): Promise<void> {
    const seen = this.at(place)
    if ('lines' in read) {
      keep(seen, read.lines)
      seen.refusedAt = -Infinity
    } else seen.webhooks = read.webhooks
    await this.judge(place)
  }

  /** Ends a look; the next one asks again. */
  standBack(): void {
    this.running?.abort.abort()
  }

  forgetWorkspace(workspaceId: string): void {
    if (this.running?.name.startsWith(`${workspaceId} `)) this.running.abort.abort()
    for (const name of this.places.keys()) if (name.startsWith(`${workspaceId} `)) this.places.delete(name)
  }

  private at(place: Place): Seen {
    const name = nameOf(place)
    const seen = this.places.get(name) ?? {
      ...{ webhooks: undefined, lines: new Map(), refusedAt: -Infinity, asked: new Set<string>(), lookedAt: -Infinity },
      ...{ answered: new Set<string>(), isWhole: false }
    }
    this.places.set(name, seen)
    return seen
  }

  private async read(place: Place, seen: Seen, signal: AbortSignal): Promise<void> {
    const { webhooks: service, now } = this.parts
    if (seen.webhooks !== null) {
      const list = await service.list(place, signal)
      seen.webhooks = list.offered ? list.webhooks : null
      if (list.offered && !list.webhooks.some(isWatched)) return
    }
    // An empty page says nothing about the next.
    const known = (page: readonly Delivery[]) => page.length > 0 && page.every((line) => seen.lines.has(lineKey(line)))
    const old = (page: readonly Delivery[]) =>
      page.some(({ createdAt }) => createdAt !== null && createdAt < now() - day)
    const enough = (page: readonly Delivery[]) => known(page) || old(page)
    const read = await service.newest(place, { most: most.lines, enough }, signal)
    if (!read) {
      seen.refusedAt = now()
      return
    }
    keep(seen, read.lines)
    seen.isWhole = !read.more
    if (!read.more) return
    for (const id of this.quiet(seen).slice(0, most.quiet)) {
      // One that the service cannot answer must not end every look.
      seen.asked.add(id)
      const its = await service.newest(
        place,
        { filters: { webhookId: id }, most: most.ofOne, enough: () => false },
        signal
      )
      seen.answered.add(id)
      keep(seen, its?.lines ?? [])
    }
  }

  /** Their lines are further back than what was read. */
  private quiet(seen: Seen): string[] {
    return receiversOf(seen.webhooks ?? [], [...seen.lines.values()], this.parts.now()).flatMap(
      ({ webhooks, results }) => {
        const [one] = webhooks
        if (!one || !isAsked(webhooks) || !isWatched(one)) return []
        const late = (one.lastTriggeredAt ?? 0) > (results?.last.createdAt ?? 0)
        const few = (results?.ended.length ?? 0) < judgedOf.last
        return few && (late || !seen.asked.has(one.id)) ? [one.id] : []
      }
    )
  }

  private async judge(place: Place): Promise<void> {
    const { history, now, watches, changed, failed } = this.parts
    const { webhooks, lines, answered, isWhole } = this.at(place)
    // Also after the workspace was removed.
    if (webhooks === undefined || !watches(place.workspaceId)) return
    const at = now()
    const findings = findingsOf(webhooks, [...lines.values()], at, ({ id }) => isWhole || answered.has(id))
    const settled = history.settleWebhooks({ place, findings, whole: webhooks !== null, at })
    if (await settled.catch(failed)) changed(place)
  }
}

/** Lines of a webhook without an id, or of several at one address, cannot be asked for on their own. */
const isAsked = ([one, other]: readonly Webhook[]) => one !== undefined && other === undefined && one.id !== ''
const nameOf = ({ workspaceId, region }: Place) => `${workspaceId} ${region}`
const isWatched = ({ enabled, forTests }: Webhook) => enabled !== false && forTests !== true

/** The newest are kept, and of each webhook as many as a look asks for: a busy one must not push out a quiet one's. */
function keep(seen: Seen, lines: readonly Delivery[]): void {
  for (const line of lines) seen.lines.set(lineKey(line), line)
  if (seen.lines.size <= most.kept) return
  const newest = [...seen.lines].sort(([, a], [, b]) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
  const counts = new Map<string | null, number>()
  const isKept = ([, { webhookName, url }]: [string, Delivery], place: number) => {
    const name = webhookName ?? url
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return place < most.kept || count <= most.ofOne
  }
  seen.lines = new Map(newest.filter(isKept))
}

/**
 * A webhook of which less was read than it takes is not fine: its failures may be further back.
 * @param now ms since 1970
 * @param isRead whether all lines of a webhook were read
 */
export function findingsOf(
  webhooks: readonly Webhook[] | null,
  lines: readonly Delivery[],
  now: number,
  isRead: (one: Webhook) => boolean
): WebhookFinding[] {
  const times = lines.flatMap(({ createdAt }) => createdAt ?? [])
  const [from, to] = [times.reduce(least, Infinity), times.reduce(greatest, -Infinity)]
  const read = { lines: lines.length, from: Number.isFinite(from) ? from : null, to: Number.isFinite(to) ? to : null }
  return receiversOf(webhooks, lines, now).map((receiver) => {
    const ended = receiver.results?.ended ?? []
    const { newest, day: inDay, isFailing, isFine } = judgeResults({ ended }, now)
    const state = !receiver.webhooks.some(isWatched)
      ? 'off'
      : ended.length === 0
        ? 'unknown'
        : isFailing
          ? 'failing'
          : isFine && (ended.length >= judgedOf.last || !isAsked(receiver.webhooks) || receiver.webhooks.every(isRead))
            ? 'fine'
            : 'better'
    const judgedBy = ended.slice(0, Math.max(newest.deliveries, inDay.deliveries))
    const firstFailed = judgedBy.findLast(({ last }) => last.failed)?.last.createdAt
    return {
      ...{ key: keyOf(receiver), state, since: firstFailed ?? now },
      facts: {
        ...namesOf(receiver),
        ...saidBy(ended.slice(0, judgedOf.last)),
        newest,
        day: inDay,
        judgedAt: now,
        ...read
      }
    }
  })
}

const least = (a: number, b: number) => Math.min(a, b)
const greatest = (a: number, b: number) => Math.max(a, b)

/** A webhook's id; without one, or for several, what the log calls it. */
function keyOf({ webhooks }: Receiver): string {
  const [one] = webhooks
  if (webhooks.length === 1 && one?.id) return one.id
  const isOne = webhooks.every(({ name }) => name === one?.name)
  return JSON.stringify([one?.url ?? null, isOne ? (one?.name ?? null) : null])
}

function namesOf({ webhooks }: Receiver) {
  const [one] = webhooks
  const names = [...new Set(webhooks.map(({ name }) => name?.trim() ?? '').filter(Boolean))]
  const more = names.length > 3 ? ', …' : ''
  return {
    name: names.length > 0 ? names.slice(0, 3).join(', ') + more : null,
    url: one?.url ?? null,
    webhooks: webhooks.length,
    webhookId: webhooks.length === 1 ? one?.id || null : null
  }
}

function saidBy(ended: readonly Ended[]): Pick<WebhookFinding['facts'], 'recent' | 'codes' | 'actions'> {
  const failed = ended.filter(({ last }) => last.failed).map(({ last }) => last)
  return {
    recent: ended.map(({ last, attempts }) => ({
      ...{ at: last.createdAt ?? 0, failed: last.failed, code: last.responseCode, attempts },
      ...{ action: last.action, endUser: last.endUser }
    })),
    codes: mostFirst(failed.map(({ responseCode }) => responseCode)).map(([code, count]) => ({ code, count })),
    actions: mostFirst(failed.map(({ action }) => action)).map(([action, count]) => ({ action, count }))
  }
}

function mostFirst<T>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
}
