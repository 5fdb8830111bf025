import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import type { DigestKeeper } from './masker'
import type { TokenDigest } from './token-digests'

/** ms to collect digests before a write: a refresh brings thousands. */
const writeAfterMs = 250

/**
 * Digests of all tokens this app knew, in a profile file, mode 600: a salt in the first line, then one per line. Later
 * sessions mask these tokens too. Without the file, digests last for this session.
 * @param failed gets the error, which stops nothing
 */
export function digestsIn(file: string, failed: (error: unknown) => void): DigestKeeper & { flush(): void } {
  const text = contentOf()
  const lines = text.split('\n')
  const known = lines.find((line) => /^[\da-f]{32}$/.test(line))
  let isNew = known === undefined
  /** Ends a line that a kill or a full disk cut, to keep the next line whole. */
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

/** Skips a cut line; a line may also lack its last digest, because earlier versions wrote none. */
function read(line: string): TokenDigest | null {
  const parts = /^([\da-f]{16}) (\d+) (\d+)(~?)(?: ([\da-f]{16}))?$/.exec(line)
  const [, digest = '', bucket, length, begins, first] = parts ?? []
  if (!digest) return null
  return { digest, bucket: Number(bucket), length: Number(length), begins: begins === '~', ...(first && { first }) }
}
