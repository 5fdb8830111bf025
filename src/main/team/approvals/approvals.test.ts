import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest'
import { systemClock } from '../../base/clock'
import { startPostgres, type Postgres } from '../../testing/postgres'
import { connect, type TeamConnection } from '../connection'
import { addressOf, passwordOf, teamDatabase } from '../testing'
import { Approvals, type Approver } from './approvals'
import { makeKeys } from './encrypted'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
  await teamDatabase(server, 'team', { ada: 'operator', grace: 'operator' })
})
afterAll(() => server.remove())

let open: TeamConnection[]
beforeEach(() => void (open = []))
afterEach(async () => {
  for (const one of open) one.end()
  await server.query('team', 'DELETE FROM connector_desk.approval; DELETE FROM connector_desk.approval_key')
})

const { signal } = new AbortController()
const of = { act: 'delete-connector', service: 's', text: Buffer.from('DELETE /api/hris/v1/connectors/17') }

async function desk(account: string, isCompared: (approver: Approver) => boolean = () => true) {
  const connection = await connect({
    address: addressOf(server, 'team', account),
    password: passwordOf(account),
    certificates: []
  })
  open.push(connection)
  const [live, keys] = [{ connection, team: 't', desk: randomUUID(), writes: true }, makeKeys()]
  // A look comes as soon as anything else has its turn.
  const clock = {
    sleep: (_: number, stop: AbortSignal) =>
      new Promise<void>((go, end) => setImmediate(() => (stop.aborted ? end(new Error('stopped')) : go())))
  }
  const approvals = new Approvals({
    live: async () => live,
    keys: async () => keys,
    operator: () => account,
    isCompared,
    clock: { ...systemClock, ...clock }
  })
  await approvals.publishKey()
  return { approvals, keys }
}

const first = async (approvals: Approvals) => {
  let found
  await expect.poll(async () => (found = (await approvals.list())[0])).toBeDefined()
  return found as unknown as Awaited<ReturnType<Approvals['list']>>[number]
}

it('shows a colleague exactly what has to leave, and is used once after they agreed', async () => {
  const [ada, grace] = [await desk('ada'), await desk('grace')]
  const waiting = ada.approvals.agreed(of, signal)
  const asked = await first(grace.approvals)
  expect(asked).toMatchObject({
    act: 'delete-connector',
    account: 'ada',
    operator: 'ada',
    state: 'open',
    isMine: false
  })
  expect(await grace.approvals.read(asked)).toEqual(of.text)
  // It was encrypted to colleagues, and not to the desk that asked.
  expect(await ada.approvals.read(asked)).toBeNull()
  expect(await ada.approvals.decide(asked, true, '')).toBe(false)
  expect(await grace.approvals.decide(asked, true, 'Right')).toBe(true)
  const use = await waiting
  expect([await use(), await use()]).toEqual([true, false])
  expect(await first(ada.approvals)).toMatchObject({ state: 'used', decider: 'grace', word: 'Right', isMine: true })
})

it('ends with the word of who declined it', async () => {
  const [ada, grace] = [await desk('ada'), await desk('grace')]
  const waiting = ada.approvals.agreed(of, signal)
  await grace.approvals.decide(await first(grace.approvals), false, 'Only the 3 named')
  await expect(waiting).rejects.toMatchObject({
    code: 'cancelled',
    message: 'grace declined it: “Only the 3 named”. Nothing was sent.'
  })
})

it('is withdrawn by a stop, and nobody agrees to it after that', async () => {
  const [ada, grace] = [await desk('ada'), await desk('grace')]
  const stop = new AbortController()
  const waiting = ada.approvals.agreed(of, stop.signal)
  const asked = await first(grace.approvals)
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled', message: 'It was withdrawn. Nothing was sent.' })
  expect(await grace.approvals.decide(asked, true, '')).toBe(false)
})

it('ends after an hour', async () => {
  const [ada, grace] = [await desk('ada'), await desk('grace')]
  const ended = expect(ada.approvals.agreed(of, signal)).rejects.toMatchObject({
    message: 'No colleague agreed to it within the hour. Nothing was sent.'
  })
  const asked = await first(grace.approvals)
  const hour = `interval '61 min'`
  await server.query(
    'team',
    `UPDATE connector_desk.approval SET asked_at = asked_at - ${hour}, until = until - ${hour}`
  )
  await ended
  expect(await grace.approvals.decide(asked, true, '')).toBe(false)
})

it('@attack is encrypted to no key whose words were not compared: whoever owns the database may have put it there', async () => {
  const grace = await desk('grace')
  const ada = await desk('ada', ({ key }) => key.equals(grace.keys.open))
  expect(await ada.approvals.approvers()).toHaveLength(1)
  await server.query(
    'team',
    `UPDATE connector_desk.approval_key SET key = decode('${makeKeys().open.toString('hex')}', 'hex') WHERE account = 'grace'`
  )
  await expect(ada.approvals.ask(of)).rejects.toMatchObject({ code: 'not-permitted' })
})

it('@attack bytes that were changed in the database are shown to nobody, and not agreed to', async () => {
  const [ada, grace] = [await desk('ada'), await desk('grace')]
  const asked = await ada.approvals.ask(of)
  await server.query('team', `UPDATE connector_desk.approval SET digest = sha256('other')`)
  const [changed] = await grace.approvals.list()
  expect(changed && (await grace.approvals.read(changed))).toBeNull()
  expect(await grace.approvals.decide(asked, true, '')).toBe(false)
})
