import type { CallBucket } from '../../../../shared/activity/call'

/** Times in ms since 1970; `until` is excluded. */
export interface Spans {
  since: number
  until: number
  buckets: number
}

/** `ms` leaves out waits; null if unknown. */
export interface ChartedCall {
  at: number
  status: number | null
  error: string | null
  /** 1: a refusal is no failure. */
  probe: number
  limited: number
  ms: number | null
}

/**
 * Also covers empty spans. A failure ended with neither a 2xx nor the operator's cancel. Latency covers answered calls,
 * by nearest rank.
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
