import { describe, expect, it } from 'vitest'
import { cell } from './csv'

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
