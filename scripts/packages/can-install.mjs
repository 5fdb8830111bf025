import { isRoot, read, which } from '../run.mjs'

const TOOLS = ['dpkg', 'dpkg-deb', 'rpm', 'rpmbuild', 'desktop-file-validate', 'appstreamcli', 'python3', 'xdotool']

/**
 * Why the @packaged tests are left out, or undefined. They install and remove the app, so they spare one that somebody
 * uses.
 */
export function whyNotInstalled({
  platform = process.platform,
  root = isRoot,
  has = (tool) => which(tool) !== undefined,
  version = read('dpkg-query', ['--show', '--showformat', '${db:Status-Status} ${Version}', 'connector-desk'])
} = {}) {
  if (platform !== 'linux' || !has('dpkg')) return 'this system takes no deb'
  if (!root) return 'only root may install packages'
  const missing = TOOLS.filter((tool) => !has(tool))
  if (missing.length > 0) return `there is no ${missing.join(', ')}`
  if (version?.startsWith('installed') && !version.includes('+electron')) return 'Connector Desk is installed here'
  return undefined
}

/** undefined if nothing is left out. */
export function leftOut() {
  const why = whyNotInstalled()
  return why && `left out: the tests of the installed package (@packaged), as ${why}`
}
