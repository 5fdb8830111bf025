import { afterAll, describe, expect, it } from 'vitest'
import { counting } from './work'

const {
  modules: read,
  workOf,
  stop
} = await counting(async () => ({
  ...(await import('../../shared/exact-json')),
  ...(await import('../../shared/issues/relink/links')),
  ...(await import('../../shared/issues/relink/template')),
  ...(await import('../../shared/mail/address')),
  ...(await import('../../shared/mail/outage-letters')),
  ...(await import('../../shared/passthrough/curl/import')),
  ...(await import('../../shared/passthrough/json-index')),
  ...(await import('../base/csv')),
  ...(await import('../base/file-name')),
  ...(await import('../base/header-secrets')),
  ...(await import('../data/read-ids')),
  ...(await import('../http/page-items')),
  ...(await import('../jmespath/functions')),
  ...(await import('../jmespath/json/read')),
  ...(await import('../jmespath/keys')),
  ...(await import('../jmespath/tokens')),
  ...(await import('../passthrough/library/clean-draft')),
  ...(await import('../viewer/body')),
  ...(await import('../settings/pem'))
}))
afterAll(stop)

/** Texts that make a quadratic reader start over. */
const cases: [name: string, read: (text: string) => unknown, of: (length: number) => string][] = [
  ['an exported cell of line breaks', read.cell, (n) => '\n'.repeat(n)],
  ['an exported cell of separators and quotes', read.cell, (n) => ';"'.repeat(n / 2)],
  ['an exported cell of formulas', read.cell, (n) => ';=1'.repeat(n / 3)],
  ['a file name of dots', read.harmlessName, (n) => `${'.'.repeat(n)}x${'. '.repeat(n)}`],
  ['the name of an export', (text) => read.exportName([text], 0, 'csv'), (n) => '-a'.repeat(n / 2)],
  ['a pasted list of quotes', (text) => [...read.linesOf(text)], (n) => '"'.repeat(n)],
  ['a pasted list of short lines', (text) => [...read.linesOf(text)], (n) => '"a"\n'.repeat(n / 4)],
  ['a command of escapes', read.importCurl, (n) => `curl $'${'\\x41'.repeat(n / 4)}'`],
  ['a command of added queries', read.importCurl, (n) => `curl x ${'--url-query a '.repeat(n / 14)}`],
  ['a command of many words', read.importCurl, (n) => `curl x ${'a '.repeat(n / 2)}`],
  ['a command of PowerShell', read.importCurl, (n) => `iwr x ${'-Headers @{a=b} '.repeat(n / 16)}`],
  ['a command of quotes', read.importCurl, (n) => `iwr ${'"``"'.repeat(n / 4)}`],
  ['a body with many params', read.importCurl, paramsBody],
  [
    'an answer of brackets',
    (text) => read.parsePage(Buffer.from(text)),
    (n) => `{"items":[${'{"a":[]},'.repeat(n / 9)}`
  ],
  ['an answer of long numbers', read.parseExact, (n) => `[${'12345678901234567,'.repeat(n / 18)}0]`],
  ['JSON of brackets', (text) => read.indexJson(text), (n) => `[${'[1],'.repeat(n / 4)}`],
  ['JSON of escapes for JMESPath', read.readJson, (n) => `"${'\\\\'.repeat(n / 2)}`],
  ['headers of a delivery', read.headerSecrets, (n) => `{"headers":[${'{"value":"a"},'.repeat(n / 14)}0]}`],
  ['headers within headers', read.headerSecrets, (n) => `${'{"headers":'.repeat(n / 12)}0${'}'.repeat(n / 12)}`],
  ['an expression of quotes', read.tokensOf, (n) => `'a'"b" `.repeat(n / 7)],
  ['a number of underscores', read.numberFrom, (n) => '1_'.repeat(n / 2)],
  ['a key that is typed', (text) => read.keysAt(null, text, text.length), (n) => '-'.repeat(n)],
  ['what looks like a token', read.looksLikeToken, (n) => `${'-eyJaaaa'.repeat(n / 8)}!.aaaaaa.${'a'.repeat(n)}`],
  [
    'certificates without an end',
    (text) => read.readPem(Buffer.from(text), 'x', 0),
    (n) => '-----BEGIN A-----'.repeat(n / 17)
  ],
  ['a letter of braces', read.outageTextProblem, (n) => `Subject: a\n${'{'.repeat(n)}`],
  ['a letter of fields', read.outageTextProblem, (n) => `Subject: a\n${'{customer}\n'.repeat(n / 11)}`],
  ['a template of fields', (text) => read.fillTemplate(text, { customer: '{customer}' }), (n) => `Subject: {customer}\n${'{customer} '.repeat(n / 11)}`], // prettier-ignore
  ['a template of links', (text) => read.fillLinks(text, ['https://a.example']), (n) => '[relink link'.repeat(n / 12)],
  ['an address of dots', read.addressProblem, (n) => `${'a.'.repeat(n / 2)}@`],
  ['XML of tags', (text) => read.xmlRows(text), (n) => `<a>${'<b/>\n'.repeat(n / 5)}</a>`]
]

function paramsBody(n: number): string {
  const params = Array.from({ length: n / 10 }, (_, at) => `"p${at}":1`).join(',')
  return `curl https://x.example/api/v1/passthrough -d '{"method":"GET","path":"/a","params":{${params}}}'`
}

/** Refusing a text is work, too. */
function tried(reader: (text: string) => unknown, text: string): unknown {
  try {
    return reader(text)
  } catch (thrown) {
    if (thrown instanceof RangeError) throw thrown
    return undefined
  }
}

describe('a text that is twice as long is twice the work to read, and no more @attack', () => {
  it.each(cases)('%s', (_, reader, of) => {
    const [short, long] = [of(20_000), of(40_000)]
    // Excludes the first call's loading.
    tried(reader, short)
    expect(workOf(() => tried(reader, long)) / workOf(() => tried(reader, short))).toBeLessThan(2.05)
  })
})
