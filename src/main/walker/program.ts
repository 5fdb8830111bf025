import { systemClock } from '../base/clock'
import type { Policy } from '../policy/policy'
import type { Masker } from '../secrets/masker'
import { check, findingLines } from './check'
import { openClient } from './client'
import { readCommandLine, usage } from './command-line'
import { readConfig, type WalkerConfig } from './config'
import { Figures } from './figures'
import { obey } from './managed'
import { metricsText, type Build } from './metrics'
import { servePages } from './metrics-server'
import { exitCodeOf } from './outcome'
import { openOutput, type Say } from './output'
import { ServiceWalker } from './service-walker'
import { TeamDoor } from './session'
import { setUp } from './set-up'

export interface Surroundings {
  args: string[]
  env: NodeJS.ProcessEnv
  build: Build
  policy: () => Promise<Policy>
  masker: Masker
  print: (text: string) => void
  signal: AbortSignal
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
  obey(await policy(), config)
  const { database, targets, certificates } = setUp(config, env, masker, systemClock.now())
  const door = new TeamDoor({ database, certificates, name: config.name })
  const proxy = config.proxy === undefined ? null : new URL(config.proxy)
  const figuresOf = new Map(targets.map((target) => [target.workspaceId, new Figures(target.baseUrl)]))
  const client = openClient(
    { proxy, certificates },
    { clock: systemClock, mask: masker.mask, called: (call) => figuresOf.get(call.workspaceId)?.called(call) }
  )

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
    return new ServiceWalker({ target, door, figures, say, everyMs, client, clock: systemClock, masker })
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
