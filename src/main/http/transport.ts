import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Readable } from 'node:stream'
import type * as Undici from 'undici'
import type { Dispatcher } from 'undici'
import type { ErrorCode } from '../../shared/errors'
import type { Quiet } from '../../shared/connectors/refresh'
import type { TokenChange } from '../../shared/workspaces/token-change'
import { unless } from '../base/clock'
import { causeOf } from './failure'
import type { Headers } from './retry-after'
import { usualLimits, Watch, type Limits } from './watch'

export interface TransportRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
  /** From connecting to the last byte, ms: ends an answer that drips forever. */
  timeoutMs: number
  /** Time until the answer's head is complete, ms; for a write, until it leaves. */
  silenceMs?: number
  /** Decoded: a small gzip can hold a gigabyte. */
  maxBytes: number
  /** 'sent': the first byte may leave (without this call it did not); 'head': the head came. */
  mark?: (moment: 'sent' | 'head') => void
  /** Called when nothing comes for a while; null when data comes again or the try ends. */
  quiet?: (quiet: Quiet | null) => void
}

export interface TransportResponse {
  status: number
  headers: Headers
  /** With repeated headers. */
  allHeaders: readonly (readonly [name: string, value: string])[]
  /** Decoded. */
  body: Buffer
  /** Of a 401, known by the client. */
  tokenChange?: TokenChange
}

/** In bytes; copying a smaller body takes no noticeable time. */
const sharedFrom = 1_000_000

/** One try, no redirects, no retries. Rejects with a TransportFailure. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

export class TransportFailure extends Error {
  constructor(
    readonly code: Extract<
      ErrorCode,
      'unreachable' | 'untrusted-certificate' | 'timeout' | 'cancelled' | 'bad-response' | 'too-large'
    >,
    message: string,
    /** False only if certainly no byte left this computer. */
    readonly sent: boolean,
    /** The part of an answer that came before it broke off, timed out or grew too large. */
    readonly part?: TransportResponse
  ) {
    super(message)
  }
}

/** With `keeps`, the agent may reuse a connection. */
export type DispatcherFor = (url: URL, keeps: boolean) => Promise<Dispatcher>

/**
 * The transport over undici. Chromium's stack repeats a POST by itself on a dead keep-alive socket. undici's `request`
 * follows no redirect, so `x-connector-token` goes nowhere else. A write gets its own connection: on a reused dead
 * connection, a lost write looks like one that arrived. undici hears a signal only on an open connection. So this stops
 * waiting at once, and drops the aborted request before its first byte.
 * @param dispatcherFor direct, or through the system's proxy
 */
export function undiciTransport(dispatcherFor: DispatcherFor, limits: Limits = usualLimits): Transport {
  return async ({ method, url, headers, body, signal, timeoutMs, silenceMs = Infinity, maxBytes, mark, quiet }) => {
    const deadline = AbortSignal.timeout(timeoutMs)
    const limit = new AbortController()
    const stop = AbortSignal.any([signal, deadline, limit.signal])
    const late = (part: 'connection' | 'answer' | 'rest', message: string) => {
      limit.abort(new TransportFailure(part === 'connection' ? 'unreachable' : 'timeout', message, sent))
    }
    const watch = new Watch(limits, isRepeatable(method), quiet ?? ignore, late, silenceMs)
    let sent = false
    let part: TransportResponse | undefined
    const leaving = () => {
      if (stop.aborted) return
      sent = true
      watch.enter('answer')
      mark?.('sent')
    }
    try {
      const dispatcher = await unless(stop, dispatcherFor(url, isRepeatable(method)))
      const { request } = await (undici ??= import('undici'))
      const asked = request(url, {
        dispatcher: dispatcher.compose(beforeFirstByte(leaving)),
        method: method as Dispatcher.HttpMethod,
        headers: { 'accept-encoding': 'gzip, br, deflate', ...headers },
        body: body ?? null,
        signal: stop,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs
      })
      const response = await unless(stop, asked)
      watch.enter('rest')
      mark?.('head')
      const head = { status: response.statusCode, ...readHeaders(response.headers) }
      const came = (bytes: number) => watch.came(bytes)
      const keep = (body: Buffer) => (part = { ...head, body })
      return { ...head, body: await readAll(response.body, head.headers, maxBytes, came, keep) }
    } catch (thrown) {
      if (signal.aborted) throw new TransportFailure('cancelled', 'Cancelled.', sent, part)
      if (deadline.aborted) {
        throw new TransportFailure('timeout', `No complete answer within ${timeoutMs / 1_000} s.`, sent, part)
      }
      const known = limit.signal.aborted ? limit.signal.reason : thrown
      const { code, message } = known instanceof TransportFailure ? known : causeOf(known, part !== undefined)
      throw new TransportFailure(code, message, sent, part)
    } finally {
      watch.stop()
    }
  }
}

const ignore = () => undefined

/** Loaded with the first request; asking for it again with each takes longer than the request. */
let undici: Promise<typeof Undici> | undefined

const isRepeatable = (method: string) => method === 'GET' || method === 'HEAD'

/** undici calls the handler's start just before it writes the head to a connected socket. */
export function beforeFirstByte(leaving: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        leaving()
        handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given)
    })
}

/**
 * @param came called with the bytes of each piece
 * @param keep gets the part read if the rest does not come
 */
async function readAll(
  body: Readable,
  headers: Headers,
  maxBytes: number,
  came: (bytes: number) => void,
  keep: (read: Buffer) => void
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Leaving the loop by a throw also closes the connection.
    for await (const chunk of decoded(body, headers['content-encoding']) as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      came(chunk.length)
      if (size > maxBytes) {
        throw new TransportFailure('too-large', `The answer is larger than ${Math.round(maxBytes / 1e6)} MB.`, true)
      }
    }
  } catch (thrown) {
    keep(Buffer.concat(chunks))
    throw thrown
  }
  return joined(chunks, size)
}

/** Puts a large body into shared memory: the viewer gets 50 MB without a copy. */
function joined(chunks: readonly Buffer[], size: number): Buffer {
  if (size < sharedFrom) return Buffer.concat(chunks, size)
  const whole = Buffer.from(new SharedArrayBuffer(size))
  let at = 0
  for (const chunk of chunks) at += chunk.copy(whole, at)
  return whole
}

export function decoded(body: Readable, encoding: string | undefined): Readable {
  const decoder =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'br'
        ? createBrotliDecompress()
        : encoding === 'deflate'
          ? createInflate()
          : undefined
  // A failure on either side reaches the reader through the decoder.
  return decoder ? pipeline(body, decoder, () => undefined) : body
}

function readHeaders(
  headers: Record<string, string | string[] | undefined>
): Pick<TransportResponse, 'headers' | 'allHeaders'> {
  const first: Record<string, string> = Object.create(null)
  const allHeaders: [string, string][] = []
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values ?? []].flat()) {
      first[name.toLowerCase()] ??= value
      allHeaders.push([name, value])
    }
  }
  return { headers: first, allHeaders }
}
