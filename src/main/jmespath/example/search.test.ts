import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exampleTasks, type ExampleTask } from '../testing/example-tasks'
import { evaluate } from '../evaluate'
import { readJson } from '../json/read'
import { jsonText } from '../json/write'
import { searchByExample } from './search'
import { same } from './solve'

const never = { beat: () => undefined, stopped: () => false }
const value = (json: unknown) => readJson(JSON.stringify(json))
const recordsOf = (rows: readonly (readonly [unknown, unknown])[]) =>
  rows.map(([record], index) => ({ value: value(record), label: `#${index + 1}` }))

function search(rows: readonly (readonly [unknown, unknown])[], typed = rows.length, field = 'field') {
  const examples = rows.slice(0, typed).map(([, wanted], index) => ({ index, wanted: JSON.stringify(wanted) }))
  const question = { field, examples, withinMs: Infinity }
  return searchByExample(recordsOf(rows), question, never) ?? expect.fail('The search was stopped.')
}

/** The place of the first proposal that gives what is wanted on all records, also on those that nobody typed. */
function placeOf({ rows, typed, field }: ExampleTask): number {
  return search(rows, typed, field).proposals.findIndex(({ expression }) =>
    rows.every(([record, wanted]) => {
      const answer = evaluate(value(record), expression, 1_000)
      return 'json' in answer && same(readJson(answer.json), value(wanted))
    })
  )
}

