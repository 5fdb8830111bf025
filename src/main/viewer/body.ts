import type { BodyKind } from '../../shared/viewer/windows'
import { indexJson, isProblem, type JsonIndex, type JsonProblem } from '../../shared/passthrough/json-index'
import { positionOf } from '../../shared/passthrough/json-lint'
import { textOfBody, type BodyText } from '../base/body-text'
import { bufferOf } from '../base/shared-bytes'
import { masked } from '../secrets/masked'
import { rawRows, type Rows } from './rows'
import { xmlRows } from './xml-rows'

export interface BodyFacts {
  contentType: string
  complete: boolean
  /** Texts shown as `[token]`. */
  hidden: readonly string[]
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

/** @param decoded null for binary */
export function bodyOf(decoded: BodyText | null, isEmpty: boolean, { contentType, complete, hidden }: BodyFacts): Body {
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
  if (decoded === null) return plain('binary', '', 'Binary response. Save it to open it in another program.')
  if (decoded.guessed) notices.push('Not valid UTF-8: shown as Windows-1252. A saved file keeps the original bytes.')
  const text = masked(decoded.text, hidden)
  if (text !== decoded.text) notices.push('A token in the response is shown as [token]. A saved file contains it.')

  const start = /\S/.exec(text.slice(0, 1_000))?.[0] ?? ''
  if (start === '<' || (start !== '{' && start !== '[' && /xml/i.test(contentType))) return asXml(text)
  const json = indexJson(text)
  if (isProblem(json)) {
    const meant = /json/i.test(contentType) || start === '{' || start === '['
    return plain('text', text, meant ? where('Not JSON', text, json) : undefined)
  }
  const inner = wrapped(text, json)
  if (inner !== null) {
    notices.push('XML inside a JSON string: shown unwrapped. A saved file keeps the original.')
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
