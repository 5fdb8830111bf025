import { rosterOf } from '../collections/roster'
import { connectorOf } from '../caller'
import { iso } from '../data/draft'
import { Random } from '../data/random'
import { uuidInPath } from '../fields'
import { QueryReader } from '../query'
import { Problem, type Reply } from '../reply'
import type { Call, Route } from '../router'

const TTL = { min: 60, max: 3600, fallback: 300 }
const FILE = '/files/:id/:expires/:signature'

/** BETA: a signed address that expires. */
export const documentRoutes: readonly Route[] = [
  { method: 'GET', path: '/api/hris/v1/documents/:id/download', answer: download },
  { method: 'GET', path: FILE, open: true, answer: readFile }
]

function download(call: Call): Reply {
  const connector = connectorOf(call, 'HRIS')
  const roster = rosterOf(call, connector)
  const id = uuidInPath(call.params, 'id')
  const reader = new QueryReader(call.query)
  const seconds = reader.int('ttl_seconds', TTL)
  reader.done()
  const at = roster.indexOf('documents', id)
  if (at === undefined) throw new Problem(404, 'Record not found')
  const expires = call.now() + seconds * 1000
  const { origin } = new URL(`http://${call.headers.host ?? ''}`)
  const body = {
    url: `${origin}/files/${id}/${expires}/${signed(call, id, expires)}`,
    expires_at: iso(expires),
    filename: String(roster.record('documents', at).name),
    content_type: 'application/pdf',
    size_bytes: Buffer.byteLength(fileOf(id))
  }
  return { status: 200, body }
}

/** Without credentials. */
function readFile(call: Call): Reply {
  const { id = '', expires = '', signature } = call.params
  if (signature !== signed(call, id, Number(expires))) throw new Problem(403, 'SignatureDoesNotMatch')
  if (call.now() > Number(expires)) throw new Problem(403, 'Request has expired')
  return { status: 200, raw: { type: 'application/pdf', bytes: fileOf(id) } }
}

const fileOf = (id: string) => `%PDF-1.4\n% practice document ${id}\n%%EOF\n`
const signed = ({ world }: Call, id: string, expires: number) =>
  new Random(`file/${world.options.seed}/${id}/${expires}`).text(32)