describe('mapping by example', () => {
  it('finds what operators want within three proposals', () => {
    const places = exampleTasks.map((task) => ({ name: task.name, place: placeOf(task) }))
    const within = (most: number) => places.filter(({ place }) => place >= 0 && place < most).length
    const missed = places.filter(({ place }) => place < 0 || place > 2)
    console.log(
      `by example: ${within(3)} of ${places.length} within three, ${within(1)} first, ${within(5)} within five; missed: ${missed.map(({ name, place }) => `${name} (${place + 1})`).join('; ')}`
    )
    expect(places.length).toBe(60)
    expect(within(3)).toBeGreaterThanOrEqual(45)
  })

  it('finds them among data that has nothing to do with it', () => {
    const words = [
      'Active',
      'Inactive',
      'DE',
      'yes',
      'no',
      'Full-Time',
      '4400',
      'Sales',
      '1',
      '0',
      'M',
      'WORK',
      'Ada',
      '42'
    ]
    const word = fc.constantFrom(...words)
    const entry = fc.record({
      id: fc.nat(),
      type: word,
      name: fc.nat(300).map((n) => `f${n}`),
      value: word,
      ok: fc.boolean()
    })
    const other = fc.record({
      history: fc.array(entry, { minLength: 10, maxLength: 15 }),
      audit: fc.array(fc.record({ ref: fc.record({ code: word }), tags: fc.array(word) }), { maxLength: 8 }),
      attributes: fc.dictionary(word, fc.record({ label: word, value: word }), { minKeys: 2 })
    })
    const places = exampleTasks.map((task, at) => {
      const rows = task.rows.map(([record, wanted], row) => {
        const [extra] = fc.sample(other, { numRuns: 1, seed: at * 100 + row })
        return [{ ...(record as object), extra }, wanted] as const
      })
      return placeOf({ ...task, rows })
    })
    const within = places.filter((place) => place >= 0 && place < 3).length
    console.log(`by example, among other data: ${within} of ${places.length} within three`)
    expect(within).toBeGreaterThanOrEqual(45)
  })

  it('gives all wanted results with each proposal, over records of any form', () => {
    const key = fc.constantFrom('name', 'type', 'value', 'odd key', "it's", 'a.b', 'items')
    const leaf = fc.oneof(
      fc.constantFrom<unknown>('DE', 'AT', "O'Neil", 'a`b', '', '12', 12, 0.5, true, false, null),
      fc.string({ maxLength: 4 })
    )
    const { record } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, leaf, tie('record'), fc.array(tie('value'), { maxLength: 3 })),
      record: fc.dictionary(key, tie('value'), { maxKeys: 4 })
    }))
    const records = fc.array(record, { minLength: 2, maxLength: 5 })
    const wanted = fc.array(fc.oneof(leaf, fc.constantFrom('DE-12', 'DE, AT')), { minLength: 1, maxLength: 2 })
    fc.assert(
      fc.property(records, wanted, (records, wanted) => {
        const rows = records.map((record, at) => [record, wanted[at] ?? null] as const)
        for (const { expression } of search(rows, wanted.length).proposals) {
          for (const [record, want] of rows.slice(0, wanted.length)) {
            const answer = evaluate(value(record), expression, 1_000)
            const gives = 'json' in answer ? readJson(answer.json) : expect.fail(answer.problem.message)
            expect(same(gives, value(want)) || gives === String(want), `${expression} gives ${jsonText(gives)}`).toBe(
              true
            )
          }
        }
      }),
      { numRuns: 300, seed: 20261127 }
    )
  })

  it('tells proposals apart on the records that nobody typed', () => {
    const person = (name: string, work: string | null, home: string) => ({
      name,
      work: { country: work },
      home: { country: home }
    })
    const rows = [
      [person('Fatima', 'DE', 'DE'), 'DE'],
      [person('Liv', 'AT', 'AT'), 'AT'],
      [person('Dora', 'AT', 'DE'), null],
      [person('Hugo', null, 'DE'), null]
    ] as const
    const { proposals, differing, records, labels } = search(rows, 2, 'work_country')
    expect(labels).toEqual(['Fatima', 'Liv'])
    expect(records).toBe(4)
    expect(proposals.slice(0, 3)).toMatchObject([
      { expression: 'work.country', filled: 3, nulls: 1, problems: 0, differ: 0, types: ['string'] },
      { expression: 'home.country', filled: 4, nulls: 0, differ: 2 },
      { expression: 'work.country || home.country', filled: 4, differ: 1 }
    ])
    expect(differing.map(({ label, texts }) => [label, ...texts.slice(0, 3)])).toEqual([
      ['Dora', '"AT"', '"DE"', '"AT"'],
      ['Hugo', 'null', '"DE"', '"DE"']
    ])
  })

  it('puts another value in the place of one that a part lacks', () => {
    const person = (work: string | null, home: string, code: string) => ({
      work: { country: work },
      home: { country: home },
      code
    })
    const rows = [
      [person('AT', 'GB', '4020'), 'AT-4020'],
      [person(null, 'DE', '4110'), 'DE-4110'],
      [person('CH', 'FR', '4000'), 'CH-4000'],
      [person(null, 'NL', '4020'), 'NL-4020']
    ] as const
    const [first] = search(rows, 2).proposals
    expect(first).toMatchObject({ expression: "join('-', [work.country || home.country, code])", filled: 4 })
  })

  it('offers a number and a text where either may be meant', () => {
    const rows = [
      [{ code: '41', kind: 'x' }, 41],
      [{ code: '57', kind: 'x' }, 57]
    ] as const
    expect(search(rows).proposals.map(({ expression }) => expression)).toEqual(['to_number(code)', 'code'])
  })

  it.each([
    ['part', { name: 'Ada Lovelace' }, 'Ada', 'name'],
    ['letters', { country: 'de' }, 'DE', 'country'],
    ['replaced', { phone: '+49 89 555' }, '4989555', 'phone'],
    ['date', { hired: '2021-03-09T00:00:00Z' }, '09.03.2021', 'hired'],
    ['date', { born: '/Date(731116800000)/' }, '1993-03-03', 'born'],
    ['date', { 'started at': 1_614_556_800 }, '1 March 2021', '"started at"'],
    ['arithmetic', { pay: { monthly: 4_100 } }, 49_200, 'pay.monthly'],
    ['arithmetic', { pay: [{ hours: '38', fte: 0.5 }] }, 19, 'pay[0].hours'],
    ['absent', { name: 'Ada' }, 'Nairobi', '']
  ])('says early that a result needs what the API’s JMESPath lacks: %s', (kind, record, wanted, path) => {
    const { proposals, beyond } = search([[record, wanted]])
    expect(proposals).toEqual([])
    expect(beyond).toMatchObject([{ index: 0, kind, path }])
  })

  it('makes no table of values that each have a form of their own', () => {
    const people = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov', 'Ken Iverson']
    const rows = people.map((name, at) => [{ id: at * 7, name }, name.split(' ')[0]] as const)
    const { proposals, beyond } = search(rows, 3)
    expect(proposals).toEqual([])
    expect(beyond.map(({ kind, of }) => [kind, of])).toEqual(people.slice(0, 3).map((name) => ['part', name]))
    const numbers = rows.map(([record], at) => [record, (at * 37) % 11] as const)
    expect(search(numbers, 3).proposals).toEqual([])
  })

  it('asks for nothing but names before something is typed', () => {
    const records = recordsOf([
      [{ person: { first_name: 'Ada', last_name: 'Byron' } }, null],
      [{ id: 7 }, null]
    ])
    const question = { field: 'x', examples: [0, 1].map((index) => ({ index, wanted: null })), withinMs: Infinity }
    expect(searchByExample(records, question, never)).toMatchObject({
      labels: ['Ada Byron', '#2'],
      proposals: [],
      looked: 0
    })
  })

  it('ends at once when nobody needs the answer, and gives what it has when the time is over', () => {
    const records = recordsOf([[{ a: 'x', b: { c: 'x' } }, 'x']])
    const question = { field: 'a', examples: [{ index: 0, wanted: '"x"' }] }
    expect(searchByExample(records, { ...question, withinMs: Infinity }, { ...never, stopped: () => true })).toBe(null)
    expect(searchByExample(records, { ...question, withinMs: -1 }, never)).toMatchObject({
      ended: false,
      proposals: []
    })
  })
})
