import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import Database from 'libsql'
import { Agent } from 'undici'
import type { AlertRule, AlertWhen } from '../../shared/alerts/rule'
import { AppError } from '../../shared/errors'
import type { Request } from '../../shared/ipc'
import { promised } from '../base/promised'
import type { Remote } from '../base/thread'
import { personWho } from '../guard/testing'
import type { LoggedCall } from '../http/call-log'
import { undiciTransport } from '../http/transport'
import { noPolicy } from '../policy/policy'
import { Consents, type ConsentMethods } from '../settings/consents'
import { Masker } from '../secrets/masker'
import { MemoryStore } from '../secrets/memory-store'
import { FakeClock } from '../testing/fakes'
import { place, start, type TestHistory } from '../testing/history'
import { Alerts, type AlertParts } from './alerts'

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** A real server that takes messages. `answer`: by default 200. */
export async function receiver() {
  const received: Received[] = []
  const serving = { answer: (_: IncomingMessage, response: ServerResponse): void => void response.end('ok') }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      serving.answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    received,
    serving,
    url,
    /** First lines of Slack's texts. */
    texts: () => received.map(({ body }) => (JSON.parse(body) as { text: string }).text),
    close() {
      server.closeAllConnections()
      server.close()
    }
  }
}
export type Receiver = Awaited<ReturnType<typeof receiver>>

export const anyIssue: AlertWhen = {
  ...{ watches: 'issues', causes: [], integration: null, employees: null, age: null, due: null },
  ...{ of: 'integration', count: 1, within: null, refresh: 2 }
}

/** Claims and outcomes that a history has. */
export function messagesIn(file: string): number[] {
  const database = new Database(file)
  const count = (table: string) => (database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n
  const counts = ['alert_claim', 'alert_outcome'].map(count)
  database.close()
  return counts
}

/** As the window asks for it. */
export function asked(
  to: { url: string } | null,
  change: Partial<Omit<AlertRule, 'when'>> & { when?: Partial<AlertWhen> } = {},
  more: Partial<Request<'alerts:save'>> = {}
): Request<'alerts:save'> {
  const { when, channel, ...content } = change
  return {
    ...{ workspaceId: place.workspaceId, id: randomUUID(), before: null, perDay: 20, days: 90 },
    ...{ address: to && `${to.url}/services/T0/B0/abcdefghijklmnop`, key: null },
    content: {
      ...{ name: 'Many failures', on: true, digest: null, quiet: null, zone: 'UTC', names: false },
      ...content,
      when: { ...anyIssue, ...when },
      channel: { kind: channel?.kind ?? 'slack', name: channel?.name ?? '#ops', ...(channel?.to && { to: channel.to }) }
    },
    ...more
  }
}

/** As the app's own for a change: a connection that was used before may be closed as it leaves. */
const agent = new Agent({ pipelining: 0 })

/** The alerts of one desk, alone unless `more` has a team. */
export function testAlerts(
  of: TestHistory | (AlertParts['store'] & Remote<ConsentMethods>),
  more: Partial<AlertParts> = {}
) {
  const store = 'history' in of ? promised(() => of.history) : of
  const clock = new FakeClock(start)
  const person = personWho()
  const secrets = new MemoryStore()
  const calls: LoggedCall[] = []
  const notices: { title: string; body: string }[] = []
  const masker = new Masker()
  const alone = {
    told: () => undefined,
    mayChange: async () => undefined,
    state: { address: null, refused: null },
    live: async () => null,
    readMessages: async () => undefined
  }
  const consents = new Consents({ store, clock, changed: () => undefined })
  const alerts = new Alerts({
    consents,
    ...{ secrets, masker, clock, policy: noPolicy, confirmer: person.confirmer, team: alone, lock: { state: null } },
    store,
    transport: undiciTransport(async () => agent),
    serviceOf: () => null,
    mail: {
      state: () => ({ account: null, managed: false, refused: null }),
      server: () => Promise.reject(new AppError('not-permitted', 'No mail server is set up: Settings, Mail.'))
    },
    workspaces: {
      list: () => [],
      nameOf: () => 'Harbourline',
      dueTimesOf: () => undefined
    },
    integrationName: async (_, slug) => ({ bamboohr: 'BambooHR', workday: 'Workday' })[slug] ?? slug,
    operator: () => 'Ada',
    notify: (words) => notices.push(words),
    log: (call) => calls.push(call),
    changed: () => undefined,
    failed: (error) => {
      throw error
    },
    ...more
  })
  return { alerts, clock, consents, person, secrets, calls, notices, masker }
}
