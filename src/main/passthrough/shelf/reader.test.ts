import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { TokenDigests } from '../../secrets/token-digests'
import { Reader } from './reader'
import { bytesOf, madeUpOpenApi, openedReader, yamlOf, type MadeUpFile } from './testing'

const read = (file: unknown) => new Reader().read(bytesOf(file), new TokenDigests().shared)
const employee = 'GET /company/employees/{}'
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXNlY3JldA'

it.each([
  ['JSON 3.0', madeUpOpenApi(), 'OpenAPI 3.0'],
  ['YAML 3.0', yamlOf(madeUpOpenApi()), 'OpenAPI 3.0'],
  ['YAML 3.1', yamlOf(madeUpOpenApi({ openapi: '3.1.0' })), 'OpenAPI 3.1']
])('reads operations, fields and body of %s', (_, file, format) => {
  const { reader, head, one } = openedReader(file)
  expect(head).toMatchObject({ title: 'Umbra HR', version: '2.4', format, base: '/v1', operations: 6, takenCount: 0 })
  expect(reader.operations('file')[0]).toEqual({
    id: 'GET /company/employees',
    ...{ method: 'GET', path: '/company/employees', name: 'List employees', tag: 'Employees' }
  })
  expect(one('GET /company/employees').fields).toMatchObject([
    {
      name: 'limit',
      in: 'query',
      required: false,
      type: 'whole number',
      default: '50',
      hint: 'At least 1, at most 200'
    },
    { name: 'state', required: true, type: 'one of 2', choices: ['active', 'left'] },
    { name: 'attributes[]', list: true, type: 'list of text', hint: 'At most 20 values' }
  ])
  expect(one(employee).fields).toMatchObject([
    { name: 'employee_id', in: 'path', required: true, type: 'whole number' }
  ])
  const { body } = one('POST /company/employees')
  expect(JSON.parse(body?.kind === 'json' ? body.text : '')).toEqual({
    name: 'Ada Example',
    hire_date: '',
    state: 'active'
  })
  expect(one(employee).answer).toEqual({
    status: '200',
    lines: [
      ...['{', '  "id": whole number', '  "name": text', '  "cost_center": list of text'],
      ...['  "email": text, email, may be null', '  "contract": object', '  "supervisor": Employee', '}']
    ]
  })
})

it('reads OpenAPI 2.0 with body and form', () => {
  const { one, head } = openedReader({
    swagger: '2.0',
    info: { title: 'Old', version: 1 },
    basePath: '/v1/',
    paths: {
      '/people/{id}': {
        put: {
          parameters: [
            { name: 'id', in: 'path', type: 'integer', required: true },
            { name: 'sort', in: 'query', type: 'string', enum: ['a', 'b'], default: 'a' },
            { name: 'body', in: 'body', schema: { $ref: '#/definitions/Person' } }
          ]
        }
      },
      '/files': {
        post: {
          parameters: [
            { name: 'title', in: 'formData', type: 'string', required: true },
            { name: 'file', in: 'formData', type: 'file' }
          ]
        }
      }
    },
    definitions: { Person: { required: ['age'], properties: { age: { type: 'integer' } } } }
  })
  expect(head).toMatchObject({ format: 'OpenAPI 2.0', base: '/v1', version: '1' })
  expect(one('PUT /people/{}')).toMatchObject({
    fields: [{ type: 'whole number' }, { choices: ['a', 'b'], default: 'a' }],
    body: { kind: 'json', text: '{\n  "age": 0\n}' }
  })
  expect(one('POST /files').body).toEqual({ kind: 'parts', parts: [{ name: 'title', value: '' }] })
})

it('reads a Postman collection', () => {
  const { one, head } = openedReader({
    info: { name: 'People', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: 'very-secret-bearer' }] },
    item: [
      {
        name: 'Employees',
        item: [
          {
            name: 'One',
            request: {
              method: 'POST',
              url: {
                raw: '{{base}}/people/:id?include=all',
                query: [
                  { key: 'include', value: 'all' },
                  { key: 'token', value: 'abc123' }
                ]
              },
              header: [
                { key: 'Authorization', value: 'Bearer abcdefgh' },
                { key: 'X-Page', value: '2' }
              ],
              body: { mode: 'raw', raw: '{"name": "Ada", "password": "hunter22"}' }
            }
          }
        ]
      }
    ]
  })
  expect(head).toMatchObject({ title: 'People', format: 'Postman 2.1', takenCount: 4 })
  expect(one('POST /people/{}')).toMatchObject({
    tag: 'Employees',
    fields: [
      { name: 'id', in: 'path' },
      { name: 'include', example: 'all' },
      { name: 'token' },
      { name: 'X-Page', in: 'header' }
    ],
    body: { text: JSON.stringify({ name: 'Ada', password: '' }, null, 2) }
  })
})

