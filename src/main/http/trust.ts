import tls from 'node:tls'

export const connectTimeoutMs = 10_000

/**
 * Options for connections to servers and proxies. They always check certificates and override
 * `NODE_TLS_REJECT_UNAUTHORIZED=0`. Trusts the OS store from Node 22.15 on, else the bundled list.
 * @param chosen the operator's further CA certificates, PEM
 */
export function connectOptions(chosen: readonly string[] = []) {
  const ca = trusted(chosen)
  return { timeout: connectTimeoutMs, rejectUnauthorized: true, ...(ca && { ca }) } as const
}

function trusted(chosen: readonly string[]): string[] | undefined {
  const further = [...(tls.getCACertificates?.('system') ?? []), ...chosen]
  return further.length > 0 ? [...tls.rootCertificates, ...further] : undefined
}
