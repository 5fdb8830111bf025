import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { written } from '../../../shared/mappings/builders'
import { AppError } from '../../../shared/errors'
import { deskLink, readDeskLink } from '../../../shared/desktop/link'
import { parseExact, writeExact } from '../../../shared/exact-json'
import { importCurl } from '../../../shared/passthrough/curl/import'
import { shellWords } from '../../../shared/passthrough/curl/words'
import { indexJson, isProblem } from '../../../shared/passthrough/json-index'
import { operationAt } from '../../../shared/passthrough/shelf'
import { lintJson } from '../../../shared/passthrough/json-lint'
import { policySettings } from '../../../shared/policy/file'
import { teamKinds } from '../../../shared/team/kinds'
import { cell, csvLines } from '../../base/csv'
import { exportName, harmlessName } from '../../base/file-name'
import { doorVersion } from '../../door/contract'
import { Door } from '../../door/socket'
import { PageItem } from '../../base/page-item'
import { CsvRows } from '../../data/csv-rows'
import { Columns, idOf, pickerOf, textOf } from '../../data/flatten'
import { linesOf as dataLinesOf } from '../../data/lines'
import { linesOf, readIds } from '../../data/read-ids'
import { PageScanner, ScannedPage } from '../../data/scanned-page'
import { parseJson } from '../../http/json'
import { parsePage } from '../../http/page-items'
import { retryDelay, usedUpMs } from '../../http/retry-after'
import { buildUrl } from '../../http/url'
import { readBuilder } from '../../jmespath/builder'
import { evaluate } from '../../jmespath/evaluate'
import { readJson, UnreadableJson } from '../../jmespath/json/read'
import { jsonText } from '../../jmespath/json/write'
import { keysAt } from '../../jmespath/keys'
import { parse } from '../../jmespath/parse'
import { ExpressionProblem } from '../../jmespath/tokens'
import { readFolderFile, writeFolderFile } from '../../passthrough/library/exchange'
import { Reader } from '../../passthrough/shelf/reader'
import { looksLikeToken } from '../../passthrough/library/clean-draft'
import { providerErrorIn } from '../../passthrough/provider-error'
import { suggestedName } from '../../passthrough/suggested-name'
import { parsePolicy } from '../../policy/read'
import { readChange } from '../../team/change'
import { maskerOf } from '../../secrets/testing'
import { TokenDigests } from '../../secrets/token-digests'
import { readRecord } from '../../team/refresh/read'
import { readManifest } from '../../updates/manifest'
import { beginningOf } from '../../viewer/opening'
import { jsonLines } from '../../viewer/json-lines'
import { xmlRows } from '../../viewer/body'
import { checkSignature } from '../../webhooks/signature'
import { bodiesSent, signedIn } from '../../webhooks/signed'
import { readPem } from '../../settings/pem'
import * as inputs from './inputs'

export interface Parser {
  name: string
  inputs: fc.Arbitrary<unknown>
  /**
   * Throws if the invariant fails, or the parser throws an undeclared error.
   * @returns whether the parser accepted the input
   */
  holds(input: unknown): boolean | Promise<boolean>
}

/** Writes a text to a door, without a socket between. @param secret whether the first line has the secret @returns how many questions got in */
async function throughDoor(text: string, secret: boolean): Promise<number> {
  let asked = 0
  const door = new Door('', async ({ id }) => {
    asked++
    return { id, ok: true, value: null }
  })
  const client = new Duplex({ read: () => undefined, write: (_, __, done) => done(), allowHalfOpen: false })
  const closed = new Promise((resolve) => client.once('close', resolve))
  door['greet'](Object.assign(client, { setTimeout: () => client }) as unknown as Socket)
  const first = JSON.stringify({ version: doorVersion, secret: door['secret'], kind: 'query' })
  client.push(secret ? `${first}\n${text}` : text)
  client.push(null)
  await closed
  return asked
}

function parser<T>(name: string, from: fc.Arbitrary<T>, holds: (input: T) => boolean | Promise<boolean>): Parser {
  return { name, inputs: from, holds: (input) => holds(input as T) }
}

const noSecrets = new TokenDigests().shared

function assert(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`It does not hold that ${what}`)
}

/** @returns undefined for a declared error */
function declared<T>(read: () => T, ...errors: (abstract new (...args: never[]) => Error)[]): T | undefined {
  try {
    return read()
  } catch (thrown) {
    if (errors.some((one) => thrown instanceof one)) return undefined
    throw thrown
  }
}

