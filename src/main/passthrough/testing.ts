import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import type { AccessFact } from '../../shared/issues/access'
import type { PassthroughDraft, Variable } from '../../shared/passthrough/passthrough'
import { builtIns } from '../../shared/passthrough/variables'
import type { PassthroughProgress } from '../../shared/passthrough/result'
import type { RepeatRequest, SendRequest } from '../../shared/passthrough/send'
import { personWho } from '../guard/testing'
import { RateLimits } from '../http/rate-limit'
import type { LoggedCall } from '../http/call-log'
import { createClient } from '../http/client'
import { undiciTransport, type Transport } from '../http/transport'
import { Masker } from '../secrets/masker'
import { FakeClock, target } from '../testing/fakes'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { judgeWith, type Judge } from './answer-checks'
import { judge } from '../jmespath/judge'
import { ChosenFiles } from './files'
import type { HistoryEntry, PassthroughHistory } from './history'
import { testViews } from '../viewer/testing'
import { PassthroughSender } from './send'

export const connectorToken = 'ct_secret_of_acme'

export const draft: PassthroughDraft = {
  workspaceId: target.workspaceId,
  region: 'default',
  connector: {
    key: 'HRIS:c1',
    tokenRef: null,
    originId: 'acme-1',
    endUser: 'Acme',
    integrationSlug: 'personio',
    isTest: false
  },
  method: 'GET',
  path: '/employees',
  params: [],
  headers: [],
  body: { kind: 'none' },
  requestFormat: null,
  responseFormat: null,
  timeout: ''
}

let requests = 0

const nextId = () => `00000000-0000-4000-8000-${String(++requests).padStart(12, '0')}`

export function requestOf(change: Partial<PassthroughDraft> = {}, more: Partial<SendRequest> = {}): SendRequest {
  return {
    requestId: nextId(),
    draft: { ...draft, ...change },
    variables: [],
    ...more
  }
}

/** A sender over a transport that knows the token of connector HRIS:c1. The operator agrees unless set otherwise. */
export function testSender(
  transport: Transport,
  options: {
    baseUrl?: string
    bearerToken?: string
    listed?: boolean
    agrees?: () => boolean
    history?: PassthroughHistory
    clock?: FakeClock
    variables?: Variable[]
    judge?: Judge
  } = {}
) {
  const clock = options.clock ?? new FakeClock()
  const masker = new Masker()
  masker.add(target.bearerToken)
  const tokens = new ConnectorTokens(masker)
  const { responses, views } = testViews(() => masker.shared)
  const { workspaceId } = target
  if (options.listed ?? true) {
    tokens.toRow(
      { workspaceId, region: 'default', category: 'HRIS' },
      {
        ...{ id: 'c1', connector_token: connectorToken },
        ...{ end_user: 'Acme', integration_slug: 'personio' }
      }
    )
  }
  const kept: unknown[] = []
  const sends = new Map<string, HistoryEntry>()
  const history: PassthroughHistory = options.history ?? {
    append: async (entry) => {
      kept.push(structuredClone(entry))
      sends.set(entry.id, structuredClone(entry))
    },
    find: async (id) => {
      const entry = sends.get(id)
      if (!entry) return null
      const { draft, result } = entry
      const outcome = result?.outcome ?? null
      const head = { id, askedAt: 0, draft, outcome, status: result?.status ?? null, bytes: 0, bodyDropped: null }
      return { ...entry, workspaceId: draft.workspaceId, head, hasBody: false, isExact: true }
    },
    complete: async (id, result, body) => {
      kept.push({ id, outcome: result.outcome, bytes: body?.length ?? 0 })
      const entry = sends.get(id)
      if (entry) entry.result = structuredClone(result)
      return false
    },
    body: async () => null
  }
  const rateLimits = new RateLimits(() => undefined, clock)
  const logged: LoggedCall[] = []
  const client = createClient({
    transport,
    clock,
    rateLimits,
    redact: masker.mask,
    log: (call) => void logged.push(call)
  })
  const pins = new Map<string, string>()
  const { acts, confirmer } = personWho(options.agrees)
  const learned: (AccessFact & { key: string })[] = []
  const sender = new PassthroughSender({
    client,
    confirmer,
    connectors: { lastRecord: async () => null },
    learned: async (_, key, fact) => void learned.push({ key, ...fact }),
    integrationName: async (_, slug) => (slug === 'hibob' ? 'HiBob' : 'Personio'),
    clock,
    workspaces: {
      target: async (_, region) => ({
        ...target,
        region,
        baseUrl: options.baseUrl ?? target.baseUrl,
        bearerToken: options.bearerToken ?? target.bearerToken
      })
    },
    tokens,
    pinned: async (account) => pins.get(account) ?? null,
    masker,
    files: new ChosenFiles(),
    responses,
    views,
    history,
    variablesFor: async (_workspaceId, _region, connector) => [...(options.variables ?? []), ...builtIns(connector)],
    judge:
      options.judge ??
      judgeWith(
        {
          judge: async ({ body, contentType }, secrets, checks) => ({
            judged: judge(body, contentType, secrets, checks)
          })
        },
        () => masker.shared,
        { checkBody: async () => null }
      ),
    report: (error) => {
      throw error
    }
  })
  const controller = new AbortController()
  const reported: PassthroughProgress[] = []
  const send = (request = requestOf(), tell?: (progress: PassthroughProgress) => void) =>
    sender.send(request, controller.signal, (progress) => {
      reported.push(progress)
      tell?.(progress)
    })
  const repeat = (of: string, more: Partial<RepeatRequest> = {}) =>
    sender.repeat({ requestId: nextId(), workspaceId, of, ...more }, controller.signal, (progress) => {
      reported.push(progress)
    })
  return {
    send,
    repeat,
    sends,
    history,
    client,
    acts,
    controller,
    reported,
    logged,
    tokens,
    masker,
    responses,
    rateLimits,
    clock,
    kept,
    learned,
    pins,
    sender
  }
}

export interface Arrival {
  method: string
  headers: IncomingMessage['headers']
  body: string
}

export async function realService(answer: (arrival: Arrival, response: ServerResponse, number: number) => void) {
  const arrivals: Arrival[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const arrival = {
        method: request.method ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString()
      }
      arrivals.push(arrival)
      answer(arrival, response, arrivals.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const agent = new Agent({ connections: 8 })
  return {
    arrivals,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    transport: undiciTransport(async () => agent),
    async close() {
      await agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
