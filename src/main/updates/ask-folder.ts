import type { KeyObject } from 'node:crypto'
import { AppError } from '../../shared/errors'
import type { UpdateOffer } from '../../shared/updates/update'
import { TransportFailure, type Transport, type TransportResponse } from '../http/transport'
import { buildUrl } from '../http/url'
import { isWebPage } from '../http/web-page'
import { readUpdateAddress } from './address'
import { failureOf, refusalOf } from './failures'
import { manifestName, readManifest, refused, type UpdatePackage } from './manifest'
import { compareVersions } from './version'

export interface Asked {
  /** The folder's address; parsed again, because settings may have been edited. */
  from: string
  key: KeyObject
  /** This app's version; `target` is its package. */
  version: string
  target: string
}

/** Bytes: notes of 20,000 characters and a few packages. */
const largestManifest = 256_000
const timeoutMs = 30_000

/** `signedAt`: of the list, ms since 1970 */
type Found = { signedAt: number } & (
  { newer: true; offer: UpdateOffer; of: UpdatePackage } | { newer: false; older: string | null }
)

/**
 * Asks once for the signed list, without a token or cookie, and picks this computer's package.
 * @throws AppError update-refused, update-failed, untrusted-certificate, cancelled; invalid-input for the address
 */
export async function askFolder(
  { from, key, version, target }: Asked,
  transport: Transport,
  signal: AbortSignal
): Promise<Found> {
  const read = readUpdateAddress(from)
  if ('problem' in read) throw new AppError('invalid-input', read.problem)
  const answer = await fetchManifest(buildUrl(read.url, `/${manifestName}`), transport, signal)
  const { version: offered, notes, signedAt, packages } = readManifest(answer.body.toString('utf8'), key)
  const order = compareVersions(offered, version)
  if (order <= 0) return { signedAt, newer: false, older: order < 0 ? offered : null }
  const of = packages[target]
  if (!of) throw refused(`The update folder has version ${offered}, but no package for this computer (${target}).`)
  return { signedAt, newer: true, offer: { version: offered, notes, bytes: of.bytes }, of }
}

async function fetchManifest(url: URL, transport: Transport, signal: AbortSignal): Promise<TransportResponse> {
  const request = { method: 'GET', url, headers: {}, signal, timeoutMs, maxBytes: largestManifest }
  const answer = await transport(request).catch((thrown: unknown) => {
    throw thrown instanceof TransportFailure ? failureOf(thrown) : thrown
  })
  if (answer.status !== 200) throw refusalOf(answer.status, manifestName)
  if (isWebPage(answer)) {
    throw refused(
      'The update folder answers with a web page: the address may be wrong, or this network asks for a sign-in.'
    )
  }
  return answer
}
