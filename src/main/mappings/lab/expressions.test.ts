import { expect, it } from 'vitest'
import { indexJson, isProblem } from '../../../shared/passthrough/json-index'
import { toPointer, wayTo } from '../../../shared/passthrough/paths'
import { expressionsFor } from './expressions'

const body = {
  'first name': 'Zoë',
  addresses: [
    { type: 'home', city: 'Graz', zip: 8010 },
    { type: 'work', city: null, zip: 8020 },
    { type: "it's", city: 'Wien', zip: 1010 }
  ],
  twins: [{ n: 'a' }, { n: 'a' }],
  numbers: [5, 6],
  teams: [
    {
      code: 'x',
      members: [
        { id: 1, name: 'A' },
        { id: 2, name: 'B' }
      ]
    },
    { code: 'y', members: [{ id: 3, name: 'C' }] }
  ]
}
const text = JSON.stringify(body)

function ways(pointer: string) {
  const index = indexJson(text)
  if (isProblem(index)) throw new Error(index.message)
  const node = Array.from({ length: index.count }, (_, n) => n).find((n) => toPointer(wayTo(index, n)) === pointer)
  const answer = expressionsFor({ bytes: Buffer.from(text), hidden: [], node: node ?? -1 })
  return 'ways' in answer ? answer.ways.map(({ expression }) => expression) : answer.refused
}

it.each<[string, string[]]>([
  ['/first name', ['"first name"']],
  ['/addresses/0/city', ["addresses[?type=='home'].city | [0]", 'addresses[*].city | [0]', 'addresses[0].city']],
  ['/addresses/2/city', ['addresses[?type==`"it\'s"`].city | [0]', 'addresses[2].city']],
  ['/addresses/1/city', ["addresses[?type=='work'].city | [0]", 'addresses[1].city']],
  ['/addresses/0/type', ["addresses[?city=='Graz'].type | [0]", 'addresses[*].type | [0]', 'addresses[0].type']],
  ['/addresses/1', ["addresses[?type=='work'] | [0]", 'addresses[1]']],
  ['/twins/1/n', ['twins[*].n | [0]', 'twins[1].n']],
  ['/numbers/1', ['numbers[1]']],
  ['/teams/0/members/1/name', ["teams[?code=='x'] | [0].members[?id==`2`].name | [0]", 'teams[0].members[1].name']],
  ['/teams/0/members/1', ["teams[?code=='x'] | [0].members[?name=='B'] | [0]", 'teams[0].members[1]']],
  ['', ['@']]
])('expressions for %j, the most robust first', (pointer, expected) => {
  expect(ways(pointer)).toEqual(expected)
})

it('has none for a body that is not JSON, or a value that is not there', () => {
  expect(expressionsFor({ bytes: Buffer.from('<a/>'), hidden: [], node: 0 })).toHaveProperty('refused')
  expect(ways('/nowhere')).toBe('This response has no such value.')
})
