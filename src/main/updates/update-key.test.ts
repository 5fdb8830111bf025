import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readUpdateKey, updateKeyFile } from './update-key'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-key-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const file = (text: string) => {
  const path = join(folder, 'key.pem')
  writeFileSync(path, text)
  return path
}

it('reads the publisher’s key', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  expect(readUpdateKey(file(pem.toString()))?.equals(publicKey)).toBe(true)
})

it('takes no file, a file that is no key, and a key of another kind for none', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const other = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(readUpdateKey(join(folder, 'none.pem'))).toBeNull()
  for (const text of ['not a key', other]) expect(readUpdateKey(file(text))).toBeNull()
})

it('@attack a packaged app takes no other key from its environment', () => {
  const environment = { CONNECTOR_DESK_UPDATE_KEY: '/tmp/evil.pem' }
  const own = join('/app/resources', 'update-key.pem')
  expect(updateKeyFile(true, environment, '/app/resources')).toBe(own)
  expect(updateKeyFile(false, environment, '/app/resources')).toBe('/tmp/evil.pem')
  expect(updateKeyFile(false, {}, '/app/resources')).toBe(own)
})
