import { z } from 'zod'

/** The log's copy of a delivery; its inner names are undeclared, so the app searches for them. */
const detail = z.looseObject({ request: z.array(z.looseObject({})).optional() })
const signatureName = /-webhook-signature$/i
const bodyNames = ['body', 'payload', 'content', 'data']

interface Signed {
  body: string
  signature: string
}

/** @returns in words what is missing */
export function signedIn(json: unknown): Signed | { missing: string } {
  for (const request of requestsIn(json)) {
    const signature = signatureOf(request['headers'])
    if (signature === null) continue
    const body = bodyOf(request)
    if (typeof body === 'string') return { body, signature }
    // Formatting it again would give other bytes than the signed ones.
    return { missing: 'The log does not hold the body as text. Paste it as your server received it.' }
  }
  return { missing: 'The log does not hold the signature. Paste the body and the header that your server received.' }
}

export function bodiesSent(json: unknown): unknown[] {
  return requestsIn(json).flatMap((request) => bodyOf(request) ?? [])
}

function requestsIn(json: unknown): Record<string, unknown>[] {
  const read = detail.safeParse(json)
  return (read.success && read.data.request) || []
}

const bodyOf = (request: Record<string, unknown>): unknown =>
  bodyNames.map((name) => request[name]).find((value) => value !== undefined && value !== null)

/** An object, a list of pairs, or of `{name, value}`. */
function signatureOf(headers: unknown): string | null {
  if (typeof headers !== 'object' || headers === null) return null
  const entries: unknown[] = Array.isArray(headers) ? headers : Object.entries(headers)
  for (const entry of entries) {
    const { name, value } = entry as { name?: unknown; value?: unknown }
    const [key, text] = Array.isArray(entry) ? (entry as unknown[]) : [name, value]
    if (typeof key === 'string' && typeof text === 'string' && signatureName.test(key)) return text
  }
  return null
}
