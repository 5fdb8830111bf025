import { chown, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Authority, type Identity } from '../../practice/line/authority'
import type { TeamAddress, TeamFault } from '../../shared/team/team'
import { lowly, startPostgres, type Postgres } from '../testing/postgres'
import { connect, type TeamConnection } from './connection'
import { examine } from './examine'
import { runScript, schemaScript } from './schema'
import { Trouble } from './trouble'
import { addressOf, teamDatabase } from './testing'

let server: Postgres
let authority: Authority

beforeAll(async () => {
  server = await startPostgres()
  authority = Authority.make()
  await teamDatabase(server, 'team', { ada: 'operator', vera: 'viewer', stranger: null, outsider: null })
  await server.query('team', 'GRANT CONNECT ON DATABASE team TO stranger')
  await server.create('empty')
})
afterAll(async () => {
  await server.remove()
  authority.remove()
})

const ada = (change: Partial<TeamAddress> = {}): TeamAddress => ({ ...addressOf(server, 'team', 'ada'), ...change })
const words = (address: TeamAddress) => `password of ${address.user}`

/** The step at fault, or the last step that passed. */
async function found(address: TeamAddress, password = words(address), certificates: string[] = []) {
  const { test, team } = await examine(address, () => connect({ address, password, certificates }))
  const fault = test.findings.find(({ state }) => state === 'fault')
  const last = test.findings.at(-1)
  return { step: fault?.step ?? null, words: fault?.words ?? last?.words, creates: test.creates, usable: team !== null }
}

const faultOf = (address: TeamAddress, password = words(address), certificates: string[] = []) =>
  connect({ address, password, certificates }).then(
    (connection) => void connection.end(),
    (thrown: unknown) => (thrown instanceof Trouble ? thrown.fault : thrown)
  )

describe('the test of a connection', () => {
  it('finds every step well, and says what the account may do', async () => {
    expect(await found(ada())).toEqual({ step: null, words: 'May read and write', creates: false, usable: true })
    const { test } = await examine(ada(), () => connect({ address: ada(), password: words(ada()), certificates: [] }))
    expect(test.findings.map(({ step, state }) => [step, state])).toEqual([
      ...[
        ['dns', 'skipped'],
        ['tcp', 'ok'],
        ['tls', 'skipped'],
        ['login', 'ok']
      ],
      ...[
        ['version', 'ok'],
        ['schema', 'ok'],
        ['rights', 'ok']
      ]
    ])
    expect(await found(ada({ user: 'vera' }))).toMatchObject({
      step: null,
      words: expect.stringMatching(/read only/),
      usable: true
    })
  })

  it.each<[string, Partial<TeamAddress>, string | undefined, string, RegExp]>([
    [
      'a name that is not known',
      { host: 'no-such-host.invalid' },
      undefined,
      'dns',
      /name no-such-host.invalid was not/
    ],
    ['a port where no one listens', { port: 1 }, undefined, 'tcp', /No server listens at 127.0.0.1:1/],
    ['a server without encryption', { tls: true }, undefined, 'tls', /offers no encrypted connection/],
    ['a wrong password', {}, 'wrong', 'login', /password of ada is wrong/],
    ['an empty password', {}, '', 'login', /./],
    ['an account that is not there', { user: 'nobody' }, undefined, 'login', /password of nobody is wrong/],
    ['a database that is not there', { database: 'elsewhere' }, undefined, 'login', /no database elsewhere/],
    [
      'an account that may not enter',
      { user: 'outsider' },
      undefined,
      'login',
      /outsider may not .* Ask your administrator to grant/
    ],
    ['an account without rights', { user: 'stranger' }, undefined, 'rights', /Ask your administrator to grant/],
    ['an empty database', { database: 'empty' }, undefined, 'schema', /not there yet. Give your administrator/]
  ])('names %s', async (_, change, password, step, said) => {
    const address = ada({ ...change, ...(change.host && { tls: true }) })
    expect(await found(address, password ?? words(address))).toMatchObject({
      ...{ step, words: expect.stringMatching(said), usable: false, creates: false }
    })
  })

  it('@attack makes no connection without encryption but to this computer', async () => {
    expect(await found(ada({ host: '192.0.2.1' }))).toMatchObject({
      step: 'tls',
      words: expect.stringMatching(/Only a server on this computer/)
    })
  })

  it('@attack takes no password from the environment', async () => {
    process.env['PGPASSWORD'] = words(ada())
    try {
      expect(await found(ada(), '')).toMatchObject({ step: 'login', usable: false })
    } finally {
      delete process.env['PGPASSWORD']
    }
  })

  it('tells another schema of that name, and a newer one, from the team’s', async () => {
    await server.create('another')
    await server.query('another', 'CREATE SCHEMA connector_desk; CREATE TABLE connector_desk.change (id int)')
    expect(await found(ada({ database: 'another' }))).toMatchObject({
      step: 'schema',
      words: expect.stringMatching(/not this app’s/)
    })
    await server.create('newer')
    await server.query('newer', schemaScript())
    await server.query('newer', 'UPDATE connector_desk.team SET version = 99')
    expect(await found(ada({ database: 'newer' }))).toMatchObject({
      step: 'schema',
      words: expect.stringMatching(/Update Connector Desk/)
    })
  })

  it('lets an owner create the tables, once', async () => {
    await server.create('fresh')
    const owner = addressOf(server, 'fresh', 'postgres')
    expect(await found(owner, server.password)).toMatchObject({
      step: 'schema',
      words: expect.stringMatching(/press Create/),
      creates: true
    })
    const connection = await connect({ address: owner, password: server.password, certificates: [] })
    await runScript(connection)
    connection.end()
    expect(await found(owner, server.password)).toMatchObject({ step: null, creates: false, usable: true })
  })
})

