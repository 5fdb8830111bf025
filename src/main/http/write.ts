import { randomUUID } from 'node:crypto'
import type { ChangeOutcome } from '../../shared/connectors/channels'
import type { AppError } from '../../shared/errors'
import { refusalWords } from '../../shared/error-words'
import type { Call, Target } from './call'
import type { Client } from './client'
import { parseJson } from './json'
import { TransportFailure } from './transport'
import { outcomeOf } from './outcome'

export interface Written {
  change: ChangeOutcome
  /** The JSON answer; undefined if empty or unreadable. */
  json: unknown
  /** null for success. */
  error: AppError | null
}

/**
 * Sends a change once: without an answer it is `unknown` and never repeats by itself. Any 2xx is a success.
 * @throws AppError cancelled, before it left
 */
export async function write(client: Client, target: Target, call: Call): Promise<Written> {
  const send = randomUUID()
  const ended = await client.exchange(target, { ...call, partOf: send }).catch((thrown: unknown) => {
    if (thrown instanceof TransportFailure) return thrown
    throw thrown
  })
  const broken = ended instanceof TransportFailure
  const outcome = outcomeOf(
    call.method,
    broken ? { kind: 'broken', code: ended.code, sent: ended.sent } : { kind: 'answer', status: ended.status }
  )
  if (outcome === 'answered' && !broken) {
    const json = readable(ended.body)
    const { message } = (json ?? {}) as { message?: unknown }
    const said = typeof message === 'string' ? message : ''
    return { change: { outcome: 'done', message: said, stillListed: null }, json, error: null }
  }
  const error = client.errorOf(ended).at({ endpoint: `${call.method} ${call.path}` })
  const message = refusalWords(error.toShape())
  const ends = outcome === 'unknown' ? ({ outcome, send } as const) : ({ outcome: 'refused' } as const)
  return { change: { ...ends, message, stillListed: null }, json: undefined, error }
}

function readable(body: Buffer): unknown {
  try {
    return body.length === 0 ? undefined : parseJson(body)
  } catch {
    return undefined
  }
}
