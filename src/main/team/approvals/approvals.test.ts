import { randomUUID } from 'node:crypto'
import Database from 'libsql'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors'
import { type Approval } from '../../../shared/team/approvals'
import { secondActs } from '../../../shared/team/second-act'
import type { SecondAsked } from '../../guard/confirmer'
import { place } from '../../testing/history'
import { startPostgres, type Postgres } from '../../testing/postgres'
import { addressOf, teamDatabase, testDesk, type TestDesk } from '../testing'
import { makeKeys } from './encrypted'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
  await teamDatabase(server, 'team', { ada: 'operator', grace: 'operator', lin: 'operator', vera: 'viewer' })
})
afterAll(() => server.remove())

let open: TestDesk[]
beforeEach(() => void (open = []))
afterEach(async () => {
  for (const one of open) await one.end()
  await server.query('team', 'DELETE FROM connector_desk.approval; DELETE FROM connector_desk.approval_key')
})

const { signal } = new AbortController()
const request = { method: 'DELETE', url: 'https://api.example.com/api/hris/v1/connectors/17/delete', headers: {} }
const key = 'HRIS:17'
const asked: SecondAsked = {
  act: 'delete-connector',
  place,
  why: 'They left us in May',
  about: [key],
  shown: {
    ...{ title: 'Delete this connector?', verb: 'Ask a colleague', danger: true, note: '', warnings: [] },
    ...{ workspace: 'Harbourline', practice: false, origin: 'https://api.example.com', environment: null },
    ...{ region: 'default', connector: null, facts: [], typed: null }
  },
  requests: [{ ...request, what: 'Connector 17' }]
}

/** A desk whose key is in the team. */
async function desk(account: string): Promise<TestDesk> {
  const made = testDesk(account)
  open.push(made)
  await made.join(addressOf(server, 'team', account))
  const kept = () => server.query('team', `SELECT 1 FROM connector_desk.approval_key WHERE account = '${account}'`)
  if (account !== 'vera') await expect.poll(kept).not.toEqual([])
  return made
}

async function compare(one: TestDesk): Promise<void> {
  const { colleagues } = await one.team.approvals.approvers()
  for (const colleague of colleagues) await one.team.approvals.compare(colleague)
}

async function pair(): Promise<[ada: TestDesk, grace: TestDesk]> {
  const [ada, grace] = [await desk('ada'), await desk('grace')]
  await compare(ada)
  return [ada, grace]
}

const first = async ({ team }: TestDesk): Promise<Approval> => {
  await expect.poll(() => team.approvals.list()).not.toEqual([])
  const [found] = await team.approvals.list()
  if (!found) throw new Error('Nothing was asked.')
  return found
}
/** Its desk waits for the answer. */
const waits = (one: TestDesk) => expect.poll(() => recorded(one).at(-1)).toMatchObject({ what: 'asked' })
const recorded = ({ history }: TestDesk) => {
  const database = new Database(history.file, { readonly: true })
  const rows = database.prepare('SELECT what, author, decider FROM approval ORDER BY id').all()
  database.close()
  return rows as { what: string; author: string; decider: string }[]
}

it('shows a colleague exactly what has to leave, and is used once after they agreed', async () => {
  const [ada, grace] = await pair()
  const waiting = ada.team.approvals.agreed(asked, signal)
  const one = await first(grace)
  expect(one).toMatchObject({ act: 'delete-connector', account: 'ada', operator: 'ada', state: 'open', isMine: false })
  expect(one.leftMs).toBeGreaterThan(0)
  const { requests, shown, why } = asked
  expect(await grace.team.approvals.read(one.id)).toEqual({ requests, shown, why, bytes: 0 })
  await expect.poll(() => grace.team.state.approvals).toBe(1)
  // Nobody agrees to their own.
  expect(await ada.team.approvals.decide(one.id, true, '')).toBe(false)
  expect(await grace.team.approvals.decide(one.id, true, 'Right')).toBe(true)
  // Main asked, with what leaves.
  const sure = grace.acts.at(-1)
  expect(sure).toMatchObject({
    verb: 'Agree, once',
    requests: [{ method: 'DELETE', path: request.url, what: 'Connector 17' }]
  })
  expect(sure?.facts).toContainEqual(['Why, they say', 'They left us in May'])
  const use = await waiting
  expect([await use(), await use()]).toEqual([true, false])
  expect(await first(ada)).toMatchObject({ state: 'used', decider: 'grace', word: 'Right', isMine: true })
  expect(grace.team.state.approvals).toBe(0)
  // Both desks keep the reason in their record, whatever becomes of the text.
  for (const one of [ada, grace]) expect(await first(one)).toMatchObject({ why: 'They left us in May' })
  const [author, decider] = ['ada', 'grace']
  expect(recorded(ada)).toEqual([
    { what: 'asked', author, decider: '' },
    { what: 'agreed', author, decider },
    { what: 'used', author, decider }
  ])
  expect(recorded(grace)).toEqual([{ what: 'agreed', author, decider }])
  expect(await ada.history.history.verifyAudit()).toMatchObject({ found: 0, records: 3 })
})

