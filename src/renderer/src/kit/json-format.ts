import { quotedEnd } from '../../../shared/scan'

const token = /\{\{[^{}]*\}\}|[{}[\],:]|[^\s{}[\],:"]+/y

/**
 * Does not read values: numbers, order, escapes, repeated keys and variables stay as typed. Of text that is not JSON
 * only white space changes, and where a comma is missing two values stay two.
 */
export function formatJson(text: string): string {
  const made: string[] = []
  let depth = 0
  let last = ''
  const opened = () => last === '{' || last === '['
  const line = () => `\n${'  '.repeat(Math.max(0, depth))}`
  for (const { part, apart } of partsOf(text)) {
    const closes = part === '}' || part === ']'
    if (closes) depth--
    if (last === ',' || (opened() ? !closes : closes)) made.push(line())
    if (last === ':' || (apart && isValue(last) && isValue(part))) made.push(' ')
    made.push(part)
    if (part === '{' || part === '[') depth++
    last = part
  }
  return made.join('')
}

const isValue = (part: string) => part !== '' && !'{}[],:'.includes(part)

/** Whole strings and `token` matches, and whether white space stood before them. */
function* partsOf(text: string): Generator<{ part: string; apart: boolean }, void, void> {
  let apart = false
  for (let at = 0; at < text.length;) {
    token.lastIndex = at
    const end = text[at] === '"' ? quotedEnd(text, at) : token.test(text) ? token.lastIndex : at + 1
    const part = text.slice(at, end < 0 ? text.length : end)
    if (part.trim()) yield { part, apart }
    apart = !part.trim()
    at += part.length
  }
}
