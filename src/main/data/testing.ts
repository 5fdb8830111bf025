import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import type { FetchProgress, CollectionRequest } from '../../shared/data/collection'
import type { ConnectorRow } from '../../shared/connectors/connector'
import { systemClock, type SteadyClock } from '../base/clock'
import { RateLimits } from '../http/rate-limit'
import type { Target } from '../http/call'
import type { LoggedCall } from '../http/call-log'
import { createClient } from '../http/client'
import { undiciTransport } from '../http/transport'
import { maskerOf } from '../secrets/testing'
import { openStore } from '../app/store'
import { promised } from '../base/promised'
import type { HeldToken } from '../secrets/connector-tokens'
import { Responses } from '../viewer/responses'
import { DataView, type DataParts } from './data'
import type { OpenFetch } from './open-fetch'

export const path = '/api/hris/v1/employees'
export const key = 'HRIS:c1'
export const place = { workspaceId: '00000000-0000-4000-8000-000000000001', region: 'default' as const }
export const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const asking: CollectionRequest = { path, connectorKey: key, params: {}, pageSize: 50 }

export type Answer = {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  /** Sent unchanged, instead of `json`. */
  text?: string
  /** Delays the answer. */
  after?: Promise<void>
}
export type Ask = { path: string; query: Record<string, string>; token: string | undefined; number: number }

/** A null cursor ends the fetch. */
export const page = (cursor: unknown, items: unknown[]): Answer => ({
  json: { cursor, page_size: items.length, items }
})
export const person = (number: number) => ({ id: `e${number}`, name: { first: `First ${number}` }, team: number % 3 })
export const people = (from: number, count: number) => Array.from({ length: count }, (_, at) => person(from + at))

/** Pages of `total` people, `size` each, with counting cursors. */
export function listing(total: number, size = 50): (ask: Ask) => Answer {
  return ({ query }) => {
    const from = Number(query['cursor'] ?? 0)
    const next = from + size
    return page(next < total ? String(next) : null, people(from, Math.min(size, total - from)))
  }
}

/** Collections over a real socket, a real database and real files. */
export async function testData(answer: (ask: Ask) => Answer, options: { clock?: SteadyClock } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-collections-'))
  const clock = options.clock ?? systemClock
  const asked: Ask[] = []
  const server = createServer((request, response) => {
    const ask = askOf(request, asked.length + 1)
    asked.push(ask)
    const { status = 200, headers = {}, json, text, after } = answer(ask)
    void Promise.resolve(after).then(() =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text ?? JSON.stringify(json))
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const logged: LoggedCall[] = []
  const agent = new Agent()
  const client = createClient({
    transport: undiciTransport(async () => agent),
    clock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => text,
    log: (call) => logged.push(call)
  })
  const target: Target = {
    ...place,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bearerToken: 'bearer-secret-1'
  }
  const responses = new Responses()
  const desk = openStore({ file: join(folder, 'history.db'), now: 0 }, () => undefined)
  const test = {
    folder,
    spillFolder: join(folder, 'spill'),
    spills: () => readdirSync(join(folder, 'spill')),
    asked,
    logged,
    target,
    desk,
    responses,
    chosen: null as string | null,
    suggested: [] as string[],
    reported: [] as FetchProgress[],
    bodies: [] as string[],
    failures: [] as unknown[],
    tokens: new Map([[key, { ref: 'ref-1', token: 'connector-secret-1' }]]),
    row: null as ConnectorRow | null,
    collections: null as unknown as DataView,
    parts: null as unknown as DataParts,
    async fetch(
      request: Partial<CollectionRequest> = {},
      number = 1
    ): Promise<{ opened: OpenFetch; ended: Promise<void> }> {
      const opened = await test.begin(request, number)
      return { opened, ended: opened.run() }
    },
    begin: (request: Partial<CollectionRequest> = {}, number = 1, signal = new AbortController().signal) =>
      test.collections.begin({ fetchId: idOf(number), place, request: { ...asking, ...request } }, signal, (progress) =>
        test.reported.push(progress)
      ),
    async remove(): Promise<void> {
      await test.collections.stop()
      desk.close()
      await agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    }
  }
  test.parts = {
    client,
    clock,
    workspaces: { target: async () => target },
    finder: {
      async find(_place, _target, wanted): Promise<HeldToken> {
        const held = test.tokens.get(wanted)
        if (!held) throw new Error('Nobody knows this connector.')
        return held
      }
    },
    readOne: async () => test.row,
    history: promised(() => desk),
    diagnosed: () => undefined,
    responses: {
      put(response, id) {
        test.bodies.push(response.body.toString())
        return responses.put(response, id)
      },
      drop: (id) => responses.drop(id)
    },
    views: { open: async () => ({ kind: 'json', prettyLines: 1, rawLines: 1, values: 1, notices: [], tables: [] }) },
    dialogs: {
      async chooseFile(name) {
        test.suggested.push(name)
        return test.chosen
      },
      openFile: async () => test.chosen
    },
    masker: maskerOf(target.bearerToken, ...[...test.tokens.values()].map(({ token }) => token)),
    spillFolder: join(folder, 'spill'),
    failed: (error) => test.failures.push(error)
  }
  test.collections = new DataView(test.parts)
  return test
}
export type TestData = Awaited<ReturnType<typeof testData>>

function askOf(request: IncomingMessage, number: number): Ask {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const token = request.headers['x-connector-token'] as string | undefined
  return { path: url.pathname, query: Object.fromEntries(url.searchParams), token, number }
}
