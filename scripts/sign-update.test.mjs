import { spawnSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readManifest } from '../src/main/updates/manifest'
import { root } from './run.mjs'

let folder
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-sign-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const at = (name) => join(folder, name)
const run = (...args) =>
  spawnSync(process.execPath, [join(root, 'scripts/sign-update.mjs'), ...args], { encoding: 'utf8' })

test('what is signed is what the app reads, with the key that was made for it', () => {
  expect(run('new-key', at('private.pem'), at('public.pem')).status).toBe(0)
  expect(statSync(at('private.pem')).mode & 0o777).toBe(0o600)
  writeFileSync(at('desk_0.2.0.deb'), 'a package')
  writeFileSync(at('notes.txt'), 'Faster.')
  const signing = ['--key', at('private.pem'), '--version', '0.2.0', '--notes', at('notes.txt')]
  expect(run('sign', folder, ...signing, 'linux-x64-deb=desk_0.2.0.deb').stderr).toBe('')
  const key = createPublicKey(readFileSync(at('public.pem'), 'utf8'))
  expect(readManifest(readFileSync(at('update.json'), 'utf8'), key)).toEqual({
    product: 'connector-desk',
    version: '0.2.0',
    notes: 'Faster.',
    signedAt: expect.any(Number),
    packages: {
      'linux-x64-deb': { name: 'desk_0.2.0.deb', bytes: 9, sha512: expect.stringMatching(/^[0-9a-f]{128}$/) }
    }
  })
})

test.each(['Desk Setup 0.2.0.exe', 'older/desk.exe', '.desk.exe'])(
  '%s is refused, as the app would refuse it',
  (name) => {
    run('new-key', at('private.pem'), at('public.pem'))
    const { status, stderr } = run(
      'sign',
      folder,
      '--key',
      at('private.pem'),
      '--version',
      '0.2.0',
      `win32-x64=${name}`
    )
    expect([status, stderr]).toEqual([1, expect.stringContaining(`The app takes no package called “${name}”`)])
  }
)

test('a private key that is there is not replaced', () => {
  writeFileSync(at('private.pem'), 'mine')
  expect(run('new-key', at('private.pem'), at('public.pem')).status).not.toBe(0)
  expect(readFileSync(at('private.pem'), 'utf8')).toBe('mine')
})

test.each([
  ['no key', ['--version', '0.2.0', 'linux-x64-deb=a.deb']],
  ['a version the app would not read', ['--key', 'k', '--version', '0.2', 'linux-x64-deb=a.deb']],
  ['no package', ['--key', 'k', '--version', '0.2.0']],
  ['a package without its target', ['--key', 'k', '--version', '0.2.0', 'a.deb']]
])('with %s it says how it is used', (_, args) => {
  const { status, stderr, stdout } = run('sign', folder, ...args)
  expect(status).not.toBe(0)
  expect(stderr + stdout).toContain('npm run sign-update --')
})
