import { describe, expect, it } from 'vitest'
import { madeUpRow } from '../testing/made-up-rows'
import { cell, recordFields, toCsv, toJson } from './export-rows'

const row = (change: Record<string, unknown>) => ({ ...madeUpRow('a', 0, change), tokenRef: 'handle' })

describe('cell', () => {
  it.each<[unknown, string]>([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['a;=1+1', `"a;'=1+1"`],
    ['a; "=1+1"', '"a; ""\'=1+1"""'],
    ['a\t@SUM(1)', `"a\t'@SUM(1)"`],
    ['a\n-1', `"a\n'-1"`],
    ['a;＝1+1', `"a;'＝1+1"`],
    ['a;b, c - d', '"a;b, c - d"'],
    ['+49 30', "'+49 30"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', '"\'\tx"'],
    ['\rx', '"\'\rx"'],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    [' =1+1', "' =1+1"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['a=b', 'a=b'],
    [-2, '-2'],
    [0, '0'],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    [{ a: [1] }, '"{""a"":[1]}"'],
    ['', '']
  ])('%j', (value, written) => expect(cell(value)).toBe(written))
})

describe('a cell of a million characters @attack', () => {
  it.each([
    ['line breaks', '\n'.repeat(1e6), `"'${'\n'.repeat(1e6)}"`],
    ['line breaks before a formula', `x${'\n'.repeat(1e6)}=1`, `"x${'\n'.repeat(1e6)}'=1"`],
    ['separators and spaces', `x${'; '.repeat(5e5)}y`, `"x${'; '.repeat(5e5)}y"`]
  ])('of %s is written in one pass', (_, text, written) => expect(cell(text) === written).toBe(true))
})

describe('toCsv', () => {
  it('begins with a byte order mark, and ends each line as the standard says', () => {
    const [head, line, end] = toCsv([row({ end_user: 'Ünï, Ltd' })]).split('\r\n')
    expect(head).toBe(`\ufeff${recordFields.join(',')}`)
    expect(line).toContain('"Ünï, Ltd"')
    expect(end).toBe('')
  })

  it('holds no token, and no handle of one', () => {
    const text = toCsv([row({ connector_token: 'ct_secret' })]) + toJson([row({ connector_token: 'ct_secret' })])
    expect(text).not.toMatch(/ct_secret|handle/)
  })
})

it('gives records as they came as JSON', () => {
  const [record] = JSON.parse(toJson([row({ status: 7, extra: { deep: [null] } })])) as Record<string, unknown>[]
  expect(record).toMatchObject({ status: 7, extra: { deep: [null] } })
})
