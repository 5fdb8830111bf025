import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { emptyRequest, type RawRequest } from '../../../shared/passthrough/curl/curl-options'
import { importRaw } from '../../../shared/passthrough/curl/import'
import { deepestFolder } from '../../../shared/passthrough/library'
import type { Pair, PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { quotedEnd } from '../../../shared/scan'
import { percentEncoded } from '../../../shared/percent-encoded'
import { buildParams } from '../../../shared/passthrough/params'

/** The app refuses a larger file. */
export const fileLimits = { bytes: 20e6, requests: 2_000, folders: 500 } as const

/** Without connectors, regions and variables: each operator has their own. */
export interface FolderContent {
  name: string
  folders: FolderContent[]
  requests: { name: string; draft: Omit<PassthroughDraft, 'workspaceId' | 'region' | 'connector'> }[]
}

/** Of a file of another program. */
export interface Collection {
  content: FolderContent
  /** Places of secrets that were taken out. */
  dropped: string[]
  /** Sentences: what else was left out. */
  notes: string[]
}

export const refused = (why: string) => new AppError('invalid-input', `This file cannot be imported. ${why}`)

const text = z.string().catch('')
const list = z.array(z.unknown()).catch([])
const field = z.object({
  key: text,
  value: text,
  disabled: z.boolean().catch(false),
  type: text,
  src: z.unknown().optional()
})
const fields = z.array(field.catch({ key: '', value: '', disabled: false, type: '', src: undefined })).catch([])

/** Members are read one by one, so that endless nesting does not recurse. */
const item = z.object({
  name: text,
  item: z.array(z.unknown()).optional().catch(undefined),
  request: z.unknown().optional(),
  event: list,
  auth: z.unknown().optional(),
  variable: fields
})
const postmanRequest = z.object({
  method: z.string().catch('GET'),
  url: z.union([z.string(), z.object({ raw: text, query: fields })]),
  header: fields,
  auth: z.unknown().optional(),
  body: z
    .object({
      mode: text,
      raw: text,
      urlencoded: fields,
      formdata: fields,
      graphql: z.unknown().optional(),
      options: z
        .object({ raw: z.object({ language: text }) })
        .optional()
        .catch(undefined)
    })
    .nullish()
    .catch(null)
})
const nameAndValue = z.object({ name: z.string(), value: text })
const harEntry = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(nameAndValue).catch([]),
    postData: z
      .object({
        ...{ mimeType: text, text },
        params: z.array(nameAndValue.extend({ fileName: z.string().optional().catch(undefined) })).catch([])
      })
      .optional()
      .catch(undefined)
  })
})

type Recorded = NonNullable<z.infer<typeof harEntry>['request']['postData']>

/**
 * Reads a Postman collection of version 2.1, or a HAR file.
 * @returns null for another file
 * @throws AppError invalid-input with what is wrong, and where
 */
export function readCollection(file: string): Collection | null {
  let json: unknown
  try {
    json = JSON.parse(file.replace(/^\ufeff/, ''))
  } catch {
    return null
  }
  const postman = z.object({ info: z.object({ name: text, schema: z.string() }) }).safeParse(json).data?.info
  if (postman && /getpostman\.com|postman/i.test(postman.schema)) {
    if (!/v2\.1/.test(postman.schema))
      throw refused('Only Postman collections of version 2.1 can be read. Export it from Postman as 2.1.')
    return new Reading().postman(json, postman.name)
  }
  const har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) }).safeParse(json).data?.log
  return har ? new Reading().har(har.entries) : null
}

class Reading {
  private readonly dropped: string[] = []
  /** Names by what is said of them. */
  private readonly said = new Map<string, Set<string>>()
  private folders = 0
  private requests = 0

  postman(json: unknown, name: string): Collection {
    const content = this.folder(json, name, 0)
    const { variable } = item.parse(json)
    for (const { key } of variable) if (key !== '') this.say('Variables of the collection are left out', key)
    return this.done(content)
  }

  har(entries: readonly unknown[]): Collection {
    const content: FolderContent = { name: '', folders: [], requests: [] }
    const seen = new Set<string>()
    for (const [index, entry] of entries.entries()) {
      const read = harEntry.safeParse(entry)
      if (!read.success) throw wrong(`entry ${index + 1}`, read.error)
      const { method, url, headers, postData } = read.data.request
      const same = JSON.stringify([method, url, postData?.text, postData?.params])
      if (seen.has(same)) continue
      seen.add(same)
      const name = `${method} ${pathOf(url)}`
      const raw = {
        ...emptyRequest(),
        ...{ url, method },
        headers: headers.map(({ name, value }): [string, string] => [name, value]),
        ...(postData && this.recorded(postData, name))
      }
      this.add(content, name, raw)
    }
    return this.done(content)
  }