it('reads a HAR without any value of the customer', () => {
  const entry = (url: string, text?: string) => ({
    request: {
      ...{ method: text ? 'POST' : 'GET', url, headers: [{ name: 'Cookie', value: 'sid=very-secret' }], cookies: [] },
      ...{ queryString: [{ name: 'state', value: 'Quetzal' }], ...(text && { postData: { text } }) }
    }
  })
  const { one, head, packed, reader } = openedReader({
    log: {
      version: '1.2',
      entries: [
        entry('https://api.umbra.example/v1/people/4711?state=Quetzal'),
        entry('https://api.umbra.example/v1/people/4712?state=Quetzal'),
        entry('https://api.umbra.example/v1/people', '{"name": "Quetzal", "salary": 70000}')
      ]
    }
  })
  expect(head).toMatchObject({ title: 'api.umbra.example', format: 'HAR 1.2', operations: 2 })
  expect(one('POST /v1/people').body).toEqual({ kind: 'json', text: '{\n  "name": "",\n  "salary": 0\n}' })
  expect(reader.operations('file').map(({ path }) => path)).toEqual(['/v1/people/{id}', '/v1/people'])
  expect(JSON.stringify([head, reader.schema('file', 'GET /v1/people/{}')])).not.toMatch(/Quetzal|4711|very-secret/)
  expect(packed.length).toBeGreaterThan(0)
})

it.each([
  ['{"openapi": "3.0.0",\n "paths": {,}}', 'Line 2, column 12: '],
  ['openapi: 3.0.0\npaths:\n\t/x: 1', 'Line 3, column 1: Tab characters must not be used in indentation.'],
  ['openapi: 3.0.0\ninfo: [1,\n', /^Line 3, column 1: /],
  ['', 'This file is empty.'],
  ['<html></html>', 'This is no API file'],
  ['{"openapi": "4.0.0", "paths": {}}', 'OpenAPI 4.0.0 cannot be read'],
  ['{"openapi": "3.0.0", "paths": []}', 'paths: an object is needed here'],
  ['{"openapi": "3.0.0", "paths": {}}', 'This file has no operations.'],
  ['\x00\x01\x02', 'This file is no text']
])('refuses %j with its place and reason', (text, message) => {
  expect(() => read(text)).toThrow(message)
})

it('follows no reference out of the file, and lists each', () => {
  const { head, one } = openedReader(
    madeUpOpenApi({
      change({ paths, components }) {
        paths['/remote'] = { $ref: 'https://user:pw@evil.example/paths.yaml#/x?key=1' }
        components.schemas['Salaried'] = { $ref: './other.yaml#/Salaried' }
        components.schemas['Hourly'] = { $ref: '#/components/schemas/Nowhere' }
      }
    })
  )
  expect(head.taken).toEqual([
    { kind: 'remote', place: '/remote: https://evil.example/paths.yaml' },
    { kind: 'broken', place: 'components.schemas.Hourly: #/components/schemas/Nowhere' },
    { kind: 'remote', place: 'components.schemas.Salaried: ./other.yaml' }
  ])
  expect(one(employee).answer?.lines).toContain('  "contract": any value')
})

