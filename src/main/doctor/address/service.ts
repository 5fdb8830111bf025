import type { Outcome } from '../../../shared/doctor/finding'
import { answerError } from '../../http/answer'
import { parseJson } from '../../http/json'
import type { Transport, TransportFailure, TransportResponse } from '../../http/transport'
import { buildUrl } from '../../http/url'
import { isWebPage } from '../../http/web-page'
import { fault, ok, warning } from '../examination'

export interface ClockSample {
  /** The `Date` header; undefined if absent. */
  date: string | undefined
  /** ms since 1970, in the middle between request and answer. */
  at: number
}

const address = 'Use the root address only, e.g. https://api.example.com, without /api/… at the end.'
const timeoutMs = 15_000

/**
 * Sends no token, because another server may answer: the API refuses in its own words.
 * @param heard gets the time of the answer
 */
export async function lookAtService(
  baseUrl: string,
  parts: { transport: Transport; now: () => number },
  signal: AbortSignal,
  heard: (sample: ClockSample) => void
): Promise<Outcome> {
  const url = buildUrl(baseUrl, '/api/v1/lookup/integrations')
  const began = parts.now()
  let answer: TransportResponse
  try {
    const headers = { accept: 'application/json' }
    answer = await parts.transport({ method: 'GET', url, headers, signal, timeoutMs, maxBytes: 16e6 })
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return fault((thrown as TransportFailure).message, 'Test again. If it stays, ask the API’s support.')
  }
  heard({ date: answer.headers['date'], at: (began + parts.now()) / 2 })
  return judge(answer)
}

function judge(answer: TransportResponse): Outcome {
  const { status } = answer
  const facts: Outcome['facts'] = [['Answered', `${status} without a token`]]
  if (isWebPage(answer)) {
    const words = 'A web page answered instead of the API, most likely the sign-in page of this network.'
    return fault(words, 'Open any page in a browser and sign in to the network, then test again.', facts)
  }
  const { message, info } = answerError(answer)
  if (status === 401 || status === 403) {
    if (info.detail !== undefined) return ok('The API responds, and asks for a token as it should.', facts)
    return warning('The server asks for a sign-in, but not as the API does.', address, facts)
  }
  if (status === 200) {
    if (holdsIntegrations(answer.body)) return ok('The API responds.', facts)
    return fault('Something else answers at this address.', address, facts)
  }
  if (status === 404) return fault('No API found at this address (404).', address, facts)
  if (status === 429) return warning('Rate limited (429).', 'Test again in a minute.', facts)
  if (status >= 300 && status < 400) return fault(message, 'Enter the address it moved to, if you trust it.', facts)
  const next = status >= 500 ? 'Test again in a few minutes. If it stays, ask the API’s support.' : address
  return fault(`The server responds ${status}.`, next, facts)
}

function holdsIntegrations(body: Buffer): boolean {
  try {
    return Array.isArray((parseJson(body) as { integrations?: unknown } | null)?.integrations)
  } catch {
    return false
  }
}
