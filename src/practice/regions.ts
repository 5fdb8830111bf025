import { startPractice } from './server'
import type { Region } from './connector'
import type { PracticeKnobs, PracticeService, ScenarioName } from './types'

/** How to start both regions: plain data only, since it is handed to a worker thread. */
export interface RegionsOptions extends Partial<Omit<PracticeKnobs, 'bearerToken'>> {
  /** Of the default region; the EU region gets the next port. 0 = random, both. */
  port?: number
  connectors?: number
  /** Without it, about a third of `connectors`. */
  euConnectors?: number
  seed?: number
  /** A story that plays in both regions from the start on. */
  play?: ScenarioName
  /** How fast: 1 = within two minutes, 0 = only by hand. */
  speed?: number
}

/**
 * What the first-run demo starts with: slow enough to be seen, and refused often enough that a walk of all three
 * categories waits twice.
 */
export const DEMO = {
  connectors: 1204,
  latencyMs: 120,
  limitEveryN: 7,
  retryAfterSeconds: 2
} as const satisfies RegionsOptions

export interface Regions extends Record<Region, PracticeService> {
  close(): Promise<void>
}

/** Starts the default and the EU region; if the second cannot start, the first does not stay. */
export async function startRegions(options: RegionsOptions = {}): Promise<Regions> {
  const { euConnectors, connectors = DEMO.connectors, port = 0, ...knobs } = options
  const first = await startPractice({ ...knobs, connectors, port, region: 'default' })
  try {
    const count = euConnectors ?? Math.round(connectors * 0.35)
    const second = await startPractice({ ...knobs, connectors: count, port: port && port + 1, region: 'eu' })
    const close = async () => void (await Promise.all([first.close(), second.close()]))
    return { default: first, eu: second, close }
  } catch (error) {
    await first.close()
    throw error
  }
}
