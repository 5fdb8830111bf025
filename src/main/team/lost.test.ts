import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { teamSuite } from './testing/suite'

const suite = teamSuite()

/** To PostgreSQL; it can break off each connection at the first query after LISTEN, in the middle of an exchange. */
const line = { breaks: false, connections: 0, breaking: (): void => undefined }
const proxy = createServer((client) => {
  line.connections++
  let listens = false
  const server = connect(suite.server.port, suite.server.host)
  const end = () => {
    client.destroy()
    server.destroy()
  }
  for (const socket of [client, server]) socket.on('error', end).on('close', end)
  server.pipe(client)
  client.on('data', (bytes) => {
    if (listens && line.breaks) {
      line.breaking()
      return end()
    }
    listens ||= bytes.includes('LISTEN connector_desk')
    server.write(bytes)
  })
})
beforeAll(() => new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve)))
afterAll(() => void proxy.close())

it('after a connection broke during an exchange, a desk signs in again only after the pause', async () => {
  const [desk, grace] = [suite.desk('Ada'), await suite.joined('Grace')]
  desk.refresh(['a'])
  const { port } = proxy.address() as AddressInfo
  await desk.join({ ...suite.as('Ada'), host: '127.0.0.1', port })
  await suite.upToDate(desk)
  desk.waits(true)
  const { connections } = line
  line.breaks = true
  // What is changed meanwhile waits as well.
  line.breaking = () => desk.change('a', { owner: 'Ada' })
  desk.change('a', { note: 'Asked on Monday' })
  await expect.poll(() => desk.team.state.status?.kind).toBe('away')
  grace.change('a', { owner: 'Linus' })
  await suite.upToDate(grace)
  expect(line.connections).toBe(connections)
  line.breaks = false
  await suite.back(desk)
  await expect.poll(() => grace.issue('a')?.note).toBe('Asked on Monday')
})
