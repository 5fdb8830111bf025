import { X509Certificate } from 'node:crypto'
import { AppError } from '../../shared/errors'

const beginning = '-----BEGIN '

/**
 * Reads the CA certificates of a PEM file.
 * @param file its name, for messages
 * @param now ms since 1970
 * @throws AppError invalid-input for other content, a private key, a server's certificate, or an expired certificate
 */
export function readPem(bytes: Buffer, file: string, now: number): X509Certificate[] {
  const blocks = blocksOf(bytes.toString('latin1'))
  if (blocks.some(({ kind }) => kind.includes('PRIVATE KEY'))) {
    throw refused(`${file} holds a private key. Choose a file with certificates only.`)
  }
  const certificates = blocks.filter(({ kind }) => kind === 'CERTIFICATE').map(({ text }) => parsed(text, file))
  if (certificates.length === 0) {
    throw refused(
      `${file} holds no certificate in PEM form. Export it as “Base-64 encoded X.509” and choose that file.`
    )
  }
  for (const one of certificates) check(one, file, now)
  return certificates
}

/** Each block ends before the next begins: otherwise each unclosed beginning scans to the end of the file. */
function blocksOf(text: string): { text: string; kind: string }[] {
  const [, ...begun] = text.split(beginning)
  return begun.flatMap((one) => {
    const kind = /^([A-Z0-9 ]+)-----/.exec(one)?.[1]
    if (kind === undefined) return []
    const ending = `-----END ${kind}-----`
    const at = one.indexOf(ending, kind.length)
    return at < 0 ? [] : { text: beginning + one.slice(0, at + ending.length), kind }
  })
}

function parsed(pem: string, file: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw refused(`A certificate in ${file} is damaged and cannot be read.`)
  }
}

function check(certificate: X509Certificate, file: string, now: number): void {
  const name = nameIn(certificate.subject)
  const ends = Date.parse(certificate.validTo)
  if (ends < now) {
    throw refused(`“${name}” in ${file} expired on ${dayOf(ends)}. Ask for the one that took its place.`)
  }
  if (!certificate.ca && certificate.subject !== certificate.issuer) {
    throw refused(
      `“${name}” in ${file} is the certificate of a server. Choose the one of its CA, “${nameIn(certificate.issuer)}”.`
    )
  }
}

/** Its common name, else its organisation, else the whole subject. */
export function nameIn(subject: string): string {
  const part = (key: string) =>
    subject
      .split('\n')
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1)
  return part('CN') ?? part('O') ?? subject.replaceAll('\n', ', ')
}

/** As "18 Nov 2026". @param at ms since 1970 */
export const dayOf = (at: number): string =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const refused = (words: string) => new AppError('invalid-input', words)