it('is needed only for what the settings name, outside of the practice workspace, and of letters for many', async () => {
  const [ada] = await pair()
  const of = { act: 'letters', place, requests: 11 } as const
  const { approvals } = ada.team
  expect(await approvals.colleagues(of)).toBeNull()
  ada.prefer({ secondActs: [...secondActs] })
  expect(await approvals.colleagues(of)).toEqual(['grace'])
  expect(await approvals.colleagues({ ...of, requests: 10 })).toBeNull()
  expect(await approvals.colleagues({ ...of, act: 'delete-connector', requests: 1 })).toEqual(['grace'])
  expect(await approvals.colleagues({ ...of, place: { ...place, workspaceId: randomUUID() } })).toBeNull()
})

it('stops an act that needs a colleague where there is none: no team, no words compared, no connection', async () => {
  const of = { act: 'delete-connector', place, requests: 1 } as const
  const alone = testDesk('alone')
  open.push(alone)
  alone.prefer({ secondActs: [...secondActs] })
  await expect(alone.team.approvals.colleagues(of)).rejects.toMatchObject({ code: 'no-approval' })
  const [ada] = [await desk('ada'), await desk('grace')]
  ada.prefer({ secondActs: [...secondActs] })
  await expect(ada.team.approvals.colleagues(of)).rejects.toMatchObject({ code: 'no-approval' })
  // Nor where the words changed while the person confirmed.
  await expect(ada.team.approvals.agreed(asked, signal)).rejects.toMatchObject({ code: 'no-approval' })
  await ada.team.stop()
  await expect(ada.team.approvals.colleagues(of)).rejects.toMatchObject({ code: 'unreachable' })
})

it('ends with the word of who declined it', async () => {
  const [ada, grace] = await pair()
  const waiting = ada.team.approvals.agreed(asked, signal)
  const ended = expect(waiting).rejects.toMatchObject({
    code: 'no-approval',
    message: 'grace declined it: “Only the 3 named”. Nothing was sent.'
  })
  await grace.team.approvals.decide((await first(grace)).id, false, 'Only the 3 named')
  await ended
  expect(recorded(ada).at(-1)).toEqual({ what: 'declined', author: 'ada', decider: 'grace' })
})

it('is withdrawn by a stop, and nobody agrees to it after that', async () => {
  const [ada, grace] = await pair()
  const stop = new AbortController()
  const ended = expect(ada.team.approvals.agreed(asked, stop.signal)).rejects.toMatchObject({
    code: 'cancelled',
    message: 'It was withdrawn. Nothing was sent.'
  })
  const one = await first(grace)
  stop.abort()
  await ended
  expect(await grace.team.approvals.decide(one.id, true, '')).toBe(false)
  expect(recorded(ada).at(-1)?.what).toBe('withdrawn')
})

it('a stop just after a colleague declined records that they declined', async () => {
  const [ada] = await pair()
  const stop = new AbortController()
  const ended = expect(ada.team.approvals.agreed(asked, stop.signal)).rejects.toMatchObject({
    code: 'no-approval',
    message: 'grace declined it: “No”. Nothing was sent.'
  })
  await waits(ada)
  const declined = `agreed = false, decided_at = now(), decider = 'grace', word = 'No'`
  await server.query('team', `UPDATE connector_desk.approval SET ${declined}`)
  stop.abort()
  await ended
  expect(recorded(ada).map(({ what, decider }) => [what, decider])).toEqual([
    ['asked', ''],
    ['declined', 'grace']
  ])
})

