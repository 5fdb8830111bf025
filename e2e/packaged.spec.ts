import { getCurrentFuseWire, FuseV1Options } from '@electron/fuses'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'libsql'
import { root } from './fixtures/app'
import { Login } from './fixtures/login'
import {
  archived,
  binariesIn,
  commitHere,
  desktopFiles,
  filesOf,
  linkedTo,
  packageOf,
  processesWith,
  sizeOf
} from './fixtures/package-contents'
import { confinement } from './fixtures/normal-user'
import {
  fieldOf,
  install,
  INSTALLED,
  installedVersion,
  makePackages,
  purge,
  uninstall,
  type Packages
} from './fixtures/packages'
import { expect, test } from './fixtures/test'

const run = promisify(execFile)

// All tests share one installation.
test.describe.configure({ mode: 'default' })
test.use({ practiceOptions: { connectors: 200 } })

let packages: Packages
let login: Login

/** File types in mode bits. */
const TYPES = { file: 0o100000, folder: 0o40000, link: 0o120000 }

/** For the screen reader; the rest is as from a menu. */
const READABLE = '--force-renderer-accessibility'

test.beforeAll(async () => {
  test.setTimeout(600_000) // with both cores busy, packing takes minutes
  packages = await makePackages()
  login = await Login.start()
})

test.afterAll(async () => {
  await login.end()
  await purge()
  await packages.remove()
})

/** In the user's history. */
function refreshes(): number {
  const history = new Database(join(login.home, '.config/Connector Desk/history.db'), { readonly: true })
  try {
    return (history.prepare('SELECT count(*) AS refreshes FROM walk').get() as { refreshes: number }).refreshes
  } finally {
    history.close()
  }
}

/** An earlier test may have left another version. */
async function installed(): Promise<void> {
  const ours = await fieldOf(packages.deb, 'Version')
  if ((await installedVersion()) !== ours) await install(packages.deb)
  expect(await installedVersion()).toBe(ours)
}

test('@packaged an upgrade keeps workspaces, tokens, drafts and history', async ({ practice }) => {
  test.setTimeout(400_000)
  const { reader } = login
  await install(packages.previous)
  expect(await installedVersion()).toMatch(/^0\.0\.9/)
  const before = login.start(INSTALLED.program, [READABLE])
  await reader.press('push button', 'Connect a workspace')
  await reader.type('entry', 'Workspace name', 'Harbourline')
  await reader.type('entry', 'Base address', practice.default.url)
  await reader.type('password text', 'Bearer token', practice.default.bearerToken)
  await reader.press('push button', 'Connect')
  await reader.reads(/^frame: Connect to 127\.0\.0\.1/)
  await reader.press('push button', 'Connect')
  await reader.reads(/: 200 connectors$/)
  await reader.press('link', 'Passthrough')
  await reader.type('combo box', 'Path', '/people/of/the/draft')
  await reader.has('combo box', 'Path', '/people/of/the/draft')
  await before.quit()
  const refreshed = refreshes()
  expect(refreshed).toBeGreaterThan(0)

  await install(packages.deb)
  const asked = practice.default.requests.length
  const after = login.start(INSTALLED.program, [READABLE])
  await reader.reads(/: Harbourline$/)
  await reader.reads(/: 200 connectors$/)
  // The kept rows are there before anything is asked.
  await expect.poll(() => practice.default.requests.length).toBeGreaterThan(asked)
  await reader.press('link', 'Passthrough')
  await reader.has('combo box', 'Path', '/people/of/the/draft')
  await after.quit()
  expect(refreshes()).toBeGreaterThan(refreshed)
})

test('@packaged the version says which Electron is inside', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  await installed()
  const runtime = (await readFile(join(INSTALLED.folder, 'version'), 'utf8')).trim()
  const standIn = /^v?45\./.test(runtime) ? '' : `+electron${runtime}`
  expect(await installedVersion()).toBe(`${version}${standIn}`)
  expect(await fieldOf(packages.previous, 'Version')).toBe(`0.0.9${standIn}`)
})

