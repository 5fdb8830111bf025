import { parseArgs } from 'node:util'
import { FAULT_NAMES, type Fault } from './faults'
import type { Regions, RegionsOptions } from './regions'
import { OPERATIONS, SCENARIOS, type Operation, type RetryAfterMode, type ScenarioName } from './types'

/** Practice time, as fast as `--story` runs it. */
const DAY_A_MINUTE = 1440
const MODES: readonly RetryAfterMode[] = ['seconds', 'http-date', 'reset-only', 'none']

export const HELP = `Practice service: a make-believe integration service on this computer, two regions.

  --port N              port of the default region, the EU region takes the next (0 = random)
  --connectors N        in the default region (1204); the EU region has about a third
  --latency MS          added to every request (0)
  --limit-every N       answer 429 to every n-th request (0 = never)
  --limit-per-minute N  requests per minute and token (200, 0 = no limit)
  --retry-after MODE    headers of a 429: ${MODES.join(', ')}
  --seed N              other data, ids and tokens (1)
  --fault NAME:PATH     fail where the address contains PATH; may be given several times
                        ${FAULT_NAMES.slice(0, 9).join(', ')},
                        ${FAULT_NAMES.slice(9, 16).join(', ')},
                        ${FAULT_NAMES.slice(16).join(', ')}
  --story               play a year and print its events: as --play year --speed ${DAY_A_MINUTE}
  --play STORY          let connectors break, stall and recover: ${SCENARIOS.join(', ')}
  --speed N             how fast practice time runs (1): ${DAY_A_MINUTE} = a day in a minute; the morning takes two minutes
                        of it, the year a year; 0 = no event happens by itself
  --sync-seconds N      how long a sync takes (0 = as long as that connector's usually take)
  --collection-size N   records in each connector's collections, the rest in proportion (0 = as it has)
  --moving              data moves during a walk: a record comes twice, another one not at all
  --without OPERATION   a further operation that is not there; may be given several times
                        ${OPERATIONS.slice(0, 8).join(', ')},
                        ${OPERATIONS.slice(8).join(', ')}
  --help                this text
`

const NUMBER = { type: 'string' } as const
const OPTIONS = {
  port: NUMBER,
  connectors: NUMBER,
  latency: NUMBER,
  'limit-every': NUMBER,
  'limit-per-minute': NUMBER,
  seed: NUMBER,
  'retry-after': { type: 'string' },
  fault: { type: 'string', multiple: true },
  play: { type: 'string' },
  speed: NUMBER,
  'sync-seconds': NUMBER,
  'collection-size': NUMBER,
  moving: { type: 'boolean' },
  story: { type: 'boolean' },
  without: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' }
} as const

/** undefined for `--help`. @throws Error with a message for the terminal */
export function parseCli(args: string[]): RegionsOptions | undefined {
  const { values } = parseArgs({ args, options: OPTIONS, strict: true })
  if (values.help) return undefined
  const mode = values['retry-after']
  if (values.story && values.play) throw new Error('--story plays the year: leave --play out')
  const known = mode === undefined ? undefined : oneOf('retry-after', MODES, mode)
  return {
    ...number('port', 'port', 65534),
    ...number('connectors', 'connectors', 1_000_000),
    ...number('latency', 'latencyMs', 600_000),
    ...number('limit-every', 'limitEveryN', 1_000_000),
    ...number('limit-per-minute', 'limitPerMinute', 1_000_000),
    ...number('seed', 'seed', Number.MAX_SAFE_INTEGER),
    ...number('sync-seconds', 'syncSeconds', 86_400),
    ...number('collection-size', 'collectionSize', 100_000_000),
    ...(values.moving ? { moving: true } : {}),
    ...(known ? { retryAfter: known } : {}),
    ...(values.story ? { play: 'year' as const, speed: DAY_A_MINUTE } : {}),
    ...(values.play === undefined ? {} : { play: oneOf<ScenarioName>('play', SCENARIOS, values.play) }),
    ...(values.speed === undefined ? {} : { speed: speedOf(values.speed) }),
    ...(values.without ? { operations: operationsWithout(values.without) } : {}),
    ...(values.fault ? { faults: values.fault.map(parseFault) } : {})
  }

  function number(
    flag: Exclude<keyof typeof values, 'help' | 'fault' | 'without' | 'moving' | 'story'>,
    name: keyof RegionsOptions,
    max: number
  ) {
    const text = values[flag]
    if (text === undefined) return {}
    const value = /^\d+$/.test(text) ? Number(text) : NaN
    if (!(value <= max)) throw new Error(`--${flag} is a whole number from 0 to ${max}, not "${text}"`)
    return { [name]: value }
  }
}

function oneOf<T extends string>(flag: string, among: readonly T[], text: string): T {
  const known = among.find((one) => one === text)
  if (known === undefined) throw new Error(`--${flag} is one of ${among.join(', ')}, not "${text}"`)
  return known
}

function speedOf(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`--speed is a number from 0 on, not "${text}"`)
  return Number(text)
}

function operationsWithout(names: string[]): Partial<Record<Operation, boolean>> {
  return Object.fromEntries(names.map((name) => [oneOf('without', OPERATIONS, name), false]))
}

function parseFault(text: string): Fault {
  const [name = '', ...path] = text.split(':')
  if (!FAULT_NAMES.includes(name)) throw new Error(`--fault "${name}": there are ${FAULT_NAMES.join(', ')}`)
  return { name: name as 'hang', path: path.join(':') }
}

/** Data and tokens are made up. */
export function greeting(regions: Regions): string {
  const lines = (['default', 'eu'] as const).flatMap((name) => {
    const { url, bearerToken, connectors } = regions[name]
    const title = name === 'eu' ? 'EU region' : 'Default region'
    return [
      title,
      `  address  ${url}   (${connectors.length.toLocaleString('en-US')} connectors)`,
      `  token    ${bearerToken}`
    ]
  })
  return [
    'The practice service is running. Its data and tokens are made up.',
    '',
    ...lines,
    '',
    'Ctrl+C ends it.',
    ''
  ].join('\n')
}

/** @returns the lines of what happened since its last call, by practice time (UTC) */
export function storyOf(regions: Regions): () => string[] {
  const parts = (['default', 'eu'] as const).map((name) => ({ name, service: regions[name], told: 0, over: false }))
  return () => {
    const lines: { at: number; text: string }[] = []
    for (const part of parts) {
      const { name, service } = part
      const { next, now } = service.time()
      const line = (at: number, words: string) => {
        const time = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
        lines.push({ at, text: `${time}  ${name === 'eu' ? 'EU     ' : 'Default'}  ${words}` })
      }
      for (const { practiceAt, words } of service.played.slice(part.told)) line(practiceAt, words)
      part.told = service.played.length
      if (next === null && part.told > 0 && !part.over) line(now, 'The year is over')
      part.over ||= next === null
    }
    return lines.sort((a, b) => a.at - b.at).map(({ text }) => text)
  }
}