  /** Some programs record the fields of a form, and no text. */
  private recorded({ mimeType, text, params }: Recorded, name: string): Partial<RawRequest> {
    if (/^multipart\//i.test(mimeType)) {
      if (params.length === 0) this.say('The recorded parts of the body are left out', name)
      const form = params.map(({ name, value, fileName }) => ({
        ...{ name, isFile: fileName !== undefined },
        value: fileName ?? value
      }))
      return { form }
    }
    if (text !== '') return { data: [dataOf(text, mimeType)] }
    const data = params.map(({ name, value }) => ({
      text: `${percentEncoded(name)}=${value}`,
      kind: 'urlencoded' as const
    }))
    return { data }
  }

  private folder(json: unknown, name: string, depth: number): FolderContent {
    if (depth > deepestFolder) throw refused(`Its folders are nested more than ${deepestFolder} deep.`)
    const content: FolderContent = { name, folders: [], requests: [] }
    const read = item.parse(json)
    this.leftOut(read, name)
    for (const [index, one] of (read.item ?? []).entries()) {
      const inner = item.safeParse(one)
      if (!inner.success) throw wrong(`${name} / item ${index + 1}`, inner.error)
      const named = inner.data.name || `Item ${index + 1}`
      if (inner.data.item) {
        if (++this.folders > fileLimits.folders) throw refused(`It holds more than ${fileLimits.folders} folders.`)
        content.folders.push(this.folder(one, named, depth + 1))
      } else this.request(content, named, inner.data)
    }
    return content
  }

  private request(into: FolderContent, name: string, of: z.infer<typeof item>): void {
    this.leftOut(of, name)
    const plain = typeof of.request === 'string' ? { url: of.request } : of.request
    const read = postmanRequest.safeParse(plain)
    if (!read.success) throw wrong(name, read.error)
    const { method, url, header, body, auth } = read.data
    if (isGiven(auth)) this.say(authLeftOut, name)
    const on = (rows: typeof header) => rows.filter(({ disabled, key }) => !disabled && key !== '')
    const off = (rows: typeof header): Pair[] =>
      rows.filter(({ disabled }) => disabled).map(({ key, value }) => ({ name: key, value, enabled: false }))
    const raw: RawRequest = {
      ...emptyRequest(),
      method,
      // Postman's `:id` is a variable of its own.
      url: (typeof url === 'string' ? url : url.raw)
        .trim()
        .replace(/\s/g, '%20')
        .replace(/\/:([A-Za-z_]\w{0,63})/g, '/{{$1}}'),
      headers: on(header).map(({ key, value }) => [key, value])
    }
    if (body?.mode === 'raw' && body.raw !== '')
      raw.data = [dataOf(body.raw, body.options?.raw.language === 'json' ? 'application/json' : '')]
    else if (body?.mode === 'graphql') raw.data = [dataOf(graphqlOf(body.graphql), 'application/json')]
    else if (body?.mode === 'urlencoded')
      raw.data = on(body.urlencoded).map(({ key, value }) => ({ text: `${key}=${value}`, kind: 'urlencoded' }))
    else if (body?.mode === 'formdata')
      raw.form = on(body.formdata).map(({ key, value, type, src }) => ({
        ...{ name: key, isFile: type === 'file' },
        value: type === 'file' ? String(src ?? '') : value
      }))
    else if (body?.mode === 'file') this.say('A file as the body is left out', name)
    this.add(into, name, raw, { headers: off(header), params: typeof url === 'string' ? [] : off(url.query) })
  }

  private add(
    into: FolderContent,
    name: string,
    raw: RawRequest,
    off: { headers?: Pair[]; params?: Pair[] } = {}
  ): void {
    if (++this.requests > fileLimits.requests) throw refused(`It holds more than ${fileLimits.requests} requests.`)
    const read = importRaw(raw)
    if ('problem' in read) return this.say('Left out, because it has no address', name)
    const { draft, host, dropped, notes } = read
    if (host !== '') this.say(`Host left out, because the API uses the customer’s own: ${host}`)
    this.dropped.push(...dropped.map((one) => `${name}: ${one}`))
    for (const note of notes) this.say(note.replace(/[.]$/, ''), name)
    const headers = [...draft.headers, ...(off.headers ?? [])]
    const params = [...draft.params, ...(off.params ?? [])]
    into.requests.push({ name, draft: { ...draft, headers, params } })
  }

  private leftOut({ event, auth }: Pick<z.infer<typeof item>, 'event' | 'auth'>, name: string): void {
    if (event.length > 0) this.say('Scripts are left out', name)
    if (isGiven(auth)) this.say(authLeftOut, name)
  }

  private say(what: string, name?: string): void {
    const names = this.said.get(what) ?? new Set()
    this.said.set(what, names)
    if (name !== undefined) names.add(name)
  }

