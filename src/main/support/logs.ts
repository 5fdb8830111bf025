import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { olderLog } from '../base/log'

/** The log and the one before it, as far as there are any: the newer one first. @param file the log's own */
export async function readLogs(file: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const one of [file, olderLog(file)]) {
    const text = await readFile(one, 'utf8').catch(() => null)
    if (text !== null) texts.set(basename(one), text)
  }
  return texts
}
