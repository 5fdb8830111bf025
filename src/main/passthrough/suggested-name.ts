import type { ResponseFormat } from '../../shared/model/passthrough'
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

/** A file name for a response: the answer's name for it, else the last part of the path; never a path. */
export function suggestedName(headers: Headers, path: string, format: ResponseFormat | null): string {
  const named = fromDisposition(headers['content-disposition'] ?? '')
  if (named) return named
  const base = harmless(path.split('/').filter(Boolean).at(-1) ?? '') || 'response'
  if (/\.\w{2,4}$/.test(base)) return base
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = endings[type] ?? (type.endsWith('+json') ? 'json' : type.endsWith('+xml') ? 'xml' : undefined)
  return `${base}.${ending ?? (format === 'BINARY' ? 'bin' : 'txt')}`
}

function fromDisposition(value: string): string {
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(value)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(value)
  try {
    if (encoded) return harmless(decodeURIComponent(encoded))
  } catch {
    // Not encoded as promised: the plain one is next.
  }
  return harmless(plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '')
}

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Without folders, control and direction characters, and what Windows refuses. */
function harmless(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  // eslint-disable-next-line no-control-regex -- those are what is taken out
  const clean = last.replace(/[\u0000-\u001f\u007f<>:"|?*\u202a-\u202e\u2066-\u2069]/g, '').replace(/^\.+|[. ]+$/g, '')
  return reserved.test(clean) ? `_${clean}` : clean.slice(-120)
}
