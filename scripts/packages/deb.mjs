import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../run.mjs'
import { filesIn } from './linux-tree.mjs'

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64', arm: 'armhf' }

/** Debian 13 and Ubuntu 24.04 provide renamed "t64" packages under these names, too. */
const DEPENDS = [
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libc6',
  'libcairo2',
  'libcups2',
  'libdbus-1-3',
  'libdrm2',
  'libexpat1',
  'libgbm1',
  'libgcc-s1',
  'libglib2.0-0',
  'libgtk-3-0',
  'libnspr4',
  'libnss3',
  'libpango-1.0-0',
  'libsecret-1-0',
  'libstdc++6',
  'libudev1',
  'libx11-6',
  'libxcb1',
  'libxcomposite1',
  'libxdamage1',
  'libxext6',
  'libxfixes3',
  'libxkbcommon0',
  'libxrandr2',
  'xdg-utils'
]

const MAINTAINER = 'The Connector Desk maintainers <maintainers@connector-desk.invalid>'

const control = ({ version, arch, description }, kilobytes) => `Package: connector-desk
Version: ${version}
Architecture: ${ARCHITECTURES[arch]}
Maintainer: ${MAINTAINER}
Section: net
Priority: optional
Installed-Size: ${kilobytes}
Depends: ${DEPENDS.join(', ')}
Recommends: gnome-keyring | kwalletmanager, libnotify4
Description: ${description.replace(/\.$/, '')}
 For the people who run a unified HRIS, ATS and LMS integration API.
`

const md5 = (file) => createHash('md5').update(readFileSync(file)).digest('hex')

/** @param {{ version: string, arch: string }} about */
export const debName = ({ version, arch }) => `connector-desk_${version}_${ARCHITECTURES[arch]}.deb`

/**
 * @param {string} tree see linux-tree.mjs; gets a temporary folder DEBIAN
 * @param {{ version: string, arch: string, description: string }} about
 * @param {string} output a folder
 * @returns {Promise<string>} the file
 */
export async function makeDeb(tree, about, output) {
  const files = filesIn(tree).filter(({ kind }) => kind === 'file')
  const kilobytes = Math.ceil(files.reduce((sum, { size }) => sum + size, 0) / 1024)
  const controls = join(tree, 'DEBIAN')
  mkdirSync(controls)
  writeFileSync(join(controls, 'control'), control(about, kilobytes))
  writeFileSync(
    join(controls, 'md5sums'),
    files.map(({ path }) => `${md5(join(tree, path))}  ${path.slice(1)}\n`).join('')
  )
  for (const [script, name] of [
    ['installed.sh', 'postinst'],
    ['removed.sh', 'postrm']
  ]) {
    copyFileSync(join(root, 'resources/linux', script), join(controls, name))
    chmodSync(join(controls, name), 0o755)
  }
  const file = join(output, debName(about))
  const code = await run('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z6', '--build', tree, file], { quiet: true })
  rmSync(controls, { recursive: true })
  if (code !== 0) throw new Error(`dpkg-deb failed with exit code ${code}.`)
  return file
}
