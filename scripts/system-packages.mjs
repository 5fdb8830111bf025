// Names of packages differ, so each is looked up by what it provides.
import { existsSync } from 'node:fs'
import { hasDisplay, isRoot, read, run, say, step, which } from './run.mjs'

const HEADLESS = 'headless'
const TESTS = 'tests'
const PACKAGES = 'packages'

const MULTIARCH = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'

/** `when`: default always. */
const NEEDS = [
  { library: 'libgtk-3.so.0', debian: 'libgtk-3-0' },
  { library: 'libnss3.so', debian: 'libnss3' },
  { library: 'libasound.so.2', debian: 'libasound2' },
  { library: 'libgbm.so.1', debian: 'libgbm1' },
  { library: 'libsecret-1.so.0', debian: 'libsecret-1-0' },
  { command: 'Xvfb', debian: 'xvfb', when: HEADLESS },
  { command: 'xauth', debian: 'xauth', when: HEADLESS }, // for xvfb-run
  { command: 'gnome-keyring-daemon', debian: 'gnome-keyring', when: HEADLESS },
  { command: 'dbus-daemon', debian: 'dbus', when: HEADLESS },
  { command: 'dbus-launch', debian: 'dbus-x11', when: HEADLESS },
  { command: 'chromium', debian: 'chromium', when: TESTS },
  // For `npm run test:jmespath`.
  { file: '/usr/lib/python3/dist-packages/jmespath', debian: 'python3-jmespath', when: TESTS },
  // Tests start their own servers.
  { command: 'pg_ctlcluster', debian: 'postgresql', when: TESTS },
  { command: 'dpkg-deb', debian: 'dpkg', when: PACKAGES },
  { command: 'rpmbuild', debian: 'rpm', when: PACKAGES },
  { command: 'xdg-open', debian: 'xdg-utils', when: TESTS }, // the package depends on it
  { command: 'desktop-file-validate', debian: 'desktop-file-utils', when: TESTS },
  { command: 'appstreamcli', debian: 'appstream', when: TESTS },
  // For the tests of the installed package.
  { command: 'xdotool', debian: 'xdotool', when: TESTS },
  { file: '/usr/libexec/at-spi-bus-launcher', debian: 'at-spi2-core', when: TESTS },
  { file: '/usr/lib/python3/dist-packages/gi', debian: 'python3-gi', when: TESTS },
  { file: `/usr/lib/${MULTIARCH}/girepository-1.0/Atspi-2.0.typelib`, debian: 'gir1.2-atspi-2.0', when: TESTS }
]

/** Tests need all; packages need their tools. */
export function missingPackages({ forTests = false, forPackages = false, headless, libraries, hasCommand, hasFile }) {
  const moments = [
    undefined,
    ...(headless || forTests ? [HEADLESS] : []),
    ...(forPackages || forTests ? [PACKAGES] : []),
    ...(forTests ? [TESTS] : [])
  ]
  return NEEDS.filter(({ when }) => moments.includes(when))
    .filter(({ library, command, file }) =>
      library ? !libraries.includes(`\t${library} `) : file ? !hasFile(file) : !hasCommand(command)
    )
    .map(({ debian }) => debian)
}

/** Newer Debian and Ubuntu rename some libraries with "t64". */
const nameHere = (name) => (name.startsWith('lib') && read('apt-cache', ['show', `${name}t64`]) ? `${name}t64` : name)

/** Installs on Debian and Ubuntu as root; elsewhere prints the line to run. */
export async function installSystemPackages({ forTests, forPackages }) {
  if (process.platform !== 'linux') return
  const missing = missingPackages({
    forTests,
    forPackages,
    headless: !forPackages && !hasDisplay(),
    libraries: read('/sbin/ldconfig', ['-p']) ?? read('ldconfig', ['-p']) ?? '',
    hasFile: existsSync,
    hasCommand: (command) =>
      Boolean(which(command)) || (command === 'chromium' && process.env.CHROMIUM_PATH !== undefined)
  })
  if (missing.length === 0) return
  if (!isRoot || !which('apt-get')) {
    say(`missing system packages; on Debian or Ubuntu: sudo apt-get install ${missing.join(' ')}`)
    return
  }
  say(`system packages that are missing: ${missing.join(' ')}`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, quiet: true }
  const apt = (...args) => run('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=120', ...args], options)
  const code = await step('installing them (apt-get)', async () => {
    await apt('update')
    return apt('install', '-y', '--no-install-recommends', ...missing.map(nameHere))
  })
  if (code !== 0) say(`apt-get failed (exit code ${code}): going on, but Electron may not open`)
}
