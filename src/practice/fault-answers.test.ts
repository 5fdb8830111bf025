import { get, type IncomingMessage } from 'node:http'
import { createGunzip } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Fault } from './faults'
import { ATS, call, HRIS, practice } from './testing'
import type { PracticeService } from './types'

const withFault = (fault: Fault) => practice({ faults: [fault] })

/** fetch would unpack, and hide how an answer broke off. */
function raw(service: PracticeService, path = HRIS): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(service.url + path, { headers: { authorization: `Bearer ${service.bearerToken}` } }, resolve).on(
      'error',
      reject
    )
  })
}

/** undefined if the answer ends well. */
async function failureOf(answer: Promise<IncomingMessage>): Promise<string | undefined> {
  try {
    for await (const _chunk of await answer);
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

async function sizeOf(stream: AsyncIterable<Buffer>, enough = Infinity): Promise<number> {
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size >= enough) break
  }
  return size
}

describe('faults in the place of an answer', () => {
  it('status: this status, body and headers', async () => {
    const plain = await call(await withFault({ name: 'status' }), HRIS)
    expect([plain.status, await plain.json()]).toEqual([500, { detail: expect.any(String) }])
    const fault: Fault = { name: 'status', status: 503, body: { detail: [1] }, headers: { 'Retry-After': '9' } }
    const set = await call(await withFault(fault), HRIS)
    expect([set.status, await set.json(), set.headers.get('Retry-After')]).toEqual([503, { detail: [1] }, '9'])
  })

  it('status: 204 has no body', async () => {
    const answer = await call(await withFault({ name: 'status', status: 204, body: undefined }), HRIS)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  })

  it('html: a page with status 200', async () => {
    const answer = await call(await withFault({ name: 'html' }), HRIS)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await answer.text()).toMatch(/^<!doctype html>/)
  })

  it('garbage: JSON by its header only', async () => {
    const answer = await call(await withFault({ name: 'garbage' }), HRIS)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/json'])
    await expect(answer.json()).rejects.toThrow(SyntaxError)
  })

  it('truncated: less than was promised', async () => {
    const service = await withFault({ name: 'truncated' })
    const answer = await raw(service)
    expect(answer.statusCode).toBe(200)
    expect(await failureOf(Promise.resolve(answer))).toBe('ECONNRESET')
    await expect((await call(service, HRIS)).text()).rejects.toThrow('terminated')
  })

  it('endless: more and more, until the client leaves', async () => {
    const service = await withFault({ name: 'endless' })
    const answer = await raw(service)
    expect(await sizeOf(answer, 3_000_000)).toBeGreaterThanOrEqual(3_000_000)
    expect(answer.headers['content-length']).toBeUndefined()
    // `close` ends it after the test.
    await (await raw(service))[Symbol.asyncIterator]().next()
  })

  it('reset: the socket is gone before any answer', async () => {
    expect(await failureOf(raw(await withFault({ name: 'reset' })))).toBe('ECONNRESET')
  })

  it('hang: no answer, and the service can still close', async () => {
    const service = await withFault({ name: 'hang', path: HRIS })
    const failed = failureOf(raw(service))
    await expect.poll(() => service.requests).toHaveLength(1)
    expect((await call(service, ATS)).status).toBe(200)
    expect(service.requests[0]).toMatchObject({ path: HRIS, status: null })
    await service.close()
    expect(await failed).toBe('ECONNRESET')
  })

  it('redirect: 307 to somewhere else', async () => {
    const plain = await call(await withFault({ name: 'redirect' }), HRIS)
    expect([plain.status, plain.headers.get('Location')]).toEqual([307, 'https://elsewhere.invalid/api'])
    const set = await call(await withFault({ name: 'redirect', status: 302, location: '/x' }), HRIS)
    expect([set.status, set.headers.get('Location')]).toEqual([302, '/x'])
  })

  it('deep: valid JSON nested 20,000 deep', async () => {
    const text = await (await call(await withFault({ name: 'deep' }), HRIS)).text()
    expect(text.split('[').length - 2).toBe(20_000)
    expect(() => JSON.parse(text)).not.toThrow()
  })

  it('gzip-bomb: valid JSON of the asked size', async () => {
    const answer = await call(await withFault({ name: 'gzip-bomb', megabytes: 3 }), HRIS)
    const text = await answer.text()
    expect(text.length).toBeGreaterThan(3 * 1024 * 1024)
    expect(JSON.parse(text)).toEqual({ cursor: null, page_size: 0, items: [] })
  })

  it('gzip-bomb: a gigabyte out of little over one megabyte', { timeout: 60_000 }, async () => {
    const answer = await raw(await withFault({ name: 'gzip-bomb' }))
    expect(answer.headers['content-encoding']).toBe('gzip')
    let packed = 0
    answer.on('data', (chunk: Buffer) => (packed += chunk.length))
    expect(await sizeOf(answer.pipe(createGunzip()))).toBeGreaterThanOrEqual(1024 ** 3)
    expect(packed).toBeLessThan(1_500_000)
  })
})
