import { validationIssue, type AppErrorShape, type ValidationIssue } from '../../shared/errors'

/** Entries before the cut to try as the last whole entry. */
const mostTried = 50

/** Reads a cut error body: the start of its sentence, or the whole entries of its list. */
export function beginningOfDetail(text: string): AppErrorShape['detail'] {
  const start = /^\s{0,999}\{\s{0,999}"detail"\s{0,999}:\s{0,999}(?=["[])/.exec(text)?.[0].length
  if (start === undefined) return undefined
  return text[start] === '"' ? readSentence(text, start) : readList(text, start)
}

function readSentence(text: string, start: number): string | undefined {
  let end = start + 1
  let whole = end
  while (end < text.length && text[end] !== '"') {
    if (text[end] === '\\') end += text[end + 1] === 'u' ? 5 : 1
    end++
    if (end <= text.length) whole = end
  }
  const sentence = parsed(`${text.slice(start, whole)}"`)
  if (typeof sentence !== 'string') return undefined
  return text[end] === '"' ? sentence : `${sentence}…`
}

function readList(text: string, start: number): ValidationIssue[] | undefined {
  let end = text.length
  for (let tried = 0; tried < mostTried; tried++) {
    end = text.lastIndexOf('}', end - 1)
    if (end < start) return undefined
    const issues = issuesOf(parsed(`${text.slice(start, end + 1)}]`))
    if (issues) return issues
  }
  return undefined
}

/** Stops at the first invalid entry: zod takes 25 µs per fault, and there may be 20,000. */
function issuesOf(list: unknown): ValidationIssue[] | undefined {
  if (!Array.isArray(list)) return undefined
  const issues: ValidationIssue[] = []
  for (const one of list) {
    const read = validationIssue.safeParse(one)
    if (!read.success) return undefined
    issues.push(read.data)
  }
  return issues
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