test('@packaged the archive holds the app and what it loads, and nothing else', async () => {
  await installed()
  const files = await archived(join(INSTALLED.folder, 'resources/app.asar'))
  const paths = files.map(({ path }) => path)
  const modules = new Set(paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []))
  expect([...modules].sort()).toEqual(['@libsql/linux-x64-gnu', '@neon-rs/load', 'detect-libc', 'keytar', 'libsql'])
  expect(paths.filter((path) => !/^(out\/(main|preload|renderer)|node_modules|resources)\//.test(path))).toEqual([
    'package.json'
  ])
  expect(paths.filter((path) => /\.(map|ts|svelte|md)$|\.(test|spec)\.|testing/.test(path))).toEqual([])
  expect(paths).toEqual(
    expect.arrayContaining(['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html'])
  )
  expect(files.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
})

test('@packaged it names its commit, and brings the schema of policies', async () => {
  await installed()
  const resources = join(INSTALLED.folder, 'resources')
  expect((await readFile(join(resources, 'app.asar'))).includes(await commitHere())).toBe(true)
  expect(await readFile(join(resources, 'policy.schema.json'))).toEqual(
    await readFile(join(root, 'resources/policy.schema.json'))
  )
})

test('@packaged the native modules are those of this system only, beside the archive', async () => {
  await installed()
  const beside = await binariesIn(join(INSTALLED.folder, 'resources'))
  expect(beside.map(({ path }) => path.replace(/^.*app\.asar\.unpacked\/node_modules\//, ''))).toEqual([
    '@libsql/linux-x64-gnu/index.node',
    'keytar/prebuilds/linux-x64/keytar.node'
  ])
  const all = await binariesIn(INSTALLED.folder)
  expect(all.length).toBeGreaterThan(beside.length)
  expect(all.filter(({ machine }) => machine !== 'x86-64')).toEqual([])
})

test('@packaged all that would open the program to others is off', async () => {
  await installed()
  const wire = await getCurrentFuseWire(join(INSTALLED.folder, 'connector-desk'))
  const on = [
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar
  ]
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
    FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
    FuseV1Options.GrantFileProtocolExtraPrivileges
  ]
  const stateOf = (option: FuseV1Options) => String.fromCharCode(wire[option] ?? 0)
  expect(on.map(stateOf)).toEqual(on.map(() => '1'))
  expect(off.map(stateOf)).toEqual(off.map(() => '0'))
})

test('@packaged its files are root’s, nobody else may write them, and only the sandbox is setuid', async () => {
  await installed()
  const files = await filesOf('connector-desk')
  expect(files.length).toBeGreaterThan(50)
  // docs/install.md names it.
  expect(files.map(({ path }) => path)).toContain(join(INSTALLED.folder, 'resources/policy.schema.json'))
  expect(files.filter(({ uid, gid }) => uid !== 0 || gid !== 0)).toEqual([])
  expect(files.filter(({ kind, mode }) => kind !== 'link' && (mode & 0o022) !== 0)).toEqual([])
  expect(files.filter(({ mode }) => (mode & 0o6000) !== 0)).toMatchObject([
    { path: join(INSTALLED.folder, 'chrome-sandbox'), mode: 0o4755 }
  ])
  expect((await run('dpkg', ['--verify', 'connector-desk'])).stdout).toBe('')
})

test('@packaged every library it is linked to comes from a package that it depends on', async () => {
  await installed()
  const depends = (await fieldOf(packages.deb, 'Depends')).split(', ')
  const libraries = await linkedTo(packages.rpm)
  expect(libraries.length).toBeGreaterThan(25)
  const from = await Promise.all(libraries.map(async (one) => ({ one, name: await packageOf(one) })))
  expect(from.filter(({ name }) => !depends.includes(name.replace(/t64$/, '')))).toEqual([])
})

test('@packaged menus find it, its icon and its links', async () => {
  await installed()
  const { entry, metainfo } = desktopFiles
  await run('desktop-file-validate', [entry])
  await run('appstreamcli', ['validate', '--no-net', metainfo])
  const text = await readFile(entry, 'utf8')
  expect(text).toContain('\nMimeType=x-scheme-handler/connector-desk;\n')
  const [, program = '', icon = ''] = /^Exec=(\S+) %u$[^]*^Icon=(\S+)$/m.exec(text) ?? []
  expect(await realpath(program)).toBe(join(INSTALLED.folder, 'connector-desk'))
  for (const size of [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]) {
    const file = `/usr/share/icons/hicolor/${size}x${size}/apps/${icon}.png`
    expect(await sizeOf(file), file).toEqual([size, size])
  }
  const handler = login.start('xdg-mime', ['query', 'default', 'x-scheme-handler/connector-desk'])
  expect(await handler.ended()).toBe(0)
  expect(handler.said().trim()).toBe('connector-desk.desktop')
})