it('takes out tokens, example secrets and known tokens, and says where', () => {
  const digests = new TokenDigests()
  digests.add('ct_known_token_of_a_customer')
  const file = madeUpOpenApi({
    token: jwt,
    change({ paths }) {
      const one = paths['/company/employees/{employee_id}']?.['get'] as Record<string, unknown>
      one['description'] = 'curl -H "Authorization: Bearer 0123456789abcdef0123"'
      one['parameters'] = [
        { name: 'Authorization', in: 'header', example: 'Bearer 12345678' },
        { name: 'sid', in: 'cookie', example: 'abc' },
        { name: 'access_token', in: 'query', schema: { type: 'string', example: 'hunter2' } }
      ]
      const pay = paths['/company/employees/{employee_id}/recalculate']?.['get'] as Record<string, unknown>
      pay['description'] = 'Try ct_known_token_of_a_customer'
    }
  })
  const { head, reader } = openedReader(file, digests)
  const place = 'GET /company/employees/{employee_id}'
  expect(head.taken.map(({ kind, place }) => `${kind} ${place}`).sort()).toEqual([
    `secret ${place} cookie sid`,
    `secret ${place} description`,
    `secret ${place} header Authorization`,
    `secret ${place} query access_token.example`,
    'secret GET /company/employees/{}/recalculate',
    'secret components.schemas.NewEmployee.api_key.example',
    'secret securitySchemes.key'
  ])
  const all = reader.operations('file').map(({ id }) => [reader.operation('file', id), reader.schema('file', id)])
  const kept = JSON.stringify([head, all])
  for (const secret of [jwt, 'hunter2', '12345678', '0123456789abcdef', 'ct_known']) expect(kept).not.toContain(secret)
})

it('ends at loops, alias bombs and deep nesting', () => {
  const lines = ['openapi: 3.0.0', 'x0: &a0 {type: object, properties: {a: {type: string}}}']
  for (let n = 1; n < 40; n++)
    lines.push(`x${n}: &a${n} {type: object, properties: {a: *a${n - 1}, b: *a${n - 1}, c: *a${n - 1}}}`)
  lines.push('paths: {/x: {get: {responses: {200: {content: {application/json: {schema: *a39}}}}}}}')
  expect(() => read(lines.join('\n'))).toThrow('expand to more than 1 million parts')

  const schema = `${'{"type": "array", "items": '.repeat(50_000)}{}${'}'.repeat(50_000)}`
  const deep = `{"openapi": "3.1.0", "paths": {"/x": {"get": {"responses": {"200": {"content": {"a/json": {"schema": ${schema}}}}}}}}}`
  expect(openedReader(deep).head).toMatchObject({ takenCount: 1, taken: [{ kind: 'unread' }] })
  expect(() => read(`openapi: 3.0.0\npaths: ${'['.repeat(100_000)}`)).toThrow(/^Line 2, column \d+: Nesting exceeded/)

  const loop = { a: { $ref: '#/components/schemas/b' }, b: { $ref: '#/components/schemas/a' } }
  const { one } = openedReader(
    madeUpOpenApi({
      change: ({ components }: MadeUpFile) => Object.assign(components.schemas, { Employee: loop.a, ...loop })
    })
  )
  expect(one(employee).answer?.lines).toEqual(['any value'])
})

it('merges parts that refer to each other, or to one a thousand times, in no time', () => {
  const schemas: Record<string, unknown> = {
    A: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/A0' }] }
  }
  for (let n = 0; n < 60; n++) {
    const next = { $ref: `#/components/schemas/A${(n + 1) % 60}` }
    schemas[`A${n}`] = { allOf: [next, next, { properties: { [`f${n}`]: { type: 'string' } } }] }
  }
  const file = madeUpOpenApi({
    change: ({ components }) => Object.assign(components.schemas, schemas, { Employee: schemas['A'] })
  })
  const { one, reader } = openedReader(file)
  expect(one(employee).answer?.lines).toHaveLength(62)
  expect(reader.changes('file', 'file').counts.changed).toBe(0)
})

it('keeps names such as __proto__ as names', () => {
  const text =
    '{"openapi": "3.0.0", "paths": {"/x": {"post": {"requestBody": {"content": {"application/json": {"schema": {"required": ["__proto__"], "properties": {"__proto__": {"type": "string", "example": "a"}}}}}}}}}}'
  expect(openedReader(text).one('POST /x').body).toEqual({ kind: 'json', text: '{\n  "__proto__": "a"\n}' })
})

it('keeps only limits that are numbers: JSON has no other', () => {
  const text = yamlOf(madeUpOpenApi()).replace('maximum: 200', 'maximum: .inf').replace('minimum: 1', 'minimum: .nan')
  const { reader, head, packed, one } = openedReader(text)
  expect(one('GET /company/employees').fields[0]).toMatchObject({ name: 'limit', hint: '' })
  expect(reader.clean(head, packed, new TokenDigests().shared).head).toEqual(head)
})

