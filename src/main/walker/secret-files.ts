import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotConfigured } from './not-configured'

/** Bytes. */
const largest = 64_000

export interface WantedSecret {
  /** For a person: "bearer token". */
  what: string
  /** In the configuration: an absolute path, or a credential's name. */
  named: string | undefined
  /** The default credential. */
  credential: string
  variable: string
}

/**
 * Others must not be able to read the file; systemd's folder is already private.
 * @throws NotConfigured never with a part of the secret
 */
export function readSecret({ what, named, credential, variable }: WantedSecret, env: NodeJS.ProcessEnv): string {
  const folder = env['CREDENTIALS_DIRECTORY']
  if (named?.startsWith('/')) return checked(what, readPrivate(named))
  const credentialText = folder ? readCredential(join(folder, named ?? credential)) : null
  if (credentialText !== null) return checked(what, credentialText)
  if (named !== undefined) throw new NotConfigured(`The credential ${named} with the ${what} is missing.`)
  const text = env[variable]
  if (text !== undefined) return checked(what, text)
  throw new NotConfigured(
    `There is no ${what}: pass the credential ${credential}, name a file in the configuration, or set ${variable}.`
  )
}

function checked(what: string, text: string): string {
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new NotConfigured(`The ${what} is empty.`)
  return secret
}

/** null if it does not exist */
function readCredential(path: string): string | null {
  return reading(path, (file) => {
    checkSize(path, fstatSync(file).size)
    return readFileSync(file, 'utf8')
  })
}

function readPrivate(path: string): string {
  const text = reading(path, (file) => {
    const { mode, size } = fstatSync(file)
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new NotConfigured(`Others than its owner may read or write ${path}: chmod 600 it.`)
    checkSize(path, size)
    return readFileSync(file, 'utf8')
  })
  if (text === null) throw new NotConfigured(`${path} is missing.`)
  return text
}

function checkSize(path: string, size: number): void {
  if (size > largest) throw new NotConfigured(`${path} is larger than ${largest / 1_000} kB.`)
}

/** Checks the open file itself, so that no other file can replace it between check and read. */
function reading<T>(path: string, read: (file: number) => T): T | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new NotConfigured(`${path} cannot be read: ${message}`)
  }
  try {
    return read(file)
  } finally {
    closeSync(file)
  }
}
