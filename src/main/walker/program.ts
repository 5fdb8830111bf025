import type { Dispatcher } from 'undici'
import { parseArgs } from 'node:util'
import { systemClock } from '../base/clock'
import type { Policy } from '../policy/policy'
import type { Masker } from '../secrets/masker'
import { readConfig, type WalkerConfig, NotConfigured } from './config'
import { Figures, exitCodeOf } from './figures'
import { metricsText, type Build, servePages } from './metrics'
import { ServiceWalker, openOutput, type Say } from './service-walker'
import { TeamDoor } from './session'
import { WalkerAlerts } from './alerts'
import { WalkerMappings } from './mappings'
import { setUp, obey, obeyHosts } from './set-up'
import { agentFor } from '../http/agent'
import { RateLimits } from '../http/rate-limit'
import { createClient, type Client } from '../http/client'
import { undiciTransport, type Transport } from '../http/transport'
import { toAppError } from '../../shared/errors'
import type { TeamAddress } from '../../shared/team/team'
import type { Target } from '../http/call'
import type { TeamConnection } from '../team/connection'
import { examine } from '../team/examine'
import { checkReach } from '../workspaces/reach'

export interface Surroundings {
  args: string[]
  env: NodeJS.ProcessEnv
  build: Build
  policy: () => Promise<Policy>
  masker: Masker
  print: (text: string) => void
  signal: AbortSignal
}

interface Way {
  /** null: directly */
  proxy: URL | null
  /** Extra CA certificates, PEM. */
  certificates: readonly string[]
}

/** The program uses no system settings: it connects directly, or through the one proxy. */
export function openTransport({ proxy, certificates }: Way): Transport {
  const agents = new Map<boolean, Dispatcher>()
  return undiciTransport(async (_url, keeps) => {
    const agent = agents.get(keeps) ?? agentFor(await import('undici'), proxy, keeps, certificates)
    agents.set(keeps, agent)
    return agent
  })
}

interface CheckParts {
  database: TeamAddress
  /** @throws Trouble */
  open: () => Promise<TeamConnection>
  client: Client
  targets: readonly Target[]
}

interface Finding {
  what: string
  state: 'ok' | 'warning' | 'fault' | 'skipped'
  words: string
}

/** Refreshes and writes nothing. */
async function check({ database, open, client, targets }: CheckParts, signal: AbortSignal): Promise<Finding[]> {
  const { test } = await examine(database, open)
  const steps = test.findings.map(({ step, ...finding }) => ({ what: `database ${step}`, ...finding }))
  const services = await Promise.all(targets.map((target) => checkService(client, target, signal)))
  return [...steps, ...services]
}

async function checkService(client: Client, target: Target, signal: AbortSignal): Promise<Finding> {
  const what = `service ${target.baseUrl}`
  try {
    await checkReach(client, target, signal)
    return { what, state: 'ok', words: 'It answers, and takes the token' }
  } catch (thrown) {
    return { what, state: 'fault', words: toAppError(thrown).message }
  }
}

const findingLines = (findings: readonly Finding[]): string =>
  findings.map(({ what, state, words }) => `${state.padEnd(7)} ${what}: ${words}\n`).join('')

interface CommandLine {
  /** `serve`: refresh on a schedule. */
  act: 'serve' | 'once' | 'check' | 'help' | 'version'
  config: string
}

const usualConfig = '/etc/connector-desk/walker.json'

const usage = `Usage: connector-desk-walker [--config FILE] [--once | --check]

Walks the connectors of services on a schedule, and publishes what it finds in a team's database.

  --config FILE   configuration (${usualConfig})
  --once          walk once and exit, for cron
  --check         test configuration, database and services, print the findings, and exit
  --version       print the version and exit
  --help          print this help and exit

Exit codes: 0 done; 1 failed, a later try may do; 2 command line, configuration or a secret's file; 3 refused: the
token, the password or the rights; 4 walked in part: some categories failed.

The token and the password come from systemd's credentials bearer-token and database-password, from files that the
configuration names, or from CONNECTOR_DESK_BEARER_TOKEN and CONNECTOR_DESK_DATABASE_PASSWORD.
`

