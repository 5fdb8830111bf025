import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ManyAnswer, ManyShape } from '../../../../shared/passthrough/many'
import { uuid } from '../../testing/passthrough'
import { byShape, byStatus, mostNamed, ungrouped } from './groups'

function answer(place: number, change: Partial<ManyAnswer> = {}): ManyAnswer {
  return {
    ...{ place, id: uuid(place), at: place, outcome: 'answered', status: 200, providerError: null, ms: 400, bytes: 90 },
    ...{ complete: true, content: 'json', shape: 'usual', values: [], checks: null, error: null },
    ...change
  }
}

const shape = (key: string, ...fields: [string, string][]): ManyShape => ({ key, fields: [['', 'object'], ...fields] })

const usual = shape('usual', ['data', 'list'], ['data[]', 'object'], ['data[].id', 'number'], ['total', 'number'])

const named = (answers: ManyAnswer[], shapes: ManyShape[]) =>
  byShape(answers, shapes).groups.map(({ kind, answers, differences }) => [
    kind,
    answers.map(({ place }) => place),
    ...differences.map(({ place, usual, found }) => `${place}: ${usual} → ${found}`)
  ])

test('answers are grouped by how they differ from the most common structure, the fewest first', () => {
  const empty = shape('empty', ['data', 'empty list'], ['total', 'number'])
  const more = shape('more', ...usual.fields.slice(1), ['next', 'text'])
  const answers = [
    ...[0, 1, 2].map((place) => answer(place)),
    answer(3, { shape: 'empty' }),
    answer(4, { shape: 'more' }),
    answer(5, { shape: 'empty' })
  ]
  expect(named(answers, [usual, empty, more])).toEqual([
    ['unlike', [4], 'next: null → text'],
    // What lies below `data` is not said again.
    ['unlike', [3, 5], 'data: list → empty list'],
    ['alike', [0, 1, 2]]
  ])
})

test('null fits every type, and what lies below it is no difference', () => {
  const nulls = shape('nulls', ['data', 'null'], ['total', 'null'])
  const some = shape(
    'some',
    ['data', 'list'],
    ['data[]', 'object'],
    ['data[].id', 'number'],
    ['data[].id', 'null'],
    ['total', 'number']
  )
  const answers = [answer(0), answer(1), answer(2, { shape: 'nulls' }), answer(3, { shape: 'some' })]
  expect(named(answers, [usual, nulls, some])).toEqual([['alike', [0, 1, 2, 3]]])
})

test('pages, errors that a provider reports and failures are told apart before any structure', () => {
  const answers = [
    answer(0),
    answer(1),
    answer(2, { content: 'page', shape: null }),
    answer(3, { providerError: { status: 403, code: null, message: null }, shape: 'error' }),
    answer(4, { providerError: { status: 401, code: null, message: null }, shape: 'error' }),
    answer(5, {
      outcome: 'failed',
      status: null,
      content: 'none',
      shape: null,
      error: { code: 'timeout', message: '' }
    }),
    answer(6, { complete: false, shape: null }),
    answer(7, { content: 'xml', shape: null })
  ]
  const { groups } = byShape(answers, [usual, shape('error', ['error', 'object'])])
  expect(groups.map(({ key }) => key)).toEqual([
    'page ',
    'reported 403',
    'reported 401',
    'failed timeout',
    'cut ',
    'content xml',
    'alike '
  ])
  expect(byStatus(answers).map(({ key, answers }) => `${key}: ${answers.length}`)).toEqual([
    'status page 200: 1',
    'status reported 403: 1',
    'status reported 401: 1',
    'status timeout: 1',
    'status 200: 4'
  ])
})

test('a 429 of the provider is one group, as its status or in its answer', () => {
  const limited = [
    answer(1, { providerError: { status: 429, code: null, message: null } }),
    answer(2, { outcome: 'refused', status: 429, error: { code: 'rate-limited', message: '' } })
  ]
  const [group] = byShape([answer(0), answer(3), ...limited, answer(4)], [usual]).groups
  expect(group).toMatchObject({ key: 'reported 429', answers: limited })
})

