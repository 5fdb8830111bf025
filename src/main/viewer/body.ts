import { SaxesParser } from 'saxes'
import type { BodyKind } from '../../shared/viewer/windows'
import { indexJson, isProblem, type JsonIndex, type JsonProblem, deepest } from '../../shared/passthrough/json-index'
import { positionOf } from '../../shared/passthrough/json-lint'
import { textOfBody, type BodyText } from '../base/body-text'
import { bufferOf } from '../base/shared-bytes'
import { masked, type Piece } from '../secrets/masked'
import { rawRows, Rows } from './rows'

export interface BodyFacts {
  contentType: string
  complete: boolean
  /** Shown as `[token]`. */
  hidden: readonly Piece[]
  /** The view offers to save the body: only then do notices mention a file. */
  savable?: boolean
}

export interface Body {
  kind: BodyKind
  text: string
  notices: string[]
  json: JsonIndex | null
  xml: Rows | null
  raw: Rows
}

/** Refuses nothing: an unreadable body shows as it came, with the reason. */
export function readBody(bytes: Uint8Array, facts: BodyFacts): Body {
  return bodyOf(textOfBody(bufferOf(bytes), facts.contentType), bytes.length === 0, facts)
}

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

/** @param decoded null for binary */
export function bodyOf(
  decoded: BodyText | null,
  isEmpty: boolean,
  { contentType, complete, hidden, savable = false }: BodyFacts
): Body {
  const said = (here: string, inFile: string) => (savable ? `${here} ${inFile}` : here)
  const notices = complete
    ? []
    : ['The response is incomplete: it broke off or was cut. The part that was read is shown.']
  const plain = (kind: BodyKind, text: string, notice?: string): Body => ({
    kind,
    text,
    notices: notice ? [...notices, notice] : notices,
    json: null,
    xml: null,
    raw: rawRows(text)
  })
  if (isEmpty) return plain('empty', '')
  if (decoded === null) return plain('binary', '', said('Binary response.', 'Save it to open it in another program.'))
  if (decoded.guessed)
    notices.push(said('Not valid UTF-8: shown as Windows-1252.', 'A saved file keeps the original bytes.'))
  const text = masked(decoded.text, hidden)
  if (text !== decoded.text)
    notices.push(said('A token in the response is shown as [token].', 'A saved file contains it.'))

  const start = /\S/.exec(text.slice(0, 1_000))?.[0] ?? ''
  if (start === '<' || (start !== '{' && start !== '[' && /xml/i.test(contentType))) return asXml(text)
  const json = indexJson(text)
  if (isProblem(json)) {
    const meant = /json/i.test(contentType) || start === '{' || start === '['
    return plain('text', text, meant ? where('Broken JSON', text, json) : undefined)
  }
  const inner = wrapped(text, json)
  if (inner !== null) {
    notices.push(said('XML inside a JSON string: shown unwrapped.', 'A saved file keeps the original.'))
    return asXml(inner)
  }
  return { ...plain('json', text), json }

  function asXml(text: string): Body {
    const xml = xmlRows(text)
    if (!('message' in xml)) return { ...plain('xml', text), xml }
    return plain('text', text, /html/i.test(contentType) ? undefined : where('Not well-formed XML', text, xml))
  }
}

function where(what: string, text: string, { message, at, limit }: JsonProblem): string {
  const { line, column } = positionOf(text, at)
  return `${limit ? 'Too large to format' : what} at line ${line}, column ${column}: ${message} Shown unformatted.`
}

/** A service that reads XML may hand it on as one JSON text. */
function wrapped(text: string, json: JsonIndex): string | null {
  if (json.count !== 1 || text.charCodeAt(json.start[0] ?? 0) !== 0x22) return null
  const inner = JSON.parse(text.slice(json.start[0], json.end[0])) as string
  return /^<[?!a-z_]/i.test(inner.trimStart()) ? inner : null
}
