import type { ExampleAnswer } from '../../../../shared/mappings/example'
import { count, counted } from '../../kit/format'

const all = (many: number) =>
  many === 1 ? 'the wanted result' : many === 2 ? 'both' : `all ${['three', 'four', 'five'][many - 3]}`

export const exampleWords = {
  name: 'Way of writing',
  ways: { expression: 'Expression', example: 'By example', build: 'Builders' },
  use: (letter: string) => `Use ${letter}`,
  useFirst: 'Not saved: use an expression first, or go back to Expression.',
  used: (letter: string) => `Expression ${letter} is in the editor.`,
  wanted: {
    title: 'Wanted results',
    typed: (typed: number, most: number) => `${count(typed)} of up to ${count(most)} typed`,
    another: 'Another record',
    record: 'Record number',
    of: (label: string) => `Wanted result for ${label}`,
    placeholder: 'wanted result',
    remove: (label: string) => `Leave out ${label}`,
    hint: 'As it should read: a text, 42, true or null. In quotes, "42" is a text.',
    noSample: 'Add sample data first: the search tries expressions on records.'
  },
  found: {
    title: (typed: number) => `Expressions that give ${all(typed)}`,
    best: 'best fit first',
    searching: 'Searching…',
    stop: 'Stop',
    stopped: 'Stopped.',
    again: 'Search again',
    start: 'Type the wanted result for one record or more.',
    letter: (letter: string) => `Expression ${letter}`,
    gives: (typed: number) => `${count(typed)} of ${count(typed)}`,
    filled: (filled: number, nulls: number) => `${count(filled)} filled, ${count(nulls)} null`,
    problems: (many: number) => `${count(many)} fail`,
    types: (types: readonly string[]) => types.join(' or '),
    differ: (many: number, from: string) =>
      many === 1 ? `1 differs from ${from}` : `${count(many)} differ from ${from}`,
    announced: (many: number) => (many === 1 ? '1 expression found.' : `${count(many)} expressions found.`),
    none: (typed: number) => `No simple expression gives ${all(typed)}.`,
    alone: 'No other simple expression fits.',
    looked: (looked: number) => `${count(looked)} were looked at.`,
    late: 'The time was over before everything was tried: there may be others.',
    lacks:
      'JMESPath here has no arithmetic, no regular expressions and no dates, and takes no part of a text: a wanted result that needs them is named at once.'
  },
  beyond: {
    part: '{wanted} is a part of {of}: JMESPath cannot take a part of a text.',
    letters: '{wanted} is {of} in other letters: JMESPath cannot change capital letters.',
    replaced: '{wanted} is {of} with other signs: JMESPath cannot replace a part of a text.',
    date: '{wanted} is the date {of} in another form: JMESPath cannot rewrite dates.',
    arithmetic: '{wanted} would have to be calculated from {of}: JMESPath has no arithmetic.',
    absent: 'Nothing in the record looks like {wanted}.'
  } satisfies Record<ExampleAnswer['beyond'][number]['kind'], string>,
  at: (record: string, path: string) => (path === '' ? record : `${record}, ${path}`),
  right: {
    name: 'Shown beside',
    differ: 'Where they differ',
    record: 'Record'
  },
  differ: {
    of: (many: number, records: number) => `${count(many)} of ${counted(records, 'record')}`,
    pairs: 'Compared expressions',
    pair: (a: string, b: string, many: number) => `${a} or ${b} ${count(many)}`,
    question: (label: string) => `Which is right for ${label}?`,
    agree: (a: string, b: string, many: number) => `${a} and ${b} agree on ${counted(many, 'record')}.`,
    right: (value: string, letter: string) => `${value}: use ${letter}`,
    neither: 'Neither: type it',
    fails: 'fails',
    none: 'All expressions give the same on every record.',
    one: 'There is one expression: nothing to compare.',
    nothing: 'Where expressions differ is shown here.',
    record: 'Record',
    show: (label: string) => `Show ${label}`,
    table: 'Records on which they differ',
    over: (letter: string, records: number) => `${letter} over ${counted(records, 'record')}`
  },
  build: {
    kind: 'Kind of builder',
    kinds: { table: 'Value table', chain: 'Fallback chain' },
    kept: 'The text below stays as it is until you change something here.',
    table: {
      of: 'Value of',
      path: 'employee.type',
      is: 'If it is',
      gives: 'the result is',
      isOf: (at: number) => `Value ${count(at)}`,
      givesOf: (at: number) => `Result ${count(at)}`,
      otherwise: 'Otherwise',
      otherwiseHint: 'null if empty',
      add: 'Add a value',
      remove: (at: number) => `Remove value ${count(at)}`,
      found: 'Add the values of the sample data'
    },
    chain: {
      part: (at: number) => (at === 1 ? 'First choice' : `Choice ${count(at)}`),
      add: 'Add a choice',
      remove: (at: number) => `Remove choice ${count(at)}`,
      otherwise: 'Otherwise',
      otherwiseHint: 'nothing if empty',
      skips: 'Goes on from',
      kinds: { empty: 'Empty values', null: 'null only' }
    }
  }
}
