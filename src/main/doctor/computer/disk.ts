import { randomUUID } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outcome } from '../../../shared/doctor/finding'
import { fault, ok, warning } from '../examination'

const full = new Set(['ENOSPC', 'EDQUOT'])
/** Reports less, bytes: stored bodies alone may take 500 MB. */
const little = 500e6
const next = 'Free space on the disk, then restart the app.'

/** @param shown the path to show */
export async function lookAtDisk(profile: string, shown: string): Promise<Outcome> {
  const file = join(profile, `.doctor-${randomUUID()}`)
  const { bavail, bsize } = await statfs(profile)
  const free = bavail * bsize
  const facts: Outcome['facts'] = [
    ['Profile', shown],
    ['Free', `${(free / 1e9).toFixed(1)} GB`]
  ]
  try {
    await writeFile(file, Buffer.alloc(4_096), { flag: 'wx', mode: 0o600, flush: true })
  } catch (thrown) {
    const { code = '', message } = thrown as NodeJS.ErrnoException
    if (full.has(code)) return fault('The disk is full.', next, facts)
    const words = 'The profile cannot be written to: what you see now is lost when the app quits.'
    return fault(words, 'Check the permissions of the folder, and whether its disk is read-only.', [
      ...facts,
      ['System says', message.replace(profile, shown)]
    ])
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
  if (free < little) return warning('The disk of the profile is almost full.', 'Free space on the disk.', facts)
  return ok('The profile can be written to.', facts)
}
