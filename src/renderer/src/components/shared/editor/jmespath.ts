import { StreamLanguage } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** The functions of the standard, with what they take: there are no more. */
export const jmespathFunctions: Readonly<Record<string, string>> = {
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
}

/** Colours of JMESPath: names of keys, functions, literals, and what joins them. */
export const jmespath = StreamLanguage.define<null>({
  name: 'jmespath',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null
    if (stream.match(/^'(?:\\.|[^'\\])*'?/) || stream.match(/^`(?:\\.|[^`\\])*`?/)) return 'string'
    if (stream.match(/^"(?:\\.|[^"\\])*"?/)) return 'propertyName'
    if (stream.match(/^-?\d+/)) return 'number'
    if (stream.match(/^[A-Za-z_]\w*(?=\s*\()/)) return 'functionName'
    if (stream.match(/^[A-Za-z_]\w*/)) return 'propertyName'
    if (stream.match(/^(?:\|\||&&|[=!<>]=|[|!<>&*?@])/)) return 'joint'
    stream.next()
    return 'punctuation'
  },
  tokenTable: { functionName: tags.function(tags.variableName), joint: tags.keyword },
  languageData: { closeBrackets: { brackets: ['(', '[', '{', "'", '"', '`'] } }
})
