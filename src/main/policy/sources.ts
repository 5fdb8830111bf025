import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { readTrusted, Untrusted } from './trusted-file'

export interface PolicySource {
  /** The file or registry path, for people. */
  place: string
  /**
   * @returns null for no policy
   * @throws Untrusted
   */
  read(): Promise<Buffer | null>
}

/** macOS keeps managed preferences under this identifier. */
const bundleId = 'app.connectordesk.ConnectorDesk'
const registryKey = 'Software\\Policies\\Connector Desk'
const root = 0

const run = promisify(execFile)
/**
 * Runs a system program.
 * @returns its output
 * @throws with the exit code as `code`
 */
export type RunProgram = (program: string, args: string[]) => Promise<string>
const runProgram: RunProgram = async (program, args) =>
  (await run(program, args, { timeout: 10_000, maxBuffer: 4e6, windowsHide: true })).stdout

/**
 * Places of a policy per system, in order: the first one found is the whole policy. No environment variable or switch
 * changes them, because a user could bypass the policy.
 */
export function policySources(platform: NodeJS.Platform, runs: RunProgram = runProgram): PolicySource[] {
  if (platform === 'darwin') {
    const folder = '/Library/Managed Preferences'
    return [`${folder}/${bundleId}.plist`, `${folder}/${userInfo().username}/${bundleId}.plist`].map((path) =>
      managedPreferences(path, root, runs)
    )
  }
  if (platform === 'win32') return ['HKLM', 'HKCU'].map((hive) => registryValue(`${hive}\\${registryKey}`, runs))
  return [policyAt('/etc/connector-desk/policy.json', root)]
}

/** @param owner uid of the only allowed writer */
export const policyAt = (path: string, owner: number): PolicySource => ({
  place: path,
  read: () => readTrusted(path, owner)
})

/** A macOS configuration profile: its key `Policy` holds the policy file's content. */
export const managedPreferences = (path: string, owner: number, runs: RunProgram): PolicySource => ({
  place: path,
  async read() {
    if ((await readTrusted(path, owner)) === null) return null
    try {
      return Buffer.from(await runs('/usr/bin/plutil', ['-extract', 'Policy', 'json', '-o', '-', path]))
    } catch {
      throw new Untrusted('has no dictionary “Policy”, or one with dates or data in it, which a policy has not.')
    }
  }
})

/** A text value `Policy` with the policy file's JSON. Standard users cannot write below `Software\\Policies`. */
export const registryValue = (key: string, runs: RunProgram, findReg = regInSystem): PolicySource => ({
  place: `${key}, value Policy`,
  async read() {
    const program = findReg()
    if (program === null) throw new Untrusted('cannot be read: reg.exe was not found.')
    let said
    try {
      said = await runs(program, ['query', key, '/v', 'Policy', '/reg:64'])
    } catch (thrown) {
      // reg.exe fails alike for a missing key and for no access at all.
      if ((thrown as { code?: unknown }).code === 1 && (await readsAny(program, runs))) return null
      throw new Untrusted(`cannot be read: ${(thrown as Error).message}.`)
    }
    const line = said.split('\n').find((one) => /^\s*Policy\s/.test(one)) ?? ''
    const [, kind, text] = /^Policy\s+(REG_\w+)([^]*)/.exec(line.trim()) ?? []
    if (kind !== 'REG_SZ') throw new Untrusted(`is not a text value (REG_SZ) but ${kind ?? 'something else'}.`)
    return Buffer.from(text?.trim() ?? '')
  }
})

/** Windows can deny reg.exe to a person; a policy would then look absent. */
const readsAny = (program: string, runs: RunProgram): Promise<boolean> =>
  runs(program, ['query', 'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion', '/v', 'CurrentBuild']).then(
    () => true,
    () => false
  )

/** A fixed path: an environment variable (PATH, SystemRoot) could name another program. */
function regInSystem(): string | null {
  const paths = [...'CDEFGHIJKLMNOPQRSTUVWXYZ'].map((drive) => `${drive}:\\Windows\\System32\\reg.exe`)
  return paths.find((path) => existsSync(path)) ?? null
}
