import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { AppError } from '../../shared/errors'
import { dayOf, nameIn } from '../settings/pem'
import { Trouble } from './trouble'
import { identityWords as words } from './words'

/** Replaces a password. */
export interface ClientIdentity {
  /** PEM: own certificate first, then its signers. Not secret. */
  cert: string
  /** PKCS #8 in base64: shorter than PEM, for the keychain. */
  key: string
}

/** Characters: key and host must fit into one Windows credential (2,560 bytes). */
const longestKey = 2_400

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/** null without a complete key */
function keyBlock(text: string): string | null {
  const from = text.search(/-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/)
  if (from < 0) return null
  const ending = /-----END (?:[A-Z]+ )?PRIVATE KEY-----/g
  ending.lastIndex = from
  return ending.test(text) ? text.slice(from, ending.lastIndex) : null
}

export const holdsKey = (text: string): boolean => keyBlock(text) !== null

/**
 * Reads certificate and key from two PEM files, or one.
 *
 * @param passphrase of the key; empty for none
 * @throws AppError invalid-input
 */
export function readIdentity(certificateText: string, keyText: string, passphrase: string): ClientIdentity {
  const certificates = [...certificateText.matchAll(certificateBlock)].map(([text]) => parsed(text))
  if (certificates.length === 0) throw refused(words.noCertificate)
  const key = readKey(keyText, passphrase)
  const own = certificates.find((one) => one.checkPrivateKey(key))
  if (!own) throw refused(words.otherKey)
  const kept = key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  if (kept.length > longestKey) throw refused(words.keyTooLong)
  const chain = [own, ...certificates.filter((one) => one !== own)]
  return { cert: chain.map((one) => one.toString()).join(''), key: kept }
}

/** @throws Trouble if key and certificate do not match */
export function keyPem({ cert, key }: ClientIdentity): string {
  try {
    const read = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })
    if (new X509Certificate(cert).checkPrivateKey(read)) return read.export({ type: 'pkcs8', format: 'pem' }) as string
  } catch {
    // No error may show the key or the certificate.
  }
  throw new Trouble('login', words.notKept)
}

/** `validTo` in ms since 1970. */
export function identityFacts({ cert }: ClientIdentity): { subject: string; issuer: string; validTo: number } {
  const { subject, issuer, validTo } = new X509Certificate(cert)
  return { subject: nameIn(subject), issuer: nameIn(issuer), validTo: Date.parse(validTo) }
}

/** A server rejects a certificate with a TLS alert, or just ends the connection. */
const refusals = /ALERT|ECONNRESET|EPIPE/

/**
 * Why a server rejected the certificate; null for any other error.
 *
 * @param now ms since 1970; affects only the wording
 */
export function identityTrouble({ cert }: ClientIdentity, thrown: unknown, host: string, now: number): Trouble | null {
  const { code = '', message } = thrown as Error & { code?: string }
  if (!refusals.test(code) && message !== 'Connection terminated unexpectedly') return null
  const { subject, issuer, validFrom, validTo } = new X509Certificate(cert)
  const [name, from, to] = [nameIn(subject), Date.parse(validFrom), Date.parse(validTo)]
  if (to < now) return new Trouble('login', words.expired(name, dayOf(to)))
  if (from > now) return new Trouble('login', words.notYet(name, dayOf(from)))
  if (code.includes('UNKNOWN_CA')) return new Trouble('login', words.otherAuthority(host, nameIn(issuer)))
  return new Trouble('login', words.refused(host, name))
}

function readKey(text: string, passphrase: string): KeyObject {
  const pem = keyBlock(text)
  if (pem === null) throw refused(words.noKey)
  const isEncrypted = pem.includes('ENCRYPTED')
  if (isEncrypted && passphrase === '') throw refused(words.passphrase)
  try {
    return createPrivateKey({ key: pem, format: 'pem', ...(isEncrypted && { passphrase }) })
  } catch {
    throw refused(isEncrypted ? words.wrongPassphrase : words.damagedKey)
  }
}

function parsed(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw refused(words.damaged)
  }
}

const refused = (text: string) => new AppError('invalid-input', text)
