import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { nameText } from '../../shared/own-name'
import { PairSet } from '../base/pair-set'
import { atOnce } from '../base/turns'
import { turnsDuring } from '../testing/turns'
import { finding } from './finding'
import { Masker } from './masker'
import { maskerOf } from './testing'
import { TokenDigests, type TokenDigest } from './token-digests'

const secret = 'ct_live_9/f+Ü "q"_x'
const plain = 'ct_practice_8fK2mQ7x'
const mask = (text: string, ...secrets: string[]) => maskerOf(...secrets).mask(text)

const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const everyByte = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')
const unicode = (text: string, chosen = /[^]/) =>
  text
    .split('')
    .map((unit) => (chosen.test(unit) ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : inJson(unit)))
    .join('')
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)
const entities = (text: string) =>
  text.replaceAll(/[^\w ]/g, (sign) => `&#x${(sign.codePointAt(0) ?? 0).toString(16)};`)
const named = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const spellings: [name: string, spell: (text: string) => string][] = [
  ['as it is', (text) => text],
  ['escaped for JSON', inJson],
  ['as PHP writes JSON', (text) => inJson(text).replaceAll('/', '\\/')],
  ['with every character as \\uXXXX', (text) => unicode(text)],
  [
    'with codes in upper case',
    (text) => unicode(text).replaceAll(/u00../g, (code) => `u${code.slice(1).toUpperCase()}`)
  ],
  ['with one letter as \\uXXXX', (text) => unicode(text, /c/)],
  ['as JavaScript writes bytes', (text) => [...text].map((one) => (one < '~' ? `\\x${hex(one)}` : one)).join('')],
  ['in a JSON text in a JSON text', (text) => inJson(unicode(text, /[_"/]/))],
  ['three JSON texts deep', (text) => inJson(inJson(unicode(text, /[_"/]/)))],
  ['percent-encoded', encodeURIComponent],
  [
    'percent-encoded in small letters',
    (text) => encodeURIComponent(text).replaceAll(/%../g, (one) => one.toLowerCase())
  ],
  ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['with every byte percent-encoded', everyByte],
  ['with every byte percent-encoded twice', (text) => encodeURIComponent(everyByte(text))],
  ['as a form writes it', (text) => new URLSearchParams({ a: text }).toString().slice(2)],
  ['percent-encoded in JSON', (text) => unicode(encodeURIComponent(text), /%/)],
  ['in hexadecimal', hex],
  ['in hexadecimal in capitals', (text) => hex(text).toUpperCase()],
  ['in hexadecimal of more', (text) => hex(`<${text}>`)],
  ['as entities of XML', entities],
  ['as named entities', named],
  [
    'as decimal entities',
    (text) =>
      text
        .split('')
        .map((unit) => `&#${unit.charCodeAt(0)};`)
        .join('')
  ],
  ['as entities in JSON', (text) => inJson(entities(text))],
  ['in base64', base64],
  ['in base64 without padding', (text) => base64(text).replaceAll('=', '')],
  ['in base64 as addresses have it', (text) => Buffer.from(text).toString('base64url')],
  ['in Basic, as the password', (text) => `Basic ${base64(`user:${text}`)}`],
  ['in Basic, as the user', (text) => `Basic ${base64(`${text}:`)}`],
  ['in base64 at the second place', (text) => base64(`u${text}:p`)],
  ['in base64 at the third place', (text) => base64(`uv${text}z`)],
  ['in base64 of JSON', (text) => base64(JSON.stringify({ t: `a ${text.replaceAll('"', '')}` }))],
  ['in base64 percent-encoded', (text) => encodeURIComponent(base64(`x${text}`))],
  ['in base64 in JSON with slashes escaped', (text) => base64(`xy${text}`).replaceAll('/', '\\/')],
  ['escaped as for Markdown', (text) => text.replaceAll(/[_"+/]/g, '\\$&')]
]
const tokens = [
  ['a token', plain],
  ['a token with signs', secret.replaceAll('"q"', 'q')],
  ['a token with quotes and backslashes', 'ct_aB/9"z\\k=_and%41more&lt;x'],
  ['a token that looks like escapes', 'u0061-secret%2Fmore']
] as const

describe.each(tokens)('@attack %s', (_, token) => {
  it.each(spellings)('is masked %s', (name, spell) => {
    if (name === 'in base64 of JSON' && /["\\]/.test(token)) return
    const spelled = spell(token)
    const masked = mask(`{"before": "${spelled}", "after": 1}`, 'another-secret', token)
    expect(masked).toContain('[token]')
    expect(masked).toMatch(/^\{"before": ".*", "after": 1\}$/)
    expect(masked).not.toContain(spelled)
    const rest = masked.replaceAll(/^\{"before": "|", "after": 1\}$|\[token\]|Basic /g, '')
    expect(rest.length).toBeLessThanOrEqual(16)
  })
})

it('leaves the rest of a text as it was', () => {
  expect(mask(`/api/hris/v1/${plain}/delete`, plain)).toBe('/api/hris/v1/[token]/delete')
  expect(mask(`/a/${base64(plain)}/delete`, plain)).toBe('/a/[token]/delete')
  expect(mask(`a ${plain}${plain} b`, plain)).toBe('a [token][token] b')
  for (const innocent of [
    '/connectors/00000000-0000-4000-8000-000000000001 100% %zz &amp &; \\u12 \\',
    'ct_practice_8fK2mQ7',
    '',
    'é😀'
  ])
    expect(mask(innocent, plain)).toBe(innocent)
})

it('a mask that is cut out of JSON leaves it JSON', () => {
  const text = JSON.stringify({ a: `x ${unicode(secret)}\n`, [secret]: [base64(secret), inJson(`\\${secret}`)] })
  expect(JSON.parse(mask(text, secret))).toMatchObject({ a: 'x [token]\n', '[token]': ['[token]', '\\\\[token]'] })
})

it('masks a secret whole that begins with another, or has another in it', () => {
  expect(mask('a secret-1-and-more b', 'secret-1', 'secret-1-and-more', '-1-and')).toBe('a [token] b')
})

it('learns of secrets that come later, and leaves very short ones and the names of fields alone', () => {
  const masker = maskerOf('abc', 'status', 'integration_slug')
  const text = '{"abc":1,"status":"integration_slug","t":"later-secret"}'
  expect(masker.mask(text)).toBe(text)
  masker.add('later-secret')
  expect(masker.mask(text)).toBe('{"abc":1,"status":"integration_slug","t":"[token]"}')
})

it('names the first text that leaks, also where a secret is cut into two pieces', async () => {
  const masker = maskerOf(plain)
  const halves = [plain.slice(0, 9), plain.slice(9)]
  expect(
    await masker.nameOfLeak(
      new Map([
        ['a', ['x']],
        ['b', halves]
      ])
    )
  ).toBe('b')
  expect(await masker.nameOfLeak(new Map([['a', ['x']]]))).toBeNull()
})

it('finds a secret across the windows of a long text, and each of very many', () => {
  const masker = maskerOf(...Array.from({ length: 20_000 }, (_, id) => `ct_live_${id}_of_many`))
  for (const at of [131_060, 131_072, 131_075, 262_143])
    expect(masker.mask('x '.repeat(at / 2) + unicode('ct_live_19999_of_many') + ' y'.repeat(9))).toBe(
      `${'x '.repeat(at / 2)}[token]${' y'.repeat(9)}`
    )
})

it.each([6, 7, 8, 9, 40])('finds one of %d characters at every position of base64, up to the last', (length) => {
  const known = 'sEcr3t-Tok3n_of+the/serviçe.with=everything'.slice(0, length)
  for (let before = 0; before < 4; before++) {
    for (let after = 0; after < 4; after++) {
      const bytes = Buffer.from('x'.repeat(before) + known + 'y'.repeat(after))
      for (const form of ['base64', 'base64url'] as const)
        expect(maskerOf(known).mask(`"${bytes.toString(form)}"`)).toContain('[token]')
    }
  }
})

it('gives way to others while it searches a long text, and finds the same', async () => {
  const text = `${'a few words '.repeat(300_000)} ${plain} ${base64(plain)}`
  const masker = maskerOf(plain)
  const { result: found, turns } = await turnsDuring(() => masker.search(text))
  expect(found).toEqual(masker.found(text))
  expect(found).toEqual([base64(plain), plain])
  expect(turns).toBeGreaterThan(10)
})

describe('a value', () => {
  const bytes = new Uint8Array([1, 2])

  it('is masked in texts and names, and the rest of it is as it was', () => {
    const value = { a: [`x ${plain}`, 1n, null], [plain]: { bytes }, __proto__: null }
    expect(maskerOf(plain).cleanForeign(value)).toEqual({ a: ['x [token]', 1n, null], '[token]': { bytes } })
  })

  it('is the same one where it holds no secret', () => {
    const value = { a: [bytes, 'x', undefined], b: new Map() }
    expect(maskerOf(plain).cleanForeign(value)).toBe(value)
  })

  it('loses whole texts to a token of its own that is a word, and no name', () => {
    const value = { id: 'c1', e: 'e', end_user: 'status', status: 'e f' }
    expect(maskerOf().cleanForeign(value, ['e', 'status'])).toEqual({
      id: 'c1',
      e: '[token]',
      end_user: '[token]',
      status: 'e f'
    })
  })
})

it('looks at a record it found clean again as soon as another secret is known', () => {
  const masker = maskerOf('a-known-secret')
  const value = { id: 'a', note: 'a-later-secret' }
  const [clean] = masker.cleanEach([{ value, own: null }])
  expect(clean).toBe(value)
  expect(masker.cleanForeign([value])[0]).toBe(value)
  expect(masker.cleanForeign([{ ...value, other: 'a-known-secret' }])[0]?.other).not.toContain('secret')
  masker.add('a-later-secret')
  expect(masker.cleanForeign([value])[0]?.note).not.toContain('secret')
})

describe('what no secret fits into', () => {
  const long = 'ct_live_of_thirty_characters_1'
  const records = ['2026-11-27T17:20:00.000Z', 'Kestrel Foods'].map((end_user) => ({
    value: { id: 'hris-1', end_user },
    own: null
  }))

  /** Places where a secret was looked for. */
  function placesIn(work: () => void): number {
    const looked = vi.spyOn(TokenDigests.prototype, 'mayBegin')
    work()
    const places = looked.mock.calls.length
    looked.mockRestore()
    return places
  }

  it('is not looked through: a text that is too short', () => {
    const names = placesIn(() => maskerOf(long).cleanEach([{ value: { id: '', end_user: '' }, own: null }]))
    expect(placesIn(() => maskerOf(long).cleanEach(records))).toBe(names)
  })

  it('is not decoded: a run of letters that is too short', () => {
    const text = '/dashboard/connectors?from=2026-11-27T17:20 '.repeat(3)
    expect(placesIn(() => maskerOf(long).mask(text))).toBe(text.length)
  })

  it.each(['a shorter secret of this session', 'one of an earlier session'])('is looked through for %s', (whose) => {
    const kept: TokenDigest[] = []
    const keeper = { salt: 'salt', kept, keep: (one: TokenDigest) => void kept.push(one) }
    const masker = new Masker(keeper)
    masker.add(long)
    masker.add('Kestrel-Foods')
    const known = whose.includes('earlier') ? new Masker(keeper) : masker
    const [clean] = known.cleanEach([{ value: { id: 'a', end_user: 'Kestrel-Foods' }, own: null }])
    expect(clean).toEqual({ id: 'a', end_user: '[token]' })
    expect(known.mask(base64('Kestrel-Foods'))).toBe('[token]')
  })

  it('is looked through in another thread for all that was known when it was asked', () => {
    const digests = new TokenDigests()
    digests.add(long)
    digests.add('shorter')
    const there = new TokenDigests(digests.shared)
    expect(atOnce(finding('a shorter text', there))).toEqual([{ from: 2, to: 9 }])
  })
})

describe('what is kept for later sessions', () => {
  const kept: TokenDigest[] = []
  const keeper = { salt: 'salt', kept, keep: (one: (typeof kept)[number]) => void kept.push(one) }

  it('@attack tells no secret, and knows each again in every spelling', () => {
    new Masker(keeper).add(plain)
    const written = JSON.stringify(kept)
    for (const [, spell] of spellings) expect(written).not.toContain(spell(plain))
    expect(written).not.toContain(plain.slice(0, 6))
    const later = new Masker(keeper)
    for (const [, spell] of spellings) expect(later.mask(spell(plain))).toContain('[token]')
  })

  it('is nothing that may be a word: a hostile service could blank it out for good', () => {
    const before = kept.length
    const masker = new Masker(keeper)
    for (const word of ['connector', 'Brightwater Clinics of the North']) masker.add(word)
    expect(kept).toHaveLength(before)
    expect(masker.mask('a connector')).toBe('a [token]')
  })
})

describe('@attack thousands of tokens that begin alike, each of another length', () => {
  const beginning = 'ct_live_'
  const tokens = (many: number) => Array.from({ length: many }, (_, at) => beginning + `${at}`.padEnd(at + 6, '-x'))
  const noise = (pieces: number) => Array.from({ length: pieces }, (_, at) => `${beginning}${at}`).join('')
  const nested = (many: number) => Array.from({ length: many }, (_, at) => 'a'.repeat(at + 6))

  /** Counts compared pieces and units, which take the time. */
  function workOf(known: readonly string[], text: string) {
    const masker = maskerOf(...known)
    const looked = vi.spyOn(TokenDigests.prototype, 'has')
    masker.mask(text)
    const lengths = looked.mock.calls.map(([one]) => one.length)
    looked.mockRestore()
    return { pieces: lengths.length, units: lengths.reduce((sum, one) => sum + one, 0) }
  }

  it.each([
    ['tokens with a beginning in common', tokens, noise],
    ['tokens that begin each other', nested, (pieces: number) => 'a'.repeat(9 * pieces)]
  ])('take work that grows with the text and not with the tokens: %s', (_, known, text) => {
    const [few, many] = [workOf(known(100), text(200)), workOf(known(3_000), text(200))]
    expect(many.pieces).toBeLessThanOrEqual(2 * few.pieces)
    const [short, long] = [workOf(known(1_500), text(800)), workOf(known(1_500), text(1_600))]
    expect(long.pieces).toBeLessThanOrEqual(2.2 * short.pieces)
    expect(long.units).toBeLessThanOrEqual(2.2 * short.units)
  })

  it('are learned with work that grows with them', () => {
    const steps = (many: number) => {
      const looked = vi.spyOn(PairSet.prototype, 'secondsOf')
      const spent: number[] = []
      looked.mockImplementation(function (this: PairSet, first: number) {
        const seconds = original.call(this, first)
        spent.push(seconds.length)
        return seconds
      })
      maskerOf(...tokens(many))
      looked.mockRestore()
      return spent.reduce((sum, one) => sum + one, 0)
    }
    const original = PairSet.prototype.secondsOf
    expect(steps(2_000)).toBeLessThanOrEqual(2.2 * steps(1_000))
  })

  it.each([
    ['as it is', (text: string) => text],
    ['in base64', base64],
    ['in hexadecimal', hex],
    ['escaped', unicode]
  ])('are masked whole all the same, %s, also in a later session', (_, spell) => {
    const kept: TokenDigest[] = []
    const keeper = { salt: 'salt', kept, keep: (one: TokenDigest) => void kept.push(one) }
    const masker = new Masker(keeper)
    const known = tokens(300)
    for (const token of known) masker.add(token)
    for (const token of known) {
      const masked = masker.mask(`"${spell(token)}"`)
      expect(masked).toContain('[token]')
      expect(masked.length).toBeLessThanOrEqual(16)
      expect(new Masker(keeper).mask(`"${spell(token)}"`)).toBe(masked)
    }
    const [next = ''] = tokens(1)
    expect(masker.mask(`before ${next} after`)).toBe('before [token] after')
  })
})

describe('@attack long tokens that begin alike', () => {
  function comparedOf(masker: Masker, text: string): number {
    const looked = vi.spyOn(TokenDigests.prototype, 'has')
    masker.mask(text)
    const units = looked.mock.calls.reduce((sum, [one]) => sum + one.length, 0)
    looked.mockRestore()
    return units
  }

  const alike = (length: number, beginning: string) =>
    Array.from({ length: 16 }, (_, at) => beginning.padEnd(length - at, `-${String.fromCharCode(97 + at)}`))
  const numbered = (beginning: string) => (length: number) =>
    Array.from({ length: length / (beginning.length + 4) }, (_, at) =>
      `${beginning}${at}`.padEnd(beginning.length + 4)
    ).join('')

  const beginnings = [
    ['six letters', 'ct_liv', numbered('ct_liv')],
    [
      'the first units that are looked up',
      'ct_live_of_a_service_that_is_odd',
      numbered('ct_live_of_a_service_that_is_odd')
    ],
    ['a run of one letter', 'a'.repeat(1_900), numbered('a'.repeat(1_000))]
  ] as const
  const spelt = [
    ['as it is', (text: string) => text],
    ['in hexadecimal', hex],
    ['in base64', base64]
  ] as const
  const cases = [2_000, 60_000].flatMap((length) =>
    beginnings.flatMap(([name, beginning, text]) =>
      spelt.map(([spelling, spell]) => ({ length, name, spelling, beginning, text: (n: number) => spell(text(n)) }))
    )
  )

  it.each(cases)(
    'of $length characters with $name in common are compared with work that grows with the text, $spelling',
    ({ length, beginning, text }) => {
      const masker = maskerOf(...alike(length, beginning))
      for (const long of [text(20_000), text(40_000)])
        expect(comparedOf(masker, long)).toBeLessThanOrEqual(80 * long.length)
    }
  )

  it.each(spelt)('are hidden all the same, %s', (_, spell) => {
    for (const [, beginning] of beginnings) {
      const tokens = alike(2_000, beginning)
      const masker = maskerOf(...tokens)
      for (const token of tokens) expect(masker.mask(`"${spell(token)}"`).length).toBeLessThanOrEqual(14)
    }
  })

  it('are known by their beginning where no header could hold them, and teach nothing that overflows', () => {
    const token = Array.from({ length: 60_000 }, (_, at) => `${at}-`).join('')
    const masker = maskerOf(token)
    expect(masker.mask(`a ${token.slice(0, 9_000)} b`)).toBe(`a [token]${token.slice(8_192, 9_000)} b`)
    expect(masker.mask(token.slice(9_000))).toBe(token.slice(9_000))
  })

  it('that an earlier version kept by a digest of the whole alone are compared in as little time', () => {
    const known = alike(2_000, 'a'.repeat(1_900))
    const salt = 'salt'
    const kept: TokenDigest[] = []
    const keeper = { salt, kept, keep: ({ first: _, ...one }: TokenDigest) => void kept.push(one) }
    const first = new Masker(keeper)
    for (const token of known) first.add(token)
    const masker = new Masker(keeper)
    for (const token of known) expect(masker.mask(`"${token}"`)).toMatch(/^"\[token\]"?$/)
    const text = numbered('a'.repeat(1_000))
    expect(comparedOf(masker, text(40_000))).toBeLessThanOrEqual(80 * 40_000)
  })
})

it('takes the texts of a union by the shape whose words are the value’s', () => {
  const shape = z.union([
    z.object({ kind: z.literal('id'), value: nameText }),
    z.object({ kind: z.literal('note'), value: z.string().max(5) }),
    z.object({ kind: z.literal(['note', 'line']), value: z.string() })
  ])
  const clean = (kind: string) => maskerOf(plain).clean(shape, { kind, value: plain } as never)
  expect(clean('id')).toEqual({ kind: 'id', value: plain })
  for (const kind of ['note', 'line', 'of a later version'])
    expect(clean(kind)).toEqual({ kind, value: mask(plain, plain) })
})
