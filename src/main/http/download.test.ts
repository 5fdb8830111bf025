import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import { undiciDownload, type FileRequest } from './download'
import { usualLimits, type Limits } from './watch'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function setUp(answer: (request: IncomingMessage, response: ServerResponse) => void, limits?: Limits) {
  const heard: IncomingMessage[] = []
  const server = createServer((request, response) => {
    heard.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const agent = new Agent()
  closing.push(async () => {
    await agent.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/f?signature=1`)
  const pieces: Buffer[] = []
  const download = undiciDownload(async () => agent, limits)
  const get = (options: Partial<FileRequest> = {}) =>
    download({
      url,
      signal: new AbortController().signal,
      maxBytes: 1e6,
      take: async (piece) => void pieces.push(piece),
      ...options
    })
  return { get, heard, text: () => Buffer.concat(pieces).toString() }
}

describe('a file', () => {
  it('comes whole, asked for without any credentials', async () => {
    const { get, heard, text } = await setUp((_, response) => response.end('a file'))
    expect(await get()).toEqual({ status: 200, bytes: 6, plain: true })
    expect(text()).toBe('a file')
    expect(Object.keys(heard[0]?.headers ?? {}).sort()).toEqual(['accept-encoding', 'connection', 'host'])
  })

  it('is unpacked where its host sends it packed', async () => {
    const { get, text } = await setUp((_, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync('a file'))
    )
    expect(await get()).toEqual({ status: 200, bytes: 6, plain: false })
    expect(text()).toBe('a file')
  })

  it('is not read where the answer is no 200, and no redirect is followed', async () => {
    const { get, heard, text } = await setUp((_, response) => response.writeHead(302, { location: '/g' }).end('x'))
    expect(await get()).toEqual({ status: 302, bytes: 0, plain: true })
    expect([heard.length, text()]).toEqual([1, ''])
  })

  it('ends at its bound, packed or not', async () => {
    const { get } = await setUp((_, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(200_000)))
    )
    await expect(get({ maxBytes: 100_000 })).rejects.toMatchObject({ code: 'too-large' })
  })

  it('that breaks off is no file', async () => {
    const { get } = await setUp((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setImmediate(() => response.destroy())
    })
    await expect(get()).rejects.toMatchObject({ code: 'bad-response' })
  })

  it('whose writing fails says what the writing said', async () => {
    const { get } = await setUp((_, response) => response.end('a file'))
    const full = new AppError('disk-full', 'The disk is full.')
    await expect(get({ take: () => Promise.reject(full) })).rejects.toBe(full)
  })

  it('that stops coming is given up', async () => {
    const { get } = await setUp((_, response) => void response.writeHead(200).write('half'), {
      ...usualLimits,
      stallMs: 60,
      quietMs: 40
    })
    await expect(get()).rejects.toMatchObject({ code: 'timeout' })
  })

  it('can be cancelled at any time', async () => {
    const controller = new AbortController()
    const { get } = await setUp(() => controller.abort())
    await expect(get({ signal: controller.signal })).rejects.toMatchObject({ code: 'cancelled' })
  })
})
