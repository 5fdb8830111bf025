import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addressProblem, contactNameProblem, merged, whoRelinks } from '../../shared/mail/address'
import { Encryption } from '../secrets/encryption'
import { contactRows, Contacts } from './contacts'

const rows = (text: string) => contactRows('contacts.csv', Buffer.from(text))

describe('@attack an address', () => {
  it.each([
    'ada@example.com',
    'a.b+relink@mail.example.co.uk',
    'o’hara@example.com'.replace('’', "'"),
    'x@xn--mller-kva.example'
  ])('of one person is taken: %s', (address) => expect(addressProblem(address)).toBeNull())

  it.each([
    ['', /Enter an address/],
    ['ada@example.com\nBcc: all@elsewhere.example', /line break/],
    ['ada@example.com\u2028', /line break/],
    ['ada@example.com, grace@example.com', /more than one/],
    ['ada@example.com;grace@example.com', /more than one/],
    ['ada@example.com grace@example.com', /alone/],
    ['Ada <ada@example.com>', /alone/],
    ['ada@example.com@elsewhere.example', /one @/],
    ['ada', /whole/],
    ['ada@', /whole/],
    ['ada@localhost', /no address/],
    ['ada@exаmple.com', /plain letters/],
    ['.ada@example.com', /no address/],
    ['ada@-example.com', /no address/],
    [`${'a'.repeat(250)}@example.com`, /too long/]
  ])('that is none, or more than one, is named: %j', (address, words) => expect(addressProblem(address)).toMatch(words))

  it.each(['grace@example.com', 'Ada <grace@example.com>', 'Ada\nGrace', 'Ada\u202e', 'x'.repeat(121)])(
    'is not hidden behind a name: %j',
    (name) => expect(contactNameProblem(name)).not.toBeNull()
  )
})

it('contacts are added to those that are there now, and never too many', async () => {
  const key = new Encryption(randomBytes(32))
  const kept = new Map<string, Uint8Array>()
  const contacts = new Contacts({
    history: {
      contacts: async () => [...kept].map(([originId, encrypted]) => ({ originId, encrypted, id: null }) as never),
      contactsOf: async ({ originId }) => kept.get(originId) ?? null,
      async putContacts({ rows }) {
        for (const row of rows) kept.set(row.originId, row.encrypted)
        return true
      },
      removeContacts: async () => undefined
    },
    encrypting: async () => key,
    told: () => undefined
  })
  const one = (name: string) => ({ address: `${name}@example.com`, name, language: '', relinks: false })
  await contacts.save('w', [{ originId: 'acme', contacts: [one('ada')] }])
  await contacts.add('w', [{ originId: 'acme', contacts: [one('grace')] }])
  expect((await contacts.of('w', 'acme')).map(({ name }) => name)).toEqual(['ada', 'grace'])
  const many = Array.from({ length: 19 }, (_, at) => one(`x${at}`))
  await expect(contacts.add('w', [{ originId: 'acme', contacts: many }])).rejects.toThrow(
    'acme would have more than 20'
  )
  expect(await contacts.of('w', 'acme')).toHaveLength(2)
})

describe('a file of contacts', () => {
  it('is read by the names of its columns, whatever separates them', () => {
    const text = 'Origin_ID;E-Mail;Name;Language;Relinks\r\nhwa-0458;d.hale@harrow.example;Dana Hale;en-GB;yes\r\n'
    expect(rows(text)).toEqual([
      {
        ...{ line: 1, originId: 'hwa-0458', customer: '', problem: null },
        contact: { address: 'd.hale@harrow.example', name: 'Dana Hale', language: 'en', relinks: true }
      }
    ])
    expect(rows('origin_id,email\numb-1,a@umber.example')[0]?.contact).toEqual({
      ...{ address: 'a@umber.example', name: '', language: '', relinks: false }
    })
  })

  it('says of each line what is wrong, and takes the others', () => {
    const text = `origin_id,email,name,language,relinks,customer
a-1,ada@example.com,Ada,en,yes,
a-1,ada@example.com,Ada,en,yes,
a-2,"ada@example.com
Bcc: x@elsewhere.example",Ada,en,yes,
a-3,ada@example.com,grace@example.com,en,yes,
a-4,ada@example.com,Ada,English,yes,
a-5,ada@example.com,Ada,en,perhaps,
,ada@example.com,Ada,en,no,Umber`
    expect(rows(text).map(({ contact, problem }) => [contact !== null, problem])).toEqual([
      [true, null],
      [false, 'This line is there twice.'],
      [false, 'An address has no line break.'],
      [false, expect.stringContaining('could be taken for another address')],
      [false, expect.stringContaining('two letters')],
      [false, expect.stringContaining('yes or no')],
      // A name suggests an origin ID, and no more.
      [true, expect.stringContaining('No origin ID')]
    ])
  })

  it.each([
    ['no names of columns', 'a-1,ada@example.com'],
    ['no addresses', 'origin_id,name\na-1,Ada'],
    ['no customers', 'email,name\nada@example.com,Ada'],
    ['nothing', '']
  ])('with %s is refused', (_, text) => expect(() => rows(text)).toThrow(/needs a first line/))

  it('with two columns for one thing is refused: the wrong one would write to another customer', () => {
    expect(() => rows('origin_id,Origin ID,email\n1,2,ada@example.com')).toThrow(
      /origin_id and origin id|origin_id and Origin ID/
    )
    expect(rows('customer_id,origin_id,email\n1,2,ada@example.com')).toMatchObject([{ originId: '2' }])
  })

  it('that is too long is refused', () => {
    const lines = Array.from({ length: 20_001 }, (_, at) => `a-${at},a${at}@example.com`)
    expect(() => rows(`origin_id,email\n${lines.join('\n')}`)).toThrow(/at most 20000/)
  })
})

describe('contacts', () => {
  const one = (address: string, relinks: boolean) => ({ address, name: '', language: '', relinks })

  it('of a file replace those of the same address, and no others', () => {
    const before = [one('a@x.example', false), one('b@x.example', false)]
    expect(merged(before, [one('A@x.example', true)])).toEqual([one('A@x.example', true), one('b@x.example', false)])
  })

  it('who relink get the letter; where nobody is said to, all do', () => {
    const [a, b] = [one('a@x.example', true), one('b@x.example', false)]
    expect(whoRelinks([a, b])).toEqual([a])
    expect(whoRelinks([b])).toEqual([b])
  })
})
