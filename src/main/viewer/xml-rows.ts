import { SaxesParser } from 'saxes'
import { deepest, type JsonProblem } from '../../shared/passthrough/json-index'
import { Rows } from './rows'

/**
 * The pretty form of an XML text: one row per tag, or per element that holds nothing but text. Every character of
 * markup is a slice of the text as it came: nothing is decoded, no entity is resolved, nothing is loaded.
 *
 * saxes only reports where things end. A formatter that builds a tree does not fit: xml-formatter 3.7 did not end
 * within ten minutes for 33 MB, and overflows the stack below 5,000 levels.
 */
export function xmlRows(text: string): Rows | JsonProblem {
  const rows = new Rows()
  const parser = new SaxesParser({ position: false, fragment: false })
  let problem: JsonProblem | undefined
  let last = 0
  let depth = 0
  /** Row of the tag that was opened last, as long as only text followed it. */
  let leaf = -1
  let selfClosing = false

  parser.on('error', (error) => {
    // An entity of the document's own type is not resolved, so it is unknown here; the document is still valid.
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

  /** Text before the markup that just ended gets a row of its own; `last` is then where the markup begins. */
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