it('is withdrawn by a person, and by the next start of an app that ended while it waited', async () => {
  const [ada, grace] = await pair()
  const ended = expect(ada.team.approvals.agreed(asked, signal)).rejects.toMatchObject({ code: 'cancelled' })
  expect(await ada.team.approvals.withdraw((await first(grace)).id)).toBe(true)
  await ended
  await server.query('team', 'DELETE FROM connector_desk.approval')
  const never = new AbortController()
  ada.team.approvals.agreed(asked, never.signal).catch(() => undefined)
  const one = await first(grace)
  // Another run of the app knows nothing of it.
  await ada.restart()
  await expect.poll(async () => (await first(grace)).state).toBe('withdrawn')
  expect(await grace.team.approvals.decide(one.id, true, '')).toBe(false)
  never.abort()
})

it('ends after an hour by the server’s clock', async () => {
  const [ada, grace] = await pair()
  const ended = expect(ada.team.approvals.agreed(asked, signal)).rejects.toMatchObject({
    message: 'No colleague agreed to it within the hour. Nothing was sent.'
  })
  const one = await first(grace)
  const hour = `interval '61 min'`
  await server.query(
    'team',
    `UPDATE connector_desk.approval SET asked_at = asked_at - ${hour}, until = until - ${hour}`
  )
  await ended
  expect(await grace.team.approvals.decide(one.id, true, '')).toBe(false)
  expect(recorded(ada).at(-1)?.what).toBe('expired')
})

it('@attack is encrypted to no key but those compared; a changed one is refused until it is compared again', async () => {
  const [ada] = await pair()
  const states = async () => (await ada.team.approvals.approvers()).colleagues.map(({ state }) => state)
  expect(await states()).toEqual(['compared'])
  const [before] = (await ada.team.approvals.approvers()).colleagues
  await server.query(
    'team',
    `UPDATE connector_desk.approval_key SET key = decode('${makeKeys().open.toString('hex')}', 'hex') WHERE account = 'grace'`
  )
  expect(await states()).toEqual(['changed'])
  ada.prefer({ secondActs: [...secondActs] })
  await expect(ada.team.approvals.colleagues({ act: 'delete-connector', place, requests: 1 })).rejects.toMatchObject({
    code: 'no-approval'
  })
  // What the person compared are the words they saw.
  if (before) await expect(ada.team.approvals.compare(before)).rejects.toMatchObject({ code: 'outdated' })
  ada.agrees(false)
  const [now] = (await ada.team.approvals.approvers()).colleagues
  if (now) await expect(ada.team.approvals.compare(now)).rejects.toMatchObject({ code: 'cancelled' })
  expect(await states()).toEqual(['changed'])
  ada.agrees(true)
  await compare(ada)
  expect(ada.acts.at(-1)?.warnings).toEqual(['Other words were compared before. Ask why they changed.'])
  expect(await states()).toEqual(['compared'])
})

it('@attack what the database’s owner agrees to in a colleague’s name counts for nothing', async () => {
  const [ada, grace] = await pair()
  const ended = expect(ada.team.approvals.agreed(asked, signal)).rejects.toMatchObject({
    message: 'The answer does not come from a colleague who could read it. Nothing was sent.'
  })
  await first(grace)
  await server.query(
    'team',
    `UPDATE connector_desk.approval SET agreed = true, decided_at = now(), decider = 'grace', proof = sha256('x')`
  )
  await ended
  expect(recorded(ada).at(-1)?.what).toBe('withdrawn')
})

it('@attack bytes that were changed in the database are shown to nobody, and not agreed to', async () => {
  const [ada, grace] = await pair()
  const stop = new AbortController()
  const ended = expect(ada.team.approvals.agreed(asked, stop.signal)).rejects.toBeInstanceOf(AppError)
  const one = await first(grace)
  await server.query('team', `UPDATE connector_desk.approval SET digest = sha256('other')`)
  expect(await grace.team.approvals.read(one.id)).toBeNull()
  await expect(grace.team.approvals.decide(one.id, true, '')).rejects.toMatchObject({ code: 'not-found' })
  stop.abort()
  await ended
})

it('has one key, however many ask for it at once', async () => {
  const ada = testDesk('ada')
  open.push(ada)
  await ada.join(addressOf(server, 'team', 'ada'))
  const { approvals } = ada.team
  const asked = await Promise.all([approvals.approvers(), approvals.look(), approvals.approvers()])
  const grace = await desk('grace')
  const [words] = (await grace.team.approvals.approvers()).colleagues.map((one) => one.words)
  expect([asked[0].words, asked[2].words]).toEqual([words, words])
})

