import { appendFileSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { digestsIn } from './digest-file'
import { Masker } from './masker'

const token = 'ct_practice_8fK2mQ7x'
const folder = () => mkdtempSync(join(tmpdir(), 'connector-desk-digests-'))
const failed = (error: unknown) => {
  throw error
}

it('@attack a token of an earlier session is known again, and the file tells nothing of it', () => {
  const file = join(folder(), 'known-tokens')
  const keeper = digestsIn(file, failed)
  new Masker(keeper).add(token)
  keeper.flush()
  expect(readFileSync(file, 'utf8')).not.toContain(token.slice(0, 6))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(new Masker(digestsIn(file, failed)).mask(`a ${token}`)).toBe('a [token]')
})

it('goes on in the same file, and past a line that was cut off', () => {
  const file = join(folder(), 'known-tokens')
  for (const one of [token, 'ct_practice_of_later']) {
    const keeper = digestsIn(file, failed)
    new Masker(keeper).add(one)
    keeper.flush()
  }
  appendFileSync(file, 'abc 1')
  expect(new Masker(digestsIn(file, failed)).mask(`${token} ct_practice_of_later`)).toBe('[token] [token]')
})

it('knows a long token again, also as an earlier version kept it: by the digest of the whole alone', () => {
  const file = join(folder(), 'known-tokens')
  const long = `${token}-`.repeat(60)
  const keeper = digestsIn(file, failed)
  new Masker(keeper).add(long)
  keeper.flush()
  const written = readFileSync(file, 'utf8')
  expect(written).toMatch(/^[\da-f]{16} \d+ 1260 [\da-f]{16}$/m)
  writeFileSync(file, written.replaceAll(/ [\da-f]{16}$/gm, ''))
  expect([...digestsIn(file, failed).kept]).toEqual([
    { digest: [expect.any(Number), expect.any(Number)], bucket: expect.any(Number), length: 1_260, begins: false }
  ])
  for (const kept of [written, readFileSync(file, 'utf8')]) {
    writeFileSync(file, kept)
    expect(new Masker(digestsIn(file, failed)).mask(`a ${long}`)).toBe('a [token]')
  }
})

it.each([
  ['a line', (text: string) => `${text}abc 1`, true],
  ['the salt', (text: string) => text.slice(0, 7), false]
])('@attack keeps what comes after %s that was cut off', (_, cut, keepsEarlier) => {
  const file = join(folder(), 'known-tokens')
  const first = digestsIn(file, failed)
  new Masker(first).add(token)
  first.flush()
  writeFileSync(file, cut(readFileSync(file, 'utf8')))
  for (const one of ['ct_practice_of_later', 'ct_practice_of_last_1']) {
    const keeper = digestsIn(file, failed)
    new Masker(keeper).add(one)
    keeper.flush()
  }
  const { mask } = new Masker(digestsIn(file, failed))
  expect(mask('ct_practice_of_later ct_practice_of_last_1')).toBe('[token] [token]')
  expect(mask(token)).toBe(keepsEarlier ? '[token]' : token)
})

it.each([
  ['0123456789abcdef 7 20', { digest: [0x01234567, 0x89abcdef], bucket: 7, length: 20, begins: false }],
  [
    'fedcba9800000000 4194303 8192~ 00000001ffffffff',
    { digest: [0xfedcba98, 1], bucket: 4_194_303, length: 8_192, begins: true, first: [1, 0xffffffff] }
  ],
  ['0123456789abcde', null],
  ['0123456789abcdeg 7 20', null],
  ['0123456789ABCDEF 7 20', null],
  ['0123456789abcdef 7', null],
  ['0123456789abcdef 7 ', null],
  ['0123456789abcdef 7 20 0123', null],
  ['0123456789abcdef 7 20~ 0123456789abcdef1', null],
  ['0123456789abcdef 7 20 ', null],
  ['', null]
])('reads “%s” as it was written, and nothing that was cut', (line, read) => {
  const file = join(folder(), 'known-tokens')
  const whole = '0000000200000003 1 12'
  for (const end of ['', '\n', `\n${whole}\n`]) {
    writeFileSync(file, `${'a'.repeat(32)}\n${line}${end}`)
    const after = end.length > 1 ? [{ digest: [2, 3], bucket: 1, length: 12, begins: false }] : []
    expect([...digestsIn(file, failed).kept]).toEqual([...(read ? [read] : []), ...after])
  }
})

it('knows tokens for this session where the file cannot be used, and says so', () => {
  const told: unknown[] = []
  const keeper = digestsIn(folder(), (error) => told.push(error))
  const masker = new Masker(keeper)
  masker.add(token)
  keeper.flush()
  expect(masker.mask(token)).toBe('[token]')
  expect(told).toHaveLength(2)
})
