import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseRuntime } from './electron-runtime.mjs'
import { isIntact, placeOf, verifyChecksum } from './pinned-runtime.mjs'
import { treeDigest } from './tree-digest.mjs'

describe('chooseRuntime', () => {
  const linux = { override: undefined, installed: undefined, pinnedCached: false, platform: 'linux', arch: 'x64' }
  const installed = { version: '45.4.1' }

  test.each([
    ['a folder named by the environment comes first', { override: '/opt/electron', installed }, 'override'],
    ['then an installed one', { installed, pinnedCached: true }, 'installed'],
    ['a cached pinned copy spares the failing download', { pinnedCached: true }, 'pinned'],
    ['a fresh machine tries the download first', {}, 'download-or-pinned'],
    ['other systems have the download only', { platform: 'darwin', arch: 'arm64' }, 'download'],
    ['other processors too, cached or not', { arch: 'arm64', pinnedCached: true }, 'download']
  ])('%s', (_what, given, way) => {
    expect(chooseRuntime({ ...linux, ...given })).toBe(way)
  })
})

describe('the pinned copy', () => {
  let folder
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('is refused with a wrong checksum, and taken with the right one', async () => {
    const file = join(folder, 'archive.zip')
    writeFileSync(file, 'hello')
    const right = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
    await expect(verifyChecksum(file, right)).resolves.toBeUndefined()
    writeFileSync(file, 'hellO')
    await expect(verifyChecksum(file, right)).rejects.toThrow('wrong checksum')
  })

  test.each([
    ['a byte more in a library', (dist) => appendFileSync(join(dist, 'libffmpeg.so'), '!')],
    ['a file more', (dist) => writeFileSync(join(dist, 'libevil.so'), '')],
    ['a file less', (dist) => rmSync(join(dist, 'version'))],
    ['a file that can be run now', (dist) => chmodSync(join(dist, 'version'), 0o755)],
    [
      'a link in place of a file',
      (dist) => {
        rmSync(join(dist, 'version'))
        symlinkSync('/etc/hostname', join(dist, 'version'))
      }
    ],
    ['another default app', (dist) => appendFileSync(join(dist, 'resources/default_app.asar/main.js'), '!')],
    ['no default app', (dist) => rmSync(join(dist, 'resources'), { recursive: true })]
  ])('@attack is not started with %s, though its version file is right', async (_what, change) => {
    const dist = join(folder, 'dist')
    const defaultApp = join(folder, 'default-app')
    mkdirSync(defaultApp)
    writeFileSync(join(defaultApp, 'main.js'), 'app')
    mkdirSync(join(dist, 'resources/default_app.asar'), { recursive: true })
    writeFileSync(join(dist, 'resources/default_app.asar/main.js'), 'app')
    writeFileSync(join(dist, 'version'), '33.2.1', { mode: 0o644 })
    writeFileSync(join(dist, 'libffmpeg.so'), 'library')
    const tree = await treeDigest(dist, 'resources/default_app.asar')
    await expect(isIntact(dist, { tree, defaultApp })).resolves.toBe(true)
    change(dist)
    await expect(isIntact(dist, { tree, defaultApp })).resolves.toBe(false)
  })

  test.each([
    ['Cypress/Cypress', 'electron'],
    ['Cypress/locales/de.pak', 'locales/de.pak'],
    ['Cypress/libEGL.so', 'libEGL.so'],
    ['Cypress/resources/app/package.json', undefined],
    ['Cypress/browser_v8_context_snapshot.bin', undefined]
  ])('%s goes to %s', (entry, place) => expect(placeOf(entry)).toBe(place))
})
