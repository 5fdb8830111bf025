import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { Random } from '../data/random'
import { isObject } from '../fields'
import type { RawBody } from '../reply'
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

interface Document {
  id: string
  name: string
  type: string
  bytes: Buffer
}

/** The last has bytes of every value. */
export const DOCUMENTS: readonly Document[] = [
  { id: 'contract', name: 'contract.pdf', type: 'application/pdf', bytes: pdf('Employment contract (made up)') },
  { id: 'photo', name: 'photo.png', type: 'image/png', bytes: png(48) },
  { id: 'badge', name: 'badge data.bin', type: 'application/octet-stream', bytes: noise(65_537) },
  {
    id: 'letter',
    name: 'Brief für José (Entwurf).txt',
    type: 'text/plain; charset=utf-8',
    bytes: Buffer.from('Grüße\r\n')
  }
]

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Readers check the offsets in its table. */
function pdf(line: string): Buffer {
  const stream = `BT /F1 18 Tf 72 720 Td (${line.replace(/[()\\]/g, '\\$&')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ]
  let text = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + trailer, 'latin1')
}

function png(side: number): Buffer {
  const rows = Array.from({ length: side }, (_, y) => [
    0,
    ...Array.from({ length: side }, (_, x) => [x * 5, y * 5, 160]).flat()
  ])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.from(rows.flat()))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function noise(length: number): Buffer {
  const random = new Random('documents/noise')
  return Buffer.from(Array.from({ length }, (_, at) => (at < 256 ? at : random.int(0, 255))))
}
