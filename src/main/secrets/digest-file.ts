import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import type { DigestKeeper } from './masker'
import type { TokenDigest } from './token-digests'

/** New digests wait so long for others, ms: a walk brings thousands. */
const writeAfterMs = 250

/**
 * Digests of the tokens this app knew, in a file of the profile, mode 600: a salt in the first line, then one in each
 * line. So what is typed or saved in a later session is kept free of them too. Where the file cannot be read or
 * written, they are known for this session only.
 *
 * @param failed called with what went wrong; it is no reason to stop
 */
export function digestsIn(file: string, failed: (error: unknown) => void): DigestKeeper & { flush(): void } {
  const text = contentOf()
  const lines = text.split('\n')
  const known = lines.find((line) => /^[\da-f]{32}$/.test(line))
  let isNew = known === undefined
  /** What a kill or a full disk left of a line is ended first, so that the next one stays whole. */
  let isCut = text !== '' && !text.endsWith('\n')
  const salt = known ?? randomBytes(16).toString('hex')
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  return {
    salt,
    kept: lines.flatMap((line) => read(line) ?? []),
    keep({ digest, bucket, length, begins = false, first }) {
      waiting += `${digest} ${bucket} ${length}${begins ? '~' : ''}${first === undefined ? '' : ` ${first}`}\n`
      timer ??= setTimeout(flush, writeAfterMs).unref()
    },
    flush
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting === '') return
    try {
      appendFileSync(file, `${isCut ? '\n' : ''}${isNew ? `${salt}\n` : ''}${waiting}`, { mode: 0o600 })
      isNew = isCut = false
      waiting = ''
    } catch (thrown) {
      isCut = true
      failed(thrown)
    }
  }

  function contentOf(): string {
    try {
      return existsSync(file) ? readFileSync(file, 'utf8') : ''
    } catch (thrown) {
      failed(thrown)
      return ''
    }
  }
}

/** A line that was cut off by a kill is left out, or has lost its last digest: an earlier version wrote none. */
function read(line: string): TokenDigest | null {
  const parts = /^([\da-f]{16}) (\d+) (\d+)(~?)(?: ([\da-f]{16}))?$/.exec(line)
  const [, digest = '', bucket, length, begins, first] = parts ?? []
  if (!digest) return null
  return { digest, bucket: Number(bucket), length: Number(length), begins: begins === '~', ...(first && { first }) }
}
