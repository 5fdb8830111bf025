import { createHash, randomUUID } from 'node:crypto'
import { AppError, toAppError } from '../../shared/errors'
import type { SeenTicket, Tracker } from '../../shared/tickets/ticket'
import type { Place } from '../../shared/workspaces/place'
import { shorten } from '../base/plain-text'
import type { Grant, Leaving } from '../guard/grant'
import type { Call, Target } from '../http/call'
import { leavingOf, type Client } from '../http/client'
import { parseJson } from '../http/json'
import { outcomeOf } from '../http/outcome'
import { retryDelay } from '../http/retry-after'
import { TransportFailure, type TransportResponse } from '../http/transport'

/** What a new ticket says. All of it is masked. */
export interface Draft {
  /** The same on all desks for one connector: a ticket is found again by it. */
  label: string
  title: string
  words: string
  notes: readonly string[]
  facts: readonly (readonly [name: string, value: string])[]
  files: readonly { name: string; type: string; text: string }[]
}

/** A request without its way: who asks, and where to. */
export type Request = Pick<Call, 'method' | 'path' | 'query' | 'body' | 'headers'>

export interface Found {
  tickets: SeenTicket[]
  /** Not all were read, or some do not carry the label. */
  more: boolean
}

/** Reads at the tracker. @throws AppError tracker-refused, cancelled */
export type Ask = (path: string, query?: Call['query']) => Promise<unknown>

/** One kind of tracker. It makes requests and reads answers; it sends nothing. */
export interface Adapter {
  /** Paths of its requests are below it. */
  base: string
  /** For the header; null: no header. */
  authorization(secret: string): string | null
  creation(draft: Draft, secret: string): Request
  /** null if the answer names no ticket */
  created(answer: unknown): Pick<SeenTicket, 'number' | 'url'> | null
  /** Of the evidence, for a ticket of that number; null if it went with the creation. */
  attachment(number: string, files: Draft['files']): Request | null
  /** What cannot be asked of this kind is absent. */
  asks?: {
    /** Bounded, however many the tracker lists. Newest first. */
    find(ask: Ask, label: string): Promise<Found>
    /** null: there is none of this number */
    read(ask: Ask, number: string): Promise<SeenTicket | null>
    /** @throws AppError tracker-refused if nothing closes it */
    closing(ask: Ask, number: string): Promise<Request & { status: string }>
  }
  /** A refusal in the tracker's words, or '' */
  says(answer: unknown): string
}

export type Outcome =
  { outcome: 'done'; json: unknown } | { outcome: 'refused'; why: string } | { outcome: 'unknown'; why: string }

/** Of every connector, so that all desks and workspaces of one service give it the same. */
export const labelOf = (service: string, key: string): string =>
  `connector-desk-${createHash('sha256')
    .update(JSON.stringify([service, key]))
    .digest('hex')
    .slice(0, 24)}`

const longestWaitMs = 10_000
const timeoutMs = 30_000
const largestAnswer = 4e6

/** The way to a tracker: through the app's client, so that it is logged, limited, patient, and follows no redirect. */
export class Way {
  private readonly target: Target
  private readonly host: string

  constructor(
    private readonly client: Client,
    { workspaceId, region }: Place,
    tracker: Tracker,
    private readonly adapter: Adapter,
    secret: string,
    private readonly about: Pick<Call, 'subject' | 'connectorKey' | 'signal'>,
    private readonly now: () => number
  ) {
    const authorization = adapter.authorization(secret)
    this.target = { workspaceId, region, baseUrl: adapter.base, bearerToken: '', authorization }
    this.host = new URL(tracker.address).host
  }

  ask: Ask = async (path, query) => {
    try {
      const answer = await this.client.exchange(this.target, {
        ...this.call({ method: 'GET', path }),
        ...(query && { query })
      })
      if (answer.status < 200 || answer.status >= 300) throw this.refusal(this.saidOf(answer), answer.status)
      return parseJson(answer.body)
    } catch (thrown) {
      throw this.named(thrown)
    }
  }

  leaving(request: Request): Leaving {
    return leavingOf(this.target, this.call(request))
  }

  /** Once: a change without an answer is `unknown`, and never repeats. @throws AppError before it left */
  async send(request: Request, grant: Grant, partOf: string = randomUUID()): Promise<Outcome> {
    let answer: TransportResponse
    try {
      answer = await this.client.exchange(this.target, { ...this.call(request), grant, partOf })
    } catch (thrown) {
      if (!(thrown instanceof TransportFailure)) throw this.named(thrown)
      const outcome = outcomeOf(request.method, { kind: 'broken', code: thrown.code, sent: thrown.sent })
      if (outcome === 'unknown') return { outcome, why: thrown.message }
      if (outcome === 'cancelled') throw new AppError('cancelled', 'Cancelled. Nothing was sent.')
      return { outcome: 'refused', why: `${this.host}: ${thrown.message}` }
    }
    const outcome = outcomeOf(request.method, { kind: 'answer', status: answer.status })
    if (outcome === 'answered') return { outcome: 'done', json: readable(answer.body) }
    const why = this.saidOf(answer)
    return { outcome: outcome === 'unknown' ? outcome : 'refused', why }
  }

  private call(request: Request): Call {
    return {
      ...{ asker: 'tickets', scope: 'tracker', failFast: true, longestWaitMs, timeoutMs, maxBytes: largestAnswer },
      ...this.about,
      ...request
    }
  }

  /** Why it refused, in words. */
  private saidOf({ status, headers, body }: TransportResponse): string {
    const { host } = this
    const said = shorten(this.adapter.says(readable(body)), 400)
    const told = said && ` It says: ${said}`
    const to = headers['location']
    if (status >= 300 && status < 400) {
      const where = to && URL.canParse(to) ? ` to ${new URL(to).host}` : ''
      return `${host} leads elsewhere${where} (${status}), and is not followed. Check the tracker’s address in Settings.`
    }
    if (status === 401) return `${host} does not take the token (401). Enter it again in Settings.${told}`
    if (status === 403) return `${host} does not allow this to the token’s account (403).${told}`
    if (status === 404 || status === 410) return `${host} has nothing at this address (${status}).${told}`
    if (status === 429) {
      const { ms, source } = retryDelay(headers, this.now(), 1, 0)
      const wait = source === 'retry-after' ? ` for ${Math.ceil(ms / 1_000)} s` : ''
      return `${host} asks to wait${wait} (429). Nothing was created. Try again then.`
    }
    return `${host} answered ${status}.${told}`
  }

  private refusal(words: string, status: number): AppError {
    return new AppError('tracker-refused', words, { status })
  }

  private named(thrown: unknown): AppError {
    const error = thrown instanceof TransportFailure ? new AppError(thrown.code, thrown.message) : toAppError(thrown)
    const own = [
      'cancelled',
      'tracker-refused',
      'confirmation-needed',
      'not-recorded',
      'app-locked',
      'busy',
      'internal'
    ]
    if (own.includes(error.code)) return error
    const { retryAfterMs } = error.info
    const words = retryAfterMs
      ? `asks to wait for ${Math.ceil(retryAfterMs / 1_000)} s (429). Nothing was sent. Try again then.`
      : error.message
    return new AppError('tracker-refused', `${this.host}: ${words}`)
  }
}

function readable(body: Buffer): unknown {
  try {
    return body.length === 0 ? undefined : parseJson(body)
  } catch {
    return undefined
  }
}
