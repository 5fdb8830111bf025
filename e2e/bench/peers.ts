import { printed, ran } from './prepared'

/** Another program that walks a list. */
export interface Peer {
  /** As the table calls it, with its version where it is installed. */
  name: string
  /** Walks the list at an address to its end. @returns ms; null where it is not installed */
  refresh: ((address: string, path: string) => Promise<number>) | null
}

const known = [
  { name: 'bare undici', program: process.execPath, file: 'undici.mjs' },
  { name: 'fetch of Node', program: process.execPath, file: 'fetch.mjs' },
  { name: 'got.paginate', program: process.execPath, file: 'got.mjs' },
  { name: 'Python requests', program: 'python3', file: 'python-requests.py' },
  { name: 'curl + jq', program: 'sh', file: 'curl-jq.sh' }
]

/** The programs that the walk is compared with; the first one does the least that can be done. */
export function peers(): Promise<Peer[]> {
  return Promise.all(
    known.map(async ({ name, program, file }) => {
      const version = await printed(program, file)
      if (version === null) return { name, refresh: null }
      return { name: `${name} ${version}`, refresh: async (...list) => (await ran(program, file, list)).ms }
    })
  )
}
