import { X509Certificate } from 'node:crypto'
import { basename } from 'node:path'
import type { ChosenCertificate } from '../../shared/settings/certificate'
import { readChosen } from '../base/chosen-file'
import type { Policy } from '../policy/policy'
import { nameIn, readPem } from './pem'
import type { SettingsStore } from './settings-schema'

/** A certificate, and the name of the file it is from. */
export interface KeptCertificate {
  file: string
  pem: string
}

/** A file of this size holds hundreds of certificates, in bytes. */
const largestFile = 1e6

export interface CertificateParts {
  settings: SettingsStore
  policy: Policy
  /** Those of the files that the policy names. */
  managed: readonly KeptCertificate[]
  /** Asks the operator for a file; null where they changed their mind. */
  chooseFile: () => Promise<string | null>
  /** ms since 1970 */
  now: () => number
  /** Called when others are trusted. */
  changed: () => void
}

/**
 * CA certificates the operator trusts beside the computer's, as for a proxy that inspects traffic. Stores the
 * certificates, not the file's path: later changes of the file change nothing.
 */
export class Certificates {
  constructor(private readonly parts: CertificateParts) {}

  /** As PEM, for connections. */
  pems(): string[] {
    return this.trusted().map(({ pem }) => pem)
  }

  list(): ChosenCertificate[] {
    return this.trusted().map(({ file, certificate, managed }) => ({
      fingerprint: certificate.fingerprint256,
      subject: nameIn(certificate.subject),
      issuer: nameIn(certificate.issuer),
      validTo: Date.parse(certificate.validTo),
      file,
      managed
    }))
  }

  /**
   * Trusts a file's certificates. Only the operator chooses the file, in the system's dialog.
   * @throws AppError invalid-input, too-large, managed
   */
  async add(): Promise<void> {
    const { chooseFile, now, policy } = this.parts
    policy.refuseChange('network.certificates')
    const path = await chooseFile()
    if (path === null) return
    const file = basename(path)
    const chosen = readPem(await readChosen(path, largestFile), file, now())
    const before = this.kept().filter(({ certificate }) =>
      chosen.every(({ fingerprint256 }) => fingerprint256 !== certificate.fingerprint256)
    )
    this.keep([...before, ...chosen.map((certificate) => ({ file, pem: certificate.toString() }))])
  }

  /** @throws AppError managed */
  remove(fingerprint: string): void {
    this.parts.policy.refuseChange('network.certificates')
    this.keep(this.kept().filter(({ certificate }) => certificate.fingerprint256 !== fingerprint))
  }

  private keep(all: readonly { file: string; pem: string }[]): void {
    const certificates = all.map(({ file, pem }) => ({ file, pem }))
    this.parts.settings.update({ certificates }, 'for-now')
    this.parts.changed()
  }

  private trusted() {
    const managed = this.parts.managed.map((one) => ({
      ...one,
      certificate: new X509Certificate(one.pem),
      managed: true
    }))
    if (this.parts.policy.of('network.certificates')?.locked) return managed
    const known = new Set(managed.map(({ certificate }) => certificate.fingerprint256))
    const chosen = this.kept().filter(({ certificate }) => !known.has(certificate.fingerprint256))
    return [...managed, ...chosen.map((one) => ({ ...one, managed: false }))]
  }

  /** The settings file may be edited: an invalid certificate there is not trusted and breaks no connection. */
  private kept(): (KeptCertificate & { certificate: X509Certificate })[] {
    return this.parts.settings.get().certificates.flatMap(({ file, pem }) => {
      try {
        return [{ file, pem, certificate: new X509Certificate(pem) }]
      } catch {
        return []
      }
    })
  }
}
