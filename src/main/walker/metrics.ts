import { outcomes } from './outcome'
import type { Figures } from './figures'

type Labels = Readonly<Record<string, string>>
type Sample = readonly [labels: Labels, value: number | boolean]

export interface Build {
  version: string
  /** Empty outside of a repository. */
  commit: string
}

/**
 * Prometheus text format 0.0.4. Labels are service addresses and names of this program, never text from an answer.
 * @param now ms since 1970
 */
export function metricsText(all: readonly Figures[], build: Build, now: number): string {
  const each = (read: (one: Figures) => number | boolean | null): Sample[] =>
    all.flatMap((one) => {
      const value = read(one)
      return value === null ? [] : [[{ service: one.service }, value] as const]
    })
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1_000)
  return [
    family('build_info', 'gauge', 'The version that runs.', [[{ ...build }, 1]]),
    family(
      'database_connected',
      'gauge',
      'Whether the team’s database is connected.',
      each((one) => one.databaseConnected)
    ),
    family(
      'database_open',
      'gauge',
      'How many things accounts of the database may do that they should not. --check names them.',
      each((one) => one.databaseOpen)
    ),
    family(
      'lease_held',
      'gauge',
      'Whether this walker has the lease of the service.',
      each((one) => one.leaseHeld)
    ),
    family(
      'walk_age_seconds',
      'gauge',
      'Time since the end of the newest walk that is published, by whomever.',
      each(({ refreshedAt }) => seconds(refreshedAt === null ? null : Math.max(0, now - refreshedAt)))
    ),
    family(
      'walk_duration_seconds',
      'gauge',
      'How long the last walk took.',
      each((one) => seconds(one.refreshMs))
    ),
    family(
      'publish_lag_seconds',
      'gauge',
      'Time from the end of the last walk until all of it was in the database.',
      each((one) => seconds(one.publishLagMs))
    ),
    family(
      'connectors',
      'gauge',
      'Connectors of the last walk by category and verdict.',
      all.flatMap(({ service, connectors }) =>
        [...connectors].flatMap(([category, counts]) =>
          [...counts].map(([verdict, count]): Sample => [{ service, category, verdict }, count])
        )
      )
    ),
    family(
      'requests_total',
      'counter',
      'Requests that were sent to the service.',
      each((one) => one.requests)
    ),
    family(
      'rate_limited_total',
      'counter',
      'Answers of the service with status 429.',
      each((one) => one.limited)
    ),
    family(
      'turns_total',
      'counter',
      'Turns of the schedule by how they ended.',
      all.flatMap(({ service, turns }) =>
        outcomes.map((outcome): Sample => [{ service, outcome }, turns.get(outcome) ?? 0])
      )
    ),
    family(
      'failures_total',
      'counter',
      'Failures by kind.',
      all.flatMap(({ service, failures }) => [...failures].map(([kind, count]): Sample => [{ service, kind }, count]))
    )
  ].join('')
}

/** Empty without samples. */
function family(name: string, type: 'gauge' | 'counter', help: string, samples: readonly Sample[]): string {
  const full = `connector_desk_walker_${name}`
  const lines = samples.map(([labels, value]) => `${full}${written(labels)} ${Number(value)}\n`)
  return lines.length === 0 ? '' : `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' }

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (one) => escapes[one] ?? one)}"`
  )
  return `{${pairs.join(',')}}`
}
