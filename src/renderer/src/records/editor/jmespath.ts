import { StreamLanguage } from '@codemirror/language'
import { tags } from '@lezer/highlight'
import { quotedEnd } from '../../../../shared/scan'
import { editorWords } from '../words/editor'

/** All functions of the standard. */
export const jmespathFunctions: ReadonlySet<string> = new Set(Object.keys(editorWords.takes))

export const jmespath = StreamLanguage.define<null>({
  name: 'jmespath',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null
    if (stream.match(/^["'`]/, false)) {
      const end = quotedEnd(stream.string, stream.pos)
      const colour = stream.peek() === '"' ? 'propertyName' : 'string'
      stream.pos = end < 0 ? stream.string.length : end
      return colour
    }
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
