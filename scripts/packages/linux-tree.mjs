import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../run.mjs'
import { SIZES } from './icon-files.mjs'

const resources = join(root, 'resources')
const walker = 'connector-desk/walker'

/** From below resources to below /usr/share. */
const SHARED = [
  ['linux/connector-desk.desktop', 'applications/connector-desk.desktop'],
  ['linux/app.connectordesk.ConnectorDesk.metainfo.xml', 'metainfo/app.connectordesk.ConnectorDesk.metainfo.xml'],
  ['linux/apparmor', 'connector-desk/apparmor'],
  // For servers: docs/walker.md.
  ...['connector-desk-walker.js', 'packages.json'].map((name) => [`../out/walker/${name}`, `${walker}/${name}`]),
  ['linux/connector-desk-walker.service', `${walker}/connector-desk-walker.service`],
  ...['Dockerfile', 'walker.json'].map((name) => [`walker/${name}`, `${walker}/${name}`]),
  // The build writes them.
  ['../out/main/shell/bash', 'bash-completion/completions/connector-desk'],
  ['../out/main/shell/zsh', 'zsh/site-functions/_connector-desk'],
  ['../out/main/shell/man', 'man/man1/connector-desk.1'],
  ['icon.svg', 'icons/hicolor/scalable/apps/connector-desk.svg'],
  ...SIZES.map((size) => [`icons/${size}x${size}.png`, `icons/hicolor/${size}x${size}/apps/connector-desk.png`])
]

const copyright = () => `Connector Desk is under the MIT licence:

${readFileSync(join(root, 'LICENSE'), 'utf8')}
Electron's own licence is in /opt/connector-desk/LICENSE.electron.txt, those of Chromium's parts are in
/opt/connector-desk/LICENSES.chromium.html.
`

/**
 * @returns {{ path: string, kind: 'file' | 'folder' | 'link', mode: number, size: number }[]} `path` begins with "/";
 *   `size` in bytes
 */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .sort()
    .map((name) => {
      const stat = lstatSync(join(folder, name))
      const kind = stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'file'
      return { path: `/${name}`, kind, mode: stat.mode & 0o7777, size: kind === 'file' ? stat.size : 0 }
    })

function place(source, target) {
  mkdirSync(dirname(target), { recursive: true })
  copyFileSync(source, target)
}

/** Whatever the builder's umask; the sandbox belongs to root. */
function setModes(tree) {
  for (const { path, kind, mode } of filesIn(tree)) {
    if (kind === 'link') continue
    chmodSync(join(tree, path), kind === 'folder' || mode & 0o100 ? 0o755 : 0o644)
  }
  chmodSync(join(tree, 'opt/connector-desk/chrome-sandbox'), 0o4755)
}

/**
 * Moves the app, because a copy takes 240 MB.
 * @param {string} app electron-builder's folder
 * @param {string} tree a new folder
 */
export function layOut(app, tree) {
  mkdirSync(join(tree, 'opt'), { recursive: true })
  renameSync(app, join(tree, 'opt/connector-desk'))
  for (const [from, to] of SHARED) place(join(resources, from), join(tree, 'usr/share', to))
  mkdirSync(join(tree, 'usr/share/doc/connector-desk'), { recursive: true })
  writeFileSync(join(tree, 'usr/share/doc/connector-desk/copyright'), copyright())
  mkdirSync(join(tree, 'usr/bin'), { recursive: true })
  symlinkSync('../../opt/connector-desk/connector-desk', join(tree, 'usr/bin/connector-desk'))
  setModes(tree)
}
