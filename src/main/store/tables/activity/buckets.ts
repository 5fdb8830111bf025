import type { CallBucket } from '../../../../shared/activity/call'

/** A time in so many equal spans; ms since 1970, `until` is out. */
export interface Spans {
  since: number
  until: number
  buckets: number
}

/** What a chart needs of a call. `ms` without waits; null where it is not known. */
export interface ChartedCall {
  at: number
  status: number | null
  error: string | null
  /** 1: a refusal is not a failure. */
  probe: number
  limited: number
  ms: number | null
}

/**
 * Calls, 429s, failures and latency by span of time; spans without a call are there too. Failed is what ended neither
 * with a 2xx nor by the operator's cancel; latency is of what was answered, by nearest rank. Pure.
 */
export function bucketsOf(calls: readonly ChartedCall[], { since, until, buckets }: Spans): CallBucket[] {
  if (until <= since) return []
  const span = (until - since) / buckets
  const groups = Array.from({ length: buckets }, (): ChartedCall[] => [])
  for (const call of calls) groups[Math.min(Math.floor((call.at - since) / span), buckets - 1)]?.push(call)
  return groups.map((group, index) => {
    const times = group.flatMap(({ status, ms }) => (status === null || ms === null ? [] : ms)).sort((a, b) => a - b)
    return {
      at: Math.round(since + index * span),
      calls: group.length,
      limited: group.reduce((total, { limited }) => total + limited, 0),
      failed: group.filter(isFailure).length,
      median: rank(times, 0.5),
      p95: rank(times, 0.95)
    }
  })
}

const isFailure = ({ status, error, probe }: ChartedCall) => {
  if (status === null) return error !== 'cancelled'
  const refused = status >= 400 && status <= 499 && status !== 408
  return (status < 200 || status > 299) && !(probe && refused)
}

const rank = (sorted: readonly number[], part: number): number | null =>
  sorted[Math.ceil(part * sorted.length) - 1] ?? null
