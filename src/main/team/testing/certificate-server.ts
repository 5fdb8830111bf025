import { chown, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Authority } from '../../../practice/line/authority'
import { lowly, type Postgres } from '../../testing/postgres'

/** Everyone but `postgres` signs in with a certificate of this CA. */
export async function certificateServer(server: Postgres, authority: Authority): Promise<void> {
  await server.stop()
  const { key, cert } = authority.issue('localhost')
  const hba = join(server.folder, 'pg_hba.conf')
  const before = await readFile(hba, 'utf8')
  const rules = 'host all postgres all scram-sha-256\nhostssl all all all cert\n'
  const files = { 'server.key': key, 'server.crt': cert, 'root.crt': authority.pem, 'pg_hba.conf': rules + before }
  for (const [name, text] of Object.entries(files)) {
    const path = join(server.folder, name)
    await writeFile(path, text, { mode: 0o600 })
    if (lowly.uid !== undefined) await chown(path, lowly.uid, lowly.gid)
  }
  await server.start({ ssl: 'on', ssl_ca_file: 'root.crt' })
}
