import tls from 'node:tls'

export const connectTimeoutMs = 10_000

/**
 * How every connection is made, to a server and to a proxy. A certificate is always checked: a variable of the
 * environment (`NODE_TLS_REJECT_UNAUTHORIZED=0`) turns nothing off, as the options set here take precedence.
 * Certificates are trusted as the OS trusts them where the runtime can tell (Node 22.15 on), else by the bundled list.
 *
 * @param chosen further CA certificates as PEM, those the operator chose
 */
export function connectOptions(chosen: readonly string[] = []) {
  const ca = trusted(chosen)
  return { timeout: connectTimeoutMs, rejectUnauthorized: true, ...(ca && { ca }) } as const
}

function trusted(chosen: readonly string[]): string[] | undefined {
  const further = [...(tls.getCACertificates?.('system') ?? []), ...chosen]
  return further.length > 0 ? [...tls.rootCertificates, ...further] : undefined
}
