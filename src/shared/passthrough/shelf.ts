import { z } from 'zod'
import { nameText } from '../own-name'
import { staysWhy } from './library'
import { passthroughMethod, type PassthroughDraft } from './passthrough'

/** Bytes of a chosen file. */
export const mostFileBytes = 64e6
/** Characters of a pasted text, which crosses to main whole. */
export const mostPasted = 5_000_000
export const mostOperations = 20_000

export const shelfFormat = z.enum(['OpenAPI 3.1', 'OpenAPI 3.0', 'OpenAPI 2.0', 'Postman 2.1', 'HAR 1.2'])
export type ShelfFormat = z.infer<typeof shelfFormat>

/**
 * What an import left out, and its place in the file, never the value. `remote`: a reference to another file or server,
 * not followed. `broken`: a reference to nothing. `unread`: too deep, or no description of a value.
 */
export const takenOut = z.object({ kind: z.enum(['secret', 'remote', 'broken', 'unread']), place: z.string() })
export type TakenOut = z.infer<typeof takenOut>

/** A file on the shelf, without its operations. */
export const shelfHead = z.object({
  title: z.string(),
  version: z.string(),
  format: shelfFormat,
  /** The path of the file's first server: `/v1`. Requests may have it or not. */
  base: z.string(),
  operations: z.number(),
  /** The first of them. */
  taken: z.array(takenOut),
  takenCount: z.number(),
  /** ms since 1970 */
  importedAt: z.number(),
  /** The operator's name; empty for none. */
  by: z.string()
})
export type ShelfHead = z.infer<typeof shelfHead>

/** Of one integration. */
export const shelfFile = z.object({
  integration: nameText,
  current: shelfHead,
  /** Waits until the operator uses it or keeps the current one. */
  newer: shelfHead.nullable(),
  /** The team's file replaced it; until the operator has seen that. Not beside a newer one. */
  earlier: shelfHead.nullable(),
  shared: z.boolean(),
  /** Why the team cannot have it. */
  stays: staysWhy.nullable(),
  /** How many of its reads are marked as writes. */
  marked: z.number()
})
export type ShelfFile = z.infer<typeof shelfFile>

export const operationHead = z.object({
  /** Method and path, without the names of path parameters: the same in another version of the file. */
  id: z.string(),
  method: passthroughMethod,
  /** As `/employees/{id}`. */
  path: z.string(),
  name: z.string(),
  /** Empty for none. */
  tag: z.string(),
  /** The operator says that this read changes data. */
  writes: z.boolean().optional()
})
export type OperationHead = z.infer<typeof operationHead>

export const operationField = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  /** In words: `whole number`, `list of text`, `one of 3`. */
  type: z.string(),
  /** Sent once for each of its values. */
  list: z.boolean(),
  choices: z.array(z.string()).optional(),
  default: z.string().optional(),
  example: z.string().optional(),
  /** Its limits in words: `At least 1`. */
  hint: z.string(),
  text: z.string()
})
export type OperationField = z.infer<typeof operationField>

export const shelfOperation = operationHead.extend({
  text: z.string(),
  fields: z.array(operationField),
  /** Made from the schema; null for none. */
  body: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('json'), text: z.string() }),
      z.object({ kind: z.literal('parts'), parts: z.array(z.object({ name: z.string(), value: z.string() })) })
    ])
    .nullable(),
  /** What the file says of the answer, as lines; null for nothing. */
  answer: z.object({ status: z.string(), lines: z.array(z.string()) }).nullable()
})
export type ShelfOperation = z.infer<typeof shelfOperation>

/** A null side: it is not in that file. */
export const operationChange = z.object({
  part: z.enum(['path', 'query', 'header', 'body', 'answer']),
  before: z.string().nullable(),
  after: z.string().nullable()
})
export type OperationChange = z.infer<typeof operationChange>

const touched = z.array(z.object({ id: z.uuid(), name: z.string() }))

export const changedOperation = operationHead.extend({ changes: z.array(operationChange), touches: touched })
export type ChangedOperation = z.infer<typeof changedOperation>

/** The lists hold the first thousand; `counts` counts all. */
export const shelfChanges = z.object({
  counts: z.object({ added: z.number(), changed: z.number(), removed: z.number(), same: z.number() }),
  added: z.array(changedOperation),
  changed: z.array(changedOperation),
  removed: z.array(changedOperation)
})
export type ShelfChanges = z.infer<typeof shelfChanges>

/** Where an answer breaks what the file says. */
export const answerProblem = z.object({
  /** As `data[0].attributes.cost_center`; empty for the whole answer. */
  place: z.string(),
  /** As `text, the file says list`. */
  message: z.string(),
  /** How many items of a list have it. */
  times: z.number()
})
export type AnswerProblem = z.infer<typeof answerProblem>

/** null: the file says nothing of this answer. */
export const shelfCheck = z
  .object({ title: z.string(), version: z.string(), problems: z.array(answerProblem), more: z.number() })
  .nullable()
export type ShelfCheck = z.infer<typeof shelfCheck>

