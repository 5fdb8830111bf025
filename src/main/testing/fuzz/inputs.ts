import fc from 'fast-check'
import { linkKinds } from '../../../shared/desktop/link'

/** Foreign texts: pieces of a grammar in any order, broken, and repeated until large. */

const anyChar = fc.string({ unit: 'binary', maxLength: 40 })

function broken(sound: fc.Arbitrary<string>, pieces: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.record({ at: fc.nat(1_000), length: fc.nat(12), piece: pieces })
  return fc.tuple(sound, fc.array(change, { minLength: 1, maxLength: 4 })).map(([text, changes]) =>
    changes.reduce((left, { at, length, piece }) => {
      const from = at % (left.length + 1)
      return left.slice(0, from) + piece + left.slice(from + length)
    }, text)
  )
}

/** One piece up to 100,000 characters: a parser of quadratic time hangs on it. */
function pumped(pieces: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const some = fc.array(pieces, { maxLength: 3 }).map((all) => all.join(''))
  const unit = fc.array(pieces, { minLength: 1, maxLength: 3 }).map((all) => all.join('') || ' ')
  return fc
    .tuple(some, unit, fc.integer({ min: 1_000, max: 100_000 }), some)
    .map(([before, one, length, after]) => before + one.repeat(Math.ceil(length / one.length)) + after)
}

/** @param pieces of the grammar @param sound valid texts */
export function textsOf(pieces: readonly string[], sound: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const piece = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: anyChar })
  return fc.oneof(
    { weight: 90, arbitrary: fc.array(piece, { maxLength: 40 }).map((all) => all.join('')) },
    { weight: 90, arbitrary: broken(sound, piece) },
    { weight: 75, arbitrary: sound },
    { weight: 44, arbitrary: anyChar },
    { weight: 1, arbitrary: pumped(piece) }
  )
}

const jsonPieces = [
  ...['{', '}', '[', ']', ',', ':', '"', '\\', '\\u', '\\"', 'true', 'null', '-', '0', '1e5', '.5', '\n', ' ', '\t'],
  ...['"a":', '"items":', '{"items":[', '{"a":1}', '12345678901234567890', '"__proto__":', '1.0', '\ufeff', '\ud800']
]
const soundJson = fc.oneof(fc.json({ maxDepth: 4 }), fc.json({ stringUnit: 'binary' }), fc.jsonValue().map(laidOut))

