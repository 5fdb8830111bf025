import { dump } from 'js-yaml'
import { TokenDigests } from '../../secrets/token-digests'
import { Reader } from './reader'

/** Made up, with the features of real files: refs, loops, allOf, oneOf, enums, nullable fields, examples. */
export interface MadeUp {
  operations?: number
  version?: string
  openapi?: '3.1.0' | '3.0.3'
  /** Characters of each description. */
  prose?: number
  /** A token that stands in an example. */
  token?: string
  change?(file: MadeUpFile): void
}

type Json = Record<string, unknown>
export interface MadeUpFile extends Json {
  paths: Record<string, Json>
  servers: unknown[]
  components: { schemas: Record<string, Json>; [more: string]: unknown }
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const answer = (schema: unknown) => ({ 200: { description: 'ok', content: { 'application/json': { schema } } } })

export function madeUpOpenApi({
  operations = 6,
  version = '2.4',
  openapi = '3.0.3',
  prose = 40,
  token,
  change
}: MadeUp = {}): MadeUpFile {
  const nullable = (schema: Json) =>
    openapi === '3.0.3' ? { ...schema, nullable: true } : { ...schema, type: [schema['type'], 'null'] }
  const id = { name: 'employee_id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
  const file: MadeUpFile = {
    openapi,
    info: { title: 'Umbra HR', version },
    servers: [{ url: 'https://api.umbra.example/v1' }],
    paths: {
      '/company/employees': {
        get: {
          ...{ summary: 'List employees', tags: ['Employees'], description: 'e'.repeat(prose) },
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 } },
            { name: 'state', in: 'query', required: true, schema: { enum: ['active', 'left'], type: 'string' } },
            { name: 'attributes[]', in: 'query', schema: { type: 'array', items: { type: 'string' }, maxItems: 20 } }
          ],
          responses: answer({ type: 'object', properties: { data: { type: 'array', items: ref('Employee') } } })
        },
        post: {
          ...{ summary: 'Create employee', tags: ['Employees'] },
          requestBody: { required: true, content: { 'application/json': { schema: ref('NewEmployee') } } },
          responses: answer(ref('Employee'))
        }
      },
      '/company/employees/{employee_id}': {
        parameters: [id],
        get: { summary: 'One employee', tags: ['Employees'], responses: answer(ref('Employee')) },
        delete: { summary: 'Delete employee', tags: ['Employees'], responses: { 204: { description: 'gone' } } }
      },
      '/company/employees/{employee_id}/recalculate': {
        parameters: [id],
        get: { summary: 'Recalculate pay', tags: ['Pay'], responses: answer({ type: 'object' }) }
      }
    },
    components: {
      schemas: {
        Employee: {
          allOf: [
            { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, name: { type: 'string' } } },
            {
              type: 'object',
              required: ['cost_center'],
              properties: {
                cost_center: { type: 'array', items: { type: 'string' } },
                email: nullable({ type: 'string', format: 'email' }),
                contract: { oneOf: [ref('Salaried'), ref('Hourly')] },
                supervisor: ref('Employee')
              }
            }
          ]
        },
        Salaried: { type: 'object', required: ['salary'], properties: { salary: { type: 'number' } } },
        Hourly: { type: 'object', required: ['rate'], properties: { rate: { type: 'number' } } },
        NewEmployee: {
          type: 'object',
          required: ['name', 'hire_date', 'state'],
          properties: {
            name: { type: 'string', example: 'Ada Example' },
            hire_date: { type: 'string', format: 'date' },
            state: { type: 'string', enum: ['active', 'left'] },
            note: { type: 'string' },
            api_key: { type: 'string', ...(token && { example: token }) }
          }
        }
      },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key', ...(token && { 'x-example': token }) } }
    }
  }
  for (let n = 5; n < operations; n++) {
    file.paths[`/things/${n}/{id}`] = {
      get: {
        ...{ summary: `Thing ${n}`, tags: [`Area ${n % 40}`], description: 'e'.repeat(prose) },
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: answer(n % 3 === 0 ? ref('Employee') : { type: 'object', properties: { name: { type: 'string' } } })
      }
    }
  }
  change?.(file)
  return file
}

export const yamlOf = (file: unknown): string => dump(file, { noRefs: true })
export const bytesOf = (file: unknown): Uint8Array =>
  new TextEncoder().encode(typeof file === 'string' ? file : JSON.stringify(file))

/** A reader in this thread with the file open as `file`. */
export function openedReader(file: unknown, known = new TokenDigests()) {
  const reader = new Reader()
  const { head, packed } = reader.read(bytesOf(file), known.shared)
  reader.open('file', packed)
  const one = (id: string) => {
    const operation = reader.operation('file', id)
    if (!operation) throw new Error(`${id} is not in the file.`)
    return operation
  }
  return { reader, head, packed, one }
}
