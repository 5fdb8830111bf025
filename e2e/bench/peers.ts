import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../fixtures/app'

/** Another program that walks a list. */
export interface Peer {
  /** As the table calls it, with its version where it is installed. */
  name: string
  /** Walks the list at an address to its end. @returns ms; null where it is not installed */
  walk: ((address: string, path: string) => Promise<number>) | null
}

const known = [
  { name: 'bare undici', program: process.execPath, file: 'undici.mjs' },
  { name: 'fetch of Node', program: process.execPath, file: 'fetch.mjs' },
  { name: 'got.paginate', program: process.execPath, file: 'got.mjs' },
  { name: 'Python requests', program: 'python3', file: 'python-requests.py' },
  { name: 'curl + jq', program: 'sh', file: 'curl-jq.sh' }
]

/** What a peer prints, or null where it fails, as one that is not installed does. */
async function printed(program: string, file: string, ...args: string[]): Promise<string | null> {
  const child = spawn(program, [join(root, 'e2e/bench/peers', file), ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const [code] = (await once(child, 'close').catch(() => [null])) as [number | null]
  return code === 0 ? text.trim() : null
}

/** The programs that the walk is compared with; the first one does the least that can be done. */
export function peers(): Promise<Peer[]> {
  return Promise.all(
    known.map(async ({ name, program, file }) => {
      const version = await printed(program, file)
      return version === null ? { name, walk: null } : { name: `${name} ${version}`, walk: walking(program, file) }
    })
  )
}

const walking = (program: string, file: string) => async (address: string, path: string) => {
  const text = await printed(program, file, address, path)
  if (text === null) throw new Error(`${file} did not come to the end of ${path}.`)
  return (JSON.parse(text) as { ms: number }).ms
}
