import { randomUUID } from 'node:crypto'
import { catalogue, type Collection } from '../../shared/data/catalogue'
import { connectorOf } from '../caller'
import { Fields, uuidInPath } from '../fields'
import { metaOf, olderMetaOf, required } from '../meta'
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
