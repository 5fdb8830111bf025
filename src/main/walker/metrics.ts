import { createServer } from 'node:http'
import { type Figures, outcomes } from './figures'
import { isLoopback } from '../../shared/team/team'
import { NotConfigured } from './config'

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

/** Prometheus asks one question at a time and is never slower. ms */
const requestTimeoutMs = 5_000

type Pages = Readonly<Record<string, () => { status: number; text: string }>>

/**
 * Only on 127.0.0.1 and for GET. Checks the Host header against DNS rebinding by web pages.
 * @param port 0 for any
 * @returns the port, and a function that closes the server
 * @throws NotConfigured if the port is not available
 */
export async function servePages(port: number, pages: Pages): Promise<{ port: number; close: () => void }> {
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs },
    (request, response) => {
      const say = (status: number, text: string) =>
        response
          .writeHead(status, {
            'content-type': 'text/plain; version=0.0.4; charset=utf-8',
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff'
          })
          .end(text)
      if (!isForThisComputer(request.headers.host ?? '')) return say(403, 'Only for this computer.\n')
      const page = Object.hasOwn(pages, request.url ?? '') ? pages[request.url ?? ''] : undefined
      if (!page) return say(404, 'There is nothing here.\n')
      if (request.method !== 'GET') return say(405, 'Only GET.\n')
      const { status, text } = page()
      say(status, text)
    }
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', (thrown) => reject(new NotConfigured(`The port ${port} for metrics: ${thrown.message}`)))
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** @param host as "127.0.0.1:9464" or "[::1]:9464" */
function isForThisComputer(host: string): boolean {
  return isLoopback(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''))
}
