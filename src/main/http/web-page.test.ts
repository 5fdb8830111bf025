import { describe, expect, it } from 'vitest'
import { granted, scripted, target, testClient } from '../testing/fakes'
import { isWebPage } from './web-page'
import { write } from './write'

const page = '<!DOCTYPE html><title>Sign in to the hotel</title>'
const answer = (body: string, headers: Record<string, string> = {}, status = 200) => ({
  ...{ status, headers, allHeaders: [], body: Buffer.from(body) }
})
const { signal } = new AbortController()

describe('a web page in place of the service', () => {
  it.each<[string, ReturnType<typeof answer>, boolean]>([
    ['HTML by its type', answer(page, { 'content-type': 'text/html; charset=utf-8' }), true],
    ['HTML by its first word', answer(`\n ${page}`), true],
    ['XHTML', answer('<?xml version="1.0"?><html/>', { 'content-type': 'application/xhtml+xml' }), true],
    [
      'HTML that carries the service’s headers',
      answer(page, { 'content-type': 'text/html', 'x-request-id': 'r1' }),
      false
    ],
    ['JSON', answer('{}', { 'content-type': 'application/json' }), false],
    ['JSON without a type', answer('{"html":"<html>"}'), false],
    ['nothing', answer('', { 'content-type': 'text/html' }, 204), false],
    ['a refusal in HTML', answer(page, { 'content-type': 'text/html' }, 404), false]
  ])('%s', (_, response, expected) => {
    expect(isWebPage(response)).toBe(expected)
  })

  it('is not a success of a write: nothing says that it was done, and it is not sent again', async () => {
    const transport = scripted([answer(page, { 'content-type': 'text/html' })])
    const call = { asker: 'mappings', subject: 's', method: 'POST', path: '/api/v1/x', body: '{}', signal } as const
    const { change, error } = await write(testClient(transport), target, granted(call))
    expect(change).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('A web page answered') })
    expect(error).toMatchObject({ code: 'bad-response' })
    expect(transport.requests).toHaveLength(1)
  })

  it('fails a read at once', async () => {
    const transport = scripted([answer(page, { 'content-type': 'text/html' })])
    const call = { asker: 'connectors', method: 'GET', path: '/api/v1/x', signal } as const
    await expect(testClient(transport).send(target, call)).rejects.toMatchObject({
      code: 'bad-response',
      message: expect.stringContaining('A web page answered')
    })
    expect(transport.requests).toHaveLength(1)
  })

  it('is taken where a third party’s page may be handed through', async () => {
    const transport = scripted([answer(page, { 'content-type': 'text/html' })])
    const call = { asker: 'passthrough', method: 'POST', path: '/x', signal, mayBePage: true } as const
    expect((await testClient(transport).exchange(target, granted(call))).body.toString()).toBe(page)
  })
})
