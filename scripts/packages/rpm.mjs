// rpmbuild reads the needed libraries from the binaries.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../run.mjs'
import { filesIn } from './linux-tree.mjs'

const ARCHITECTURES = { x64: 'x86_64', arm64: 'aarch64', arm: 'armv7hl' }

const script = (name) => readFileSync(join(root, 'resources/linux', name), 'utf8').replace(/^#!.*\n/, '')

/** Other folders belong to the system. */
const isOurs = ({ path, kind }) => kind !== 'folder' || /^\/(opt|usr\/share(\/doc)?)\/connector-desk(\/|$)/.test(path)

const octal = (mode) => mode.toString(8).padStart(4, '0')

function listed({ path, kind, mode }) {
  if (kind === 'link') return `"${path}"`
  return `${kind === 'folder' ? '%dir ' : ''}%attr(${octal(mode)}, root, root) "${path}"`
}

const spec = (tree, { version, description }) => `%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global _binary_payload w6.zstdio
# What only the app itself brings and uses.
%global __provides_exclude ^lib.*\\.so.*$
%global __requires_exclude ^(libffmpeg|libEGL|libGLESv2|libvulkan|libvk_swiftshader)\\.so.*$

Name: connector-desk
Version: ${version}
Release: 1
Summary: ${description.replace(/\.$/, '')}
License: MIT
Requires: xdg-utils
Recommends: (gnome-keyring or kwalletmanager5)

%description
For the people who run a unified HRIS, ATS and LMS integration API.

%install
cp -al "${tree}/." "%{buildroot}/"

%post
${script('installed.sh')}
%postun
${script('removed.sh')}
%files
${filesIn(tree).filter(isOurs).map(listed).join('\n')}
`

/** @param {{ version: string, arch: string }} about */
export const rpmName = ({ version, arch }) => `connector-desk-${version}-1.${ARCHITECTURES[arch]}.rpm`

/**
 * @param {string} tree see linux-tree.mjs
 * @param {{ version: string, arch: string, description: string }} about
 * @param {string} output a folder
 * @returns {Promise<string>} the file
 */
export async function makeRpm(tree, about, output) {
  const work = join(output, 'rpmbuild')
  mkdirSync(work, { recursive: true })
  const specFile = join(work, 'connector-desk.spec')
  writeFileSync(specFile, spec(tree, about))
  const defines = { _topdir: work, _rpmdir: work, _build_name_fmt: 'made.rpm' }
  const args = Object.entries(defines).flatMap(([name, value]) => ['--define', `${name} ${value}`])
  const code = await run('rpmbuild', ['-bb', '--quiet', '--target', ARCHITECTURES[about.arch], ...args, specFile], {
    quiet: true
  })
  if (code !== 0) throw new Error(`rpmbuild failed with exit code ${code}.`)
  const file = join(output, rpmName(about))
  renameSync(join(work, 'made.rpm'), file)
  rmSync(work, { recursive: true })
  return file
}
