import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keyOf, typedJson, typedOf, written, type Builder } from '../../shared/mappings/builders'
import { evaluate } from './evaluate'
import { readBuilder } from './builder'
import { readJson } from './json/read'

/** Keys and texts as customers have them, and as nobody should. */
const odd = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...`'"\`\\|&@()[]{}.,:! \n\t\u0085\u00a0\u2028é🎈\ud800`), maxLength: 10 })
)
const path = fc.array(odd, { minLength: 1, maxLength: 3 }).map((keys) => keys.map(keyOf).join('.'))
const part = fc.oneof(
  path,
  path.map((one) => `${one} | [0]`),
  fc.tuple(path, path).map(([a, b]) => `${a}[?${b} == 'x'].${b} | [0]`),
  path.map((one) => `(${one})`)
)
const scalar = fc.oneof(
  odd.map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'true', 'false', '""', '0', '1.0', '-0', '1e3', '12345678901234567890'),
  fc.integer().map(String)
)
const builders: fc.Arbitrary<Builder> = fc.oneof(
  fc.record({
    kind: fc.constant('table' as const),
    of: part,
    rows: fc.array(fc.record({ is: scalar, gives: scalar }), { maxLength: 5 }),
    otherwise: scalar
  }),
  fc
    .record({
      kind: fc.constant('chain' as const),
      of: fc.array(part, { minLength: 1, maxLength: 4 }),
      skips: fc.constantFrom('empty' as const, 'null' as const),
      otherwise: fc.option(scalar)
    })
    // One path alone is a path.
    .filter(({ of, skips, otherwise }) => skips === 'null' || of.length > 1 || otherwise !== null)
)

describe('builders', () => {
  it('read back each of 10,000 texts that they write', () => {
    fc.assert(
      fc.property(builders, (builder) => {
        expect(readBuilder(written(builder))).toEqual(builder)
      }),
      { numRuns: 10_000, seed: 20261127 }
    )
  })

  it('write a table that gives exactly its values', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(odd, { maxLength: 5 }),
        fc.array(scalar, { minLength: 6, maxLength: 6 }),
        (keys, to) => {
          const [otherwise = 'null', ...gives] = to
          const rows = keys.map((key, at) => ({ is: JSON.stringify(key), gives: gives[at] ?? 'null' }))
          const text = written({ kind: 'table', of: 'code', rows, otherwise })
          const given = (code: unknown) => evaluate(readJson(JSON.stringify({ code })), text, 1_000)
          for (const [at, key] of keys.entries())
            expect(given(key)).toEqual(evaluate(null, `\`${(gives[at] ?? '').replaceAll('`', '\\u0060')}\``, 1_000))
          expect(given(7.25)).toEqual(evaluate(null, `\`${otherwise.replaceAll('`', '\\u0060')}\``, 1_000))
          expect(given(null)).toEqual(given(7.25))
        }
      ),
      { numRuns: 300, seed: 20261127 }
    )
  })

  it.each([
    ["kind | @ == 'FT' && 'Full-time' || @ == 'PT' && 'Part-time' || `null`", 'table'],
    ["kind|@=='FT'&&`\"Full-time\"`||'other'", 'table'],
    ['kind | (@ == `1` && `[false]` || `[true]`)[0]', 'table'],
    ["work.mail || home.mail || 'none'", 'chain'],
    ['(a | [0]) || b', 'chain'],
    ['not_null(a, b, `false`)', 'chain']
  ])('read %s', (text, kind) => expect(readBuilder(text)?.kind).toBe(kind))

  it.each([
    'employee.kind',
    "kind == 'FT' && 'Full-time' || 'x'",
    "kind | @ == 'FT' && name || 'x'",
    "kind | @ != 'FT' && 'y' || 'x'",
    'kind | (@ == `1` && `[1,2]` || `[false]`)[0]',
    'a |',
    '',
    "'x'"
  ])('leave %s as a text', (text) => expect(readBuilder(text)).toBe(null))
})

describe('typed values', () => {
  it.each([
    ['DE-1010', '"DE-1010"'],
    ['42', '42'],
    ['0042', '"0042"'],
    ['"42"', '"42"'],
    ['true', 'true'],
    ['null', 'null'],
    ['[1', '"[1"'],
    ['[]', '[]'],
    ['"[]"', '"[]"'],
    ['{"a": [12345678901234567890]}', '{"a": [12345678901234567890]}'],
    ['12345678901234567890', '12345678901234567890'],
    ['  Ada ', '"Ada"']
  ])('%s is %s', (typed, json) => {
    expect(typedJson(typed)).toBe(json)
    expect(typedJson(typedOf(json))).toBe(json)
  })

  it('of any JSON are read again as they were', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(typedJson(typedOf(json.trim()))).toBe(json.trim())
      })
    )
  })
})
