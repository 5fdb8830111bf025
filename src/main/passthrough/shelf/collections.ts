import { isSecretHeader, isSecretParam } from '../../../shared/passthrough/secrets'
import { fieldsIn, isFields, listIn, methodIn, Reading, textIn, type Fields, type ReadFile } from './reading'
import { refused } from './parse'
import type { Shape, ShelfField, StoredOperation } from './shape'

const deepestFolder = 30

/** @throws AppError invalid-input, too-large */
export function readPostman(root: Fields): ReadFile {
  const reading = new Reading(root)
  noteAuth(reading, root, 'collection')
  const take = (items: unknown, tag: string, place: string, depth: number) => {
    for (const one of listIn(items).filter(isFields)) {
      const name = textIn(one['name'], 120)
      const at = [place, name].filter(Boolean).join(' / ')
      noteAuth(reading, one, at)
      if (Array.isArray(one['item']) && depth < deepestFolder) take(one['item'], tag || name, at, depth + 1)
      else if (isFields(one['request'])) takeRequest(reading, one['request'], name, tag, at)
    }
  }
  for (const one of listIn(root['variable']).filter(isFields))
    if (textIn(one['value']) !== '' && isSecret(textIn(one['key'])))
      reading.leave('secret', `variable ${textIn(one['key'])}`)
  take(root['item'], '', '', 0)
  const info = fieldsIn(root['info'])
  const version = isFields(info['version'])
    ? ['major', 'minor', 'patch'].map((key) => textIn(fieldsIn(info['version'])[key])).join('.')
    : textIn(info['version'], 40)
  return reading.finish({ title: textIn(info['name'], 120) || 'API', version, format: 'Postman 2.1', base: '' })
}

function takeRequest(reading: Reading, request: Fields, name: string, tag: string, place: string): void {
  const method = methodIn(request['method'] ?? 'GET')
  const { url } = request
  const raw = textIn(isFields(url) ? url['raw'] : url, 2_000)
  const path = pathIn(raw)
  if (!method || path === '') return reading.leave('unread', place)
  noteAuth(reading, request, place)
  const query = isFields(url) ? listIn(url['query']).filter(isFields) : []
  const fields = [
    ...pathFields(path),
    ...pairs(reading, query.length > 0 ? query : queryIn(raw), 'query', place),
    ...pairs(reading, listIn(request['header']).filter(isFields), 'header', place)
  ]
  const { body } = request
  reading.add({
    ...{ method, path, name: name || path, tag, fields, answers: [] },
    text: reading.prose(
      isFields(request['description']) ? request['description']['content'] : request['description'],
      place
    ),
    body: isFields(body) ? bodyOf(reading, body, place) : null
  })
}

/** The app makes nothing of them. */
function noteAuth(reading: Reading, of: Fields, place: string): void {
  const auth = fieldsIn(of['auth'])
  const values = Object.values(auth).flatMap(listIn).filter(isFields)
  for (const { key, value } of values)
    if (
      textIn(value) !== '' &&
      /token|password|secret|key|value|signature/i.test(textIn(key)) &&
      !isVariable(textIn(value))
    )
      reading.leave('secret', `${place} auth ${textIn(key)}`)
}

function pairs(reading: Reading, rows: readonly Fields[], where: 'query' | 'header', place: string): ShelfField[] {
  return rows.flatMap((row) => {
    const name = textIn(row['key'] ?? row['name'])
    const at = `${place} ${where} ${name}`
    const value = textIn(row['value'], 2_000)
    if (name === '' || row['disabled'] === true) return []
    if (
      where === 'header' &&
      (isSecretHeader(name) || /^(accept|content-type|cookie|user-agent|host|connection)$/i.test(name))
    ) {
      if (isSecretHeader(name) && value !== '' && !isVariable(value)) reading.leave('secret', at)
      return []
    }
    const example = isVariable(value) ? undefined : reading.value(value, at, name)
    const shape: Shape = { types: ['text'], ...(example !== undefined && { example }) }
    const text = reading.prose(isFields(row['description']) ? row['description']['content'] : row['description'], at)
    return [{ name, in: where, required: false, shape, text }]
  })
}

function bodyOf(reading: Reading, body: Fields, place: string): StoredOperation['body'] {
  const rows = listIn(body['mode'] === 'formdata' ? body['formdata'] : body['urlencoded']).filter(isFields)
  if (rows.length > 0) {
    const fields = pairs(reading, rows, 'query', `${place} body`).map(({ name, shape }) => ({
      name,
      required: true,
      shape
    }))
    return { kind: 'parts', required: true, shape: { types: ['object'], fields } }
  }
  const example = reading.value(jsonIn(textIn(body['raw'], 100_000)), `${place} body`, '')
  return example === undefined ? null : { kind: 'json', required: true, shape: { ...shapeOf(example), example } }
}

