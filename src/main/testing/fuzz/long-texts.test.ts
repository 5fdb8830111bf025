import { setFlagsFromString } from 'node:v8'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { referencesIn } from '../../../shared/data/references'
import { parseExact } from '../../../shared/exact-json'
import { indexJson } from '../../../shared/passthrough/json-index'
import { exportName, harmlessName } from '../../base/file-name'
import { cleanText, oneLine } from '../../base/plain-text'
import { beginningOfDetail } from '../../http/answer'
import { retryDelay } from '../../http/retry-after'
import { readJson } from '../../jmespath/json/read'
import { jsonText } from '../../jmespath/json/write'
import { labelOf } from '../../jmespath/methods'
import { ExpressionProblem, tokensOf } from '../../jmespath/tokens'
import { looksLikeToken } from '../../passthrough/library/clean-draft'
import { providerErrorIn } from '../../passthrough/provider-error'
import { Names } from '../../support/names'
import { readBody, xmlRows } from '../../viewer/body'
import { checkSignature } from '../../webhooks/signature'

/** A V8 regex has about 16.7 million stack places: 64 MB of four bytes each. */
const many = (text: string) => text.repeat(17_000_000)

/**
 * After 1 MB of compiled regexes and 16 MB of code, V8 no longer optimizes them (`RegExpImpl::TooMuchRegExpCode`): then
 * each repetition takes a place, even of one character.
 */
beforeAll(() => setFlagsFromString('--no-regexp-optimization'))
afterAll(() => setFlagsFromString('--regexp-optimization'))

const facts = { contentType: 'application/json', complete: true, hidden: [] }
const problemOf = (read: () => unknown) => {
  try {
    read()
  } catch (thrown) {
    if (thrown instanceof ExpressionProblem) return thrown.problem.kind
    throw thrown
  }
  return undefined
}

it.each<[string, () => unknown, unknown]>([
  ['blanks of an expression', () => tokensOf(`${many(' ')}a`).map(({ kind }) => kind), ['name', 'end']],
  ['a name of an expression', () => tokensOf(many('a')).length, 2],
  ['a number of an expression', () => tokensOf(many('1')).length, 2],
  ['what is no literal', () => problemOf(() => tokensOf(`\`${many('a')}\``)), 'syntax'],
  ['the name of an export', () => exportName([many('/')], 0, 'csv'), '1970-01-01.csv'],
  ['the name of a file', () => harmlessName(many('.')), ''],
  ['controls in a line', () => oneLine(`a${many('\0')}b`).trim().length < 17_000_000, true],
  ['controls in a name', () => cleanText(`a${many('\0')}b`).startsWith('a '), true],
  ['blanks before an error', () => beginningOfDetail(`${many(' ')}{"detail":"no"}`), undefined],
  ['a wait', () => retryDelay({ 'retry-after': many('1') }, 0, 1, 0.5).source, 'backoff'],
  ['digits of a body', () => indexJson(`[${many('1')}]`), { count: 2 }],
  ['digits behind the point', () => indexJson(`[0.${many('1')}]`), { count: 2 }],
  ['digits of a sample', () => jsonText(readJson(`1.${many('1')}`)), '1.1111111111111112'],
  ['a long text of a sample', () => jsonText(readJson(`"${many('a')}"`)).length, 17_000_002],
  ['a long name of a field', () => labelOf(new Map([[many('a'), 1n]]), 0), '#1'],
  ['an exact text', () => (parseExact(`["${many('1')}"]`) as string[])[0]?.length, 17_000_000],
  ['blanks in a JSON text', () => readBody(Buffer.from(`"${many(' ')}<a/>"`), facts).kind, 'xml'],
  ['blanks before a body', () => readBody(Buffer.from(`${many(' ')}{}`), facts).kind, 'json'],
  ['blanks of XML', () => xmlRows(`<a>${many(' ')}b</a>`), { count: 1 }],
  ['ids of a cell', () => referencesIn('/api/hris/v1/employees', 'groups', `["${many('a')}"]`), []],
  ['a name of XML', () => providerErrorIn(Buffer.from(`<${many('a')}:Fault>`), 'text/xml', String), null],
  ['a code of digits', () => providerErrorIn(Buffer.from(`{"error":"${many('1')}"}`), 'application/json', String), {}],
  ['what may be a token', () => looksLikeToken(`bearer ${many('a')}`), true],
  ['what may be a key', () => looksLikeToken(`-----BEGIN ${many('A')}`), false],
  ['what may be a key of a service', () => looksLikeToken(`gho_${many('a')}`), true],
  ['the header of a signature', () => checkSignature('key', 'body', many('-')).verified, false],
  ['names in a text', () => new Names().takeOut(many('a')).length, 17_000_000]
])('reads %s, 17 million of them, where V8 does not optimize regular expressions @attack', (_, read, expected) => {
  const found = read()
  if (typeof expected === 'object' && expected !== null) expect(found).toMatchObject(expected)
  else expect(found).toBe(expected)
})
