import { expect, it } from 'vitest'
import { textOfFile } from '../base/plain-text'
import { linesAtOnce, readIds } from './read-ids'
import { turnsDuring } from '../testing/turns'

const read = async (text: string) => {
  const { ids, skipped } = await readIds(text)
  return [[...ids], skipped]
}

it.each([
  ['one a line', 'a\nb\nc', ['a', 'b', 'c'], 0],
  ['line breaks of Windows, one at the end', 'a\r\nb\r\n', ['a', 'b'], 0],
  ['empty lines and lines of spaces', 'a\n\n  \nb\n', ['a', 'b'], 2],
  ['a byte order mark and a heading', '\ufeffid\na\n', ['a'], 1],
  ['a column called id', 'name,ID,team\nAda,a,1\nBob,b,2\n', ['a', 'b'], 1],
  ['the first column, with a heading of its own', 'employee_id,name\na,Ada\n', ['a'], 1],
  ['the first column, without a heading', 'a,Ada\nb,Bob\n', ['a', 'b'], 0],
  ['quotes with separators, quotes and line breaks in them', 'name,id\n"Ada, ""x""\r\ny","a,1"\n', ['a,1'], 1],
  ['semicolons', 'id;name\na;"x;y"\nb;z', ['a', 'b'], 1],
  ['tabs', 'name\tid\nAda\ta\n', ['a'], 1],
  ['the same id twice', 'a\nb\na\n', ['a', 'b'], 0],
  ['rows without that column', 'name,id\nAda\nBob,b\n', ['b'], 2],
  ['an apostrophe before what looks like a formula', "'-7\n'quoted\n", ['-7', "'quoted"], 0],
  ['a quote that never ends', 'id\n"a\nb', ['a\nb'], 1],
  ['nothing', '', [], 0]
])('reads %s', async (_, text, ids, skipped) => {
  expect(await read(text)).toEqual([ids, skipped])
})

it.each(['', '"', '"x""'])('reads a line of millions of characters that begins with %j', async (start) => {
  const { ids, skipped } = await readIds(start + 'a'.repeat(12_000_000))
  expect([ids.size, skipped]).toEqual([1, 0])
})

it.each([
  ['quotes in quotes', `"${'""'.repeat(5_000_000)}"`, '"'.repeat(5_000_000)],
  ['quotes in quotes, without an end', `"${'""'.repeat(5_000_000)}`, '"'.repeat(5_000_000)],
  ['a heading of quotes', `${'"a"'.repeat(30_000)};id\n1;2`, '2']
])('reads millions of %s, which no stack has to hold @attack', async (_, text, last) => {
  const { ids } = await readIds(text)
  expect([...ids].at(-1) === last).toBe(true)
})

it('lets others have their turn while it reads a long list', async () => {
  const list = Array.from({ length: 100_000 }, (_, at) => `"e${at}",x`).join('\n')
  const { result, turns } = await turnsDuring(() => readIds(list))
  expect(result.ids.size).toBe(100_000)
  expect(turns).toBeGreaterThanOrEqual(100_000 / linesAtOnce)
})

it('reads what a spreadsheet calls Unicode text', async () => {
  expect(await read(textOfFile(Buffer.from('\ufeffid\nä\n', 'utf16le')))).toEqual([['ä'], 1])
  expect(await read(textOfFile(Buffer.from('\ufeffid\nä\n')))).toEqual([['ä'], 1])
})