test('@packaged a normal user walks the practice service, with the sandbox on', async () => {
  test.setTimeout(300_000)
  await installed()
  const { reader } = login
  const profile = `--user-data-dir=${join(login.home, 'practice')}`
  const app = login.start(INSTALLED.program, [READABLE, '--practice', profile])
  await reader.reads(/: 1,204 connectors$/)
  expect((await reader.lines()).filter((line) => /No keychain/.test(line))).toEqual([])
  const pids = await processesWith('--type=renderer', profile)
  expect(pids.length).toBeGreaterThan(0)
  for (const pid of pids) expect(await confinement(pid)).toEqual({ uid: 65534, seccomp: true, ownUserNamespace: true })
  await reader.press('link', 'Connectors')
  await reader.reads(/heading: Connectors/)
  await app.quit()
})

test('@packaged @outside the official client of assistants asks the installed app, once a person lets it', async () => {
  test.setTimeout(300_000)
  await installed()
  const { reader } = login
  const folder = join(login.home, 'asked')
  const profile = `--user-data-dir=${folder}`
  const begin = async () => {
    const app = login.start(INSTALLED.program, [READABLE, '--practice', profile])
    await reader.reads(/: 1,204 connectors$/)
    return app
  }
  const client = async () => {
    const assistant = new Client({ name: 'test-assistant', version: '1.0.0' })
    await assistant.connect(new StdioClientTransport(login.commandLine(INSTALLED.program, [profile, 'mcp'])))
    return assistant
  }
  const first = await begin()
  const refused = await client()
  expect((await refused.listTools()).tools.map(({ name }) => name)).toContain('issues')
  expect(await refused.callTool({ name: 'issues', arguments: {} })).toMatchObject({ isError: true })
  await refused.close()
  await first.quit()

  // As the person's choice in Settings is kept.
  const file = join(folder, 'settings.json')
  const settings = JSON.parse(await readFile(file, 'utf8')) as { workspaces: object[] }
  const workspaces = settings.workspaces.map((one) => ({ ...one, outside: 'masked' }))
  await writeFile(file, JSON.stringify({ ...settings, workspaces }))
  const app = await begin()
  const assistant = await client()
  const { structuredContent } = await assistant.callTool({ name: 'issues', arguments: { cause: 'relink', limit: 5 } })
  expect(structuredContent).toMatchObject({ namesHidden: true })
  const { rows } = (structuredContent as { answer: { rows: { customer: { text: string } }[] } }).answer
  expect(rows).toHaveLength(5)
  for (const { customer } of rows) expect(customer.text).toMatch(/^customer-[0-9a-f]{10}$/)
  await assistant.close()
  await app.quit()
})

test('@packaged it is neither a Node nor open to a debugger, whatever the environment says', async () => {
  await installed()
  const evil = join(login.home, 'evil.cjs')
  await writeFile(evil, 'console.log("foreign code ran")')
  for (const [args, env] of [
    [[evil, '--diagnose'], { ELECTRON_RUN_AS_NODE: '1' }],
    [['--diagnose'], { NODE_OPTIONS: `--require ${evil}` }],
    [['--inspect=0', '--diagnose'], {}],
    [['--remote-debugging-port=0', '--diagnose'], {}]
  ] as const) {
    const app = login.start(INSTALLED.program, [...args], env)
    await app.ended()
    expect(app.said(), args.join(' ')).not.toMatch(/foreign code ran|Debugger listening|DevTools listening/)
    expect(app.said(), args.join(' ')).toMatch(/Connector Desk/)
  }
})

