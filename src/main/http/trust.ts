import tls from 'node:tls'

export const connectTimeoutMs = 10_000

/**
 * How every connection is made, to a server and to a proxy. A certificate is always checked: a variable of the
 * environment (`NODE_TLS_REJECT_UNAUTHORIZED=0`) turns nothing off, as the options set here take precedence.
 * Certificates are trusted as the OS trusts them where the runtime can tell (Node 22.15 on), else by the bundled list.
 */
export function connectOptions() {
  const ca = trusted()
  return { timeout: connectTimeoutMs, rejectUnauthorized: true, ...(ca && { ca }) } as const
}

function trusted(): string[] | undefined {
  const system = tls.getCACertificates?.('system') ?? []
  return system.length > 0 ? [...tls.rootCertificates, ...system] : undefined
}
