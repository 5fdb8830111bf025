import { afterAll, beforeAll, expect, it } from 'vitest'
import { Authority } from '../../practice/line/authority'
import { addressOf } from '../team/testing'
import { certificateServer } from '../team/testing/certificate-server'
import { startPostgres, type Postgres } from '../testing/postgres'
import { TeamDoor } from './session'

let server: Postgres
let authority: Authority
beforeAll(async () => {
  server = await startPostgres()
  authority = Authority.make()
  await certificateServer(server, authority)
})
afterAll(async () => {
  await server.remove()
  authority.remove()
})

it('says where the configuration names the CA of a server that is not trusted', async () => {
  const address = { ...addressOf(server, 'postgres', 'postgres'), host: 'localhost', tls: true }
  const door = (certificates: string[]) =>
    new TeamDoor({ database: { address, password: server.password }, certificates, name: 'walker-1' })
  const { signal } = new AbortController()
  await expect(door([]).connect(signal)).rejects.toMatchObject({
    step: 'tls',
    message:
      'The certificate of localhost is signed by an authority that this computer does not trust. Name that of the authority in certificatesFile.'
  })
  const connection = await door([authority.pem]).connect(signal)
  connection.end()
})
