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
})
