import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { fileTrouble } from '../base/file-trouble'

/** Starts without showing the window, where the app keeps walking without one. */
export const hiddenSwitch = '--hidden'

/** Whether the app starts when the person logs in, as the system has it: the one place where that is kept. */
export interface LoginItem {
  isOn(): boolean
  /** @throws AppError file-refused, disk-full: nothing is changed */
  set(on: boolean): void
}

/** The autostart folder of the person (XDG autostart specification). */
export function autostartFile(environment: NodeJS.ProcessEnv, home = homedir()): string {
  const given = environment['XDG_CONFIG_HOME']
  // A relative one is to be ignored, as the specification says.
  return join(given && isAbsolute(given) ? given : join(home, '.config'), 'autostart', 'connector-desk.desktop')
}

/** Launch at login on Linux: a desktop entry of the person's own. @param program absolute path of what is started */
export function linuxLogin(file: string, program: string): LoginItem {
  return {
    isOn: () => isEnabled(file),
    set(on) {
      try {
        if (!on) return rmSync(file, { force: true })
        mkdirSync(dirname(file), { recursive: true })
        replace(file, autostartEntry(program))
      } catch (thrown) {
        throw fileTrouble(thrown, file)
      }
    }
  }
}

/** Gives an entry that an earlier version wrote what it lacks. The person may have changed the rest of it, which stays. */
export function renewAutostart(file: string, program: string): void {
  try {
    const entry = readFileSync(file, 'utf8')
    if (/^TryExec=/m.test(entry)) return
    const line = tryExecOf(program)
    replace(
      file,
      entry.replace(/^Exec=.*$/m, (exec) => `${exec}\n${line}`)
    )
  } catch {
    // There is none, or it cannot be written: it starts the app as before.
  }
}

function replace(file: string, entry: string): void {
  writeFileSync(`${file}.part`, entry, { mode: 0o644 })
  renameSync(`${file}.part`, file)
}

/** Settings of the desktop switch an entry off by one of two keys, and leave it there. */
function isEnabled(file: string): boolean {
  try {
    return !/^(Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
}

function autostartEntry(program: string): string {
  return `[Desktop Entry]
Type=Application
Name=Connector Desk
Comment=Starts Connector Desk when you log in
Exec=${execOf(program)} ${hiddenSwitch}
${tryExecOf(program)}
Icon=connector-desk
Terminal=false
X-GNOME-Autostart-enabled=true
`
}

/**
 * A program as the key `Exec` has it: in quotes, with a backslash before what a shell would read in them, `%` doubled;
 * then once more as any text of the file, where a backslash is written as two and a line end as a letter.
 */
function execOf(program: string): string {
  return textOf(`"${program.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`)
}

/** Without the program no desktop starts the entry: a package that is removed reaches no home, where this file stays. */
const tryExecOf = (program: string): string => `TryExec=${textOf(program)}`

function textOf(value: string): string {
  const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' }
  return value.replaceAll(/[\\\n\t\r]/g, (one) => escapes[one] ?? one)
}
