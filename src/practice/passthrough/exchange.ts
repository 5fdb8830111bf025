import type { RawBody } from '../reply'
import type { PracticeConnector } from '../connector'

export const METHODS = ['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'] as const
export const REQUEST_FORMATS = ['JSON', 'XML', 'MULTIPART'] as const
export const RESPONSE_FORMATS = ['JSON', 'XML', 'MULTIPART', 'BINARY'] as const

export interface Forwarded {
  method: (typeof METHODS)[number]
  /** Without its query. */
  path: string
  /** From the path, then `params`. */
  query: URLSearchParams
  headers: Record<string, string>
  params: unknown
  data: unknown
  request_format: (typeof REQUEST_FORMATS)[number]
  response_format: (typeof RESPONSE_FORMATS)[number]
  /** Seconds. */
  timeout: number | undefined
  /** Exact bytes, which JSON.parse would change. */
  message: string
  connector: PracticeConnector
  signal: AbortSignal
}

/** The caller gets only this, in a 200. */
export type Provider = (request: Forwarded) => RawBody | Promise<RawBody>

export class NoAnswer extends Error {
  constructor(readonly how: 'reset' | 'timeout') {
    super(how)
  }
}

export function json(value: unknown): RawBody {
  return { type: 'application/json', bytes: JSON.stringify(value) }
}

/** Its status is only in the body: a passthrough 200 says that the provider was reached. */
export function failure(status: number, code: string, message: string): RawBody {
  return json({ error: { status, code, message } })
}

export const isWrite = (method: string) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)

/** null if it is no whole number, or out of bounds. */
export function whole(query: URLSearchParams, name: string, bounds: { min: number; max: number; fallback: number }) {
  const text = query.get(name)
  if (text === null) return bounds.fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  return value >= bounds.min && value <= bounds.max ? value : null
}
