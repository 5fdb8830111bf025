import type { ManyProgress, ManySetup } from '../../../shared/passthrough/many'
import { builtIns } from '../../../shared/passthrough/variables'
import { TransportFailure, type Transport, type TransportRequest, type TransportResponse } from '../../http/transport'
import { target } from '../../testing/fakes'
import { testLibrary, type TestLibrary } from '../library/testing'
import type { Judge } from '../answer-checks'
import { draft, testSender } from '../testing'
import { ManyPlanner } from './plan'
import { readAnswer } from './reading'
import { ManyRuns, type ManyParts } from './runs'

type Answer = Partial<TransportResponse> & { json?: unknown }

/** A transport whose requests wait until the test answers them, and that counts how many are open. */
export function heldTransport() {
  const open: { connector: string; give(answer: Answer): void; fail(error: Error): void }[] = []
  const seen: string[] = []
  const transport: Transport = (request: TransportRequest) => {
    const connector = String(request.headers['x-connector-token'])
    seen.push(connector)
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        const at = open.indexOf(held)
        if (at >= 0) open.splice(at, 1)
        end()
      }
      const held = {
        connector,
        give: (answer: Answer) => settle(() => resolve(responseOf(answer))),
        fail: (error: Error) => settle(() => reject(error))
      }
      open.push(held)
      request.signal.addEventListener('abort', () => held.fail(new TransportFailure('cancelled', 'Cancelled.', true)))
    })
  }
  return { transport, open, seen }
}

export function responseOf({ json, ...answer }: Answer): TransportResponse {
  const headers = answer.headers ?? {}
  const body = answer.body ?? Buffer.from(json === undefined ? '' : JSON.stringify(json))
  return { status: 200, ...answer, headers, allHeaders: Object.entries(headers), body }
}

/** Runs over a real library, with connectors c0, c1, … of two integrations, whose tokens are token-c0, token-c1, … */
export async function manyDesk(
  transport: Transport,
  of: {
    connectors: number
    unlisted?: number
    library?: TestLibrary
    service?: { url: string; bearerToken: string }
    read?: ManyParts['reader']['read']
    judge?: Judge
  }
) {
  const test = of.library ?? testLibrary()
  const library = of.library ? test.library : await test.open()
  const { sender, tokens, rateLimits, masker, client, logged } = testSender(transport, {
    history: library.history,
    clock: test.clock,
    listed: false,
    ...(of.judge && { judge: of.judge }),
    ...(of.service && { baseUrl: of.service.url, bearerToken: of.service.bearerToken })
  })
  const { workspaceId } = target
  const place = { workspaceId, region: 'default', category: 'HRIS' } as const
  const integrationOf = (number: number) => (number % 2 === 0 ? 'personio' : 'bamboohr')
  for (let number = 0; number < of.connectors - (of.unlisted ?? 0); number++) {
    tokens.toRow(place, {
      ...{ id: `c${number}`, connector_token: `token-of-c${number}`, end_user: `Customer ${number}` },
      integration_slug: integrationOf(number)
    })
  }
  const told: ManyProgress[] = []
  const { clock } = test
  const planner = new ManyPlanner({
    ...{ tokens, rateLimits, clock },
    pinned: async () => null,
    workspaces: { target: async () => target },
    variablesFor: async (_workspace, _region, connector) => builtIns(connector),
    writes: () => async (integration, path) => integration === 'personio' && path === '/recalculate'
  })
  const runs = new ManyRuns({
    ...{ planner, sender, rateLimits, clock, kept: library.runs, history: library.history },
    reader: { read: of.read ?? (async (answer, columns) => readAnswer({ ...answer, columns, withinMs: 1_000 })) },
    known: () => masker.shared,
    tell: (progress) => told.push(progress)
  })
  const setup = (change: Partial<ManySetup> = {}): ManySetup => ({
    ...{ workspaceId, region: 'default', name: 'Employees', columns: [] },
    draft: { ...draft, connector: null, path: '/employees' },
    asked: Array.from({ length: of.connectors }, (_, number) => ({
      connector: {
        ...{ key: `HRIS:c${number}`, tokenRef: null, originId: `origin-${number}`, endUser: `Customer ${number}` },
        ...{ integrationSlug: integrationOf(number), isTest: false }
      }
    })),
    pace: { perProvider: 2, all: 8 },
    ...change
  })
  return {
    test,
    library,
    planner,
    runs,
    told,
    setup,
    rateLimits,
    tokens,
    client,
    logged,
    workspaceId,
    signal: new AbortController()
  }
}
