import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NotConfigured } from './config'
import { readSecret } from './set-up'

const secret = 'a-secret-of-the-walker'
const wanted = { what: 'bearer token', named: undefined, credential: 'bearer-token', variable: 'WALKER_TOKEN' }

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'desk-walker-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function file(name: string, text = `${secret}\n`, mode = 0o600): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

describe('readSecret', () => {
  it('reads a credential of systemd, whatever its mode, and leaves the line break out', () => {
    file('bearer-token', `${secret}\n`, 0o444)
    expect(readSecret(wanted, { CREDENTIALS_DIRECTORY: folder, WALKER_TOKEN: 'other' })).toBe(secret)
  })

  it('reads the credential, or the file, that the configuration names', () => {
    const path = file('eu-token')
    expect(readSecret({ ...wanted, named: 'eu-token' }, { CREDENTIALS_DIRECTORY: folder })).toBe(secret)
    expect(readSecret({ ...wanted, named: path }, { WALKER_TOKEN: 'other' })).toBe(secret)
  })

  it('takes the environment last', () => {
    expect(readSecret(wanted, { CREDENTIALS_DIRECTORY: folder, WALKER_TOKEN: secret })).toBe(secret)
    expect(readSecret(wanted, { WALKER_TOKEN: secret })).toBe(secret)
  })

  it.each([0o640, 0o604, 0o660, 0o644])('refuses a file of mode %o without repeating what is in it', (mode) => {
    const path = file('token', secret, mode)
    const read = () => readSecret({ ...wanted, named: path }, {})
    expect(read).toThrow(NotConfigured)
    expect(read).toThrow(`Others than its owner may read or write ${path}: chmod 600 it.`)
  })

  it('does not take another secret for one that the configuration names', () => {
    const env = { CREDENTIALS_DIRECTORY: folder, WALKER_TOKEN: secret }
    expect(() => readSecret({ ...wanted, named: 'eu-token' }, env)).toThrow('The credential eu-token')
    expect(() => readSecret({ ...wanted, named: join(folder, 'none') }, env)).toThrow('none is missing.')
  })

  it('names every place where it looked, refuses an empty secret, and one that is too large', () => {
    expect(() => readSecret(wanted, {})).toThrow(/credential bearer-token, .* or set WALKER_TOKEN\./)
    expect(() => readSecret(wanted, { WALKER_TOKEN: '' })).toThrow('The bearer token is empty.')
    const large = file('large', 'x'.repeat(100_000))
    expect(() => readSecret({ ...wanted, named: large }, {})).toThrow('is larger than 64 kB.')
  })
})