/** @throws NotConfigured */
export function readCommandLine(args: string[]): CommandLine {
  const { values } = parsed(args)
  const { config = usualConfig, once, check } = values
  if (values.help) return { act: 'help', config }
  if (values.version) return { act: 'version', config }
  if (once && check) throw new NotConfigured('Choose one of --once and --check.\nTry --help.')
  return { act: once ? 'once' : check ? 'check' : 'serve', config }
}

function parsed(args: string[]) {
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args,
      options: {
        config: { type: 'string' },
        once: flag,
        check: flag,
        version: flag,
        help: { type: 'boolean', short: 'h' }
      }
    })
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException
    // A bare argument may be a token passed by mistake, so this does not repeat it.
    const words = code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL' ? 'All arguments are options.' : message
    throw new NotConfigured(`${words}\nTry --help.`)
  }
}

/**
 * @returns the exit code: `usage` lists them
 * @throws NotConfigured
 */
export async function runProgram({ args, env, build, policy, masker, print, signal }: Surroundings): Promise<number> {
  const { act, config: file } = readCommandLine(args)
  if (act === 'help') return printed(usage)
  if (act === 'version') return printed(`connector-desk-walker ${build.version}\n`)
  const config = readConfig(file)
  const managed = await policy()
  obey(managed, config)
  const { database, targets, certificates, ways } = setUp(config, env, masker, systemClock.now())
  const door = new TeamDoor({ database, certificates, name: config.name })
  const proxy = config.proxy === undefined ? null : new URL(config.proxy)
  const figuresOf = new Map(targets.map((target) => [target.workspaceId, new Figures(target.baseUrl)]))
  obeyHosts(managed, ways)
  const transport = openTransport({ proxy, certificates })
  const rateLimits = new RateLimits(() => undefined)
  const client = createClient({
    ...{ transport, rateLimits, clock: systemClock, redact: masker.mask },
    log: (call) => figuresOf.get(call.workspaceId)?.called(call)
  })

  if (act === 'check') {
    const parts = { database: database.address, open: () => door.connect(signal), client, targets }
    const findings = await check(parts, signal)
    print(findingLines(findings))
    return findings.some(({ state }) => state === 'fault') ? 1 : 0
  }

  const say = openOutput(print, systemClock.now)
  const everyMs = config.everyMinutes * 60_000
  const walkers = targets.map((target) => {
    const figures = figuresOf.get(target.workspaceId) as Figures
    const parts = { client, clock: systemClock, masker, target, say }
    const { alerts: { perDay = 0 } = {}, mappingHours: everyHours, report = null } = config
    const alerts = new WalkerAlerts({ ...parts, ways, perDay, report, transport })
    const mappings = everyHours ? new WalkerMappings({ ...parts, rateLimits, everyHours }) : null
    return new ServiceWalker({ ...parts, door, figures, everyMs, alerts, mappings })
  })
  if (act === 'once') {
    const ended = await Promise.all(walkers.map((one) => one.once(signal)))
    return exitCodeOf(ended.map(({ outcome }) => outcome))
  }
  const pages = await serveMetrics(config, [...figuresOf.values()], build, say)
  await Promise.all(walkers.map((one) => one.run(signal)))
  pages?.close()
  say('Ended.')
  return 0

  function printed(text: string): number {
    print(text)
    return 0
  }
}

async function serveMetrics({ metricsPort, everyMinutes, name }: WalkerConfig, all: Figures[], build: Build, say: Say) {
  const services = all.map(({ service }) => service).join(', ')
  say(`${name} ${build.version} walks ${services} every ${everyMinutes} min.`)
  if (metricsPort === undefined) return null
  const { now } = systemClock
  const startedAt = now()
  const lateMs = 3 * everyMinutes * 60_000
  return servePages(metricsPort, {
    '/metrics': () => ({ status: 200, text: metricsText(all, build, now()) }),
    '/healthz': () => {
      const late = all.filter(({ refreshedAt }) => now() - (refreshedAt ?? startedAt) > lateMs)
      return late.length === 0
        ? { status: 200, text: 'ok\n' }
        : { status: 503, text: `late: ${late.map(({ service }) => service).join(', ')}\n` }
    }
  })
}