/** @returns the values of the parameters in a path, decoded; null if the path is another. A parameter may be unfilled. */
export function pathValues(template: string, path: string): Map<string, string> | null {
  const [wanted, given] = [template.split('/'), path.split('/')]
  if (wanted.length !== given.length) return null
  const values = new Map<string, string>()
  for (const [at, segment] of wanted.entries()) {
    const text = given[at] ?? ''
    if (segment === text && !segment.includes('{')) continue
    const read = segmentValues(segment, text)
    if (!read) return null
    for (const [name, value] of read) values.set(name, value)
  }
  return values
}

/** `{a}.{b}` in a segment: each literal ends the value before it. */
function segmentValues(segment: string, text: string): [string, string][] | null {
  const pieces = segment.split(/[{}]/)
  const literal = pieces[0] ?? ''
  if (pieces.length % 2 === 0 || pieces.length === 1 || !text.startsWith(literal)) return null
  const values: [string, string][] = []
  let rest = text.slice(literal.length)
  for (let at = 1; at < pieces.length; at += 2) {
    const [name = '', next = ''] = [pieces[at], pieces[at + 1]]
    const isLast = at + 2 >= pieces.length
    const end = isLast ? rest.length - next.length : rest.indexOf(next, 1)
    if (end < 1 || (isLast && !rest.endsWith(next))) return null
    const value = rest.slice(0, end)
    values.push([name, value === `{${name}}` ? '' : decoded(value)])
    rest = rest.slice(end + next.length)
  }
  return values
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A path with the values that are known; the others stay `{name}`. Variables stay as typed. */
export function filledPath(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(/\{([^{}/]*)\}/g, (whole, name: string) => {
    const value = values.get(name) ?? ''
    if (value === '') return whole
    const pieces = value.split(/(\{\{[^{}]*\}\})/)
    return pieces.map((piece, at) => (at % 2 === 1 ? piece : encodeURIComponent(piece))).join('')
  })
}

/** Only what is required, with the file's defaults. */
export function draftOfOperation(
  operation: ShelfOperation
): Omit<PassthroughDraft, 'workspaceId' | 'region' | 'connector'> {
  const { method, path, fields, body } = operation
  const rows = (where: 'query' | 'header') =>
    fields
      .filter((field) => field.in === where && field.required)
      .map((field) => ({ name: field.name, value: field.default ?? field.example ?? '', enabled: true }))
      // Empty, the provider would get an empty text.
      .filter(({ value }) => value !== '')
  const inPath = fields.filter((field) => field.in === 'path')
  return {
    method,
    path: filledPath(path, new Map(inPath.map(({ name, default: value = '' }) => [name, value]))),
    params: rows('query'),
    headers: rows('header'),
    body:
      body?.kind === 'parts'
        ? {
            kind: 'parts',
            parts: body.parts.map(({ name, value }) => ({ name, enabled: true, content: { kind: 'text', value } }))
          }
        : (body ?? { kind: 'none' }),
    requestFormat: null,
    responseFormat: null,
    timeout: ''
  }
}

/** The operation that a request asks: of several, the one with the fewest parameters in its path. */
export function operationAt<T extends Pick<OperationHead, 'method' | 'path'>>(
  operations: readonly T[],
  base: string,
  method: string,
  typed: string
): T | null {
  const [path = ''] = typed.split(/[?#]/, 1)
  const short = base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : null
  let best: { operation: T; open: number } | null = null
  for (const operation of operations) {
    if (operation.method !== method) continue
    const fits = pathValues(operation.path, path) ?? (short === null ? null : pathValues(operation.path, short))
    if (!fits) continue
    const open = operation.path.split('{').length
    if (!best || open < best.open) best = { operation, open }
  }
  return best?.operation ?? null
}

/**
 * Whether a request may ask one of these operations, however its path is spelled and whatever its method: HEAD may do
 * what GET does. A parameter takes every value: a marked `/x/{}` holds `/x/list` too.
 * @param ids as `GET /x/{}`
 */
export function asksOneOf(ids: readonly string[], base: string, typed: string): boolean {
  const [path = ''] = typed.split(/[?#]/, 1)
  const segments = path.split('/').map(decoded)
  // A server takes `%2F` as a slash, or as a letter of a value.
  const given = [segments, segments.map((one) => one.replaceAll('/', '-'))].map((one) => spelled(one.join('/')))
  const start = spelled(base)
  return ids.some((id) => {
    const template = spelled(id.slice(id.indexOf(' ') + 1))
    return given.some(
      (one) =>
        pathValues(template, one) !== null ||
        (one.startsWith(`${start}/`) && pathValues(template, one.slice(start.length)) !== null)
    )
  })
}

/** One spelling of a decoded path: without empty segments, dots and capital letters. */
function spelled(path: string): string {
  const segments: string[] = []
  for (const one of path.toLowerCase().split(/[/\\]/)) {
    if (one === '..') segments.pop()
    else if (one !== '' && one !== '.') segments.push(`/${one}`)
  }
  return segments.join('')
}