it('lets the key go with the team, and makes another for the next', async () => {
  const grace = await desk('grace')
  const before = await grace.team.approvals.approvers()
  expect(before.words?.split(' ')).toHaveLength(6)
  expect(grace.secrets.secrets.has('team-approvals')).toBe(true)
  await grace.team.leave()
  expect(grace.secrets.secrets.has('team-approvals')).toBe(false)
  expect(grace.settings()).toMatchObject({ approvalKey: null, comparedKeys: [] })
})

it('a viewer keeps no key and is asked nothing', async () => {
  const [ada] = [await desk('ada'), await desk('vera')]
  expect((await ada.team.approvals.approvers()).colleagues).toEqual([])
})

const away = (thrown: unknown) => expect(thrown).toMatchObject({ code: 'unreachable' })
/** Texts of all requests, by how many desks can read them. */
const texts = () =>
  server.query(
    'team',
    `SELECT (SELECT count(*)::int FROM jsonb_object_keys(encrypted)) AS desks FROM connector_desk.approval`
  )

it('is readable by each colleague, though two accounts have used the same desk', async () => {
  const [ada, grace] = [await desk('ada'), await desk('grace')]
  const other = makeKeys().open.toString('hex')
  await server.query(
    'team',
    `INSERT INTO connector_desk.approval_key SELECT 'lin', desk, decode('${other}', 'hex'), now()
      FROM connector_desk.approval_key WHERE account = 'grace'`
  )
  await compare(ada)
  const waiting = ada.team.approvals.agreed(asked, signal)
  const one = await first(grace)
  expect(one).toMatchObject({ isReadable: true })
  expect(await grace.team.approvals.decide(one.id, true, '')).toBe(true)
  await waiting
})

it('ends where its customer is forgotten, and no text about them stays: waiting, agreed, used or declined', async () => {
  const [ada, grace] = await pair()
  const { approvals } = ada.team
  const over = expect(approvals.agreed(asked, signal)).rejects.toMatchObject({
    code: 'no-approval',
    message: 'Its customer was forgotten meanwhile. Nothing was sent.'
  })
  const waiting = await first(grace)
  await approvals.forgetCustomers([{ ...place, key }])
  await over
  expect(await grace.team.approvals.decide(waiting.id, true, '')).toBe(false)
  for (const one of [ada, grace]) {
    expect(await first(one)).toMatchObject({ state: 'withdrawn', isForgotten: true, isReadable: false })
    expect(await one.team.approvals.read(waiting.id)).toBeNull()
  }
  expect(await texts()).toEqual([{ desks: 0 }])
  expect(recorded(ada).at(-1)?.what).toBe('withdrawn')

  await server.query('team', 'DELETE FROM connector_desk.approval')
  const agreed = approvals.agreed(asked, signal)
  await grace.team.approvals.decide((await first(grace)).id, true, '')
  const use = await agreed
  await approvals.forgetCustomers([{ ...place, key }])
  expect(await use()).toBe(false)

  await server.query('team', 'DELETE FROM connector_desk.approval')
  const taken = approvals.agreed(asked, signal)
  await grace.team.approvals.decide((await first(grace)).id, true, '')
  expect(await (await taken)()).toBe(true)
  await approvals.forgetCustomers([{ ...place, key }])
  expect(await first(ada)).toMatchObject({ state: 'used', isForgotten: true })
  expect(await texts()).toEqual([{ desks: 0 }])
})

it('loses its text where its customer is forgotten, however many were asked since', async () => {
  const [ada, grace] = await pair()
  const agreed = ada.team.approvals.agreed(asked, signal)
  const { id } = await first(grace)
  await grace.team.approvals.decide(id, true, '')
  await (
    await agreed
  )()
  await server.query(
    'team',
    `INSERT INTO connector_desk.approval (id, service, act, digest, account, desk, operator, asked_at, until, encrypted,
        withdrawn_at)
      SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, service, act, digest, account, desk, operator,
        asked_at + interval '1 second', until, encrypted, now() FROM connector_desk.approval, generate_series(1, 210) AS n`
  )
  await ada.team.approvals.forgetCustomers([{ ...place, key }])
  const text = () => server.query('team', `SELECT encrypted FROM connector_desk.approval WHERE id = '${id}'`)
  expect(await text()).toEqual([{ encrypted: {} }])
})

