import { setImmediate as pause } from 'node:timers/promises'

/** Lines in one go: about 5 ms. */
export const linesAtOnce = 10_000

export interface ReadIds {
  ids: Set<string>
  skipped: number
}

const mostOfHeading = 100_000

const idHeading = /(^|.[ _-])ids?$/i

/** Looks only at the end: a regex that V8 has not compiled uses stack for each repetition, and millions overflow it. */
const namesIds = (cell: string) => idHeading.test(cell.trim().slice(-10))

/**
 * Text, or CSV (RFC 4180 with commas, semicolons or tabs; CRLF or LF; a byte order mark): the column `id`, else the
 * first. Removes the apostrophe that this app's CSV puts before a formula.
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

function withoutGuard(id: string): string {
  const bare = id.slice(1)
  return id.startsWith("'") && /^[=+\-@]/.test(bare.trimStart()) ? bare : id
}

/** Outside quotes. A doubled quote ends and reopens them. */
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

export function* linesOf(text: string): Generator<string[], void, void> {
  const separator = separatorOf(text)
  let quote = text.indexOf('"')
  for (let at = 0; at < text.length;) {
    const lineBreak = text.indexOf('\n', at)
    const end = lineBreak < 0 ? text.length : lineBreak
    if (quote >= 0 && quote < at) quote = text.indexOf('"', at)
    if (quote < 0 || quote >= end) {
      // Fast path: most lines have no quotes.
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
      // Text after a closing quote is not in the cell.
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

/** A doubled quote is a literal one. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < 0 ? text.length : at
}
