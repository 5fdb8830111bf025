import { expect, it } from 'vitest'
import { providerErrorIn } from './provider-error'

const read = (body: unknown, contentType = 'application/json') =>
  providerErrorIn(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), contentType, (text) => text)

it.each([
  [
    { error: { status: 422, code: 'invalid_employee', message: 'name.last is needed' } },
    { status: 422, code: 'invalid_employee', message: 'name.last is needed' }
  ],
  [
    { status: 404, error: 'Not Found', message: 'No employee' },
    { status: 404, code: 'Not Found', message: 'No employee' }
  ],
  [
    { error: 'invalid_grant', error_description: 'Expired' },
    { status: null, code: 'invalid_grant', message: 'Expired' }
  ],
  [{ errors: [{ status: '409', title: 'Taken' }] }, { status: 409, code: null, message: 'Taken' }],
  [{ errors: ['No such person'] }, { status: null, code: 'No such person', message: null }],
  [
    { status: 503, title: 'Maintenance' },
    { status: 503, code: null, message: 'Maintenance' }
  ],
  [{ error: { code: 401, message: 'Expired' } }, { status: 401, code: null, message: 'Expired' }]
])('reads the usual shapes of an error: %j', (body, error) => {
  expect(read(body)).toEqual(error)
})

it.each([
  { data: [{ id: 1 }], error: null, errors: [] },
  { id: 7, status: 'ACTIVE', type: 'employee', message: 'hi' },
  { status: 200, message: 'Created' },
  { id: 7, status: 450 },
  { error: { unknown: true } },
  [{ error: { status: 500 } }],
  'null',
  'no JSON',
  ''
])('claims nothing of %j', (body) => {
  expect(read(body)).toBeNull()
})

it('reads a SOAP fault, also within a JSON text', () => {
  const fault =
    '<e:Envelope><e:Body><e:Fault><faultcode>e:Client</faultcode><faultstring>Page &lt; 1</faultstring></e:Fault></e:Body></e:Envelope>'
  const error = { status: null, code: 'Client', message: 'Page < 1' }
  expect(read(fault, 'text/xml')).toEqual(error)
  expect(read(JSON.stringify(fault))).toEqual(error)
  expect(read('<people><faultcode>1</faultcode></people>', 'text/xml')).toBeNull()
})

it('masks what it reads, and keeps it short and on one line', () => {
  const body = Buffer.from(JSON.stringify({ error: { code: 'a\nb', message: `key s3cret ${'x'.repeat(500)}` } }))
  const error = providerErrorIn(body, 'application/json', (text) => text.replace('s3cret', '[token]'))
  expect(error?.code).toBe('a b')
  expect(error?.message).toMatch(/^key \[token\] x+…$/)
  expect(error?.message?.length).toBeLessThanOrEqual(201)
})

it('reads nothing of a body that is too long for an error', () => {
  expect(read({ error: { status: 500 }, data: 'x'.repeat(70_000) })).toBeNull()
})