it('ends at both desks where the colleague forgets the customer, and about others nothing changes', async () => {
  const [ada, grace] = await pair()
  const stop = new AbortController()
  const other = expect(ada.team.approvals.agreed({ ...asked, about: ['HRIS:18'] }, stop.signal)).rejects.toBeInstanceOf(
    AppError
  )
  const over = expect(ada.team.approvals.agreed(asked, signal)).rejects.toMatchObject({
    message: 'Its customer was forgotten meanwhile. Nothing was sent.'
  })
  await expect.poll(async () => (await grace.team.approvals.list()).length).toBe(2)
  await grace.team.approvals.forgetCustomers([{ ...place, key }])
  await over
  const states = (await ada.team.approvals.list()).map(({ state, isForgotten }) => [state, isForgotten])
  expect(states.sort()).toEqual([
    ['open', false],
    ['withdrawn', true]
  ])
  stop.abort()
  await other
})

it('ends at once where its customer is forgotten while the team is out of reach; the text goes with the next look', async () => {
  const [ada, grace] = await pair()
  const over = expect(ada.team.approvals.agreed(asked, signal)).rejects.toMatchObject({ code: 'no-approval' })
  await waits(ada)
  await ada.team.stop()
  await ada.team.approvals.forgetCustomers([{ ...place, key }])
  await over
  ada.team.begin()
  await expect.poll(() => first(grace)).toMatchObject({ state: 'withdrawn', isForgotten: true })
})

it('ends where its row is lost before its desk has read it', async () => {
  const [ada] = await pair()
  await server.query(
    'team',
    `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN DELETE FROM connector_desk.approval WHERE id = NEW.id; RETURN NULL; END $$;
    CREATE TRIGGER lose AFTER INSERT ON connector_desk.approval FOR EACH ROW EXECUTE FUNCTION lose()`
  )
  try {
    await expect(ada.team.approvals.agreed(asked, signal)).rejects.toMatchObject({
      message: 'It is not in the team’s database any more. Nothing was sent.'
    })
  } finally {
    await server.query('team', 'DROP FUNCTION lose CASCADE')
  }
})

it('ends where its row is lost, and goes on while the team is out of reach', async () => {
  const [ada, grace] = await pair()
  const lost = expect(ada.team.approvals.agreed(asked, signal)).rejects.toMatchObject({
    message: 'It is not in the team’s database any more. Nothing was sent.'
  })
  await waits(ada)
  await server.query('team', 'DELETE FROM connector_desk.approval')
  await lost
  const waiting = ada.team.approvals.agreed(asked, signal)
  await expect.poll(() => recorded(ada).filter(({ what }) => what === 'asked')).toHaveLength(2)
  const one = await first(grace)
  await ada.team.stop()
  await ada.team.approvals.list().catch(away)
  ada.team.begin()
  expect(await grace.team.approvals.decide(one.id, true, '')).toBe(true)
  await waiting
})

it('is looked after where the keychain is locked, so that this desk has no key to give', async () => {
  const ada = await desk('ada')
  const locked = new AppError('keychain-locked', 'The keychain is locked.')
  ada.secrets.get = async () => Promise.reject(locked)
  await expect(ada.team.approvals.look()).resolves.toBeUndefined()
  expect(await ada.team.approvals.approvers()).toMatchObject({ words: null, why: 'The keychain is locked.' })
})

it('@attack a token in the reason reaches neither the colleague nor the record', async () => {
  const [ada, grace] = [...(await pair())]
  ada.masker.add('secret-of-the-service')
  const waiting = ada.team.approvals.agreed({ ...asked, why: 'It has secret-of-the-service' }, signal)
  const ended = expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  const one = await first(grace)
  expect((await grace.team.approvals.read(one.id))?.why).toBe('It has [token]')
  await waits(ada)
  expect(await first(ada)).toMatchObject({ why: 'It has [token]' })
  await ada.team.approvals.withdraw(one.id)
  await ended
})

it('shows the colleague the warnings that its author had', async () => {
  const [ada, grace] = await pair()
  const warned = { ...asked, shown: { ...asked.shown, warnings: ['It was sent once before.'] } }
  const waiting = ada.team.approvals.agreed(warned, signal)
  await grace.team.approvals.decide((await first(grace)).id, true, '')
  await waiting
  expect(grace.acts.at(-1)?.warnings).toEqual(['It was sent once before.'])
})