function laidOut(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

export const json = textsOf(jsonPieces, soundJson)

/** What a program writes to the socket after its first line. */
export const questions = textsOf(
  [...jsonPieces, '"id":', '"client":', '"asked":"issues"', '"input":{}', '\n\n', '\0'],
  fc
    .array(fc.record({ id: fc.nat(), client: fc.string(), asked: fc.string(), input: fc.jsonValue() }), {
      maxLength: 4
    })
    .map((lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
)

export const jsonOf = (value: fc.Arbitrary<unknown>) => textsOf(jsonPieces, value.map(laidOut))

const schemaWith = (inside: fc.Arbitrary<unknown>) =>
  fc.record(
    {
      type: fc.constantFrom('object', 'array', 'string', 'integer', 'wrong', ['string', 'null']),
      $ref: fc.constantFrom('#/components/schemas/A', '#/components/schemas/B', '#/nowhere', 'https://x.example/a'),
      properties: fc.dictionary(fc.constantFrom('id', 'token', '__proto__', 'a b'), inside, { maxKeys: 3 }),
      items: inside,
      allOf: fc.array(inside, { maxLength: 2 }),
      oneOf: fc.array(inside, { maxLength: 2 }),
      required: fc.constantFrom(['id'], [], 'id', [7]),
      enum: fc.array(fc.jsonValue(), { maxLength: 3 }),
      example: fc.jsonValue()
    },
    { requiredKeys: [] }
  )
const schema = schemaWith(schemaWith(schemaWith(fc.constantFrom(true, null, { type: 'string' }))))

const apiFile = fc
  .record({
    kind: fc.constantFrom('openapi', 'swagger'),
    version: fc.constantFrom('3.1.0', '3.0.3', '2.0', '9'),
    path: fc.constantFrom('/a/{id}', '/a', 'a', '/{a}.{b}/{a}', '/{}'),
    method: fc.constantFrom('get', 'post', 'x'),
    schemas: fc.dictionary(fc.constantFrom('A', 'B'), schema),
    schema,
    where: fc.constantFrom('query', 'path', 'header', 'cookie', 'body', 'formData')
  })
  .map(({ kind, version, path, method, schemas, schema, where }) => {
    const content = { 'application/json': { schema, example: schema } }
    const parameters = [
      { name: 'id', in: where, schema, example: 'Bearer 12345678' },
      { $ref: '#/components/schemas/A' }
    ]
    const operation = { parameters, requestBody: { content }, responses: { 200: { content, schema }, 4: schema } }
    return { [kind]: version, paths: { [path]: { [method]: operation } }, components: { schemas } }
  })

/** Texts of API files. */
export const apiFiles = textsOf(
  [
    'openapi: 3.0.0',
    'paths:',
    '\n  ',
    '\t',
    '- ',
    '&a ',
    '*a',
    '<<: ',
    '{',
    '[',
    '}',
    '"',
    ': ',
    '!!',
    '|\n',
    '#',
    '---\n',
    '$ref'
  ],
  apiFile.map((file) => JSON.stringify(file))
)

export const page = textsOf(
  jsonPieces,
  fc
    .record({ items: fc.array(fc.dictionary(fc.string(), fc.jsonValue())), next: fc.option(fc.string()) })
    .map((value) => JSON.stringify(value))
)

const fields = fc.constantFrom('id', 'a', 'b.c', 'b', 'c', '', '10', '__proto__', 'ünï', 'token-1')
const cellTexts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('token-1', '=1', 'a;=1', '"', ',')
)
const nested = fc.letrec((tie) => ({
  value: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.oneof(cellTexts, fc.integer(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null))
    },
    fc.dictionary(fields, tie('value'), { maxKeys: 4 }),
    fc.array(tie('value'), { maxLength: 3 })
  )
}))

/** As a service writes them: compact, mostly with ids. */
export const compactPage = textsOf(
  jsonPieces,
  fc
    .record({
      cursor: fc.option(fc.string()),
      items: fc.array(fc.tuple(fc.oneof(fc.string(), fc.nat()), fc.dictionary(fields, nested.value, { maxKeys: 6 })), {
        minLength: 1
      })
    })
    .map(({ cursor, items }) => JSON.stringify({ cursor, items: items.map(([id, item]) => ({ id, ...item })) }))
)

const words = [
  'curl',
  'curl.exe',
  'iwr',
  'Invoke-WebRequest',
  '-H',
  '-d',
  '--data-urlencode',
  '--json',
  '-F',
  '-G',
  '-X'
]
const more = [
  '--url-query',
  '-u',
  '-sSLd',
  '--',
  '--next',
  '-Headers',
  '@{',
  '}',
  '=',
  ';',
  '-Body',
  '-Uri',
  '-Form',
  '@f'
]
const marks = [
  ...["'", '"', '`', '\\', '$', "$'", '^', '\n', '\r\n', ' ', '\\x41', '\\303', '\\u00e4', '\\U0001F600', '""', "''"],
  ...[
    '([System.Text.Encoding]::UTF8.GetBytes("',
    '))',
    '{"method":"GET","path":"/a","params":{"a":[1]}}',
    'name: value'
  ]
]
const url = fc.constantFrom('https://a.example/x?y=1', 'https://u:p@a.example/api/v1/passthrough', 'x', 'http://[::1]/')
const quoted = fc.oneof(fc.string(), fc.json(), fc.constantFrom('a: b', 'token: c')).map((text) => `'${text}'`)
const command = fc
  .tuple(
    fc.constantFrom('curl', '$ curl', 'curl.exe', 'iwr', 'PS> iwr'),
    url,
    fc.array(fc.oneof(fc.constantFrom(...words, ...more), quoted))
  )
  .map(([program, address, rest]) => [program, address, ...rest].join(' '))

export const commands = textsOf([...words, ...more, ...marks], command)

