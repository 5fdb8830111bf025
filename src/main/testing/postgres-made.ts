import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder whose files every server of a test run copies. */
export const madeFolder = 'DESK_POSTGRES_MADE'

/** Vitest calls it before a run: the first server fills the folder, because initdb takes a second of CPU. */
export default function keepMade(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-pg-made-'))
  process.env[madeFolder] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
