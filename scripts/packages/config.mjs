// What electron-builder is asked for, on all systems: docs/decisions/0001-packaging.md has the reasons.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkSizes, partsOf, sizeLines } from './parts.mjs'
import { say } from '../run.mjs'

/** All that opens the program to others is off; docs/security.md has what each of them would let in. */
export const FUSES = {
  runAsNode: false,
  enableNodeOptionsEnvironmentVariable: false,
  enableNodeCliInspectArguments: false,
  enableCookieEncryption: true,
  onlyLoadAppFromAsar: true,
  enableEmbeddedAsarIntegrityValidation: true,
  grantFileProtocolExtraPrivileges: false,
  loadBrowserProcessSpecificV8Snapshot: false
}

/** Apps are made on their own system; both halves of a universal one carry what the other needs, too. */
const KEYTAR_TARGETS = { linux: 'linux-${arch}', win32: 'win32-${arch}', darwin: 'darwin-*' }

/** Bundles, what main reads from `resources`, and of each native module what it loads at run time. */
const FILES = [
  'package.json',
  'out/{main,preload,renderer}/**',
  '!out/main/practice.js', // the practice service alone, for development
  'resources/icons/512x512.png',
  'resources/update-key.pem', // the publisher's, where there is one: docs/updates.md
  '!**/*.{map,md,d.ts}',
  '!node_modules/@libsql/*-musl{,/**}',
  '!node_modules/node-addon-api{,/**}',
  '!node_modules/keytar/{src,script,prebuilds,binding.gyp}{,/**}',
  `node_modules/keytar/prebuilds/${KEYTAR_TARGETS[process.platform]}/**`
]

/**
 * @param {{ version: string, output: string, standIn?: { dist: string, version: string } }} options `version`: of the
 *   packages; `output`: a folder; `standIn`: an unpacked Electron in place of the official one
 * @returns {import('electron-builder').Configuration}
 */
export const configuration = ({ version, output, standIn }) => ({
  appId: 'app.connectordesk.ConnectorDesk',
  productName: 'Connector Desk',
  executableName: 'connector-desk',
  copyright: 'Copyright © 2026 Connector Desk contributors',
  artifactName: 'connector-desk-${version}-${arch}.${ext}', // a name that a signed list of updates takes
  extraMetadata: { version, desktopName: 'connector-desk.desktop' },
  directories: { output, buildResources: 'resources' },
  ...(standIn && { electronDist: standIn.dist, electronVersion: standIn.version }),
  electronLanguages: ['en-US'], // the app is in English
  electronFuses: FUSES,
  asar: true,
  asarUnpack: ['**/*.node'],
  files: FILES,
  extraResources: [
    { from: 'resources/policy.schema.json', to: 'policy.schema.json' }, // for administrators' editors
    { from: 'LICENSE', to: 'LICENSE' }
  ],
  npmRebuild: false, // native modules bring prebuilt binaries
  publish: null,
  // The stand-in's own default app is a folder, which is taken for an archive.
  afterExtract: ({ appOutDir }) => rm(join(appOutDir, 'resources/default_app.asar'), { recursive: true, force: true }),
  afterPack({ appOutDir, packager }) {
    const parts = partsOf(appOutDir, join(packager.getResourcesDir(appOutDir), 'app.asar'))
    for (const line of sizeLines(parts)) say(line)
    checkSizes(parts)
  },
  protocols: [{ name: 'Connector Desk', schemes: ['connector-desk'] }],

  linux: { icon: 'icons' },
  // Without this its menu entry has --no-sandbox, with which the app does not start.
  appImage: { executableArgs: [] },

  win: { icon: 'icons/icon.ico' },
  // Asks for whom to install; silent with /S and /currentuser or /allusers.
  nsis: {
    oneClick: false,
    perMachine: false,
    allowElevation: true,
    deleteAppDataOnUninstall: false,
    include: 'resources/windows/uninstall.nsh' // takes the start at login away with the app
  },
  msi: { perMachine: true, oneClick: true, createDesktopShortcut: false },

  mac: {
    icon: 'icons/icon.icns',
    category: 'public.app-category.business',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'resources/mac/entitlements.plist',
    entitlementsInherit: 'resources/mac/entitlements.plist',
    x64ArchFiles: '**/{keytar/prebuilds,@libsql}/**'
  },
  pkg: { isRelocatable: false }
})
