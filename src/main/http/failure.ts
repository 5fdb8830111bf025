import type { ErrorCode } from '../../shared/errors'

export interface Cause {
  code: Extract<ErrorCode, 'unreachable' | 'untrusted-certificate' | 'bad-response'>
  message: string
}

const neverLeft = new Map([
  ['ENOTFOUND', 'Address not found. Check the spelling.'],
  ['EAI_AGAIN', 'The name could not be looked up: no network, or no DNS.'],
  ['ECONNREFUSED', 'Nothing answers at that address and port.'],
  ['EHOSTUNREACH', 'The network has no way to that address.'],
  ['ENETUNREACH', 'This computer has no network.'],
  ['UND_ERR_CONNECT_TIMEOUT', 'The address did not answer in time.']
])

/** The Doctor names the certificate and the remedy. */
const untrusted = new Map([
  ['CERT_HAS_EXPIRED', 'The certificate of this address, or of its CA, has expired.'],
  ['CERT_NOT_YET_VALID', 'The certificate of this address is not valid yet: the clock of this computer may be wrong.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is for another address than this one.'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of this address is self-signed: no CA issued it.']
])
function untrustedWords(code: string): string {
  const known = untrusted.get(code)
  if (known) return known
  if (/^(UNABLE_TO|SELF_SIGNED_CERT_IN_CHAIN)/.test(code))
    return 'The certificate of this address was issued by a CA that this computer does not know.'
  return 'The certificate of this address is not trusted.'
}

/** @param hasHead true if the answer's head came: the answer failed, not the connection */
export function causeOf(thrown: unknown, hasHead: boolean): Cause {
  const { code, message } = innermost(thrown)
  const unsent = neverLeft.get(code)
  if (unsent) return { code: 'unreachable', message: unsent }
  const proxy = /Proxy response \((\d{1,9})\)/.exec(message)?.[1]
  if (proxy === '407') {
    const way = 'Sign in to it in the system’s network settings, or ask its administrator to allow this computer.'
    return { code: 'unreachable', message: `The proxy asks for a user name and password (407). ${way}` }
  }
  if (proxy) return { code: 'unreachable', message: `The proxy did not connect to the API (${proxy}).` }
  if (/CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS/.test(code)) {
    return { code: 'untrusted-certificate', message: untrustedWords(code) }
  }
  if (/^(ERR_SSL|EPROTO)/.test(code)) {
    const why = 'This port does not speak HTTPS. It may be for plain HTTP, or a proxy answers instead.'
    return { code: 'unreachable', message: why }
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { code: 'bad-response', message: 'The headers of the response are too large.' }
  }
  if (/^(HPE_|Z_|ERR_.{0,99}(BROTLI|ZLIB)|UND_ERR_RES)/.test(code) || /not match the HTTP/.test(message)) {
    return { code: 'bad-response', message: `The response broke off or is not HTTP: ${message}.` }
  }
  if (hasHead) return { code: 'bad-response', message: `The response broke off: ${message}.` }
  return { code: 'unreachable', message: `The connection was lost: ${message}.` }
}

/** Node wraps the error in an AggregateError (one per address) or a cause. */
function innermost(thrown: unknown): { code: string; message: string } {
  const error = thrown as { code?: string; message?: string; cause?: unknown; errors?: unknown[] }
  if (error.errors?.length) return innermost(error.errors[0])
  if (error.code === undefined && error.cause) return innermost(error.cause)
  return { code: error.code ?? '', message: (error.message ?? String(thrown)).replace(/\.$/, '') }
}
