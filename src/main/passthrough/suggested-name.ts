import type { ResponseFormat } from '../../shared/passthrough/passthrough'
import { harmlessName } from '../base/file-name'
import type { Headers } from '../http/retry-after'

const endings: Record<string, string> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif'
}

/** From the headers, else the last part of the path; never a path. */
export function suggestedName(headers: Headers, path: string, format: ResponseFormat | null): string {
  const named = fromDisposition(headers['content-disposition'] ?? '')
  if (named) return named
  const base = harmlessName(path.split('/').filter(Boolean).at(-1) ?? '') || 'response'
  if (/\.\w{2,4}$/.test(base)) return base
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = endings[type] ?? (type.endsWith('+json') ? 'json' : type.endsWith('+xml') ? 'xml' : undefined)
  return `${base}.${ending ?? (format === 'BINARY' ? 'bin' : 'txt')}`
}

/** The limit of 2,000 bounds the match. */
const quotedName = /filename\s*=\s*(?:"((?:[^"\\]|\\.){0,2000})"|([^;\s]+))/i

function fromDisposition(value: string): string {
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(value)?.[1]
  const plain = quotedName.exec(value)
  try {
    if (encoded) return harmlessName(decodeURIComponent(encoded))
  } catch {
    // The encoding is invalid: tries the plain name next.
  }
  return harmlessName(plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '')
}
