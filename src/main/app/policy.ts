import { basename, isAbsolute } from 'node:path'
import { broken, readPolicy } from '../policy/read'
import type { Policy } from '../policy/policy'
import { policyAt, policySources, type PolicySource } from '../policy/sources'
import { readTrusted, Untrusted } from '../policy/trusted-file'
import type { KeptCertificate } from '../settings/certificates'
import { readPem } from '../settings/pem'

export interface Managed {
  policy: Policy
  certificates: readonly KeptCertificate[]
}

/** A packaged app reads only the administrator's path. Development and tests may set CONNECTOR_DESK_POLICY. */
export function sourcesFor(
  packaged: boolean,
  environment: Readonly<Record<string, string | undefined>>
): readonly PolicySource[] {
  const instead = packaged ? undefined : environment['CONNECTOR_DESK_POLICY']
  return instead ? [policyAt(instead, process.getuid?.() ?? 0)] : policySources(process.platform)
}

/** @param owner uid that must own the certificate files: 0 */
export async function openPolicy(sources: readonly PolicySource[], owner = 0): Promise<Managed> {
  const policy = await readPolicy(sources)
  const certificates: KeptCertificate[] = []
  for (const path of policy.of('network.certificates')?.value ?? []) {
    try {
      certificates.push(...(await certificatesIn(path, owner)))
    } catch (thrown) {
      // Without its certificates, the app would not connect as the organization wants, or would trust too much.
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
  // An expired certificate stops nobody from working: it is not trusted, and the Doctor reports it.
  const evenExpired = 0
  return readPem(bytes, file, evenExpired).map((certificate) => ({ file, pem: certificate.toString() }))
}
