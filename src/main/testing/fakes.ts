import type { SteadyClock } from '../base/clock'
import { cancelled } from '../base/clock'
import { RateLimits } from '../http/rate-limit'
import { grantFor } from '../guard/testing'
import type { Call, Target } from '../http/call'
import { createClient, leavingOf, type Client } from '../http/client'
import { TransportFailure, type Transport, type TransportRequest, type TransportResponse } from '../http/transport'

/** Waits move this clock at once. `naps` holds each sleep's length in ms. */
export class FakeClock implements SteadyClock {
  naps: number[] = []
  private slept = 0
  duringNap: (() => void) | undefined

  constructor(public time = Date.parse('2026-03-01T12:00:00Z')) {}

  now = () => this.time
  /** Only waits move it: changing `time` sets the wall clock or puts the computer to sleep. */
  steady = () => this.slept
  random = () => 0.5
  /** Time without a wait. */
  pass(ms: number): void {
    this.time += ms
    this.slept += ms
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.naps.push(ms)
    this.duringNap?.()
    if (signal.aborted) throw cancelled()
    this.pass(ms)
  }
}

export const target: Target = {
  workspaceId: '00000000-0000-4000-8000-000000000001',
  region: 'default',
  baseUrl: 'https://api.example.com',
  bearerToken: 'bearer-secret-1'
}

export const granted = (call: Call, to = target): Call => ({ ...call, grant: grantFor(leavingOf(to, call)) })

export type Scripted = (Partial<TransportResponse> & { json?: unknown }) | TransportFailure

/** Answers in order, and records the requests. */
export function scripted(
  answers: Scripted[] | ((request: TransportRequest) => Scripted)
): Transport & { requests: TransportRequest[] } {
  const requests: TransportRequest[] = []
  const transport: Transport = async (request) => {
    requests.push(request)
    const answer = Array.isArray(answers) ? answers.shift() : answers(request)
    if (!answer) throw new Error('The script is at its end.')
    if (answer instanceof TransportFailure) throw answer
    const body = answer.body ?? Buffer.from('json' in answer ? JSON.stringify(answer.json) : '')
    const headers = answer.headers ?? {}
    return { status: answer.status ?? 200, headers, allHeaders: Object.entries(headers), body }
  }
  return Object.assign(transport, { requests })
}

export function testClient(transport: Transport, clock: SteadyClock = new FakeClock()): Client {
  return createClient({
    transport,
    clock,
    rateLimits: new RateLimits(() => undefined),
    redact: (text) => text,
    log: () => undefined
  })
}
