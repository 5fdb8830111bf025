import { describe, expect, it } from 'vitest'
import { readJson } from '../json/read'
import { parse } from '../parse'
import { traceOf } from './trace'

const payload = {
  employee: {
    id: 1047,
    name: 'R',
    address: null,
    work_location: { name: 'Field team', site_id: 77 },
    tags: [],
    'a/b': { c: null }
  },
  list: [{ type: 'home', city: 'X' }, { type: 'work', city: null }, { n: [1] }],
  pair: [1, 2]
}
const data = readJson(JSON.stringify(payload))

const traced = (expression: string) => traceOf(expression, parse(expression).root, data)
const lines = (expression: string) =>
  traced(expression).steps.map(({ text, type, state, note }) => [text, type, state, note].join(' | '))

describe('the trace', () => {
  it('shows the steps of a path and its fallback', () => {
    const expression = 'employee.address.country_code\n  || employee.work_location.country_code'
    const { steps, lost, lostAt } = traced(expression)
    expect(steps).toEqual([
      { text: 'employee', from: 0, to: 8, type: 'object', state: 'value', note: '6 keys' },
      { text: '.address', from: 8, to: 16, type: 'null', state: 'lost', note: 'null in the data' },
      { text: '.country_code', from: 16, to: 29, type: 'null', state: 'carried', note: 'still empty' },
      { text: '|| employee.work_location', from: 32, to: 57, type: 'object', state: 'value', note: '2 keys' },
      { text: '.country_code', from: 57, to: 70, type: 'null', state: 'lost', note: 'no such key' }
    ])
    for (const { text, from, to } of steps) expect(expression.slice(from, to)).toBe(text)
    expect(lost).toBe(
      'null came from step `.address`, which is null in the data, and the fallback has no key `country_code`.'
    )
    expect(lostAt).toBe('/employee/address')
  })

  it.each([
    [
      'list[*].city',
      ['list | array | value | 3 items', '[*] | array | value | 3 items', '.city | array | value | 1 of 3 have it']
    ],
    [
      "list[?type=='home'].city | [0]",
      [
        'list | array | value | 3 items',
        "[?type=='home'] | array | value | kept 1 of 3",
        '.city | array | value | 1 of 1 have it',
        '| [0] | string | value | '
      ]
    ],
    ['list[0:2]', ['list | array | value | 3 items', '[0:2] | array | value | 2 items']],
    [
      'list[].n[]',
      [
        'list | array | value | 3 items',
        '[] | array | value | 3 items',
        '.n | array | value | 1 of 3 have it',
        '[] | array | value | 1 item'
      ]
    ],
    [
      'employee.work_location.*',
      ['employee | object | value | 6 keys', '.work_location | object | value | 2 keys', '.* | array | value | 2 items']
    ],
    [
      'employee.id && employee.name',
      ['employee | object | value | 6 keys', '.id | number | value | ', '&& employee.name | string | value | ']
    ],
    [
      '(employee.address || employee.work_location).name',
      [
        'employee | object | value | 6 keys',
        '.address | null | lost | null in the data',
        '|| employee.work_location | object | value | 2 keys',
        '.name | string | value | '
      ]
    ],
    [
      "join(',', list[*].type)",
      [
        'list | array | value | 3 items',
        '[*] | array | value | 3 items',
        '.type | array | value | 2 of 3 have it',
        "join(',', list[*].type) | string | value | from join()"
      ]
    ],
    ['{a: employee.id}', ['{a: employee.id} | object | value | 1 key']],
    ['[employee.id, `1`]', ['[employee.id, `1`] | array | value | 2 items']],
    ['employee.id == `1047`', ['employee.id == `1047` | boolean | value | ']],
    ['!(employee.id)', ['!(employee.id) | boolean | value | ']],
    [
      'employee.work_location | name',
      ['employee | object | value | 6 keys', '.work_location | object | value | 2 keys', '| name | string | value | ']
    ],
    [
      'pair | sort(@) | [-1]',
      ['pair | array | value | 2 items', '| sort(@) | array | value | 2 items', '| [-1] | number | value | ']
    ],
    ['`"x"`', ['`"x"` | string | value | ']]
  ])('%s', (expression, steps) => {
    expect(lines(expression)).toEqual(steps)
    expect(traced(expression).lost).toBeNull()
  })

  it.each([
    ['employee.address', 'null came from step `.address`, which is null in the data.', '/employee/address'],
    ['employee."a/b".c', 'null came from step `.c`, which is null in the data.', '/employee/a~1b/c'],
    ['employee.work_location.siteId', 'There is no key `siteId`; did you mean `site_id`?', '/employee/work_location'],
    [
      'employee.address && employee.id',
      'null came from step `.address`, which is null in the data.',
      '/employee/address'
    ],
    ['employee.nmae', 'There is no key `nmae`; did you mean `name`?', '/employee'],
    ['employee.zzz', 'There is no key `zzz`.', '/employee'],
    ['nope.deeper | more', 'There is no key `nope`.', ''],
    ["list[?type=='z'].city", 'The filter kept none of 3 items.', '/list'],
    ["list[?type=='z'].city | [0]", 'The filter kept none of 3 items.', '/list'],
    ['list[*].nope', 'None of 3 items has a value at `.nope`; did you mean `type`?', '/list'],
    ['pair[4]', '`[4]` asks for index 4 of a list of 2.', '/pair'],
    ['pair[-3]', '`[-3]` asks for index -3 of a list of 2.', '/pair'],
    ['list[1].city', 'null came from step `.city`, which is null in the data.', '/list/1/city'],
    ['list[-2].city', 'null came from step `.city`, which is null in the data.', '/list/1/city'],
    ['list.name', 'null came from step `.name`: a list has no keys.', '/list'],
    ['employee[0]', 'null came from step `[0]`: needs a list, met an object.', '/employee'],
    ['employee.name[*]', 'null came from step `[*]`: needs a list, met a text.', '/employee/name'],
    ['employee.tags[0]', '`.tags` is an empty list in the data.', '/employee/tags'],
    ['to_number(employee.name)', 'null came from step `to_number(employee.name)`: to_number() gives null.', null],
    ['employee.id < employee.name', '< cannot order the number 1047 and the text "R".', '/employee/id'],
    ['length(employee.address)', 'null came from step `.address`, which is null in the data.', '/employee/address']
  ])('names the step that lost the value: %s', (expression, lost, lostAt) => {
    expect(traced(expression)).toMatchObject({ lost, lostAt })
  })

  it('ends with the step that got a value it does not take', () => {
    expect(lines('abs(employee.name)').at(-1)).toBe(
      'abs(employee.name) | null | lost | abs() takes a number, and met the text "R".'
    )
  })
})
