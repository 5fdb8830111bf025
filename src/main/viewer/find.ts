import type { Found } from '../../shared/viewer/windows'
import { none, type JsonIndex } from '../../shared/passthrough/json-index'
import { rawKey } from '../../shared/passthrough/json-lint'
import type { Body } from './body'
import { lastAtOrBefore, type Rows } from './rows'

/** More help no reader; this also bounds memory. */
const mostMatches = 10_000

/**
 * Finds a text without regard to case; in JSON also in escaped form.
 * @param raw rows of a body that is neither JSON nor XML
 */
export function find(body: Body, wanted: string, raw: Rows): Found {
  const matches: Found['matches'] = []
  if (wanted === '') return { total: 0, more: false, matches }
  for (const hit of body.text.matchAll(patternOf(wanted, body.json !== null))) {
    if (matches.length === mostMatches) return { total: mostMatches, more: true, matches }
    const at = hit.index
    const length = hit[0].length
    if (body.json) matches.push(inJson(body.json, at, length))
    else matches.push(inRows(body.xml ?? raw, at, length))
  }
  return { total: matches.length, more: false, matches }
}

function patternOf(wanted: string, json: boolean): RegExp {
  const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  if (!json) return new RegExp(quoted(wanted), 'gi')
  // Each character may be escaped: Python escapes non-ASCII, PHP escapes /.
  const forms = Array.from(wanted, (char) => {
    const written = JSON.stringify(char).slice(1, -1)
    const escaped = [char, char.toLowerCase(), char.toUpperCase()].map((form) =>
      Array.from({ length: form.length }, (_, at) => `\\u${form.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
    )
    const all = new Set([char, written, ...(char === '/' ? ['\\/'] : []), ...(/[ -~]/.test(char) ? [] : escaped)])
    return `(?:${Array.from(all, quoted).join('|')})`
  })
  return new RegExp(forms.join(''), 'gi')
}

function inJson(index: JsonIndex, at: number, length: number): Found['matches'][number] {
  // The last value that begins before it; a key comes before its value.
  let n = lastAtOrBefore(index.start, index.count, at)
  if (n + 1 < index.count && (index.key[n + 1] ?? none) <= at) n++
  const key = index.key[n] ?? none
  const inKey = key !== none && at < key + rawKey(index, n).length
  const from = inKey ? key : (index.start[n] ?? 0)
  return { line: index.line[n] ?? 0, in: inKey ? 'key' : 'text', at: Math.max(0, at - from), length, node: n }
}

function inRows(rows: Rows, at: number, length: number): Found['matches'][number] {
  const line = Math.max(0, rows.at(at))
  return { line, in: 'text', at: at - rows.start(line), length, node: null }
}