/** null for anything but JSON */
function plainJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

const isNested = (text: string) => (text.match(/[[{]/g)?.length ?? 0) >= 200
/** Integers beyond a number's precision: each scanner has its own reason to read them differently. */
const hasLongNumber = (text: string) => /\d{16}/.test(text)

const sign32 = (key: string, body: string) => createHmac('sha256', key).update(body).digest('base64url')
const publisher = generateKeyPairSync('ed25519')
const manifest = fc.record({
  product: fc.constantFrom('connector-desk', 'other'),
  version: fc.constantFrom('1.2.3', '1.2', '1.2.3-beta.1'),
  notes: fc.string(),
  signedAt: fc.oneof(fc.integer({ min: 1 }), fc.double()),
  packages: fc.dictionary(
    fc.string(),
    fc.record({
      name: fc.oneof(fc.constant('connector-desk-1.2.3-x64.deb'), fc.string()),
      bytes: fc.oneof(fc.integer({ min: 1, max: 1e9 }), fc.integer()),
      sha512: fc.oneof(
        fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 128, maxLength: 128 }),
        fc.string()
      )
    }),
    { maxKeys: 3 }
  )
})

const row = fc.record({
  seq: fc.oneof(fc.nat().map(String), fc.string()),
  at: fc.oneof(fc.integer(), fc.double()),
  id: fc.oneof(fc.uuid(), fc.string()),
  desk: fc.uuid(),
  account: fc.string(),
  operator: fc.string({ unit: 'binary' }),
  service: fc.webUrl(),
  subject: fc.uuid(),
  kind: fc.constantFrom(...Object.keys(teamKinds), '__proto__', 'constructor'),
  field: fc.constantFrom(...Object.values(teamKinds).flatMap((fields) => Object.keys(fields)), '__proto__', 'toString'),
  value: inputs.json
})
const soundRow = fc.tuple(row, fc.nat(), fc.uuid(), fc.string({ maxLength: 9 })).map(([one, seq, id, text]) => ({
  ...{ ...one, at: seq, seq: String(seq), id, account: 'ada', operator: 'Ada', kind: 'case', field: 'owner' },
  value: JSON.stringify(text)
}))
const record = fc.record({
  seq: fc.nat().map(String),
  category: fc.constantFrom('hris', 'HRIS', 'crm', '__proto__'),
  id: fc.oneof(fc.uuid(), fc.string({ unit: 'binary' })),
  gone: fc.boolean(),
  record: inputs.jsonOf(fc.record({ id: fc.string(), category: fc.string(), end_user: fc.jsonValue() }))
})

const policy = fc.record({
  version: fc.constantFrom(1, 2, '1'),
  settings: fc.oneof(
    fc.dictionary(
      fc.constantFrom(...Object.keys(policySettings.shape), 'x'),
      fc.record({ value: fc.jsonValue(), locked: fc.boolean() })
    ),
    fc.constantFrom(
      {},
      { 'services.practice': { value: false } },
      { 'services.practice': { value: true, locked: true } }
    )
  )
})

const folderFile = fc.record({
  format: fc.constant('connector-desk/requests'),
  version: fc.constant(1),
  name: fc.string(),
  folders: fc.array(fc.jsonValue(), { maxLength: 2 }),
  requests: fc.array(fc.record({ name: fc.string(), method: fc.constantFrom('GET', 'POST', 'X'), path: fc.string() }))
})

/** Whether this or another program could see a formula in the cell. */
function beginsFormula(text: string): boolean {
  let place: 'start' | 'cell' | 'inside' = 'start'
  for (const char of text) {
    if (place !== 'inside' && '=+-@＝＋－＠'.includes(char)) return true
    if (';|\t\r\n'.includes(char)) place = 'cell'
    else if (!/\s/.test(char) && !(place === 'cell' && char === '"')) place = 'inside'
  }
  return false
}

const fetchMasker = maskerOf('bearer-1', 'token-1')
const isObject = (value: unknown) => typeof value === 'object' && value !== null

