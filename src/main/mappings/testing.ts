import type { Encryption } from '../secrets/encryption'
import type { Place } from '../../shared/workspaces/place'
import { Agent } from 'undici'
import type { JmespathProblem } from '../../shared/jmespath/jmespath'
import type { Region } from '../../shared/workspaces/region'
import type { PracticeConnector } from '../../practice/connector'
import type { PracticeOptions, PracticeService } from '../../practice/types'
import { startPractice } from '../../practice/server'
import { systemClock } from '../base/clock'
import type { SecondAsked } from '../guard/confirmer'
import { personWho } from '../guard/testing'
import { RateLimits } from '../http/rate-limit'
import type { Target } from '../http/call'
import { createClient } from '../http/client'
import { undiciTransport } from '../http/transport'
import { MemoryStore } from '../secrets/memory-store'
import { freshSettings, type Settings } from '../settings/settings-schema'
import { maskerOf } from '../secrets/testing'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { promised } from '../base/promised'
import { place, start, testHistory, type TestHistory } from '../testing/history'
import { keptIntegrationName, LookupReader } from '../lookups/lookups'
import { Pins } from '../connectors/pins'
import { TokenFinder } from '../connectors/token-finder'
import { Mappings } from './mappings'
import { AppError } from '../../shared/errors'
import type { MappingParts } from './parts'
import type { TryExpression } from './trial'

export { place }
export const eu = { ...place, region: 'eu' as const }
export const { signal } = new AbortController()

export type TestMappings = Awaited<ReturnType<typeof testMappings>>

/** Mappings over two practice services and a real database. The engine is fake: it refuses only `[`. */
export async function testMappings(options: PracticeOptions = {}) {
  const services: Record<Region, PracticeService> = {
    default: await startPractice({ connectors: 300, ...options }),
    eu: await startPractice({ connectors: 120, ...options, region: 'eu' })
  }
  const agent = new Agent()
  const masker = maskerOf(services.default.bearerToken, services.eu.bearerToken)
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock: systemClock,
    rateLimits: new RateLimits(() => undefined),
    redact: masker.mask,
    log: () => undefined
  })
  const kept: TestHistory = testHistory()
  // The history runs in another thread, so its calls are asynchronous.
  const history = promised(() => kept.history)
  let settings: Settings = freshSettings
  const pins = new Pins(
    { get: () => settings, update: (change) => (settings = { ...settings, ...change }) },
    new MemoryStore()
  )
  const workspaces = {
    target: async (workspaceId: string, region: Region): Promise<Target> => {
      const { url, bearerToken } = services[region]
      return { workspaceId, region, baseUrl: url, bearerToken }
    }
  }
  const tokens = new ConnectorTokens(masker)
  const saved: { name: string; content: string }[] = []
  const problem: JmespathProblem = { kind: 'syntax', message: 'A bracket is not closed.', position: 0 }
  let now = start
  const lookups = new LookupReader({ client, workspaces, store: history, masker, now: () => now })
  const tried: { trial: TryExpression } = { trial: async () => Promise.reject(new Error('Nothing was to be tried.')) }
  /** What a colleague agreed to. */
  const colleagueAsked: SecondAsked[] = []
  /** Answers for the operator; `acts` records each confirmation. */
  const person = { agrees: true, needsColleague: false }
  const integrationName = (of: Place, slug: string) => keptIntegrationName(history, of, slug)
  const { acts, confirmer } = personWho(() => person.agrees, integrationName, undefined, {
    needs: () => person.needsColleague,
    colleagues: async () => (person.needsColleague ? ['grace'] : null),
    agreed: async (one) => (colleagueAsked.push(one), async () => true)
  })
  /** Without a thread: kept samples are tried where a test brings a lab. */
  const guardLab: { lab: MappingParts['lab'] } = {
    lab: {
      held: () => {
        throw new AppError('not-found', 'There is no sample data.')
      }
    } as unknown as MappingParts['lab']
  }
  const encryption: { key: Encryption | null } = { key: null }
  const make = () =>
    new Mappings({
      client,
      confirmer,
      workspaces,
      tokens,
      finder: new TokenFinder({ client, tokens, pins, history }),
      history,
      lookups,
      integrationName,
      check: async (expression) => (expression.endsWith('[') ? problem : null),
      trial: (question, until) => tried.trial(question, until),
      save: async (name, content) => {
        saved.push({ name, content })
        return name
      },
      masker,
      operator: () => 'Ada',
      encrypting: async () => encryption.key,
      teamKey: async () => null,
      teamTold: () => undefined,
      lab: guardLab.lab,
      forgetToo: async () => undefined,
      driftChanged: () => undefined,
      now: () => ++now
    })
  const service = services.default
  return {
    service,
    services,
    history,
    kept,
    tokens,
    masker,
    lookups,
    saved,
    acts,
    person,
    colleagueAsked,
    tried,
    guardLab,
    encryption,
    mappings: make(),
    make,
    refresh(of = place): void {
      const rows = services[of.region].connectors.map((one) => tokens.toRow({ ...of, category: categoryOf(one) }, one))
      kept.refresh(rows, now, { place: of })
    },
    some(matches: (one: PracticeConnector) => boolean = () => true, region: Region = 'default'): PracticeConnector {
      const found = services[region].connectors.find((one) => one.category === 'HRIS' && matches(one))
      if (!found) throw new Error('There is no such connector.')
      return found
    },
    writes: (of: PracticeService = service) =>
      of.requests.filter(({ method, status }) => method !== 'GET' && status !== 405 && status !== 422),
    async close(): Promise<void> {
      await agent.destroy()
      await Promise.all(Object.values(services).map((one) => one.close()))
      kept.remove()
    }
  }
}

const categoryOf = ({ category }: PracticeConnector) => category as 'HRIS' | 'ATS' | 'LMS'