  private done(content: FolderContent): Collection {
    const notes = Array.from(this.said, ([what, names]) => {
      const [first, more] = [[...names].slice(0, mostNamed), names.size - mostNamed]
      return `${what}${names.size > 0 ? `: ${first.join(', ')}` : ''}${more > 0 ? ` and ${more} more` : ''}.`
    })
    const more = notes.length - mostNotes
    return {
      content,
      dropped: this.dropped,
      notes: more > 0 ? [...notes.slice(0, mostNotes), `And ${more} more.`] : notes
    }
  }
}

const mostNamed = 5
const mostNotes = 20
const authLeftOut = 'Authorization is left out, because the API adds the customer’s own'

const isGiven = (auth: unknown) => z.object({ type: z.string() }).safeParse(auth).data?.type !== undefined

/** Postman keeps the variables of a query as a text, and sends them as an object. */
function graphqlOf(body: unknown): string {
  const read = z.object({ variables: z.string() }).safeParse(body).data
  try {
    return JSON.stringify(
      read ? { ...(body as object), variables: JSON.parse(read.variables || '{}') as unknown } : body
    )
  } catch {
    return JSON.stringify(body)
  }
}

const dataOf = (text: string, type: string): RawRequest['data'][number] => ({
  text,
  kind: /json/i.test(type) ? 'json' : 'plain'
})

const pathOf = (url: string): string => /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*([^?#]{0,200})/i.exec(url)?.[1] || '/'

function wrong(where: string, { issues: [issue] }: z.ZodError): AppError {
  return refused(
    `Invalid content: ${[where.slice(0, 80), ...(issue?.path ?? [])].join(' / ')}: ${issue?.message ?? ''}`
  )
}

/** A Postman collection of version 2.1. `{{baseUrl}}` stands for the provider’s address; it has no scripts. */
export function writeCollection(content: FolderContent): string {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  return `${JSON.stringify({ info: { name: content.name, schema }, item: itemsOf(content) }, null, 2)}\n`
}

function itemsOf({ folders, requests }: FolderContent): unknown[] {
  return [
    ...folders.map((one) => ({ name: one.name, item: itemsOf(one) })),
    ...requests.map(({ name, draft }) => ({ name, request: requestOf(draft) }))
  ]
}

function requestOf(draft: FolderContent['requests'][number]['draft']): object {
  const { method, path, headers, body, route } = draft
  const rowOf = ({ name, value, enabled }: Pair) => ({ key: name, value, ...(!enabled && { disabled: true }) })
  const query = paramsOf(draft).map((row) =>
    rowOf(row.enabled ? { ...row, name: inQuery(row.name), value: inQuery(row.value) } : row)
  )
  const host = route === 'unified' ? '{{apiUrl}}' : '{{baseUrl}}'
  const asked = query.filter((row) => !('disabled' in row)).map(({ key, value }) => `${key}=${value}`)
  const token = { key: 'x-connector-token', value: '{{connectorToken}}' }
  return {
    method,
    header: [...headers.map(rowOf), ...(route === 'unified' ? [token] : [])],
    url: {
      raw: `${host}${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`,
      ...{ host: [host], path: path.split('/').slice(1), query }
    },
    ...(body.kind !== 'none' && { body: bodyOf(body) })
  }
}

/** Variables stay as they are. */
const inQuery = (typed: string) => typed.replace(/[%&=#+ ]/g, percentEncoded)

/** JSON params become rows: a list repeats its name. What is no JSON stays in a row of its own, switched off. */
function paramsOf({ params, paramsJson }: FolderContent['requests'][number]['draft']): Pair[] {
  if (paramsJson === undefined) return params
  const built = buildParams({ params: [], paramsJson }, new Map(), () => undefined)
  try {
    const read = Object.entries(JSON.parse(variablesQuoted(built ?? '{}')) as Record<string, unknown>)
    const one = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
    return read.flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => ({ name, value: one(each), enabled: true }))
    )
  } catch {
    return [{ name: 'params', value: paramsJson, enabled: false }]
  }
}

const variable = /\{\{[^{}]*\}\}/y

/** JSON knows no variables outside of texts. */
function variablesQuoted(json: string): string {
  let quoted = ''
  for (let at = 0; at < json.length;) {
    variable.lastIndex = at
    const isVariable = variable.test(json)
    const end = isVariable ? variable.lastIndex : json[at] === '"' ? quotedEnd(json, at) : at + 1
    const part = json.slice(at, end < 0 ? json.length : end)
    quoted += isVariable ? JSON.stringify(part) : part
    at += part.length
  }
  return quoted
}

function bodyOf(body: Exclude<PassthroughDraft['body'], { kind: 'none' }>): object {
  if (body.kind !== 'parts') return { mode: 'raw', raw: body.text, options: { raw: { language: body.kind } } }
  const formdata = body.parts.map(({ name, enabled, content }) => ({
    ...{ key: name, ...(!enabled && { disabled: true }) },
    ...(content.kind === 'file' ? { type: 'file', src: [] } : { type: 'text', value: content.value })
  }))
  return { mode: 'formdata', formdata }
}