export const parsers: readonly Parser[] = [
  parser('cURL import', inputs.commands, (text) => {
    const read = importCurl(text)
    assert(
      'problem' in read || read.draft.path.startsWith('/') || read.of === 'passthrough',
      'a path begins with a slash'
    )
    if ('problem' in read)
      assert(!/call stack|undefined|not a function/i.test(read.problem), `it is a problem of the text: ${read.problem}`)
    return !('problem' in read)
  }),
  parser('API file for the shelf', inputs.apiFiles, (text) => {
    const reader = new Reader()
    const read = declared(() => reader.read(Buffer.from(text), noSecrets), AppError)
    if (!read) return false
    assert(!JSON.stringify(read.head).includes('12345678'), 'no example secret is kept')
    reader.open('file', read.packed)
    for (const { id, method, path } of reader.operations('file')) {
      assert(reader.operation('file', id) !== null, 'each operation can be shown')
      assert(operationAt(reader.operations('file'), '', method, path) !== null, 'its own path finds an operation')
      for (const status of [200, 400]) reader.check('file', id, status, Buffer.from('{"id": [1, null], "token": {}}'))
    }
    assert(reader.changes('file', 'file').counts.changed === 0, 'a file does not differ from itself')
    return true
  }),
  parser('words of a shell', fc.array(fc.string({ unit: 'binary' })), (words) => {
    const text = words.map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(' ')
    assert(isDeepStrictEqual(shellWords(text, 'posix'), words), 'words come back')
    return words.length > 0
  }),
  parser('JMESPath: parse', inputs.expressions, (text) => {
    const read = declared(() => parse(text), ExpressionProblem)
    const form = readBuilder(text.slice(0, 1_024))
    if (form) assert(readBuilder(written(form)) !== null, 'a builder reads what it writes')
    keysAt(new Map([['a', [new Map([['b', 1n]])]]]), text.slice(0, 2_000), text.length)
    return read !== undefined
  }),
  parser('JMESPath: evaluate', fc.tuple(inputs.json, inputs.expressions), ([text, expression]) => {
    const data = declared(() => readJson(text), UnreadableJson) ?? null
    const found = evaluate(data, expression.slice(0, 5_000), 2_000)
    if ('json' in found) assert(plainJson(found.json) !== null, 'the result is JSON')
    return 'json' in found
  }),
  parser('JSON for JMESPath', inputs.json, (text) => {
    const read = declared(() => readJson(text), UnreadableJson)
    if (read !== undefined && !/\p{Surrogate}/u.test(text)) {
      const own = new WeakMap<object, string>()
      assert(jsonText(readJson(text, own, 0), { own }) === jsonText(read), 'a kept text is what would be written')
    }
    if (isNested(text) || text.startsWith('\ufeff')) return read !== undefined
    const plain = plainJson(text)
    assert((read === undefined) === (plain === null), 'it takes what JSON.parse takes')
    // Python's -0 is 0, and its 1.0 is not 1.
    if (read === undefined || plain === null || hasLongNumber(text) || /\d[.eE]|-0/.test(text))
      return read !== undefined
    assert(isDeepStrictEqual(JSON.parse(jsonText(read)), plain.value), 'it reads what JSON.parse reads')
    return true
  }),
  parser('JSON of the viewer', inputs.json, (text) => {
    const index = indexJson(text)
    const plain = plainJson(text.replace(/^\ufeff/, ''))
    if (!isProblem(index)) jsonLines(index, 0, 50)
    if (!isProblem(index) || !index.limit)
      assert(isProblem(index) === (plain === null), 'it takes what JSON.parse takes')
    lintJson(text)
    const beginning = beginningOf(text)
    if (plain !== null && beginning !== '') assert(!isProblem(indexJson(beginning)), 'the beginning of JSON is JSON')
    return !isProblem(index)
  }),
  parser('JSON with exact integers', inputs.json, (text) => {
    const read = declared(() => ({ value: parseExact(text) }), SyntaxError, AppError)
    const plain = plainJson(text)
    if (!hasLongNumber(text)) assert(isDeepStrictEqual(read ?? null, plain), 'it reads what JSON.parse reads')
    if (read && plain)
      assert(
        isDeepStrictEqual(JSON.parse(writeExact(read.value)), JSON.parse(JSON.stringify(plain.value))),
        'it writes what JSON.stringify writes'
      )
    return read !== undefined
  }),
  parser('pages of a service', inputs.page, (text) => {
    const read = declared(() => {
      const page = parsePage(Buffer.from(text)) as { items?: unknown } | undefined
      const items =
        Array.isArray(page?.items) && page.items.map((item) => (item instanceof PageItem ? item.value : item))
      return items ? { ...page, items } : page
    }, AppError)
    if (isNested(text)) return read !== undefined
    const plain = plainJson(Buffer.from(text).toString())
    assert(isDeepStrictEqual(read === undefined ? null : { value: read }, plain), 'it reads what JSON.parse reads')
    return read !== undefined
  }),
  parser('pages that are scanned', inputs.compactPage, (text) => {
    const body = Buffer.from(text)
    const columns = new Columns()
    const scanner = new PageScanner(columns, 'id')
    let taken = false
    // Columns are known from the second time on.
    for (const _ of [1, 2]) {
      const page = declared(() => scanner.read(body), AppError)
      const whole = declared(() => parseJson(body, parseExact) as { cursor?: unknown; items: unknown[] }, AppError)
      assert((page === undefined) === (whole === undefined), 'it takes what is parsed whole')
      if (!(page instanceof ScannedPage) || !whole) {
        assert(isDeepStrictEqual(page, whole), 'it reads what is parsed whole')
        if (Array.isArray(whole?.items)) for (const item of whole.items) columns.note(item)
        continue
      }
      const lines = dataLinesOf(whole.items, { masker: fetchMasker, addresses: false }).map(({ line }) => line)
      const own = page.lines(fetchMasker)
      assert(own === null || own.toString() === lines.join('\n'), 'its lines are those of its items')
      const ids = whole.items.map((item) => idOf(item, 'id'))
      assert(
        isDeepStrictEqual([page.cursor, page.values, page.items.map(({ id }) => id)], [whole.cursor, whole.items, ids]),
        'its values are those of its items'
      )
      for (const item of page.parsed) columns.note(item)
      taken ||= page.parsed.length < page.items.length
    }
    return taken
  }),
  parser('lines that become cells', inputs.compactPage, (text) => {
    const page = plainJson(text)?.value as { items?: unknown } | null
    if (!Array.isArray(page?.items) || page.items.length === 0) return false
    const lines = page.items.map((item) => JSON.stringify(item))
    const items = lines.map((line): unknown => JSON.parse(line))
    const columns = new Columns()
    for (const item of items) columns.note(item)
    const pick = pickerOf(columns.names)
    const cells = items.map((item) => pick(item).map((one) => (isObject(one) ? textOf(one) : one)))
    const rows = new CsvRows(columns.names).of(Buffer.from(lines.join('\n')))
    assert(Buffer.from(csvLines(cells)).equals(rows), 'cells are those of the parsed items')
    return true
  }),
  parser('pasted lists', inputs.csv, async (text) => {
    const { ids, skipped } = await readIds(text)
    assert(ids.size + skipped <= text.split(/[\r\n]/).length, 'a line has at most one id')
    return ids.size > 0
  }),
  parser('exported cells', fc.array(fc.tuple(inputs.cells, inputs.cells)), (rows) => {
    const written = csvLines([['a', 'b'], ...rows])
    const [, ...read] = [...linesOf(written)]
    assert(read.length === rows.length, 'as many lines come back')
    for (const [at, row] of rows.entries())
      for (const [column, value] of row.entries()) {
        const back = read[at]?.[column] ?? ''
        if (typeof value === 'number') continue
        assert(!beginsFormula(back), `no cell begins a formula: ${JSON.stringify(back)}`)
        if (typeof value === 'string')
          assert(back.replaceAll("'", '') === value.replaceAll("'", ''), `a cell comes back: ${cell(value)}`)
      }
    return rows.length > 0
  }),
  parser('names of files', inputs.names120, (text) => {
    const name = harmlessName(text)
    assert(!/[/\\:*?"<>|]|^\.|[. ]$/.test(name) && name.length <= 121, `it is a plain name: ${name}`)
    assert(!/[/\\:*?"<>|]/.test(exportName([text], 0, 'csv')), 'an export has a plain name')
    return name === text
  }),
  parser('names that an answer gives', fc.tuple(inputs.dispositions, inputs.names120), ([value, path]) => {
    const name = suggestedName({ 'content-disposition': value, 'content-type': path }, path, null)
    assert(name !== '' && !/[/\\]/.test(name), `it is a plain name: ${name}`)
    return name !== suggestedName({ 'content-type': path }, path, null)
  }),
  parser(
    'waits that a service asks for',
    fc.record({ a: inputs.headers, b: inputs.headers, c: inputs.headers }),
    ({ a, b, c }) => {
      const given = {
        'retry-after': a,
        'x-ratelimit-reset': b,
        date: c,
        'x-ratelimit-limit': '9',
        'x-ratelimit-remaining': '0'
      }
      const { ms, source } = retryDelay(given, Date.UTC(2026, 0, 1), 3, 0.5)
      assert(ms >= 0 && ms <= 366 * 86_400_000, `a wait ends: ${ms}`)
      assert(usedUpMs(given, 0) >= 0, 'a window ends')
      return source !== 'backoff'
    }
  ),
  parser('paths below an address', fc.tuple(inputs.names120, inputs.links), ([a, b]) => {
    const found = declared(() => buildUrl('https://a.example/base/', `/${a}${b}`, { q: b }), AppError)
    if (found) assert(found.href.startsWith('https://a.example/base/'), `it stays below: ${found.href}`)
    return found !== undefined
  }),
  parser('rows of the team’s feed', fc.oneof(row, soundRow, fc.jsonValue()), (from) => {
    const read = readChange(from)
    if (read)
      assert(Object.hasOwn(teamKinds, read.kind) && Object.hasOwn(teamKinds[read.kind], read.field), 'it is known')
    return read !== null
  }),
  parser('records that a team shares', fc.oneof(record, fc.jsonValue()), (from) => readRecord(from) !== null),
  parser('request files of colleagues', inputs.jsonOf(folderFile), (text) => {
    const read = declared(() => readFolderFile(text), AppError)
    if (read) assert(isDeepStrictEqual(readFolderFile(writeFolderFile(read)), read), 'what is written is what was read')
    return read !== undefined
  }),
  parser(
    'the signed update list',
    fc.tuple(inputs.jsonOf(manifest), fc.boolean(), fc.string()),
    ([signed, isSound, other]) => {
      const signature = sign(null, Buffer.from(signed), publisher.privateKey).toString('base64')
      const text = JSON.stringify({ signed, signature: isSound ? signature : other })
      const read = declared(() => readManifest(text, publisher.publicKey), AppError)
      assert(read === undefined || isSound, 'nothing is believed without its signature')
      declared(() => readManifest(signed, publisher.publicKey), AppError)
      return read !== undefined
    }
  ),
  parser('links', inputs.links, (text) => {
    const read = readDeskLink(text)
    if (read?.service) assert(deskLink(read.kind, read.service, read.id) === text, 'it is the whole link')
    if (read) assert(text.endsWith(`/${read.id}`), 'it ends with its id')
    return read !== null
  }),
  parser('the socket', fc.tuple(inputs.questions, fc.boolean()), async ([text, secret]) => {
    const asked = await throughDoor(text, secret)
    assert(secret || asked === 0, 'nobody asks without the secret')
    assert(asked <= text.split('\n').length - 1, 'a line asks once')
    return asked > 0
  }),
  parser('the policy file', inputs.jsonOf(policy), (text) => {
    const read = parsePolicy(Buffer.from(text))
    assert('settings' in read || read.problems.length > 0, 'it holds, or says why not')
    return 'settings' in read
  }),
  parser('bytes of a policy file', fc.uint8Array(), (bytes) => 'problems' in parsePolicy(Buffer.from(bytes))),
  parser(
    'signatures of webhooks',
    fc.tuple(fc.string(), inputs.json, inputs.headers, fc.boolean()),
    ([key, body, given, isSound]) => {
      const { verified } = checkSignature(key, body, isSound ? `X-Y-Webhook-Signature: ${sign32(key, body)}` : given)
      assert(verified === (isSound && body !== ''), 'only what was signed is verified')
      return verified
    }
  ),
  parser('logs of webhooks', fc.jsonValue(), (value) => {
    signedIn(value)
    signedIn({ request: [value] })
    return bodiesSent({ request: [{ headers: value, body: value }] }).length > 0
  }),
  parser(
    'errors of providers',
    fc.oneof(
      inputs.json,
      inputs.xml,
      inputs.jsonOf(
        fc.record({ error: fc.oneof(fc.string(), fc.record({ code: fc.string(), status: fc.integer() })) })
      ),
      fc.string().map((text) => `<Fault><faultcode>${text}</faultcode></Fault>`)
    ),
    (text) => providerErrorIn(Buffer.from(text), 'application/json', (said) => said) !== null
  ),
  parser('XML of the viewer', inputs.xml, (text) => {
    const rows = xmlRows(text)
    if (!('message' in rows) && rows.count > 0) assert(rows.end(rows.count - 1) <= text.length, 'rows are of the text')
    return !('message' in rows)
  }),
  parser('PEM files', fc.oneof(inputs.pem, fc.constantFrom(...rootCertificates)), (text) => {
    looksLikeToken(text)
    return declared(() => readPem(Buffer.from(text), 'x.pem', 0), AppError) !== undefined
  })
]
