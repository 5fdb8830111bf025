/** Switches of Chromium that an installed app takes, as they only change how it is shown. */
export const shownBySwitches = [
  'disable-dev-shm-usage',
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-software-rasterizer',
  'enable-wayland-ime',
  'force-dark-mode',
  'force-device-scale-factor',
  'force-high-contrast',
  'force-renderer-accessibility',
  'gtk-version',
  'lang',
  'ozone-platform',
  'ozone-platform-hint',
  'use-angle',
  'use-gl',
  'wayland-text-input-version'
] as const

const taken = new Set<string>([
  // The app's own.
  ...['diagnose', 'help', 'hidden', 'practice', 'startup-times', 'user-data-dir', 'version'],
  ...shownBySwitches,
  // Windows, where a click on a notification starts the app.
  'Embedding'
])

/** How the app was started. */
export interface Start {
  /** All arguments, less the program. */
  args: readonly string[]
  /** Chromium cannot run its sandbox as root, and only there may it be left out. */
  asRoot: boolean
  /** Whether Chromium runs without its sandbox, whoever asked for that. */
  withoutSandbox: boolean
  platform: NodeJS.Platform
}

/**
 * What an installed app is not started with. Chromium and Node have hundreds of switches, some of which run a program,
 * open a debugger, take a guard away, or write what the app does to a file. Each version brings others, so all are
 * refused but those that are known to do no such thing.
 *
 * @returns the switches, as they were given
 */
export function refusedSwitches({ args, asRoot, withoutSandbox, platform }: Start): string[] {
  const refused = args.filter((arg) => {
    const name = nameOf(arg, platform)
    return name !== null && !taken.has(name) && !(name === 'no-sandbox' && asRoot)
  })
  // Electron reads this variable, and no argument says so.
  if (withoutSandbox && !asRoot && refused.length === 0) return ['ELECTRON_DISABLE_SANDBOX']
  return refused
}

/** The name of a switch, as Chromium reads it; null for an argument that is none. */
function nameOf(arg: string, platform: NodeJS.Platform): string | null {
  // The process number that older versions of macOS add.
  if (platform === 'darwin' && /^-psn_\d+_\d+$/.test(arg)) return null
  if (arg === '--') return null
  const dashed = platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/
  return dashed.exec(arg)?.[1] ?? null
}