const names = [
  'a',
  'b',
  'foo',
  '"b c"',
  '@',
  '*',
  '[*]',
  '[]',
  '[0]',
  '[-1]',
  '[1:2]',
  '[::-1]',
  "'x'",
  '`1`',
  '`{"a":[1]}`'
]
const functions = [
  'length(',
  'sort_by(',
  'max_by(',
  'join(',
  'to_number(',
  'map(&',
  'merge(',
  'contains(',
  'reverse(',
  'keys('
]
const signs = [
  '.',
  '|',
  '||',
  '&&',
  '!',
  '==',
  '<',
  '>=',
  '[?',
  ']',
  '(',
  ')',
  '{',
  '}',
  ',',
  ':',
  '&',
  '`',
  '"',
  "'",
  '\\',
  '-',
  ' '
]
const chain = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 8 })
  .map((all) => all.join('.').replaceAll('.[', '['))

export const expressions = textsOf(
  [...names, ...functions, ...signs],
  fc.oneof(
    chain,
    fc.tuple(chain, chain).map(([a, b]) => `${a}[?${b} == ${b}].{x: ${b}, y: length(@)}`),
    fc.tuple(fc.constantFrom(...functions), chain).map(([name, of]) => `${name}${of})`)
  )
)

export const csv = textsOf(
  ['"', '""', ',', ';', '\t', '\n', '\r\n', 'id', 'a', ' ', "'", '=1', '@', '\ufeff', '"a,b"'],
  fc
    .array(fc.array(fc.string(), { minLength: 1, maxLength: 4 }))
    .map((lines) => lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n'))
)

export const cells = fc.oneof(
  textsOf(
    [
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＋',
      ';',
      '|',
      '\t',
      '\n',
      '\r',
      ' ',
      '\u00a0',
      '"',
      "'",
      ',',
      'x',
      '=1+1',
      '=HYPERLINK("'
    ],
    fc.string()
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'grapheme' })
)

export const names120 = textsOf(
  ['/', '\\', '..', '.', ' ', '. ', ':', '"', 'CON', 'aux.', 'nul', '\u0000', '\u202e', '-', 'a.txt', '%41', 'é'],
  fc.string()
)

export const headers = textsOf(
  [
    '0',
    '1',
    '120',
    '1.5',
    '-1',
    '1e3',
    'Infinity',
    ' ',
    ',',
    ';',
    'GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT',
    '\t',
    ':',
    '9'.repeat(15)
  ],
  fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc.integer().map(String),
    fc.double().map(String)
  )
)

export const dispositions = textsOf(
  ['filename', 'filename*', '=', '"', '\\', ';', "utf-8''", '%', '%2e%2e%2f', '../', 'a.pdf', ' ', 'attachment'],
  fc.string().map((name) => `attachment; filename="${name}"`)
)

export const links = textsOf(
  ['connector-desk://', ...linkKinds, 'case', '/', '?', '#', '@', ':', '%2f', '0', 'a', '-', '\n', 'HRIS:'],
  fc.oneof(
    fc.tuple(fc.constantFrom('connector', 'case'), fc.uuid()).map(([kind, id]) => `connector-desk://${kind}/${id}`),
    fc
      .tuple(fc.constantFrom(...linkKinds), fc.uuid(), fc.constantFrom('', '/bamboohr', `/LMS:${'0'.repeat(8)}`))
      .map(([kind, id, scope]) => `connector-desk://${kind}/0123456789abcdef/${id}${scope}`)
  )
)

export const xml = textsOf(
  [
    '<',
    '>',
    '</',
    '/>',
    '<a',
    '<a>',
    '</a>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?xml version="1.0"?>',
    '<!DOCTYPE a [',
    ']>',
    '&a;',
    '&#0;',
    '"',
    '=',
    ' b="c"',
    'text',
    '\n'
  ],
  fc
    .array(fc.constantFrom('<b/>', '<b>x</b>', '<!-- c -->', '<![CDATA[<]]>', ' text '))
    .map((all) => `<a>${all.join('')}</a>`)
)

export const pem = textsOf(
  ['-----BEGIN ', '-----END ', 'CERTIFICATE-----', 'PRIVATE KEY-----', 'EC ', 'AAAA', '\n', '-', '-----'],
  fc.base64String().map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`)
)
