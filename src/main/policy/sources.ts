import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'
import { readTrusted, Untrusted } from './trusted-file'

/** Where a policy may be, and how it is read from there. */
export interface PolicySource {
  /** The file, or the place in the registry, for people. */
  place: string
  /** @returns null where there is none. @throws Untrusted */
  read(): Promise<Buffer | null>
}

/** The app's identifier on macOS: managed preferences are kept under it. */
const bundleId = 'app.connectordesk.ConnectorDesk'
const registryKey = 'Software\\Policies\\Connector Desk'
const root = 0

const run = promisify(execFile)
/** Runs a program of the system. @returns what it printed. @throws with the exit code as `code` */
export type Run = (program: string, args: string[]) => Promise<string>
const runProgram: Run = async (program, args) =>
  (await run(program, args, { timeout: 10_000, maxBuffer: 4e6, windowsHide: true })).stdout

/**
 * Where an organization puts a policy on each system, in the order in which it counts: the first that is there is the
 * policy, whole. An environment variable or a switch never changes where: a user could go around it.
 */
export function policySources(platform: NodeJS.Platform, runs: Run = runProgram): PolicySource[] {
  if (platform === 'darwin') {
    const folder = '/Library/Managed Preferences'
    return [`${folder}/${bundleId}.plist`, `${folder}/${userInfo().username}/${bundleId}.plist`].map((path) =>
      managedPreferences(path, root, runs)
    )
  }
  if (platform === 'win32') return ['HKLM', 'HKCU'].map((hive) => registryValue(`${hive}\\${registryKey}`, runs))
  return [policyAt('/etc/connector-desk/policy.json', root)]
}

/** @param owner the uid of who may have written it */
export const policyAt = (path: string, owner: number): PolicySource => ({
  place: path,
  read: () => readTrusted(path, owner)
})

/** The payload of a configuration profile, as macOS keeps it: its key `Policy` holds what a policy file holds. */
export const managedPreferences = (path: string, owner: number, runs: Run): PolicySource => ({
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

/** A text value `Policy` with the JSON of a policy file. Standard users cannot write below `Software\\Policies`. */
export const registryValue = (key: string, runs: Run, findReg = regInSystem): PolicySource => ({
  place: `${key}, value Policy`,
  async read() {
    const program = findReg()
    if (program === null) throw new Untrusted('cannot be read: reg.exe was not found.')
    let said
    try {
      said = await runs(program, ['query', key, '/v', 'Policy', '/reg:64'])
    } catch (thrown) {
      // What reg.exe says where there is no such key or value, and where it may read nothing at all.
      if ((thrown as { code?: unknown }).code === 1 && (await readsAny(program, runs))) return null
      throw new Untrusted(`cannot be read: ${(thrown as Error).message}.`)
    }
    const line = said.split('\n').find((one) => /^\s*Policy\s/.test(one)) ?? ''
    const [, kind, text] = /^Policy\s+(REG_\w+)([^]*)/.exec(line.trim()) ?? []
    if (kind !== 'REG_SZ') throw new Untrusted(`is not a text value (REG_SZ) but ${kind ?? 'something else'}.`)
    return Buffer.from(text?.trim() ?? '')
  }
})

/** Whether reg.exe works: Windows can be told to keep it from a person, and a policy would look like none then. */
const readsAny = (program: string, runs: Run): Promise<boolean> =>
  runs(program, ['query', 'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion', '/v', 'CurrentBuild']).then(
    () => true,
    () => false
  )

/** By its place: a variable of the environment (PATH, SystemRoot) could name another program. */
function regInSystem(): string | null {
  const paths = [...'CDEFGHIJKLMNOPQRSTUVWXYZ'].map((drive) => `${drive}:\\Windows\\System32\\reg.exe`)
  return paths.find((path) => existsSync(path)) ?? null
}
