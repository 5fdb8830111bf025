import type { RawBody } from '../reply'
import type { PracticeConnector } from '../connector'

export const METHODS = ['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'] as const
export const REQUEST_FORMATS = ['JSON', 'XML', 'MULTIPART'] as const
export const RESPONSE_FORMATS = ['JSON', 'XML', 'MULTIPART', 'BINARY'] as const

/** The forwarded request, as it reaches the third party. */
export interface Forwarded {
  method: (typeof METHODS)[number]
  /** Without its query. */
  path: string
  /** That of the path, and then `params`. */
  query: URLSearchParams
  headers: Record<string, string>
  params: unknown
  data: unknown
  request_format: (typeof REQUEST_FORMATS)[number]
  response_format: (typeof RESPONSE_FORMATS)[number]
  /** Seconds. */
  timeout: number | undefined
  /** The envelope as the service got it, byte for byte: what JSON.parse loses is still there. */
  message: string
  connector: PracticeConnector
  signal: AbortSignal
}

/** How the third party answers: nothing but this reaches the caller, in a 200. */
export type Provider = (request: Forwarded) => RawBody | Promise<RawBody>

/** What the third party does instead of answering. */
export class NoAnswer extends Error {
  constructor(readonly how: 'reset' | 'timeout') {
    super(how)
  }
}

export function json(value: unknown): RawBody {
  return { type: 'application/json', bytes: JSON.stringify(value) }
}

/**
 * The third party's own refusal. Its status is in the body only: a passthrough 200 says no more than that the third
 * party was reached.
 */
export function failure(status: number, code: string, message: string): RawBody {
  return json({ error: { status, code, message } })
}

export const isWrite = (method: string) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)

/** A whole number of the query within the bounds, null when it is not one. */
export function whole(query: URLSearchParams, name: string, bounds: { min: number; max: number; fallback: number }) {
  const text = query.get(name)
  if (text === null) return bounds.fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  return value >= bounds.min && value <= bounds.max ? value : null
}
