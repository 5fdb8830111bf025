import type { ShelfFormat } from '../../../shared/passthrough/shelf'
import { isSecretHeader } from '../../../shared/passthrough/secrets'
import { looksLikeToken } from '../library/clean-draft'
import { fieldsIn, isFields, listIn, methodIn, Reading, textIn, type Fields, type ReadFile } from './reading'
import { refused } from './parse'
import type { Shape, ShelfAnswer, ShelfField, StoredOperation } from './shape'

const methods = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete', 'trace']

/** @throws AppError invalid-input, too-large */
export function readOpenApi(root: Fields): ReadFile {
  const reading = new Reading(root)
  const format = formatOf(root)
  const { paths } = root
  if (!isFields(paths)) throw refused('paths: an object is needed here; it lists the operations.')
  noteSchemes(reading, root)
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue
    const found = reading.local(item, path)
    if (!isFields(found)) continue
    for (const key of methods) if (isFields(found[key])) readOperation(reading, root, path, found, key)
  }
  const info = fieldsIn(root['info'])
  const title = textIn(info['title'], 120) || 'API'
  return reading.finish({ title, version: textIn(info['version'], 40), format, base: baseOf(root) })
}

function formatOf(root: Fields): ShelfFormat {
  const version = textIn(root['openapi']) || textIn(root['swagger'])
  if (version.startsWith('3.0')) return 'OpenAPI 3.0'
  if (version.startsWith('3.')) return 'OpenAPI 3.1'
  if (version.startsWith('2')) return 'OpenAPI 2.0'
  throw refused(`OpenAPI ${version} cannot be read: versions 2.0, 3.0 and 3.1 can.`)
}

function baseOf(root: Fields): string {
  const [server] = listIn(root['servers'])
  const base = textIn(root['basePath']) || textIn(fieldsIn(server)['url']).replace(/^[a-z]{1,10}:\/\/[^/]*/i, '')
  return base.replace(/\/{1,9}$/, '').startsWith('/') ? base.replace(/\/{1,9}$/, '') : ''
}

/** Nothing of them is kept: the API adds the customer's own credentials. What looks like a token there is told. */
function noteSchemes(reading: Reading, root: Fields): void {
  const all = [
    ['securityDefinitions', root['securityDefinitions']],
    ['securitySchemes', fieldsIn(root['components'])['securitySchemes']]
  ] as const
  for (const [place, schemes] of all) {
    for (const [name, scheme] of Object.entries(fieldsIn(schemes))) {
      const texts = Object.entries(fieldsIn(scheme)).filter(([key, value]) => {
        const isExample = /^(x-)?(example|default|value)/.test(key) && value !== ''
        return typeof value === 'string' && (isExample || looksLikeToken(value))
      })
      for (const _ of texts) reading.leave('secret', `${place}.${name}`)
    }
  }
}

function readOperation(reading: Reading, root: Fields, path: string, item: Fields, key: string): void {
  const method = methodIn(key)
  const raw = fieldsIn(item[key])
  if (!method) return
  const place = `${method} ${path}`
  const params = paramsOf(reading, item, raw, place)
  const name = textIn(raw['summary'], 120) || textIn(raw['operationId'], 120) || path
  reading.add({
    method,
    path: pathOf(path),
    name: reading.prose(name, place) || path,
    tag: textIn(listIn(raw['tags'])[0], 80),
    text: reading.prose(raw['description'], `${place} description`),
    fields: params.flatMap((param) => fieldOf(reading, root, param, place)),
    body: bodyOf(reading, raw, params, place),
    answers: answersOf(reading, raw, place)
  })
}

const pathOf = (path: string) => (path.startsWith('/') ? path : `/${path}`).split(/[?#]/, 1)[0] ?? path

/** Those of the operation replace those of its path. */
function paramsOf(reading: Reading, item: Fields, raw: Fields, place: string): Fields[] {
  const params = new Map<string, Fields>()
  for (const one of [...listIn(item['parameters']), ...listIn(raw['parameters'])]) {
    const param = reading.local(one, place)
    if (isFields(param)) params.set(`${textIn(param['in'])} ${textIn(param['name'])}`, param)
  }
  return [...params.values()]
}

function fieldOf(reading: Reading, root: Fields, param: Fields, place: string): ShelfField[] {
  const name = textIn(param['name'])
  const where = param['in']
  const at = `${place} ${String(where)} ${name}`
  if (where === 'cookie') {
    if (param['example'] !== undefined) reading.leave('secret', at)
    return []
  }
  if (name === '' || (where !== 'path' && where !== 'query' && where !== 'header')) return []
  // The API adds credentials, and sets what it accepts itself.
  if (where === 'header' && (isSecretHeader(name) || /^(accept|content-type)$/i.test(name))) {
    if (isSecretHeader(name) && exampleOf(param) !== undefined) reading.leave('secret', at)
    return []
  }
  const [media] = Object.values(fieldsIn(param['content']))
  const schema = param['schema'] ?? fieldsIn(media)['schema'] ?? ('swagger' in root ? param : {})
  const shape: Shape = reading.shape(schema, at, name)
  const example = reading.value(exampleOf(param), at, name)
  return [
    {
      ...{ name, in: where, required: where === 'path' || param['required'] === true },
      shape: example === undefined || shape.ref !== undefined ? shape : { ...shape, example },
      text: reading.prose(param['description'], `${at} description`)
    }
  ]
}

function exampleOf(of: Fields): unknown {
  const [first] = Object.values(fieldsIn(of['examples']))
  return of['example'] ?? fieldsIn(first)['value']
}

function bodyOf(reading: Reading, raw: Fields, params: Fields[], place: string): StoredOperation['body'] {
  const at = `${place} body`
  const body = params.find((param) => param['in'] === 'body')
  if (body) return { kind: 'json', required: body['required'] === true, shape: reading.shape(body['schema'], at) }
  const form = params.filter((param) => param['in'] === 'formData')
  if (form.length > 0) {
    const fields = form.map((param) => {
      const name = textIn(param['name'])
      return { name, required: param['required'] === true, shape: reading.shape(param, `${at} ${name}`, name) }
    })
    return { kind: 'parts', required: true, shape: { types: ['object'], fields } }
  }
  const request = fieldsIn(reading.local(raw['requestBody'], at))
  const content = fieldsIn(request['content'])
  const required = request['required'] === true
  const json = mediaOf(content, /json/i)
  if (json) {
    const example = reading.value(exampleOf(json), `${at} example`, '')
    return {
      kind: 'json',
      required,
      shape: reading.shape(json['schema'], at),
      ...(example !== undefined && { example })
    }
  }
  const parts = mediaOf(content, /form/i)
  return parts && { kind: 'parts', required, shape: reading.shape(parts['schema'], at) }
}

function mediaOf(content: Fields, type: RegExp): Fields | null {
  const [found] = Object.entries(content).filter(([name, media]) => type.test(name) && isFields(media))
  return found ? fieldsIn(found[1]) : null
}

function answersOf(reading: Reading, raw: Fields, place: string): ShelfAnswer[] {
  return Object.entries(fieldsIn(raw['responses'])).flatMap(([status, one]) => {
    const answer = fieldsIn(reading.local(one, `${place} answer ${status}`))
    const schema = answer['schema'] ?? mediaOf(fieldsIn(answer['content']), /json|\*\/\*/i)?.['schema']
    if (!isFields(schema) || !/^([1-5](\d\d|XX)|default)$/i.test(status)) return []
    return [{ status, shape: reading.shape(schema, `${place} answer ${status}`) }]
  })
}