test('@packaged --diagnose prints what the Doctor finds, without a window', async () => {
  await installed()
  const app = login.start(INSTALLED.program, ['--diagnose', `--user-data-dir=${join(login.home, 'diagnosed')}`])
  const code = await app.ended()
  expect(app.said()).toContain(`Connector Desk ${await installedVersion()}, Electron `)
  expect(app.said()).toContain('Keychain: GNOME Keyring responds and is unlocked.')
  expect(code).toBe(app.said().includes('FAULT ') ? 1 : 0)
})

test('@packaged the rpm holds what the deb holds', async () => {
  await installed()
  const format = '[%{FILEMODES:octal} %{FILENAMES}\\n]'
  const { stdout } = await run('rpm', ['--query', '--package', '--queryformat', format, packages.rpm])
  const inDeb = (await filesOf('connector-desk')).map(
    ({ kind, mode, path }) => `${(TYPES[kind] + mode).toString(8)} ${path}`
  )
  expect(stdout.trim().split('\n').sort()).toEqual(inDeb.sort())
})

test('@packaged completion and the page of the manual are in both packages, and work', async () => {
  await installed()
  const inRpm = join(login.home, '../rpm-files')
  await mkdir(inRpm)
  await run('rpm2archive', [packages.rpm])
  await run('tar', ['--extract', '--gzip', '--file', `${packages.rpm}.tgz`, '--directory', inRpm, './usr/share'])
  const [bash, zsh, man] = [
    '/usr/share/bash-completion/completions/connector-desk',
    '/usr/share/zsh/site-functions/_connector-desk',
    '/usr/share/man/man1/connector-desk.1'
  ]
  for (const file of [bash, zsh, man]) expect(await readFile(join(inRpm, file))).toEqual(await readFile(file))

  const print = async (shell: string) => {
    const printed = login.start(INSTALLED.program, ['completion', shell])
    expect(await printed.ended()).toBe(0)
    return printed.said()
  }
  expect(await print('bash')).toContain(await readFile(bash, 'utf8'))
  expect(await print('zsh')).toContain(await readFile(zsh, 'utf8'))
  expect(await print('powershell')).toContain('Register-ArgumentCompleter')

  const script = `. ${bash}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _connector_desk; printf '%s\\n' "\${COMPREPLY[@]}"`
  const completed = async (...words: string[]) =>
    (await run('bash', ['--norc', '-c', script, 'bash', 'connector-desk', ...words])).stdout.trim().split('\n')
  expect(await completed('qu')).toEqual(['query'])
  expect(await completed('query', 'm')).toEqual(['mappings', 'mapping'])
  expect(await completed('query', 'issues', '--cause', '=', 'rel')).toEqual(['relink'])
  const { stdout, stderr } = await run('groff', ['-K', 'utf8', '-man', '-ww', '-Tutf8', '-P-cbou', man])
  expect([stderr, stdout.includes('EXIT STATUS')]).toEqual(['', true])
})

test('@packaged the rpm installs, and its app starts', async () => {
  test.setTimeout(300_000)
  const system = join(login.home, '../rpm')
  await mkdir(system)
  await run('rpm', ['--root', system, '--initdb'])
  // That root holds only this package.
  await run('rpm', ['--root', system, '--install', '--nodeps', '--noscripts', '--nosignature', packages.rpm])
  expect((await run('rpm', ['--root', system, '--verify', '--nodeps', 'connector-desk'])).stdout).toBe('')
  const program = join(system, INSTALLED.folder, 'connector-desk')
  const app = login.start(program, [READABLE, '--practice', `--user-data-dir=${join(login.home, 'of-rpm')}`])
  await login.reader.reads(/: 1,204 connectors$/)
  await app.quit()
})

test('@packaged removed, it leaves nothing but what belongs to its users', async () => {
  await installed()
  const files = await filesOf('connector-desk')
  const settings = join(login.home, '.config/Connector Desk/settings.json')
  const kept = await readFile(settings, 'utf8')
  await uninstall()
  expect(await installedVersion()).toBeUndefined()
  const ours = files.filter(({ kind, path }) => kind !== 'folder' || /connector-desk/.test(path))
  expect(ours.filter(({ path }) => existsSync(path)).map(({ path }) => path)).toEqual([])
  expect(existsSync('/etc/apparmor.d/connector-desk')).toBe(false)
  expect(await readFile(settings, 'utf8')).toBe(kept)
})
