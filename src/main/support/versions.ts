import { readFile } from 'node:fs/promises'
import { arch, cpus, release, totalmem, type, version } from 'node:os'

/** What the app is, from its start. */
export interface Built {
  version: string
  commit: string | null
  runtime: { electron: string; chrome: string; node: string }
  /** False where Chromium's OS sandbox is off. */
  sandboxed: boolean
  packaged: boolean
}

/** Versions of the app, of what it runs on, and of the computer: no name of the computer or of a person. */
export async function versionsOf(built: Built, environment: Readonly<Record<string, string | undefined>>) {
  return {
    ...built,
    system: { type: type(), release: release(), version: version(), architecture: arch(), distribution: await linux() },
    computer: { processors: cpus().length, memoryMb: Math.round(totalmem() / 1e6) },
    desktop: {
      name: environment['XDG_CURRENT_DESKTOP'] ?? null,
      session: environment['XDG_SESSION_TYPE'] ?? null
    },
    locale: Intl.DateTimeFormat().resolvedOptions().locale,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}

/** "Debian GNU/Linux 13 (trixie)"; null elsewhere. */
async function linux(): Promise<string | null> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(text)?.[1] ?? null
}
