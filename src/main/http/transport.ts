import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Readable } from 'node:stream'
import { request, type Dispatcher } from 'undici'
import type { ErrorCode } from '../../shared/errors'
import type { Headers } from './retry-after'

export interface TransportRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  /** Whole time of this try, from connecting to the last byte, in ms: an answer that drips for ever ends here. */
  timeoutMs: number
  /** Of the decoded body: a small gzip can hold a gigabyte. */
  maxBytes: number
}

export interface TransportResponse {
  status: number
  headers: Headers
  /** Decoded. */
  body: Buffer
}

/** One try, no redirects, no retries. Rejects with a TransportFailure. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

export class TransportFailure extends Error {
  constructor(
    readonly code: Extract<
      ErrorCode,
      'unreachable' | 'untrusted-certificate' | 'timeout' | 'cancelled' | 'bad-response' | 'too-large'
    >,
    message: string,
    /** False only where it is certain that no byte of the request left this computer. */
    readonly sent: boolean
  ) {
    super(message)
  }
}

/**
 * The transport over undici. Not Chromium's stack: that one repeats a POST by itself on a dead keep-alive socket.
 * undici's `request` follows no redirect, so `x-connector-token` goes to nobody else.
 *
 * @param dispatcherFor the agent for a URL: direct, or through the proxy the OS names
 */
export function undiciTransport(dispatcherFor: (url: URL) => Promise<Dispatcher>): Transport {
  return async ({ method, url, headers, body, signal, timeoutMs, maxBytes }) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    try {
      const response = await request(url, {
        dispatcher: await dispatcherFor(url),
        method: method as Dispatcher.HttpMethod,
        headers: { 'accept-encoding': 'gzip, br, deflate', ...headers },
        body: body ?? null,
        signal: AbortSignal.any([signal, deadline]),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs
      })
      const names = flatten(response.headers)
      return { status: response.statusCode, headers: names, body: await readAll(response.body, names, maxBytes) }
    } catch (thrown) {
      if (signal.aborted) throw new TransportFailure('cancelled', 'Cancelled.', true)
      if (deadline.aborted) {
        throw new TransportFailure('timeout', `No complete answer within ${timeoutMs / 1_000} s.`, true)
      }
      throw thrown instanceof TransportFailure ? thrown : failureOf(thrown)
    }
  }
}

async function readAll(body: Readable, headers: Headers, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop by a throw destroys the stream and with it the connection.
  for await (const chunk of decoded(body, headers['content-encoding']) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      throw new TransportFailure('too-large', `The answer is larger than ${Math.round(maxBytes / 1e6)} MB.`, true)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

function decoded(body: Readable, encoding: string | undefined): Readable {
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : undefined
  // A failure on either side reaches the reader through the decoder, so the callback has nothing to add.
  return decoder ? pipeline(body, decoder, () => undefined) : body
}

function flatten(headers: Record<string, string | string[] | undefined>): Headers {
  const flat: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) flat[name.toLowerCase()] = first
  }
  return flat
}

const neverLeft = new Map([
  ['ENOTFOUND', 'There is no computer of that name.'],
  ['EAI_AGAIN', 'The name could not be looked up: no network, or no DNS.'],
  ['ECONNREFUSED', 'Nothing answers at that address and port.'],
  ['EHOSTUNREACH', 'The network has no way to that address.'],
  ['ENETUNREACH', 'This computer has no network.'],
  ['UND_ERR_CONNECT_TIMEOUT', 'The address did not answer in time.']
])

function failureOf(thrown: unknown): TransportFailure {
  const { code, message } = innermost(thrown)
  const unsent = neverLeft.get(code)
  if (unsent) return new TransportFailure('unreachable', unsent, false)
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS/.test(code)) {
    return new TransportFailure('untrusted-certificate', `The server's certificate is not trusted: ${message}.`, false)
  }
  if (/^(HPE_|Z_|ERR_.*(BROTLI|ZLIB)|UND_ERR_RES)/.test(code)) {
    return new TransportFailure('bad-response', `The answer broke off or is not HTTP: ${message}.`, true)
  }
  return new TransportFailure('unreachable', `The connection was lost: ${message}.`, true)
}

/** Node wraps what happened in an AggregateError (one per address tried) or a cause. */
function innermost(thrown: unknown): { code: string; message: string } {
  const error = thrown as { code?: string; message?: string; cause?: unknown; errors?: unknown[] }
  if (error.errors?.length) return innermost(error.errors[0])
  if (error.code === undefined && error.cause) return innermost(error.cause)
  return { code: error.code ?? '', message: (error.message ?? String(thrown)).replace(/\.$/, '') }
}
