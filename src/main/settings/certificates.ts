import { X509Certificate } from 'node:crypto'
import { basename } from 'node:path'
import type { ChosenCertificate } from '../../shared/settings/certificate'
import { readChosen } from '../base/chosen-file'
import type { Policy } from '../policy/policy'
import { nameIn, readPem } from './pem'
import type { SettingsStore } from './settings-schema'

/** A certificate and the name of its file. */
export interface KeptCertificate {
  file: string
  pem: string
}

/** Bytes: enough for hundreds of certificates. */
const largestFile = 1e6

export interface CertificateParts {
  settings: SettingsStore
  policy: Policy
  /** From the files that the policy names. */
  managed: readonly KeptCertificate[]
  /** Asks the operator for a file; null if they cancel. */
  chooseFile: () => Promise<string | null>
  /** ms since 1970 */
  now: () => number
  /** Called after each change of the trusted certificates. */
  changed: () => void
}

/**
 * CA certificates the operator trusts beside the computer's, as for a proxy that inspects traffic. Stores certificates,
 * not the file's path: later changes of the file change nothing.
 */
export class Certificates {
  constructor(private readonly parts: CertificateParts) {}

  /** In PEM, for connections. */
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

  /** Only the operator chooses the file, in a system dialog. @throws AppError invalid-input, too-large, managed */
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

  /** The settings file may be edited: an invalid certificate in it is ignored, and connections go on. */
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
