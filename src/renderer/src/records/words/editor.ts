export const editorWords = {
  fold: 'Fold',
  unfold: 'Unfold',
  /** The arguments of each JMESPath function, for completions. */
  takes: {
    abs: 'number',
    avg: 'numbers',
    ceil: 'number',
    contains: 'array or string, value',
    ends_with: 'string, string',
    floor: 'number',
    join: 'string, strings',
    keys: 'object',
    length: 'string, array or object',
    map: '&expression, array',
    max: 'numbers or strings',
    max_by: 'array, &expression',
    merge: 'objects…',
    min: 'numbers or strings',
    min_by: 'array, &expression',
    not_null: 'values…',
    reverse: 'string or array',
    sort: 'numbers or strings',
    sort_by: 'array, &expression',
    starts_with: 'string, string',
    sum: 'numbers',
    to_array: 'value',
    to_number: 'value',
    to_string: 'value',
    type: 'value',
    values: 'object'
  } as Readonly<Record<string, string>>
}
