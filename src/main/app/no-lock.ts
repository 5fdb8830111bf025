import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { app, dialog } from 'electron'

/**
 * Ends a start that did not get the lock of its profile. Where another process of this computer has it, that one was
 * woken, and this one leaves without a word. Everything else is said on the screen and on stderr.
 */
export async function endWithoutLock(profile: string): Promise<void> {
  const holder = process.platform === 'win32' ? 'awake' : holderOf(profile)
  if (holder === 'awake') return app.quit()
  const title = 'Connector Desk cannot start'
  const why = holder
    ? `The computer “${holder}” has the lock of this profile. If Connector Desk does not run there, remove the lock and start it again:\n\n${lockIn(profile)}`
    : `It could not make the lock that keeps two of it from using one profile. The disk may be full, or something else has the name of the lock. Correct that, then start it again:\n\n${lockIn(profile)}`
  const words = `${why}\n\nStarted with --diagnose, it tests this computer and prints what it finds.`
  console.error(`${title}. ${words}`)
  await app.whenReady()
  dialog.showErrorBox(title, words)
  app.exit(1)
}

const lockIn = (profile: string) => join(profile, 'SingletonLock')

/**
 * Who has the lock, which is a link that names a computer and a process.
 * @returns `awake` for a process that lives here; the name of another computer; null where no one has it
 */
function holderOf(profile: string): string | null {
  try {
    const [, host = '', pid] = /^(.*)-(\d+)$/.exec(readlinkSync(lockIn(profile))) ?? []
    if (host !== hostname()) return host || null
    process.kill(Number(pid), 0)
    return Number(pid) === process.pid ? null : 'awake'
  } catch (thrown) {
    // One that lives, of another person.
    return (thrown as NodeJS.ErrnoException).code === 'EPERM' ? 'awake' : null
  }
}
