import type { Delivery, Webhook } from './webhook'

/** Up to 4 retries within 60 s, and 10 s for the last answer; the rest is for clocks. */
const attempts = { most: 5, within: 90_000 } as const
const day = 86_400_000
/** Of how many a webhook is judged, and how many at least: one or two failures say nothing. */
export const judgedOf = { last: 20, fewest: 3, percent: 50, endPercent: 25 } as const

/** A message, by its last attempt. */
export interface Ended {
  last: Delivery
  attempts: number
}

export interface Counted {
  deliveries: number
  failed: number
}

export interface WebhookResults {
  /** Its newest line, also of a message that is still tried. */
  last: Delivery
  /** Newest first, without those that may be tried again. */
  ended: readonly Ended[]
}

/** What one address gets: a webhook, or several that the log does not tell apart. */
export interface Receiver {
  webhooks: readonly Webhook[]
  results: WebhookResults | null
}

/**
 * A line of the log has no webhook's id: its name tells, and its address where several have that name. Webhooks that
 * neither tells apart are judged together. Lines of no listed webhook, as of a deleted one, are left out.
 *
 * @param webhooks null where the service lists none: then the lines tell which there are
 * @param lines in any order; a line may come twice
 * @param now ms since 1970
 */
export function receiversOf(webhooks: readonly Webhook[] | null, lines: readonly Delivery[], now: number): Receiver[] {
  const listed = webhooks ?? namedBy(lines)
  const byName = grouped(listed, ({ name }) => name)
  const byUrl = grouped(listed, ({ url }) => url)
  const fits = ({ webhookName: name, url }: Delivery): readonly Webhook[] => {
    if (!name) return url ? (byUrl.get(url) ?? []) : []
    const named = byName.get(name) ?? []
    return named.length > 1 ? named.filter((one) => one.url === url) : named
  }
  const alone = new Map(listed.map((one) => [one, { webhooks: [one], lines: [] as Delivery[] }]))
  const shared = new Map<string, { webhooks: readonly Webhook[]; lines: Delivery[] }>()
  for (const its of grouped(onceEach(lines), ({ webhookName, url }) => JSON.stringify([webhookName, url])).values()) {
    const [line] = its
    const webhooks = line ? fits(line) : []
    const [one] = webhooks
    if (one && webhooks.length === 1) for (const each of its) alone.get(one)?.lines.push(each)
    else if (one) {
      const name = webhooks.map(({ id }) => id).join()
      shared.set(name, { webhooks, lines: [...(shared.get(name)?.lines ?? []), ...its] })
    }
  }
  return [...alone.values(), ...shared.values()].map((one) => ({
    webhooks: one.webhooks,
    results: resultsOf(one.lines, now)
  }))
}

/** Node 20 has no `Map.groupBy`. */
function grouped<T, K>(items: Iterable<T>, nameOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group) group.push(item)
    else groups.set(nameOf(item), [item])
  }
  return groups
}

/** A name and an address are a webhook, as far as the log can tell. */
function namedBy(lines: readonly Delivery[]): Webhook[] {
  const one = ({ webhookName: name, url }: Delivery): Webhook => ({
    ...{ id: '', name, url, enabled: null, forTests: null, createdAt: null, lastTriggeredAt: null }
  })
  const known = lines.filter(({ webhookName, url }) => webhookName ?? url)
  return [...new Map(known.map((line) => [JSON.stringify([line.webhookName, line.url]), one(line)])).values()]
}

/** Pages that were read while lines arrived hold some twice. Lines without an id are told apart by all they say. */
export const lineKey = ({ connectorKey: _, ...line }: Delivery): string => line.id || JSON.stringify(line)

const onceEach = (lines: readonly Delivery[]) => new Map(lines.map((line) => [lineKey(line), line])).values()

function resultsOf(lines: readonly Delivery[], now: number): WebhookResults | null {
  // Without a time it has no place among the attempts. Of one time, the failure came before the success.
  const inOrder = lines
    .filter(({ createdAt }) => createdAt !== null)
    .sort((a, b) => timeOf(a) - timeOf(b) || Number(b.failed) - Number(a.failed))
  const last = inOrder.at(-1)
  if (!last) return null
  const messages: { first: number; last: Delivery; attempts: number }[] = []
  const open = new Map<string, (typeof messages)[number]>()
  for (const line of inOrder) {
    const about = JSON.stringify([line.connectorId, line.action])
    const before = open.get(about)
    const again =
      before?.last.failed && before.attempts < attempts.most && timeOf(line) - before.first <= attempts.within
    if (again) Object.assign(before, { last: line, attempts: before.attempts + 1 })
    else {
      const message = { first: timeOf(line), last: line, attempts: 1 }
      messages.push(message)
      open.set(about, message)
    }
  }
  const ended = messages
    .filter((one) => !one.last.failed || one.attempts >= attempts.most || Math.abs(now - one.first) > attempts.within)
    .sort((a, b) => timeOf(b.last) - timeOf(a.last))
  return { last, ended: ended.map(({ last, attempts }) => ({ last, attempts })) }
}

const timeOf = ({ createdAt }: Delivery) => createdAt ?? 0

export const countOf = (ended: readonly Ended[]): Counted => ({
  deliveries: ended.length,
  failed: ended.filter(({ last }) => last.failed).length
})

export interface Judged {
  newest: Counted
  day: Counted
  /** Half of the newest 20, or of those of the last 24 h. */
  isFailing: boolean
  /** At most a quarter of both: around half, an issue would close and open again with each reading. */
  isFine: boolean
}

/** @param now ms since 1970 */
export function judgeResults({ ended }: Pick<WebhookResults, 'ended'>, now: number): Judged {
  const newest = countOf(ended.slice(0, judgedOf.last))
  const inDay = countOf(ended.filter(({ last }) => timeOf(last) > now - day))
  const fails = ({ deliveries, failed }: Counted) =>
    deliveries >= judgedOf.fewest && failed * 100 >= deliveries * judgedOf.percent
  const isFew = ({ deliveries, failed }: Counted) => failed * 100 <= deliveries * judgedOf.endPercent
  return { newest, day: inDay, isFailing: fails(newest) || fails(inDay), isFine: isFew(newest) && isFew(inDay) }
}