test('answers without a body are alike, as those of HEAD', () => {
  const answers = [0, 1, 2].map((place) => answer(place, { content: 'none', shape: null }))
  expect(named(answers, [])).toEqual([['alike', [0, 1, 2]]])
})

test('answers that differ at many places share a group, and each says how it differs', () => {
  const many = (key: string, from: number) =>
    shape(key, ...Array.from({ length: mostNamed + 1 }, (_, at): [string, string] => [`${key}${from + at}`, 'text']))
  const answers = [answer(0), answer(1), answer(2, { shape: 'a' }), answer(3, { shape: 'b' })]
  const { groups, differencesOf } = byShape(answers, [usual, many('a', 0), many('b', 0)])
  expect(groups.map(({ kind, answers }) => [kind, answers.length])).toEqual([
    ['much', 2],
    ['alike', 2]
  ])
  expect(differencesOf(answer(2, { shape: 'a' }))).toContainEqual({ place: 'a0', usual: null, found: 'text' })
})

const places = fc.constantFrom('a', 'a.b', 'a.b.c', 'list', 'list[]', 'list[].id', 'map{}', 'z')
const types = fc.constantFrom('object', 'list', 'empty list', 'text', 'number', 'true or false', 'null')
const shapes = fc.uniqueArray(fc.uniqueArray(fc.tuple(places, types), { maxLength: 6 }), { minLength: 1, maxLength: 5 })

const runs = shapes.chain((fields) => {
  const all = fields.map((one, at): ManyShape => ({ key: `s${at}`, fields: one }))
  const one = fc.record({
    content: fc.constantFrom('json' as const, 'page' as const, 'xml' as const, 'none' as const),
    outcome: fc.constantFrom('answered' as const, 'failed' as const, 'refused' as const),
    status: fc.constantFrom(200, 429, null),
    providerError: fc.option(
      fc.record({ status: fc.constantFrom(401, 403, null), code: fc.constant(null), message: fc.constant(null) })
    ),
    complete: fc.boolean(),
    shape: fc.option(fc.nat(all.length - 1))
  })
  return fc.array(one, { maxLength: 30 }).map((made) => ({
    all,
    answers: made.map((change, place) =>
      answer(place, { ...change, shape: change.shape === null ? null : `s${change.shape}` })
    )
  }))
})

test('groups hold each answer once, and their order does not depend on the order of answers', () => {
  fc.assert(
    fc.property(runs, fc.func(fc.nat()), ({ all, answers }, order) => {
      const other = answers.toSorted((a, b) => order(a.place) - order(b.place))
      for (const grouped of [(of: ManyAnswer[]) => byShape(of, all).groups, byStatus, ungrouped]) {
        const groups = grouped(answers)
        const held = groups.flatMap((group) => group.answers.map(({ place }) => place))
        expect(held.toSorted((a, b) => a - b)).toEqual(answers.map(({ place }) => place))
        expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
        expect(groups.filter(({ kind }) => kind === 'alike').length).toBeLessThanOrEqual(1)
        const outliers = groups.filter(({ kind }) => kind !== 'alike').map((group) => group.answers.length)
        expect(outliers).toEqual(outliers.toSorted((a, b) => a - b))
        expect(grouped(other)).toEqual(groups)
      }
    })
  )
})

test('differences are none against itself, and turned round they name the same places', () => {
  fc.assert(
    fc.property(runs, ({ all, answers }) => {
      const { groups, differencesOf } = byShape(answers, all)
      for (const group of groups) {
        for (const one of group.answers) {
          const found = differencesOf(one)
          if (group.kind === 'alike') expect(found).toEqual([])
          if (group.kind === 'unlike') expect(found).toEqual(group.differences)
          for (const { place, usual, found: own } of found) expect([place, usual]).not.toEqual([place, own])
        }
      }
    })
  )
})
