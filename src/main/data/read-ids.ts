import { setImmediate as pause } from 'node:timers/promises'

/** Of lines read in one go: some 5 ms. */
export const linesAtOnce = 10_000

/** Ids of a list, each once, and how many of its lines held no id. */
export interface ReadIds {
  ids: Set<string>
  skipped: number
}

/** Where the first cell separator is searched, in characters: no heading is longer. */
const mostOfHeading = 100_000

/** What the heading of a column of ids ends with, where it is not just `id`. */
const idHeading = /(^|.[ _-])ids?$/i

/**
 * Whether a first cell names a column of ids. Only the end of a long one is looked at: until V8 compiles an expression,
 * it keeps a place on its stack for each character of a repetition, and some million overflow that.
 */
const namesIds = (cell: string) => idHeading.test(cell.trim().slice(-10))

/**
 * Reads a CSV or a text of ids (RFC 4180 with commas, semicolons or tabs; CRLF or LF; a byte order mark): those of the
 * column called `id`, else of the first one. The apostrophe this app's CSV puts before a formula is removed.
 */
export async function readIds(text: string): Promise<ReadIds> {
  const content = text.replace(/^\ufeff/, '')
  const ids = new Set<string>()
  let column = -1
  let skipped = 0
  let lines = 0
  for (const cells of linesOf(content)) {
    if (++lines % linesAtOnce === 0) await pause()
    if (column < 0) {
      const named = cells.findIndex((cell) => cell.trim().toLowerCase() === 'id')
      column = Math.max(named, 0)
      if (named >= 0 || namesIds(cells[0] ?? '')) {
        skipped++
        continue
      }
    }
    const id = withoutGuard((cells[column] ?? '').trim())
    if (id === '') skipped++
    else ids.add(id)
  }
  return { ids, skipped }
}

/** Without the apostrophe that this app's CSV puts before a formula. */
function withoutGuard(id: string): string {
  const bare = id.slice(1)
  return id.startsWith("'") && /^[=+\-@]/.test(bare.trimStart()) ? bare : id
}

/** What separates cells in the first line, outside of quotes; a doubled quote ends them and begins them again. */
function separatorOf(text: string): string {
  let quoted = false
  let found = ''
  for (const char of text.slice(0, mostOfHeading)) {
    if (char === '"') quoted = !quoted
    else if (quoted) continue
    else if (char === ',') return char
    else if (char === '\n' || char === '\r') break
    else if (char === ';' || (char === '\t' && found === '')) found = char
  }
  return found || ','
}

/** Cells line by line; the line break at the end does not begin another line. */
export function* linesOf(text: string): Generator<string[], void, void> {
  const separator = separatorOf(text)
  let quote = text.indexOf('"')
  for (let at = 0; at < text.length;) {
    const lineBreak = text.indexOf('\n', at)
    const end = lineBreak < 0 ? text.length : lineBreak
    if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
    if (quote < 0 || quote >= end) {
      // Most lines have no quotes, and need no careful reading.
      yield text.slice(at, text[end - 1] === '\r' ? end - 1 : end).split(separator)
      at = end + 1
      continue
    }
    const cells: string[] = []
    for (;;) {
      const isQuoted = text[at] === '"'
      const inside = isQuoted ? at + 1 : at
      if (isQuoted) at = closingQuote(text, inside)
      const last = at
      // Behind a closing quote nothing belongs to the cell.
      while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') at++
      cells.push(isQuoted ? text.slice(inside, last).replaceAll('""', '"') : text.slice(inside, at))
      if (text[at] !== separator) break
      at++
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    yield cells
  }
}

/** Where the quote stands that ends a cell, or the text; two of them are one that is meant. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < 0 ? text.length : at
}
