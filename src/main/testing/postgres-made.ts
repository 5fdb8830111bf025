import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names a folder for the files of a new server, which all servers of a test run are copies of. */
export const madeFolder = 'DESK_POSTGRES_MADE'

/** Vitest calls it before a run: the first server fills the folder, as initdb takes a second of a core each time. */
export default function keepMade(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'connector-desk-pg-made-'))
  process.env[madeFolder] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
