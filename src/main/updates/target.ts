import { existsSync } from 'node:fs'

/**
 * The name of the package this computer installs, as the signed list calls it: "linux-x64-deb", "win32-x64",
 * "darwin-universal".
 */
export function updateTarget(platform: NodeJS.Platform = process.platform, arch: string = process.arch): string {
  if (platform === 'darwin') return 'darwin-universal'
  if (platform !== 'linux') return `${platform}-${arch}`
  return `linux-${arch}-${existsSync('/etc/debian_version') ? 'deb' : 'rpm'}`
}