it('refuses a file of another desk that unpacks to too much, or is none', () => {
  const { reader, head } = openedReader(madeUpOpenApi())
  const clean = (text: string) => reader.clean(head, gzipSync(text), new TokenDigests().shared)
  expect(() => clean(' '.repeat(65e6))).toThrow(expect.objectContaining({ code: 'too-large' }))
  expect(() => clean('{}')).toThrow(expect.objectContaining({ code: 'invalid-input' }))
})

it('says what a newer file adds, removes and changes', () => {
  const { reader } = openedReader(madeUpOpenApi({ operations: 8 }))
  const newer = madeUpOpenApi({
    operations: 7,
    version: '2.5',
    change({ paths, components }) {
      delete paths['/company/employees/{employee_id}']?.['delete']
      paths['/teams'] = { get: { summary: 'Teams', responses: {} } }
      const list = paths['/company/employees']?.['get'] as { parameters: { schema: Record<string, unknown> }[] }
      Object.assign(list.parameters[0]?.schema ?? {}, { maximum: 100 })
      components.schemas['Salaried'] = {
        type: 'object',
        properties: { salary: { type: 'string' }, bonus: { type: 'number' } }
      }
      Object.assign(components.schemas['NewEmployee'] ?? {}, { required: ['name', 'note'] })
    }
  })
  const { packed } = reader.read(bytesOf(newer), new TokenDigests().shared)
  reader.open('newer', packed)
  const { counts, added, removed, changed } = reader.changes('file', 'newer')
  expect(counts).toEqual({ added: 1, removed: 2, changed: 4, same: 2 })
  expect(added.map(({ name }) => name)).toEqual(['Teams'])
  expect(removed.map(({ name }) => name)).toEqual(['Delete employee', 'Thing 7'])
  const of = (name: string) => changed.find((one) => one.name === name)?.changes
  expect(of('List employees')).toEqual([
    {
      part: 'query',
      before: 'limit: whole number, at least 1, at most 200',
      after: 'limit: whole number, at least 1, at most 100'
    },
    { part: 'answer', before: 'data[].contract.salary: number', after: 'data[].contract.salary: text' },
    { part: 'answer', before: null, after: 'data[].contract.bonus: number' }
  ])
  expect(of('Create employee')?.filter(({ part }) => part === 'body')).toEqual([
    { part: 'body', before: 'hire_date: date, required', after: 'hire_date: date' },
    { part: 'body', before: 'state: one of 2, required', after: 'state: one of 2' },
    { part: 'body', before: 'note: text', after: 'note: text, required' }
  ])
})

it('marks where an answer breaks the file', () => {
  const { reader } = openedReader(madeUpOpenApi())
  const check = (id: string, body: unknown) => reader.check('file', id, 200, bytesOf(body))?.problems
  const good = { id: 1, cost_center: ['a'], email: null, contract: { rate: 1 }, supervisor: { id: 2, cost_center: [] } }
  expect(check(employee, good)).toEqual([])
  expect(check(employee, { ...good, cost_center: 'a', contract: { rate: 'x' } })).toEqual([
    { place: 'cost_center', message: 'text, the file says list of text', times: 1 },
    { place: 'contract.rate', message: 'text, the file says number', times: 1 }
  ])
  expect(check(employee, { cost_center: [], supervisor: null })).toEqual([
    { place: 'id', message: 'missing, the file says it is always there', times: 1 },
    { place: 'supervisor', message: 'null, the file says object', times: 1 }
  ])
  const many = { data: Array.from({ length: 5_000 }, () => ({ id: 'x', cost_center: [] })) }
  expect(check('GET /company/employees', many)).toEqual([
    { place: 'data[0].id', message: 'text, the file says whole number', times: 5_000 }
  ])
  expect(reader.check('file', employee, 404, bytesOf({}))).toBeNull()
  expect(reader.check('file', employee, 200, bytesOf('<html>'))).toEqual({ problems: [], more: 0, isJson: false })
})

it('finds the operation that a request asks', () => {
  const { reader } = openedReader(madeUpOpenApi())
  const find = (path: string) => reader.find('file', '/v1', 'GET', path)
  expect(find('/company/employees/4711?x=1')).toBe(employee)
  expect(find('/v1/company/employees/4711')).toBe(employee)
  expect(find('/company/employees/{employee_id}')).toBe(employee)
  expect(find('/company/employees/')).toBeNull()
  expect(reader.find('file', '', 'PUT', '/company/employees/1')).toBeNull()
})