describe('rights are the database’s', () => {
  const id = 'gen_random_uuid()'
  const insert = `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
    VALUES (${id}, ${id}, 'x', 's', 'case', 'c', 'owner', '"x"')`

  it.each<[string, string, string]>([
    ['a viewer adds nothing', 'vera', insert],
    ['an operator changes nothing that was written', 'ada', `UPDATE connector_desk.change SET operator = 'y'`],
    ['an operator removes nothing', 'ada', 'DELETE FROM connector_desk.change'],
    ['an operator empties nothing', 'ada', 'TRUNCATE connector_desk.change'],
    ['an operator sets no number', 'ada', 'UPDATE connector_desk.team SET last_seq = 0'],
    ['an operator chooses no time', 'ada', insert.replace('(id,', '(at, id,').replace('(gen', `('2000-01-01', gen`)],
    ['a stranger reads nothing', 'stranger', 'SELECT * FROM connector_desk.change']
  ])('@attack %s', async (_, user, sql) => {
    const address = ada({ user })
    const connection = await connect({ address, password: words(address), certificates: [] })
    await expect(connection.query(sql)).rejects.toMatchObject({
      step: 'rights',
      message: expect.stringMatching(/refused it: permission denied/)
    })
    connection.end()
  })

  it('each change has the account that made it, and numbers without a gap where many write at once', async () => {
    const connections = await Promise.all(
      ['ada', 'ada', 'ada'].map(() => connect({ address: ada(), password: words(ada()), certificates: [] }))
    )
    const write = async (one: TeamConnection) => {
      for (let times = 0; times < 20; times++) await one.query(insert)
    }
    await Promise.all(connections.map(write))
    connections.forEach((one) => one.end())
    const rows = await server.query<{ seq: string; account: string; later: boolean }>(
      'team',
      'SELECT seq, account, at > lag(at, 1, to_timestamp(0)) OVER (ORDER BY seq) AS later FROM connector_desk.change ORDER BY seq'
    )
    expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
    expect(new Set(rows.map(({ account }) => account))).toEqual(new Set(['ada']))
    expect(rows.every(({ later }) => later)).toBe(true)
  })
})

describe('the certificate of the server', () => {
  let encrypted: Postgres
  const start = async ({ key, cert }: Identity) => {
    encrypted = await startPostgres()
    await encrypted.stop()
    for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': cert })) {
      const path = join(encrypted.folder, name)
      await writeFile(path, text, { mode: 0o600 })
      if (lowly.uid !== undefined) await chown(path, lowly.uid, lowly.gid)
    }
    await encrypted.start({ ssl: 'on' })
  }
  afterEach(() => encrypted.remove())
  const address = () => ({ ...addressOf(encrypted, 'postgres', 'postgres'), host: 'localhost', tls: true })
  const test = (certificates: string[]) => found(address(), encrypted.password, certificates)
  const fault = (certificates: string[]) => faultOf(address(), encrypted.password, certificates)

  it('of a CA that was chosen is trusted, and of no other', async () => {
    await start(authority.issue('localhost'))
    expect(await test([authority.pem])).toMatchObject({ step: 'schema' })
    expect(await test([])).toMatchObject({ step: 'tls', words: expect.stringMatching(/does not trust/) })
    expect(await fault([])).toBe('untrusted')
  })

  it.each<[string, () => Identity, RegExp, TeamFault]>([
    ['that expired', () => authority.issue('localhost', -1), /has expired/, 'expired'],
    ['for another name', () => authority.issue('elsewhere.test'), /not for localhost/, 'other-name']
  ])('%s is refused', async (_, identity, said, named) => {
    await start(identity())
    expect(await fault([authority.pem])).toBe(named)
    expect(await test([authority.pem])).toMatchObject({ step: 'tls', words: expect.stringMatching(said) })
  })
})

it('a server that takes a connection and says nothing more is given up when the desk is stopped', async () => {
  const sockets: Socket[] = []
  const silent: Server = createServer((socket) => void sockets.push(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const ending = new AbortController()
  const address = ada({ port: (silent.address() as AddressInfo).port })
  const connecting = connect({ address, password: 'x', certificates: [], signal: ending.signal })
  await expect.poll(() => sockets.length).toBe(1)
  ending.abort()
  await expect(connecting).rejects.toMatchObject({ step: 'login', message: expect.stringMatching(/stopped answering/) })
  sockets.forEach((socket) => socket.destroy())
  await new Promise((resolve) => silent.close(resolve))
})

it('a query without an answer ends those behind it too, and is told at once', async () => {
  const connection = await connect({ address: ada(), password: words(ada()), certificates: [] })
  const told: Trouble[] = []
  await connection.listen({ news: () => undefined, presence: () => undefined, gone: (trouble) => told.push(trouble) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const asked = ['SELECT pg_sleep(3600)', 'SELECT 1', 'SELECT 2'].map((sql) => connection.query(sql))
    const ended = Promise.allSettled(asked)
    await vi.advanceTimersByTimeAsync(20_000)
    for (const one of await ended) expect(one).toMatchObject({ status: 'rejected', reason: { fault: 'unreachable' } })
    expect(told).toMatchObject([{ fault: 'unreachable', message: expect.stringContaining('stopped answering') }])
  } finally {
    vi.useRealTimers()
    connection.end()
  }
})
