import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { AnswerFault } from './faults'

type Answer<N> = (fault: Extract<AnswerFault, { name: N }>, res: ServerResponse, req: IncomingMessage) => void

const JSON_TYPE = { 'Content-Type': 'application/json' }
const MEGABYTE = 1024 * 1024
const ENDLESS_CHUNKS = 65_536

const ANSWERS: { [N in AnswerFault['name']]: Answer<N> } = {
  status(fault, res) {
    const body = 'body' in fault ? fault.body : { detail: 'The practice service was asked to fail here.' }
    res.writeHead(fault.status ?? 500, { ...JSON_TYPE, ...fault.headers })
    res.end(JSON.stringify(body))
  },
  html(fault, res) {
    res.writeHead(fault.status ?? 200, { 'Content-Type': 'text/html; charset=utf-8' })
    res.end('<!doctype html><title>Sign in</title><h1>Please sign in to the network</h1>')
  },
  garbage(_fault, res) {
    res.writeHead(200, JSON_TYPE)
    res.end('{"cursor": null, "page_size": 2, "items": [{"id": "9c1f')
  },
  truncated(_fault, res) {
    const half = '{"cursor":null,"page_size":1,"items":['
    res.writeHead(200, { ...JSON_TYPE, 'Content-Length': half.length * 2 })
    res.write(half, () => res.destroy())
  },
  endless(_fault, res) {
    res.writeHead(200, JSON_TYPE)
    send(res, endlessItems())
  },
  reset(_fault, _res, req) {
    req.socket.resetAndDestroy()
  },
  'stale-socket'(_fault, _res, req) {
    req.socket.resetAndDestroy()
  },
  hang() {
    // The socket stays open until the client or `close` ends it.
  },
  'gzip-bomb'(fault, res) {
    res.writeHead(200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' })
    send(res, bomb(fault.megabytes ?? 1024))
  },
  deep(fault, res) {
    const depth = fault.depth ?? 20_000
    res.writeHead(200, JSON_TYPE)
    res.end(`{"cursor":null,"page_size":1,"items":[{"nested":${'['.repeat(depth)}${']'.repeat(depth)}}]}`)
  },
  redirect(fault, res) {
    res.writeHead(fault.status ?? 307, { Location: fault.location ?? 'https://elsewhere.invalid/api' })
    res.end()
  }
}

export function answerFault(fault: AnswerFault, res: ServerResponse, req: IncomingMessage): void {
  const answer = ANSWERS[fault.name] as Answer<AnswerFault['name']>
  answer(fault, res, req)
}

/** These faults make clients leave. */
function send(res: ServerResponse, chunks: Iterable<Buffer> | AsyncIterable<Buffer>): void {
  pipeline(Readable.from(chunks), res, () => undefined)
}

async function* endlessItems(): AsyncGenerator<Buffer> {
  yield Buffer.from('{"cursor":null,"page_size":1,"items":[')
  const chunk = Buffer.from('{"id":"again and again"},'.repeat(2600))
  for (let n = 0; n < ENDLESS_CHUNKS; n++) {
    yield chunk
    // The client may share this process.
    await wait(1)
  }
}

/** Gzip members may follow each other, so one packed megabyte is sent many times. */
function* bomb(megabytes: number): Generator<Buffer> {
  yield gzipSync('{"cursor":null,"page_size":0,"items":[]')
  const blanks = gzipSync(Buffer.alloc(MEGABYTE, ' '), { level: 9 })
  for (let n = 0; n < megabytes; n++) yield blanks
  yield gzipSync('}')
}
