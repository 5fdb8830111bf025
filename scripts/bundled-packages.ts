// A build plugin: writes packages.json with bundled packages and licences.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

interface Manifest {
  name: string
  version: string
  license?: unknown
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const isPackage = (folder: string) => existsSync(join(folder, 'package.json'))

/** null for a module of the app. */
export function folderOf(id: string): string | null {
  return (
    /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/').replace(/^\0[^/:]*:/, ''))?.[0] ?? null
  )
}

/** The licence text may be empty. */
export function packageIn(folder: string) {
  const { name, version, license } = manifestOf(folder)
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.\w+)?$/i.test(one))
  return {
    name,
    version,
    licence: typeof license === 'string' ? license : 'not named',
    text: file ? readFileSync(join(folder, file), 'utf8') : ''
  }
}

function shippedFolders(names: readonly string[], root: string, found = new Set<string>()): Set<string> {
  for (const name of names) {
    const folder = join(root, 'node_modules', name)
    // Only this system's optional packages are installed.
    if (found.has(folder) || !isPackage(folder)) continue
    found.add(folder)
    const { dependencies, optionalDependencies } = manifestOf(folder)
    shippedFolders(Object.keys({ ...dependencies, ...optionalDependencies }), root, found)
  }
  return found
}

/** @param shipped packages outside the bundle */
export function bundledPackages(root: string, shipped: readonly string[] = []): Plugin {
  let base = root
  return {
    name: 'bundled-packages',
    apply: 'build',
    configResolved: (config) => void (base = config.root),
    generateBundle(_, bundle) {
      // Styles name fonts, not modules.
      const files = Object.values(bundle).flatMap((one) => (one.type === 'asset' ? one.originalFileNames : []))
      const ids = [...this.getModuleIds(), ...files.map((file) => resolve(base, file))]
      const bundled = ids.map(folderOf).filter((folder) => folder !== null)
      const folders = new Set([...bundled.filter(isPackage), ...shippedFolders(shipped, root)])
      const source = JSON.stringify([...folders].map(packageIn))
      this.emitFile({ type: 'asset', fileName: 'packages.json', source })
    }
  }
}
