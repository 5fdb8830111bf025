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

/** What the heading of a column of ids looks like, where it is not just `id`. */
const idHeading = /^(id|ids|.+[ _-]ids?)$/i

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
  for (const cells of linesOf(content, separatorOf(content))) {
    if (++lines % linesAtOnce === 0) await pause()
    if (column < 0) {
      const named = cells.findIndex((cell) => cell.trim().toLowerCase() === 'id')
      column = Math.max(named, 0)
      if (named >= 0 || idHeading.test(cells[0]?.trim() ?? '')) {
        skipped++
        continue
      }
    }
    const id = (cells[column] ?? '').trim().replace(/^'(?=\s*[=+\-@])/, '')
    if (id === '') skipped++
    else ids.add(id)
  }
  return { ids, skipped }
}

function separatorOf(text: string): string {
  const first = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, mostOfHeading))?.[0] ?? ''
  const bare = first.replace(/"(?:[^"]|"")*"/g, '')
  return [',', ';', '\t'].find((one) => bare.includes(one)) ?? ','
}

/** Cells line by line; the line break at the end does not begin another line. */
function* linesOf(text: string, separator: string): Generator<string[], void, void> {
  const token = new RegExp(`"([^"]*(?:""[^"]*)*)"?[^${separator}\\r\\n]*|[^${separator}\\r\\n]+`, 'y')
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
      token.lastIndex = at
      const found = token.exec(text)
      cells.push(found ? (found[1]?.replaceAll('""', '"') ?? found[0]) : '')
      at += found?.[0].length ?? 0
      if (text[at] !== separator) break
      at++
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    yield cells
  }
}
