import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { updateKeyFile } from '../../src/main/updates/update-key'
import { versionOfPackages } from '../package.mjs'
import { root } from '../run.mjs'
import { whyNotInstalled } from './can-install.mjs'
import { configuration, FUSES } from './config.mjs'
import { checkSizes } from './parts.mjs'

// electron-builder's own check.
const toolsOwn = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
const { validateConfiguration } = toolsOwn('app-builder-lib/out/util/config/config')
const check = (config) => validateConfiguration(config, { isEnabled: false })

const asked = configuration({ version: '1.2.3', output: '/tmp/desk-nowhere' })

describe('the configuration of packages', () => {
  test('is what electron-builder’s schema allows, on all systems', async () => {
    await expect(check(asked)).resolves.toBeUndefined()
    await expect(check({ ...asked, nsis: { ...asked.nsis, perMachin: true } })).rejects.toThrow('configuration.nsis')
  })

  test('installs on Windows for one user or for all, and keeps what is theirs', () => {
    expect(asked.nsis).toMatchObject({ oneClick: false, perMachine: false, deleteAppDataOnUninstall: false })
    expect(asked.msi.perMachine).toBe(true)
  })

  test('@attack takes the start at login away with the app on Windows, and keeps it in an update', () => {
    const script = readFileSync(join(root, asked.nsis.include ?? ''), 'utf8')
    expect(script).toMatch(/!macro customUnInstall\n {2}\$\{ifNot\} \$\{isUpdated\}\n/)
    const run = 'HKCU "Software\\Microsoft\\Windows\\CurrentVersion\\Run"'
    expect(script).toContain(`DeleteRegValue ${run} "electron.app.\${PRODUCT_NAME}"`)
    // Another id would become the value's name.
    expect(readFileSync(join(root, 'src/main/app/system.ts'), 'utf8')).not.toMatch(/\bname:/)
    expect(readFileSync(join(root, 'src/main/app/start.ts'), 'utf8')).not.toContain('setAppUserModelId')
  })

  test('@attack leaves no package without its sandbox: the menu entry of an AppImage has no switch', () => {
    const { default: AppImage } = toolsOwn('app-builder-lib/out/targets/appimage/AppImageTarget')
    const entryOf = (config) => {
      const packager = { config, platformSpecificBuildOptions: {}, appInfo: {} }
      let entry
      const helper = { computeDesktopEntry: (_options, exec) => (entry = exec) }
      void new AppImage('', packager, helper, '').desktopEntry.value
      return entry
    }
    expect(entryOf({})).toContain('--no-sandbox')
    expect(entryOf(asked)).toBe('AppRun %U')
  })

  test('hardens the app of macOS, and allows it no more than compiled JavaScript', () => {
    expect(asked.mac).toMatchObject({ hardenedRuntime: true, entitlements: 'resources/mac/entitlements.plist' })
    const entitlements = readFileSync(join(root, asked.mac.entitlements), 'utf8')
    expect(entitlements.match(/<key>.*<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>'])
  })

  test('sets every fuse', () => {
    const on = Object.keys(FUSES).filter((name) => FUSES[name])
    expect(on).toEqual(['enableCookieEncryption', 'onlyLoadAppFromAsar', 'enableEmbeddedAsarIntegrityValidation'])
    expect(Object.keys(FUSES)).toHaveLength(8)
  })

  test('packs the publisher’s key where the app reads it', () => {
    const read = updateKeyFile(true, {}, join(root, 'resources'))
    expect(asked.files).toContain(relative(root, read))
  })

  test('brings the schema of policies to where docs/install.md says it is', () => {
    const [{ from, to }] = asked.extraResources
    expect(JSON.parse(readFileSync(join(root, from), 'utf8')).title).toBe('Policy of Connector Desk')
    const guide = readFileSync(join(root, 'docs/install.md'), 'utf8')
    expect(guide).toContain(`/opt/connector-desk/resources/${to}`)
    expect(guide).toContain(`resources\\${to}`)
    expect(guide).toContain(`/Contents/Resources/${to}`)
  })

  test('names packages as a signed list of updates and the documents do', () => {
    expect(asked.artifactName.replaceAll(/\$\{\w+\}/g, 'x')).toMatch(/^[\w.+~-]+$/)
    for (const file of ['README.md', 'docs/install.md', 'docs/updates.md'])
      expect(readFileSync(join(root, file), 'utf8'), file).not.toMatch(/Connector Desk[ -](Setup )?(<version>|\d)/)
  })

  test('takes the official Electron, unless another stands in', () => {
    expect(asked).not.toHaveProperty('electronDist')
    const standIn = { dist: '/opt/electron', version: '33.2.1' }
    expect(configuration({ version: '1', output: '/tmp', standIn })).toMatchObject({
      electronDist: '/opt/electron',
      electronVersion: '33.2.1'
    })
  })
})

test.each([
  ['1.2.3', undefined, '1.2.3'],
  ['1.2.3', { version: '33.2.1' }, '1.2.3+electron33.2.1'],
  ['1.3.0-beta.1', undefined, '1.3.0~beta.1']
])('version %s with the stand-in %o is called %s', (version, standIn, called) => {
  expect(versionOfPackages(version, standIn)).toBe(called)
})

test('a part that is larger than its budget is named, with both sizes', () => {
  const part = { name: 'window', bytes: 4_000_000, sizeLimit: 5_000_000 }
  expect(() => checkSizes([part])).not.toThrow()
  expect(() => checkSizes([part, { ...part, name: 'main', bytes: 5_100_000 }])).toThrow(
    'Larger than its budget: main: 5.1 MB of at most 5.0 MB.'
  )
})

describe('the tests of the installed package', () => {
  const here = { platform: 'linux', root: true, has: () => true, version: undefined }

  test.each([
    ['as root, with all tools', {}, undefined],
    ['over a stand-in of an earlier run', { version: 'installed 0.0.9+electron33.2.1' }, undefined],
    ['where a release was removed', { version: 'config-files 1.0.0' }, undefined],
    ['where somebody uses a release', { version: 'installed 1.0.0' }, 'Connector Desk is installed here'],
    ['as another user', { root: false }, 'only root may install packages'],
    ['without a tool', { has: (tool) => tool !== 'rpmbuild' }, 'there is no rpmbuild'],
    ['on macOS', { platform: 'darwin' }, 'this system takes no deb']
  ])('%s: %o', (_where, change, why) => expect(whyNotInstalled({ ...here, ...change })).toBe(why))
})
