/** A string, a variable, a mark, or a run of anything else. */
const token = /"(?:[^"\\]|\\[^])*"?|\{\{[^{}]*\}\}|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Lays JSON out over lines without reading its values: numbers, order, escapes, keys that occur twice and variables
 * stay as they were typed. Of text that is not JSON, too, nothing is lost but white space.
 */
export function formatJson(text: string): string {
  const made: string[] = []
  let depth = 0
  let last = ''
  const opened = () => last === '{' || last === '['
  const line = () => `\n${'  '.repeat(Math.max(0, depth))}`
  for (const [part] of text.matchAll(token)) {
    const closes = part === '}' || part === ']'
    if (closes) depth--
    if (last === ',' || (opened() ? !closes : closes)) made.push(line())
    if (last === ':') made.push(' ')
    made.push(part)
    if (part === '{' || part === '[') depth++
    last = part
  }
  return made.join('')
}
