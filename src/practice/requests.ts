import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { Problem, type RawBody, type Reply } from './reply'
import type { PracticeRequest } from './types'

const KEPT = 10_000
const VALUE_KEPT = 2000
export const BODY_CAP = 1024 * 1024
const READ_OVER = 16

export function note(log: PracticeRequest[], req: IncomingMessage, res: ServerResponse, at: number): void {
  const { path, query } = splitTarget(req)
  const entry: PracticeRequest = {
    method: req.method ?? '',
    path,
    query: Object.fromEntries([...query].map(([name, value]) => [name, shortened(value)])),
    at,
    authorization: req.headers.authorization !== undefined,
    connectorToken: req.headers['x-connector-token'] !== undefined,
    status: null
  }
  log.push(entry)
  if (log.length > KEPT) log.splice(0, log.length - KEPT)
  const answered = () => {
    if (res.headersSent) entry.status = res.statusCode
  }
  res.once('finish', answered).once('close', answered)
}

/** A log of huge cursors would fill the memory. */
function shortened(value: string): string {
  return value.length > VALUE_KEPT ? `${value.slice(0, VALUE_KEPT)}…` : value
}

/** Exactly as sent, so that a client's faults show. */
export function splitTarget(req: IncomingMessage): { path: string; query: URLSearchParams } {
  const target = req.url ?? '/'
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, query: new URLSearchParams() }
  return { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) }
}

/**
 * Discards bytes beyond the cap, so that the client gets an answer instead of a broken pipe.
 *
 * @throws Problem 413 beyond the cap
 */
export async function readBody(req: IncomingMessage, cap = BODY_CAP): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= cap) chunks.push(chunk)
    if (size > READ_OVER * cap) req.socket.destroy()
  }
  if (size > cap) throw new Problem(413, 'Request body too large')
  return Buffer.concat(chunks)
}

export function sendReply(res: ServerResponse, reply: Reply, extra: Record<string, string>): void {
  if (reply.reset) return void res.socket?.resetAndDestroy()
  if (reply.raw) return sendRaw(res, reply, reply.raw, extra)
  const body = reply.body === undefined ? '' : JSON.stringify(reply.body)
  // 204 has neither a body nor a length (RFC 9110, 8.6).
  const about =
    reply.status === 204
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
  res.writeHead(reply.status, { ...about, ...extra, ...reply.headers })
  res.end(body)
}

function sendRaw(res: ServerResponse, reply: Reply, raw: RawBody, extra: Record<string, string>): void {
  const whole = typeof raw.bytes === 'string' || Buffer.isBuffer(raw.bytes)
  const known = whole ? Buffer.byteLength(raw.bytes as string) : raw.length
  const length = known === undefined ? {} : { 'Content-Length': String(known * (raw.cut ? 2 : 1)) }
  res.writeHead(reply.status, { 'Content-Type': raw.type, ...length, ...extra, ...reply.headers })
  if (raw.cut) res.write(raw.bytes as Buffer, () => res.destroy())
  else if (whole) res.end(raw.bytes)
  // A client may leave during a large answer.
  else pipeline(Readable.from(raw.bytes), res, () => undefined)
}
