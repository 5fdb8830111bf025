import { isObject } from '../fields'
import type { RawBody } from '../reply'
import { DOCUMENTS, sha256, type Document } from './documents'
import { failure, isWrite, json, type Forwarded } from './exchange'

const BOUNDARY = 'practice-7f3a9c'
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * `/documents` lists files, `/documents/{id}/content` sends one, `/documents/{id}` describes one, with the file for
 * MULTIPART. An upload is answered with size and sha256.
 */
export function fileSystem(request: Forwarded): RawBody {
  const [, collection, id, content, ...more] = request.path.split('/')
  if (collection !== 'documents' || more.length > 0) return notFound(request)
  if (id === undefined) {
    if (request.method === 'POST') return upload(request)
    if (isWrite(request.method)) return failure(405, 'method_not_allowed', 'only POST adds documents')
    return json({ documents: DOCUMENTS.map(about) })
  }
  const document = DOCUMENTS.find((one) => one.id === id)
  if (!document) return notFound(request)
  if (content === 'content') return { type: document.type, bytes: document.bytes }
  if (content !== undefined) return notFound(request)
  if (request.method === 'DELETE') return json({ deleted: true, id })
  return request.response_format === 'MULTIPART' ? inParts(document) : json({ document: about(document) })
}

function about({ id, name, type, bytes }: Document) {
  return { id, name, type, size: bytes.length, sha256: sha256(bytes), href: `/documents/${id}/content` }
}

function inParts(document: Document): RawBody {
  const name = document.name.replace(/[^\x20-\x7e]|"/g, '_')
  const head =
    `--${BOUNDARY}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(about(document))}\r\n` +
    `--${BOUNDARY}\r\nContent-Type: ${document.type}\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n`
  const bytes = Buffer.concat([Buffer.from(head), document.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  return { type: `multipart/mixed; boundary=${BOUNDARY}`, bytes }
}

/**
 * The contract does not show form parts. Here: text for a field, {filename, content} with base64 for a file, a list for
 * a repeated name.
 */
function upload({ data, request_format }: Forwarded): RawBody {
  if (request_format !== 'MULTIPART') return failure(415, 'unsupported_media_type', 'a form in parts is needed')
  if (!isObject(data)) return failure(422, 'invalid_form', 'the parts are an object by name')
  const parts = Object.entries(data).flatMap(([name, value]) => {
    return (Array.isArray(value) ? value : [value]).map((one) => received(name, one))
  })
  const wrong = parts.find((part) => 'wrong' in part)
  if (wrong) return failure(422, 'invalid_part', `${wrong.name}: ${wrong.wrong}`)
  return json({ received: parts })
}

function received(name: string, part: unknown) {
  if (typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean') {
    return { name, value: String(part) }
  }
  if (!isObject(part) || typeof part.filename !== 'string' || typeof part.content !== 'string') {
    return { name, wrong: 'neither text nor {filename, content}' }
  }
  if (!BASE64.test(part.content)) return { name, wrong: 'its content is not base64' }
  const bytes = Buffer.from(part.content, 'base64')
  return { name, filename: part.filename, size: bytes.length, sha256: sha256(bytes) }
}

function notFound({ method, path }: Forwarded): RawBody {
  return failure(404, 'not_found', `there is no ${method} ${path}`)
}
