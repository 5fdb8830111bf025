import { randomUUID } from 'node:crypto'
import { catalogue, type Collection } from '../../shared/data/catalogue'
import { connectorOf } from '../caller'
import { Fields, uuidInPath } from '../fields'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'

const CANDIDATES = '/api/ats/v1/candidates'

export const writeRoutes: readonly Route[] = [
  ...catalogue
    .filter(({ create, needsConnector }) => create && needsConnector)
    .map((of): Route => ({ method: 'POST', path: of.path, answer: (call) => create(call, of) })),
  { method: 'POST', path: `${CANDIDATES}/:candidate_id/attachments`, answer: attach },
  ...catalogue.flatMap((of) =>
    of.meta.map((path): Route => ({ method: 'GET', path, answer: (call) => readMeta(call, of, path) }))
  )
]

function create(call: Call, of: Collection): Reply {
  const connector = connectorOf(call, of.category ?? undefined)
  const key = of.create?.idempotent ? call.headers['x-idempotency-key'] : undefined
  const replayed = typeof key === 'string' ? call.world.idempotency.find(connector.id, key, call) : undefined
  if (replayed) return replayed
  const sent = Fields.of(call)
  for (const name of required(of.path)) sent.required(name)
  sent.done()
  call.world.noteWrite(`POST ${of.path}`)
  const body = answersText(of) ? 'Created' : { id: randomUUID(), status: 'SUCCESS' }
  const reply = { status: of.create?.status ?? 200, body }
  if (typeof key === 'string') call.world.idempotency.keep(connector.id, key, call, reply)
  return reply
}

/** Creates without a declared body answer a JSON text. */
const answersText = ({ path, category }: Collection) =>
  category === 'ATS' && !['activities', 'jobs', 'candidates'].includes(path.split('/').at(-1) ?? '')

function attach(call: Call): Reply {
  connectorOf(call, 'ATS')
  uuidInPath(call.params, 'candidate_id')
  const sent = Fields.of(call)
  for (const name of ['file_name', 'attachment_type', 'file_content', 'content_type']) sent.optionalText(name)
  sent.optionalText('file_url', { min: 1, max: 2083 })
  sent.done()
  call.world.noteWrite(`POST ${CANDIDATES}/attachments`)
  return { status: 200, body: { id: randomUUID(), status: 'SUCCESS' } }
}

function readMeta(call: Call, of: Collection, path: string): Reply {
  const { integration_slug } = connectorOf(call, of.category ?? undefined)
  if (!path.endsWith('/meta/post')) return { status: 200, body: olderMetaOf(of.path, integration_slug) }
  const schema = metaOf(of.path, integration_slug)
  if (!schema) throw new Problem(501, `There is no meta schema for ${integration_slug}`)
  return { status: 200, body: schema }
}

/** These have no schema; writes may still work. */
const WITHOUT_SCHEMA = ['deel', 'namely']

interface Property {
  type: string | string[]
  title?: string
  description?: string
  format?: string
  enum?: readonly string[]
  minimum?: number
  items?: Property
}

interface Schema {
  required: readonly string[]
  properties: Record<string, Property | OrNull>
  $defs?: Record<string, Omit<Schema, '$defs'> & { type: 'object' }>
}

/** As schemas from Python classes write it. */
interface OrNull {
  anyOf: readonly [{ $ref: string }, { type: 'null' }]
  title?: string
}

const text: Property = { type: 'string' }
const optional = (property: Property): Property => ({ ...property, type: [String(property.type), 'null'] })
const uuid: Property = { type: 'string', format: 'uuid' }
const day: Property = { type: 'string', format: 'date' }
const moment: Property = { type: 'string', format: 'date-time' }

const SCHEMAS: Record<string, Schema> = {
  '/api/hris/v1/employees': {
    required: ['first_name', 'last_name'],
    properties: {
      first_name: { ...text, title: 'First name' },
      last_name: { ...text, title: 'Last name' },
      work_email: optional({ ...text, format: 'email', title: 'Work email' }),
      start_date: optional({ ...day, title: 'Start date' }),
      employment_status: optional({ ...text, enum: ['ACTIVE', 'PENDING', 'INACTIVE'] }),
      manager_id: optional({ ...uuid, description: 'An employee of this connector' }),
      groups: { type: 'array', items: uuid },
      home_location: { anyOf: [{ $ref: '#/$defs/Location' }, { type: 'null' }], title: 'Home' }
    },
    $defs: {
      Location: {
        type: 'object',
        required: ['city'],
        properties: { street: optional(text), city: text, country: optional({ ...text, enum: ['CH', 'DE', 'US'] }) }
      }
    }
  },
  '/api/hris/v1/employee-payroll-runs': {
    required: ['employee_id', 'payroll_run_id', 'gross_pay'],
    properties: {
      employee_id: uuid,
      payroll_run_id: uuid,
      gross_pay: { type: 'number', minimum: 0 },
      note: optional(text)
    }
  },
  '/api/hris/v1/time-off': {
    required: ['employee_id', 'start_time', 'end_time'],
    properties: {
      employee_id: { ...uuid, title: 'Employee' },
      start_time: moment,
      end_time: moment,
      request_type: optional({ ...text, enum: ['VACATION', 'SICK', 'PERSONAL'] }),
      half_day: optional({ type: 'boolean' }),
      note: optional(text)
    }
  },
  '/api/hris/v1/timesheet-entry': {
    required: ['employee_id', 'start_time', 'hours_worked'],
    properties: { employee_id: uuid, start_time: moment, hours_worked: { type: 'number', minimum: 0 } }
  },
  '/api/ats/v1/activities': {
    required: ['user', 'activity_type', 'body', 'visibility', 'candidate'],
    properties: {
      user: optional(uuid),
      activity_type: optional({ ...text, enum: ['NOTE', 'EMAIL', 'OTHER'] }),
      body: optional(text),
      visibility: optional({ ...text, enum: ['ADMIN_ONLY', 'PUBLIC', 'PRIVATE'] }),
      candidate: optional(uuid),
      subject: optional(text)
    }
  },
  '/api/ats/v1/candidates': {
    required: [],
    properties: { first_name: optional(text), last_name: optional(text), company: optional(text) }
  }
}

const required = (path: string): readonly string[] => SCHEMAS[path]?.required ?? []

/** undefined if the integration has none. */
function metaOf(path: string, slug: string): object | undefined {
  const schema = SCHEMAS[path]
  if (!schema || WITHOUT_SCHEMA.includes(slug)) return undefined
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', ...schema }
}

/** The older form wraps the schema with success and failure. */
function olderMetaOf(path: string, slug: string): object {
  const data = metaOf(path, slug) ?? null
  return { success: data !== null, data, error: data ? null : { message: `There is no meta schema for ${slug}` } }
}
