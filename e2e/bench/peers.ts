import { printed, ran } from './prepared'

export interface Peer {
  /** With its version if installed. */
  name: string
  /** @returns ms; null if not installed */
  refresh: ((address: string, path: string) => Promise<number>) | null
}

const known = [
  { name: 'bare undici', program: process.execPath, file: 'undici.mjs' },
  { name: 'fetch of Node', program: process.execPath, file: 'fetch.mjs' },
  { name: 'got.paginate', program: process.execPath, file: 'got.mjs' },
  { name: 'Python requests', program: 'python3', file: 'python-requests.py' },
  { name: 'curl + jq', program: 'sh', file: 'curl-jq.sh' }
]

/** The first peer does the minimum. */
export function peers(): Promise<Peer[]> {
  return Promise.all(
    known.map(async ({ name, program, file }) => {
      const version = await printed(program, file)
      if (version === null) return { name, refresh: null }
      return { name: `${name} ${version}`, refresh: async (...list) => (await ran(program, file, list)).ms }
    })
  )
}
