import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { TeamLookers } from './presence'

const service = 'https://api.example.com'
const subject = randomUUID()
const me = randomUUID()
let now = 0
let lookers: TeamLookers
beforeEach(() => {
  now = 10_000
  lookers = new TeamLookers(() => now)
})

const says = (change: Record<string, unknown> = {}) =>
  JSON.stringify({ desk: randomUUID(), operator: 'Grace', service, subject, state: 'open', ...change })
const names = () => lookers.at(service, subject, me).names

it('who looks at a case is one until they close it, or say nothing for 45 s', () => {
  const [grace, ada] = [randomUUID(), randomUUID()]
  lookers.hear(says({ desk: grace }))
  now += 20_000
  lookers.hear(says({ desk: ada, operator: 'Ada' }))
  expect(lookers.at(service, subject, me)).toEqual({ names: ['Ada', 'Grace'], again: 25_000 })
  now += 25_000
  expect(names()).toEqual(['Ada'])
  lookers.hear(says({ desk: ada, operator: 'Ada', state: 'closed' }))
  expect(lookers.at(service, subject, me)).toEqual({ names: [], again: null })
})

it('two desks of one account are two, and this one is none', () => {
  for (const desk of [randomUUID(), randomUUID(), me]) lookers.hear(says({ desk }))
  expect(names()).toEqual(['Grace', 'Grace'])
})

it('a desk looks at one case at a time, and closing another says nothing of it', () => {
  const desk = randomUUID()
  const other = randomUUID()
  lookers.hear(says({ desk }))
  lookers.hear(says({ desk, subject: other, state: 'closed' }))
  expect(names()).toEqual(['Grace'])
  lookers.hear(says({ desk, subject: other }))
  expect(names()).toEqual([])
})

describe('@attack', () => {
  it.each([
    ['no JSON', 'looking'],
    ['8 kB', says({ operator: 'x'.repeat(7_900) })],
    ['8 kB of space', says() + ' '.repeat(7_500)],
    ['a desk that is no id', says({ desk: '__proto__' })],
    ['an unknown field', says({ admin: true })],
    ['another state', says({ state: 'away' })],
    ['a list', '[]']
  ])('%s is left out', (_, text) => {
    lookers.hear(text)
    expect(names()).toEqual([])
  })

  it('names are cleaned and cut off', () => {
    lookers.hear(says({ operator: `\u202E\n${'é'.repeat(100)}` }))
    expect(names()).toEqual([`${'é'.repeat(60)}…`])
  })

  it('a flood is dropped, and of what came more slowly 100 desks are remembered', () => {
    for (let at = 0; at < 10_000; at++) lookers.hear(says())
    expect(names()).toHaveLength(50)
    for (let at = 0; at < 10_000; at++) {
      if (at % 40 === 0) now += 1_000
      if (now > 20_000) break
      lookers.hear(says())
    }
    expect(names()).toHaveLength(100)
  })
})
