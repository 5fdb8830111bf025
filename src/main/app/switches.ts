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
  ...['diagnose', 'help', 'hidden', 'practice', 'startup-times', 'user-data-dir', 'version'],
  ...shownBySwitches,
  // On Windows, a click on a notification starts the app with it.
  'Embedding'
])

/** Options of `query`; Chromium knows none of these names. */
export const takenByCommands = new Set([
  ...['cause', 'changes', 'connector', 'csv', 'customer', 'id', 'integration', 'json', 'limit', 'older', 'operation'],
  ...['outcome', 'region', 'search', 'since', 'snoozed', 'text', 'troubled', 'weeks', 'workspace']
])

export interface Start {
  /** Without the program. */
  args: readonly string[]
  /** Chromium cannot sandbox as root, and only root may omit the sandbox. */
  asRoot: boolean
  /** Whether Chromium runs without its sandbox, for any reason. */
  withoutSandbox: boolean
  platform: NodeJS.Platform
  /** A command of another program or a script. */
  isCommand?: boolean
}

/**
 * Chromium and Node have hundreds of switches, and some run a program, open a debugger, remove a guard, or write the
 * app's data to a file. Each version adds more, so the app accepts only known harmless ones.
 * @returns the refused switches, as given
 */
export function refusedSwitches({ args, asRoot, withoutSandbox, platform, isCommand = false }: Start): string[] {
  const refused = args.filter((arg) => {
    const name = nameOf(arg, platform)
    if (isCommand && name !== null && takenByCommands.has(name)) return false
    return name !== null && !taken.has(name) && !(name === 'no-sandbox' && asRoot)
  })
  // Electron reads this variable, and no argument shows it.
  if (withoutSandbox && !asRoot && refused.length === 0) return ['ELECTRON_DISABLE_SANDBOX']
  return refused
}

/** null for an argument that is no switch */
function nameOf(arg: string, platform: NodeJS.Platform): string | null {
  // Older versions of macOS add the process number.
  if (platform === 'darwin' && /^-psn_\d+_\d+$/.test(arg)) return null
  if (arg === '--') return null
  const dashed = platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/
  return dashed.exec(arg)?.[1] ?? null
}
