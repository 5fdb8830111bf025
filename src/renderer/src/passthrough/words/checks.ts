import type { AnswerCheck, CheckKind, valueType } from '../../../../shared/passthrough/answer-checks'

const types = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null'
} satisfies Record<(typeof valueType.options)[number], string>

const sentences: Record<CheckKind, string> = {
  status: 'Status is {value}',
  'header-is': 'Header {at} is {value}',
  'header-exists': 'Header {at} exists',
  time: 'Time is under {value} s',
  'value-is': '{at} is {value}',
  'value-exists': '{at} exists',
  'value-matches': '{at} matches {value}',
  'value-type': '{at} is',
  schema: 'Fits the schema of its API on the shelf'
}

export const checkWords = {
  kinds: {
    status: 'Status is',
    'header-is': 'Header is',
    'header-exists': 'Header exists',
    time: 'Time is under',
    'value-is': 'Value is',
    'value-exists': 'Value exists',
    'value-matches': 'Value matches',
    'value-type': 'Value has type',
    schema: 'Fits the schema'
  } satisfies Record<CheckKind, string>,
  types,
  kind: 'kind',
  type: 'type',
  cell: (number: number, part: string) => `Check ${number} ${part}`,
  /** The fields of a kind. */
  named: (kind: CheckKind) => ({
    at: kind.startsWith('header') ? 'header' : 'expression',
    value: { status: 'statuses', time: 'seconds', 'value-matches': 'pattern' }[kind as string] ?? 'value'
  }),
  example: (kind: CheckKind) => ({
    at: kind.startsWith('header') ? 'content-type' : 'data[0].id',
    value:
      { status: '200, 204', time: '2', 'header-is': 'application/json', 'value-matches': 'emp-*' }[kind as string] ??
      'true'
  }),
  unit: 's',
  remove: (number: number) => `Remove check ${number}`,
  removeTitle: 'Remove',
  add: 'Add check',
  none: 'No checks. A check says how a good response looks. Checks run after each send and change nothing that is sent.',
  hint: 'A value is found by a JMESPath expression. In a pattern, * stands for any text. The schema is what the shelf says of this method, path and status.',
  results: 'Checks',
  /** "1 of 2 checks pass" */
  pass: (passed: number, of: number) => (of === 1 ? `${passed} of 1 check passes` : `${passed} of ${of} checks pass`),
  passes: 'passes:',
  fails: 'fails:',
  notRun: 'The checks did not run: no whole response came.',
  /** With `{at}` and `{value}` for what was typed. */
  sentence: ({ kind, value }: AnswerCheck): string =>
    kind === 'status' && value.includes(',')
      ? 'Status is one of {value}'
      : kind === 'value-type'
        ? `${sentences[kind]} ${types[value as keyof typeof types]}`
        : sentences[kind]
}
