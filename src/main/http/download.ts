import { AppError } from '../../shared/errors'
import { unless } from '../base/clock'
import { causeOf } from './failure'
import { beforeFirstByte, decoded, TransportFailure, type DispatcherFor } from './transport'
import { usualLimits, Watch, type Limits } from './watch'

export interface FileRequest {
  url: URL
  signal: AbortSignal
  /** Decoded. */
  maxBytes: number
  /** Gets each piece of a 200; the next read waits for it. */
  take: (piece: Buffer) => Promise<void>
}

export interface FileAnswer {
  status: number
  /** Decoded; 0 for any answer but a 200, whose body is not read. */
  bytes: number
  /** False for an encoded body: the stated size then does not apply. */
  plain: boolean
}

/**
 * Downloads a file piece by piece, without token, cookie or redirect. Nothing logs the address: it is signed. Rejects
 * with a TransportFailure, or the AppError of `take`.
 */
export type Download = (of: FileRequest) => Promise<FileAnswer>

export function undiciDownload(dispatcherFor: DispatcherFor, limits: Limits = usualLimits): Download {
  return async ({ url, signal, maxBytes, take }) => {
    const limit = new AbortController()
    const stop = AbortSignal.any([signal, limit.signal])
    let hasHead = false
    const watch = new Watch(limits, true, ignore, (part, message) =>
      limit.abort(new TransportFailure(part === 'connection' ? 'unreachable' : 'timeout', message, true))
    )
    try {
      const dispatcher = await unless(stop, dispatcherFor(url, false))
      const { request } = await import('undici')
      const asked = request(url, {
        dispatcher: dispatcher.compose(beforeFirstByte(() => watch.enter('answer'))),
        method: 'GET',
        headers: { 'accept-encoding': 'identity' },
        signal: stop
      })
      const { statusCode: status, headers, body } = await unless(stop, asked)
      hasHead = true
      watch.enter('rest')
      if (status !== 200) {
        body.on('error', ignore).destroy()
        return { status, bytes: 0, plain: true }
      }
      const encoding = String(headers['content-encoding'] ?? 'identity')
      let bytes = 0
      // Leaving the loop by a throw also closes the connection.
      for await (const piece of decoded(body, encoding) as AsyncIterable<Buffer>) {
        bytes += piece.length
        if (bytes > maxBytes) throw tooLarge(maxBytes)
        watch.came(piece.length)
        await take(piece)
      }
      return { status, bytes, plain: encoding === 'identity' }
    } catch (thrown) {
      if (signal.aborted) throw new TransportFailure('cancelled', 'Cancelled.', true)
      const known: unknown = limit.signal.aborted ? limit.signal.reason : thrown
      if (known instanceof TransportFailure || known instanceof AppError) throw known
      const { code, message } = causeOf(known, hasHead)
      throw new TransportFailure(code, message, true)
    } finally {
      watch.stop()
    }
  }
}

const ignore = () => undefined

const tooLarge = (most: number) =>
  new TransportFailure('too-large', `The file is larger than ${Math.round(most / 1e6)} MB.`, true)
