import { PracticeClock } from './clock'
import { startPractice } from './server'
import type { Region } from './connector'
import type { PracticeKnobs, PracticeService, ScenarioName } from './types'

/** Plain data for a worker thread. */
export interface RegionsOptions extends Partial<Omit<PracticeKnobs, 'bearerToken'>> {
  /** EU gets the next port. 0 = random, both. */
  port?: number
  connectors?: number
  /** Default: about a third of `connectors`. */
  euConnectors?: number
  seed?: number
  /** Plays in both regions. */
  play?: ScenarioName
  /** Of practice time, which both share; 0 = only by hand. */
  speed?: number
}

/** Slow enough to be seen; a refresh of all categories waits twice. */
export const DEMO = {
  connectors: 1204,
  latencyMs: 120,
  limitEveryN: 7,
  retryAfterSeconds: 2
} as const satisfies RegionsOptions

export interface Regions extends Record<Region, PracticeService> {
  close(): Promise<void>
}

/** If the second region cannot start, the first ends. */
export async function startRegions(options: RegionsOptions = {}): Promise<Regions> {
  const { euConnectors, connectors = DEMO.connectors, port = 0, speed = 1, ...others } = options
  const knobs = { ...others, speed: Math.min(speed, 1) }
  const clock = new PracticeClock(Date.now)
  const first = await startPractice({ ...knobs, clock, connectors, port, region: 'default' })
  try {
    const count = euConnectors ?? Math.round(connectors * 0.35)
    const second = await startPractice({ ...knobs, clock, connectors: count, port: port && port + 1, region: 'eu' })
    // Only now: both begin at the same practice time.
    if (speed > 1) second.run(speed)
    const close = async () => void (await Promise.all([first.close(), second.close()]))
    return { default: first, eu: second, close }
  } catch (error) {
    await first.close()
    throw error
  }
}
