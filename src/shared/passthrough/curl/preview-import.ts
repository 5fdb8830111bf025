import { passthroughMethod, requestFormat, responseFormat, type Pair, type Part } from '../passthrough'
import { indexJson, isProblem, none, type JsonIndex } from '../json-index'
import { keyOf } from '../json-lint'
import { isSecretHeader, isSecretParam } from '../secrets'
import type { CurlImport, ImportedDraft } from './imported'

/** `data` stays text, which keeps integers over 2^53 and the order of keys. */
export function readPreview(text: string): Pick<CurlImport, 'draft' | 'dropped' | 'notes'> | { problem: string } {
  const index = indexJson(text)
  if (isProblem(index) || text.charCodeAt(index.start[0] ?? 0) !== 0x7b) {
    return { problem: 'The body of this passthrough call is not a JSON object.' }
  }
  const json = index
  const notes: string[] = []
  const dropped: string[] = []
  const fields = new Map([...children(json, 0)].map((n) => [keyOf(json, n), n]))
  const typed = typedParams()
  const draft: ImportedDraft = {
    method: enumerated('method', passthroughMethod) ?? 'GET',
    path: plain('path') ?? '',
    params: typed ? [] : pairs('params', isSecretParam),
    ...typed,
    headers: pairs('headers', isSecretHeader),
    body: { kind: 'none' },
    requestFormat: enumerated('request_format', requestFormat),
    responseFormat: enumerated('response_format', responseFormat),
    timeout: plain('timeout') ?? ''
  }
  draft.body = body(draft.requestFormat)
  const known = new Set(['method', 'path', 'params', 'headers', 'data', 'request_format', 'response_format', 'timeout'])
  for (const name of fields.keys()) if (!known.has(name)) notes.push(`The field ${name} is unknown and was left out.`)
  return { draft, dropped, notes }

  /** undefined if absent or null. */
  function plain(name: string): string | undefined {
    const n = fields.get(name)
    const value = n === undefined ? 'null' : raw(json, n)
    return value === 'null' ? undefined : said(value)
  }

  function enumerated<T extends string>(
    name: string,
    values: { safeParse(value: unknown): { success: true; data: T } | { success: false } }
  ): T | null {
    const value = plain(name)
    if (value === undefined) return null
    const parsed = values.safeParse(value.toUpperCase())
    if (parsed.success) return parsed.data
    notes.push(`${name} ${value} is unknown and was left out.`)
    return null
  }

  function pairs(name: string, isSecret: (name: string) => boolean): Pair[] {
    const n = fields.get(name)
    const rows: Pair[] = []
    for (const child of n === undefined ? [] : children(json, n)) {
      const row = keyOf(json, child)
      if (isSecret(row)) dropped.push(row)
      else for (const value of each(json, child)) rows.push({ name: row, value: said(value), enabled: true })
    }
    return rows
  }

  /** null if rows can hold all params. */
  function typedParams(): { paramsJson: string } | null {
    const n = fields.get('params')
    const all = n === undefined || raw(json, n) === 'null' ? [] : [...children(json, n)]
    if (all.every((child) => [...each(json, child)].every((value) => value.startsWith('"')))) return null
    const lines: string[] = []
    for (const child of all) {
      const name = keyOf(json, child)
      if (isSecretParam(name)) dropped.push(name)
      else lines.push(`  ${JSON.stringify(name)}: ${raw(json, child)}`)
    }
    return { paramsJson: `{\n${lines.join(',\n')}\n}` }
  }

  function body(format: ImportedDraft['requestFormat']): ImportedDraft['body'] {
    const n = fields.get('data')
    const value = n === undefined ? 'null' : raw(json, n)
    if (n === undefined || value === 'null') return { kind: 'none' }
    if (value.startsWith('"') && format === 'XML') return { kind: 'xml', text: said(value) }
    if (!value.startsWith('{') || format !== 'MULTIPART') return { kind: 'json', text: value }
    const parts: Part[] = []
    for (const child of children(json, n)) {
      for (const item of each(json, child)) {
        const content = item.startsWith('{')
          ? ({ kind: 'file', file: null } as const)
          : ({ kind: 'text', value: said(item) } as const)
        if (content.kind === 'file') notes.push(`Select the file of ${keyOf(json, child)} again.`)
        parts.push({ name: keyOf(json, child), enabled: true, content })
      }
    }
    return { kind: 'parts', parts }
  }
}

const raw = (index: JsonIndex, n: number) => index.text.slice(index.start[n], index.end[n])
const said = (value: string) => (value.startsWith('"') ? (JSON.parse(value) as string) : value)

function* each(index: JsonIndex, n: number): Generator<string, void, void> {
  if (index.text.charCodeAt(index.start[n] ?? 0) !== 0x5b) yield raw(index, n)
  else for (const item of children(index, n)) yield raw(index, item)
}

function* children(index: JsonIndex, n: number): Generator<number, void, void> {
  const end = index.next[n] ?? 0
  if ((index.size[n] ?? 0) === 0) return
  for (let child = n + 1; child < end; child = index.next[child] ?? none) yield child
}
