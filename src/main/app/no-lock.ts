import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog } from 'electron'

/**
 * If another process holds the lock, it is awake now, and this one ends silently. Otherwise the lock failed: the screen
 * and stderr say so.
 */
export async function endWithoutLock(profile: string): Promise<void> {
  const lock = join(profile, 'SingletonLock')
  if (process.platform === 'win32' || isHeld(lock)) return app.quit()
  const title = 'Connector Desk cannot start'
  const words = `It could not make the lock that keeps two of it from using one profile. The disk may be full, or something else has the name of the lock. Correct that, then start it again:\n\n${lock}\n\nStarted with --diagnose, it tests this computer and prints what it finds.`
  console.error(`${title}. ${words}`)
  await app.whenReady()
  dialog.showErrorBox(title, words)
  app.exit(1)
}

/** The lock is a link that names a computer and a process. */
function isHeld(lock: string): boolean {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(lock))?.[1])
    process.kill(pid, 0)
    return pid !== process.pid
  } catch (thrown) {
    // A live process of another person.
    return (thrown as NodeJS.ErrnoException).code === 'EPERM'
  }
}
