import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseRuntime } from './electron-runtime.mjs'
import { placeOf, verifyChecksum } from './pinned-runtime.mjs'

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
    ['Cypress/Cypress', 'electron'],
    ['Cypress/locales/de.pak', 'locales/de.pak'],
    ['Cypress/libEGL.so', 'libEGL.so'],
    ['Cypress/resources/app/package.json', undefined],
    ['Cypress/browser_v8_context_snapshot.bin', undefined]
  ])('%s goes to %s', (entry, place) => expect(placeOf(entry)).toBe(place))
})
