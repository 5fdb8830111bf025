import { describe, expect, it } from 'vitest'
import { leftOutValue, withoutSecrets } from '../../http/call-log'
import { maskByName } from './masking'

describe('maskByName', () => {
  it('reports the headers that the log left out, once each, and none that it kept', () => {
    const headers = { 'x-csrf-token': 'hush', authorization: 'hush', location: 'https://u:pw@files.example', via: 'a' }
    const received = withoutSecrets(headers, (text) => text)
    const { value, masked } = maskByName({ requests: [{ headers: { sent: {}, received } }] })
    expect(value.requests[0]?.headers.received).toEqual(received)
    const here = 'requests[0].headers.received'
    expect(masked.map(({ path }) => path)).toEqual([
      `${here}.x-csrf-token`,
      `${here}.authorization`,
      `${here}.location`
    ])
  })

  it.each(['api_key', 'access_token', 'refreshToken', 'client_secret', 'Password', 'Cookie'])('masks %s', (name) => {
    expect(maskByName({ record: { [name]: 'hush', id: 'a' } })).toEqual({
      value: { record: { [name]: '[masked]', id: 'a' } },
      masked: [{ path: `record.${name}`, why: expect.stringContaining(name) }]
    })
  })

  it('masks the value of a field that appears by its name', () => {
    const fields = [
      { field: 'api_key', value: 'hush', reading: 'not known' },
      { field: 'id', value: 'a', reading: 'its id' }
    ]
    const { value, masked } = maskByName({ fields })
    expect(value.fields.map((one) => one.value)).toEqual(['[masked]', 'a'])
    expect(masked.map(({ path }) => path)).toEqual(['fields[0].value'])
  })

  it('leaves what is empty, and what only looks left out, as it is', () => {
    const record = { api_key: null, note: leftOutValue }
    expect(maskByName({ record })).toEqual({ value: { record }, masked: [] })
  })
})