/**
 * Values of a HAR are of a customer: names and types are kept, none of the values.
 * @throws AppError invalid-input, too-large
 */
export function readHar(root: Fields): ReadFile {
  const reading = new Reading(root)
  const log = fieldsIn(root['log'])
  let title = ''
  for (const entry of listIn(log['entries']).filter(isFields)) {
    const request = fieldsIn(entry['request'])
    const method = methodIn(request['method'])
    const url = textIn(request['url'], 8_000)
    const path = templated(pathIn(url))
    if (!method || path === '') continue
    title ||= /^[a-z]{1,10}:\/\/([^/]{1,100})/i.exec(url)?.[1] ?? ''
    const place = `${method} ${path}`
    const query = listIn(request['queryString']).filter(isFields)
    for (const { name, value } of [...listIn(request['headers']), ...query].filter(isFields))
      if (textIn(value) !== '' && isSecret(textIn(name))) reading.leave('secret', `${place} ${textIn(name)}`)
    if (listIn(request['cookies']).length > 0) reading.leave('secret', `${place} cookies`)
    const named = [...new Set(query.map(({ name }) => textIn(name)))].filter((name) => name !== '' && !isSecret(name))
    const body = jsonIn(textIn(fieldsIn(request['postData'])['text'], 1_000_000))
    reading.add({
      ...{ method, path, name: path, tag: path.split('/')[1] ?? '', text: '', answers: [] },
      fields: [
        ...pathFields(path),
        ...named.map((name) => ({
          name,
          in: 'query' as const,
          required: false,
          shape: { types: ['text' as const] },
          text: ''
        }))
      ],
      body: body === undefined ? null : { kind: 'json', required: true, shape: shapeOf(body) }
    })
  }
  if (reading.operations.length === 0) throw refused('This HAR file has no requests.')
  return reading.finish({ title: title || 'HAR', version: '', format: 'HAR 1.2', base: '' })
}

const isSecret = (name: string) => isSecretHeader(name) || isSecretParam(name)
const isVariable = (value: string) => /^\{\{[^{}]{0,200}\}\}$/.test(value)

/** `{{base}}/people/:id`, `https://host/people/{{id}}` → `/people/{id}`. */
function pathIn(url: string): string {
  const [whole = ''] = url.split(/[?#]/, 1)
  const path = whole.replace(/^[a-z]{1,10}:\/\/[^/]*/i, '').replace(/^\{\{[^{}/]{1,200}\}\}/, '')
  const segments = path
    .split('/')
    .map((segment) => segment.replace(/^:(\w[\w-]*)$/, '{$1}').replace(/\{\{\s?([\w.-]{1,100})\s?\}\}/g, '{$1}'))
  const joined = segments.join('/')
  return joined === '' ? '' : joined.startsWith('/') ? joined : `/${joined}`
}

/** Numbers and ids become parameters, so that no customer's id is kept. */
function templated(path: string): string {
  let number = 0
  return path
    .split('/')
    .map((segment) =>
      /^(?:\d+|[0-9a-f-]{16,64}|(?:\D*\d){4,100}\D*)$/i.test(segment) || /[@%]/.test(segment)
        ? `{id${++number > 1 ? number : ''}}`
        : segment
    )
    .join('/')
}

function pathFields(path: string): ShelfField[] {
  return Array.from(path.matchAll(/\{([^{}/]{1,100})\}/g), ([, name = '']) => ({
    ...{ name, in: 'path' as const, required: true },
    ...{ shape: { types: ['text' as const] }, text: '' }
  }))
}

function queryIn(url: string): Fields[] {
  const at = url.indexOf('?')
  return at < 0 ? [] : Array.from(new URLSearchParams(url.slice(at + 1)), ([key, value]) => ({ key, value }))
}

function jsonIn(text: string): unknown {
  try {
    return text.trim() === '' ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** Names and types of an example. */
function shapeOf(value: unknown, depth = 0): Shape {
  if (value === null || value === undefined || depth > deepestFolder) return {}
  if (typeof value === 'string') return { types: ['text'] }
  if (typeof value === 'number') return { types: ['number'] }
  if (typeof value === 'boolean') return { types: ['boolean'] }
  if (Array.isArray(value)) return { types: ['list'], items: shapeOf(value[0], depth + 1) }
  const fields = Object.entries(value).slice(0, 500)
  return {
    types: ['object'],
    fields: fields.map(([name, one]) => ({ name, required: true, shape: shapeOf(one, depth + 1) }))
  }
}
