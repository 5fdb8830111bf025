import { SaxesParser } from 'saxes'
import { deepest, type JsonProblem } from '../../shared/passthrough/json-index'
import { Rows } from './rows'

/**
 * The pretty form of XML: one row per tag, or per element that holds only text. Markup stays as it came: nothing is
 * decoded, resolved or loaded. saxes only reports positions. A formatter with a tree fails: xml-formatter 3.7 takes
 * over ten minutes for 33 MB, and overflows the stack below 5,000 levels.
 */
export function xmlRows(text: string): Rows | JsonProblem {
  const rows = new Rows()
  const parser = new SaxesParser({ position: false, fragment: false })
  let problem: JsonProblem | undefined
  let last = 0
  let depth = 0
  /** Row of the last opened tag while only text follows. */
  let leaf = -1
  let selfClosing = false

  parser.on('error', (error) => {
    // Entities of the document's own type are unknown here but valid.
    if (!/undefined entity/.test(error.message)) problem ??= { message: plain(error.message), at: parser.position }
  })
  parser.on('opentag', (tag) => {
    markup()
    rows.push(last, parser.position, depth++)
    if (depth > deepest)
      problem ??= { message: `It is nested deeper than ${deepest} levels.`, at: parser.position, limit: true }
    leaf = rows.count - 1
    selfClosing = tag.isSelfClosing
    last = parser.position
  })
  parser.on('closetag', () => {
    if (selfClosing) {
      depth--
    } else if (leaf >= 0) {
      rows.mergeFrom(leaf, parser.position)
      depth--
    } else {
      markup()
      rows.push(last, parser.position, --depth)
    }
    selfClosing = false
    leaf = -1
    last = parser.position
  })
  parser.on('cdata', () => {
    words()
    rows.push(last, parser.position, depth)
    last = parser.position
  })
  for (const name of ['comment', 'processinginstruction', 'doctype', 'xmldecl'] as const) {
    parser.on(name, () => {
      markup()
      // The parser reports a comment before it reads its last character.
      const end = name === 'comment' ? text.indexOf('>', parser.position) + 1 : parser.position
      rows.push(last, end, depth)
      last = end
    })
  }
  try {
    parser.write(text).close()
  } catch (thrown) {
    problem ??= { message: plain(String(thrown)), at: parser.position }
  }
  return problem ?? rows

  /** Gives text before the markup its own row; `last` then marks the markup's start. */
  function words(): void {
    const markupAt = text.indexOf('<', last)
    const begun = text.slice(last, markupAt).trimStart()
    const from = markupAt - begun.length
    const words = begun.trimEnd()
    if (words) rows.push(from, from + words.length, depth)
    last = markupAt
  }

  function markup(): void {
    leaf = -1
    words()
  }
}

const plain = (message: string) => `${message.replace(/^(Error: )?(\d{1,15}:\d{1,15}: )?/, '').replace(/\.$/, '')}.`
