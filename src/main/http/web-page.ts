import { TransportFailure, type TransportResponse } from './transport'

/**
 * True if another server's page answered: a hotel's or proxy's sign-in page says 200 too. The service's own headers
 * prove the service.
 */
export function isWebPage({ status, headers, body }: TransportResponse): boolean {
  if (status < 200 || status >= 300 || body.length === 0) return false
  if (headers['x-request-id'] !== undefined || headers['x-ratelimit-limit'] !== undefined) return false
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === 'text/html' || type === 'application/xhtml+xml') return true
  if (type !== undefined && type !== 'text/plain') return false
  return /^\s{0,200}(<!doctype html|<html)/i.test(body.subarray(0, 200).toString('latin1'))
}

/** Another server got the request; a retry would bring its page again. */
export class WebPageAnswered extends TransportFailure {
  constructor(page: TransportResponse) {
    const who = 'probably the sign-in page of this network or its proxy'
    super('bad-response', `A web page answered instead of the API, ${who}.`, true, page)
  }
}
