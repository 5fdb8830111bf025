import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { digestOf, makeKeys, encryptTo, decrypt, wordsOfKey } from './encrypted'

const id = randomUUID()
const text = Buffer.from('DELETE /api/hris/v1/connectors/17')
const of = { id, digest: digestOf(text) }

it('opens for the key it was encrypted to, and for no other', () => {
  const [ines, other] = [makeKeys(), makeKeys()]
  const encrypted = encryptTo(text, ines.open, id)
  expect(decrypt(encrypted, ines, of)).toEqual(text)
  expect(decrypt(encrypted, other, of)).toBeNull()
  expect(encrypted.includes(text)).toBe(false)
  // Nobody can tell from two that they say the same.
  expect(encryptTo(text, ines.open, id).equals(encrypted)).toBe(false)
})

it('opens for no other request, and for no other digest', () => {
  const ines = makeKeys()
  const encrypted = encryptTo(text, ines.open, id)
  expect(decrypt(encrypted, ines, { ...of, id: randomUUID() })).toBeNull()
  expect(decrypt(encrypted, ines, { ...of, digest: digestOf(Buffer.from('other')) })).toBeNull()
})

it('@attack opens with no bit changed, wherever, and with nothing left out or added', () => {
  const ines = makeKeys()
  const encrypted = encryptTo(text, ines.open, id)
  for (let at = 0; at < encrypted.length; at++) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(decrypt(changed, ines, of)).toBeNull()
    expect(decrypt(encrypted.subarray(0, at), ines, of)).toBeNull()
  }
  expect(decrypt(Buffer.concat([encrypted, Buffer.from('x')]), ines, of)).toBeNull()
})

it('@attack takes no key that gives everybody the same secret', () => {
  for (const weak of [Buffer.alloc(32), Buffer.from([1, ...Array<number>(31).fill(0)]), Buffer.alloc(31)])
    expect(() => encryptTo(text, weak, id)).toThrow()
})

it('has six words for a key, always the same, and others for another', () => {
  const ines = makeKeys()
  const words = wordsOfKey(ines.open)
  expect(words).toHaveLength(6)
  expect(words.every((word) => /^[a-z]{5}$/.test(word))).toBe(true)
  expect(wordsOfKey(Buffer.from(ines.open))).toEqual(words)
  expect(wordsOfKey(makeKeys().open)).not.toEqual(words)
  expect(wordsOfKey(Buffer.alloc(32, 7))).toEqual(wordsOfKey(Buffer.alloc(32, 7)))
})
