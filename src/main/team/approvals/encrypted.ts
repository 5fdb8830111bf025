import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject
} from 'node:crypto'

/** X25519. `secret`: PKCS#8, for the keychain; `open`: 32 bytes, for the team. */
export interface ApprovalKeys {
  secret: Buffer
  open: Buffer
}

const x25519Head = Buffer.from('302a300506032b656e032100', 'hex')
const openOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' }).subarray(x25519Head.length)
const secretKey = (secret: Buffer) => createPrivateKey({ key: secret, format: 'der', type: 'pkcs8' })

/** @throws for anything but 32 bytes */
function openKey(open: Buffer): KeyObject {
  if (open.length !== 32) throw new Error('A key has 32 bytes.')
  return createPublicKey({ key: Buffer.concat([x25519Head, open]), format: 'der', type: 'spki' })
}

/** The public key of a private one. */
export const openKeyOf = (secret: Buffer): Buffer => openOf(createPublicKey(secretKey(secret)))

export function makeKeys(): ApprovalKeys {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  return { secret: privateKey.export({ type: 'pkcs8', format: 'der' }), open: openOf(publicKey) }
}

/** A part of what an approval is about, so that no text of one request opens as that of another. */
interface Of {
  /** Of the request for approval. */
  id: string
  /** SHA-256 of the text, 32 bytes. */
  digest: Buffer
}

export const digestOf = (text: Buffer): Buffer => createHash('sha256').update(text).digest()

const nonceLength = 12
const tagLength = 16

function keyFor(own: KeyObject, other: KeyObject, once: Buffer, to: Buffer, { id }: Of): Buffer {
  const shared = diffieHellman({ privateKey: own, publicKey: other })
  const salt = Buffer.concat([once, to])
  return Buffer.from(hkdfSync('sha256', shared, salt, `connector-desk approval ${id}`, 32))
}

const boundTo = ({ id, digest }: Of) => Buffer.concat([Buffer.from(id), digest])

/**
 * Encrypts a text to one desk's key: X25519 with a key made for this text, HKDF-SHA-256, AES-256-GCM.
 * @returns the key made for it, nonce, tag and text
 * @throws for a key that is none
 */
export function encryptTo(text: Buffer, to: Buffer, id: string): Buffer {
  const of = { id, digest: digestOf(text) }
  const once = generateKeyPairSync('x25519')
  const open = openOf(once.publicKey)
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', keyFor(once.privateKey, openKey(to), open, to, of), nonce)
  cipher.setAAD(boundTo(of))
  const body = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([open, nonce, cipher.getAuthTag(), body])
}

/**
 * @returns the text, whose digest is `of.digest`; null if it was encrypted to another key, or for another request or
 * digest, or was changed
 */
export function decrypt(encrypted: Buffer, { secret, open }: ApprovalKeys, of: Of): Buffer | null {
  const once = encrypted.subarray(0, 32)
  const nonce = encrypted.subarray(32, 32 + nonceLength)
  const tag = encrypted.subarray(32 + nonceLength, 32 + nonceLength + tagLength)
  try {
    const key = keyFor(secretKey(secret), openKey(once), once, open, of)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
    decipher.setAAD(boundTo(of)).setAuthTag(tag)
    const text = Buffer.concat([decipher.update(encrypted.subarray(32 + nonceLength + tagLength)), decipher.final()])
    return digestOf(text).equals(of.digest) ? text : null
  } catch {
    return null
  }
}

const consonants = 'bdfghjklmnprstvz'
const vowels = 'aiou'

/**
 * Six words that two people compare once, for one key: 96 bits of its digest, 16 in each word of five letters
 * (https://arxiv.org/html/0901.4016). Words of a pair of keys would not do: who swaps both could make them alike.
 */
export function wordsOfKey(open: Buffer): string[] {
  const digest = createHash('sha256').update('connector-desk approval key').update(open).digest()
  return Array.from({ length: 6 }, (_, at) => {
    const bits = digest.readUInt16BE(2 * at)
    const letters = [consonants[bits >> 12], vowels[(bits >> 10) & 3], consonants[(bits >> 6) & 15]]
    return [...letters, vowels[(bits >> 4) & 3], consonants[bits & 15]].join('')
  })
}
