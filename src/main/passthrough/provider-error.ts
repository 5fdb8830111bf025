import type { ProviderError } from '../../shared/passthrough/result'
import { textOfBody } from '../base/body-text'
import { cleanText } from '../base/plain-text'

/** Errors are short: ignores a longer body, bytes. */
const longest = 65_536

const statusNames = ['status', 'statusCode', 'status_code', 'code']
const codeNames = ['code', 'type', 'error', 'errorCode', 'error_code']
const messageNames = ['message', 'detail', 'title', 'description', 'error_description', 'error_message']

/**
 * Knows the usual shapes of JSON (`error`, `errors`, problem details) and a SOAP fault. null unless it is certain.
 * @param mask masks secrets; the texts come from outside
 */
export function providerErrorIn(
  body: Buffer,
  contentType: string,
  mask: (text: string) => string
): ProviderError | null {
  if (body.length === 0 || body.length > longest) return null
  const text = textOfBody(body, contentType)?.text.trim() ?? ''
  const found = text.startsWith('<') ? inXml(text) : inJson(text)
  if (!found || Object.values(found).every((one) => one === null)) return null
  const clean = (said: string | null) => (said === null ? null : cleanText(mask(said)))
  return { status: found.status, code: clean(found.code), message: clean(found.message) }
}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function inJson(text: string): ProviderError | null {
  const value = parsed(text)
  // XML may arrive as one JSON text.
  if (typeof value === 'string') return inXml(value)
  if (!isFields(value)) return null
  const first: unknown = Array.isArray(value.errors) ? value.errors[0] : undefined
  for (const inner of [value.error, first]) {
    if (isFields(inner)) return { ...read(inner), status: statusIn(inner) ?? statusIn(value) }
    if (typeof inner === 'string' && inner !== '') return { ...read(value), code: inner }
  }
  // Problem details (RFC 9457). A record may have a field `status`, but not with such a number.
  const problem = read(value)
  return (problem.status ?? 0) >= 400 && (problem.code ?? problem.message) !== null ? problem : null
}

function inXml(text: string): ProviderError | null {
  if (!/<(?:[\w.-]{1,200}:)?Fault[\s>]/.test(text)) return null
  const code = element(text, 'faultcode') ?? element(text, 'Value')
  const message = element(text, 'faultstring') ?? element(text, 'Text')
  return { status: null, code: code?.replace(/^[\w.-]{1,200}:/, '') ?? null, message }
}

const read = (fields: Fields): ProviderError => ({
  status: statusIn(fields),
  code: textIn(fields, codeNames),
  message: textIn(fields, messageNames)
})

function statusIn(fields: Fields): number | null {
  for (const name of statusNames) {
    const value = fields[name]
    const status = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value
    if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status < 600) return status
  }
  return null
}

function textIn(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '' && /\D/.test(value)) return value
  }
  return null
}

function element(text: string, name: string): string | null {
  const inner = new RegExp(`<(?:[\\w.-]{1,200}:)?${name}(?:\\s[^<>]{0,9999})?>([^<]{0,99999})<`).exec(text)?.[1]?.trim()
  return inner ? unescaped(inner) : null
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const unescaped = (text: string) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
