import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { fileTrouble } from '../base/file-trouble'

/** Starts without a window, if the app runs in the background. */
export const hiddenSwitch = '--hidden'

/** Only the system stores whether launch at login is on. */
export interface LoginItem {
  isOn(): boolean
  /** @throws AppError file-refused, disk-full: nothing is changed */
  set(on: boolean): void
}

/** XDG autostart specification. */
export function autostartFile(environment: NodeJS.ProcessEnv, home = homedir()): string {
  const given = environment['XDG_CONFIG_HOME']
  // The specification ignores a relative path.
  return join(given && isAbsolute(given) ? given : join(home, '.config'), 'autostart', 'connector-desk.desktop')
}

/** A desktop entry of the person. @param program absolute path */
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

/** Updates an entry of an earlier version. Keeps the person's own changes. */
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
    // Missing or read-only: it starts the app as before.
  }
}

function replace(file: string, entry: string): void {
  writeFileSync(`${file}.part`, entry, { mode: 0o644 })
  renameSync(`${file}.part`, file)
}

/** Desktops switch an entry off by one of two keys and leave the file. */
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
 * Quotes a program for `Exec`: a backslash before shell characters, `%` doubled; then escapes it as a text of the file,
 * with two backslashes for one and a letter for a line end.
 */
function execOf(program: string): string {
  return textOf(`"${program.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`)
}

/** A removed package cannot delete this file from homes: without the program, `TryExec` disables it. */
const tryExecOf = (program: string): string => `TryExec=${textOf(program)}`

function textOf(value: string): string {
  const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' }
  return value.replaceAll(/[\\\n\t\r]/g, (one) => escapes[one] ?? one)
}
