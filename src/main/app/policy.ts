import { basename, isAbsolute } from 'node:path'
import { broken, readPolicy } from '../policy/read'
import type { Policy } from '../policy/policy'
import { policyAt, policySources, type PolicySource } from '../policy/sources'
import { readTrusted, Untrusted } from '../policy/trusted-file'
import type { KeptCertificate } from '../settings/certificates'
import { readPem } from '../settings/pem'

/** The policy of this computer, with the CA certificates of the files it names. */
export interface Managed {
  policy: Policy
  certificates: readonly KeptCertificate[]
}

/**
 * Where this run looks for a policy. A packaged app looks where an administrator puts one, whatever its environment
 * says; in development and in tests CONNECTOR_DESK_POLICY names a file of one's own instead.
 */
export function sourcesFor(
  packaged: boolean,
  environment: Readonly<Record<string, string | undefined>>
): readonly PolicySource[] {
  const instead = packaged ? undefined : environment['CONNECTOR_DESK_POLICY']
  return instead ? [policyAt(instead, process.getuid?.() ?? 0)] : policySources(process.platform)
}

/** @param owner the uid of who may have written the certificate files: 0 */
export async function openPolicy(sources: readonly PolicySource[], owner = 0): Promise<Managed> {
  const policy = await readPolicy(sources)
  const certificates: KeptCertificate[] = []
  for (const path of policy.of('network.certificates')?.value ?? []) {
    try {
      certificates.push(...(await certificatesIn(path, owner)))
    } catch (thrown) {
      // Without it the app could not connect where the organization wants it to, or trust what it should not.
      const words = `${path} ${(thrown as Error).message}`
      return { policy: broken(policy.state?.source ?? '', 'network.certificates', words), certificates: [] }
    }
  }
  return { policy, certificates }
}

async function certificatesIn(path: string, owner: number): Promise<KeptCertificate[]> {
  if (!isAbsolute(path)) throw new Untrusted('is not an absolute path.')
  const bytes = await readTrusted(path, owner)
  if (bytes === null) throw new Untrusted('is not there.')
  const file = basename(path)
  // One that has expired stops no one from working: it is trusted no more, and the Doctor says so.
  const evenExpired = 0
  return readPem(bytes, file, evenExpired).map((certificate) => ({ file, pem: certificate.toString() }))
}
