// docs/decisions/0001-packaging.md has the reasons.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkSizes, partsOf, sizeLines } from './parts.mjs'
import { say } from '../run.mjs'

/** docs/security.md explains each. */
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

/** A universal macOS app has both halves. */
const KEYTAR_TARGETS = { linux: 'linux-${arch}', win32: 'win32-${arch}', darwin: 'darwin-*' }

/** With files that native modules load at run time. */
const FILES = [
  'package.json',
  'out/{main,preload,renderer}/**',
  '!out/main/practice.js', // for development only
  'resources/icons/512x512.png',
  'resources/update-key.pem', // the publisher's, if present: docs/updates.md
  '!**/*.{map,md,d.ts}',
  '!node_modules/@libsql/*-musl{,/**}',
  '!node_modules/node-addon-api{,/**}',
  '!node_modules/keytar/{src,script,prebuilds,binding.gyp}{,/**}',
  `node_modules/keytar/prebuilds/${KEYTAR_TARGETS[process.platform]}/**`
]

/**
 * @param {{ version: string, output: string, standIn?: { dist: string, version: string } }} options `standIn`: an
 *   unpacked Electron
 * @returns {import('electron-builder').Configuration}
 */
export const configuration = ({ version, output, standIn }) => ({
  appId: 'app.connectordesk.ConnectorDesk',
  productName: 'Connector Desk',
  executableName: 'connector-desk',
  copyright: 'Copyright © 2026 Connector Desk contributors',
  artifactName: 'connector-desk-${version}-${arch}.${ext}', // signed update lists accept this name
  extraMetadata: { version, desktopName: 'connector-desk.desktop' },
  directories: { output, buildResources: 'resources' },
  ...(standIn && { electronDist: standIn.dist, electronVersion: standIn.version }),
  electronLanguages: ['en-US'], // the app is in English
  electronFuses: FUSES,
  asar: true,
  asarUnpack: ['**/*.node'],
  files: FILES,
  extraResources: [
    { from: 'resources/policy.schema.json', to: 'policy.schema.json' }, // for administrators
    { from: 'LICENSE', to: 'LICENSE' }
  ],
  npmRebuild: false, // native modules bring prebuilt binaries
  publish: null,
  // electron-builder takes the stand-in's default app, a folder, for an archive.
  afterExtract: ({ appOutDir }) => rm(join(appOutDir, 'resources/default_app.asar'), { recursive: true, force: true }),
  afterPack({ appOutDir, packager }) {
    const parts = partsOf(appOutDir, join(packager.getResourcesDir(appOutDir), 'app.asar'))
    for (const line of sizeLines(parts)) say(line)
    checkSizes(parts)
  },
  protocols: [{ name: 'Connector Desk', schemes: ['connector-desk'] }],

  linux: { icon: 'icons' },
  // Otherwise with --no-sandbox, with which the app does not start.
  appImage: { executableArgs: [] },

  win: { icon: 'icons/icon.ico' },
  // Silent with /S and /currentuser or /allusers.
  nsis: {
    oneClick: false,
    perMachine: false,
    allowElevation: true,
    deleteAppDataOnUninstall: false,
    include: 'resources/windows/uninstall.nsh' // also removes the start at login
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
