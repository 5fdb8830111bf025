import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkNode, dependenciesAreInstalled } from './bootstrap.mjs'
import { missingPackages } from './system-packages.mjs'

test.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0'])('Node %s is supported', (version) => {
  expect(() => checkNode(version)).not.toThrow()
})

test.each(['18.20.0', '20.18.1', '21.7.0', '22.11.0', '23.5.0'])('Node %s is refused in a sentence', (version) => {
  expect(() => checkNode(version)).toThrow(`this is Node ${version}`)
})

describe('dependenciesAreInstalled', () => {
  let folder
  const wanted = {
    '': { name: 'desk' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/b-darwin': { version: '2.0.0', integrity: 'sha512-b', optional: true }
  }
  const write = (path, packages) => writeFileSync(join(folder, path), JSON.stringify({ packages }))

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))
    mkdirSync(join(folder, 'node_modules'))
    write('package-lock.json', wanted)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('no record of an installation: no', () => expect(dependenciesAreInstalled(folder)).toBe(false))

  test('everything but another platform’s package: yes', () => {
    write('node_modules/.package-lock.json', { 'node_modules/a': wanted['node_modules/a'] })
    expect(dependenciesAreInstalled(folder)).toBe(true)
  })

  test.each([
    ['another version', { version: '1.0.1', integrity: 'sha512-a' }],
    ['another content', { version: '1.0.0', integrity: 'sha512-x' }]
  ])('%s: no', (_what, installed) => {
    write('node_modules/.package-lock.json', { 'node_modules/a': installed })
    expect(dependenciesAreInstalled(folder)).toBe(false)
  })
})

describe('missingPackages', () => {
  const bare = {
    libraries: '\tlibnss3.so (libc6,x86-64) => /lib/libnss3.so\n',
    hasCommand: () => false,
    hasFile: () => false
  }

  test('with a display, a start needs the libraries only', () => {
    const missing = missingPackages({ ...bare, forTests: false, headless: false })
    expect(missing).toEqual(['libgtk-3-0', 'libasound2', 'libgbm1', 'libsecret-1-0'])
  })

  test('without a display also Xvfb and a keyring, for tests also a browser', () => {
    const there = { ...bare, hasCommand: (command) => command.startsWith('dbus') }
    expect(missingPackages({ ...there, forTests: false, headless: true }).slice(4)).toEqual([
      'xvfb',
      'xauth',
      'gnome-keyring'
    ])
    const forTests = missingPackages({ ...there, forTests: true, headless: false })
    expect(forTests).toEqual(expect.arrayContaining(['chromium', 'python3-jmespath', 'rpm', 'python3-gi']))
  })

  test('to make packages, what makes them and nothing of the tests', () => {
    expect(missingPackages({ ...bare, forPackages: true, headless: false }).slice(4)).toEqual(['dpkg', 'rpm'])
  })
})
