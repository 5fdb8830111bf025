import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../../testing/postgres'
import { connect } from '../connection'
import { addressOf, passwordOf, teamDatabase } from '../testing'
import { psql } from '../testing/psql'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
  await teamDatabase(server, 'team', { ada: 'operator', grace: 'operator', vera: 'viewer' })
})
afterAll(() => server.remove())

const desk = randomUUID()
const digest = `'\\x${'a1'.repeat(32)}'`
/** @returns what it printed, or the code of its error */
const as = (user: string, sql: string) => {
  const [answer] = psql(addressOf(server, 'team', user), passwordOf(user), [sql])
  return answer?.code === '00000' ? answer.printed : answer?.code
}
const asked = () => {
  const id = randomUUID()
  as('ada', `SELECT connector_desk.ask_approval('${id}', 's', 'delete', ${digest}, '${desk}', 'Ada', '{}')`)
  return id
}
const decide = (user: string, id: string, agrees = true, of = digest) =>
  as(user, `SELECT connector_desk.decide_approval('${id}', ${of}, ${agrees}, 'Somebody', '', NULL)`)
const use = (user: string, id: string, of = digest, by = desk) =>
  as(user, `SELECT connector_desk.use_approval('${id}', ${of}, '${by}')`)
const withdraw = (user: string, id: string) => as(user, `SELECT connector_desk.withdraw_approval('${id}')`)
const late = (id: string) =>
  server.query(
    'team',
    `UPDATE connector_desk.approval SET asked_at = asked_at - interval '61 min', until = until - interval '61 min' WHERE id = '${id}'`
  )
const refused = '42501'

it('is used once, after another account agreed, by the desk that asked', () => {
  const id = asked()
  expect(use('ada', id)).toBe('f')
  expect(decide('grace', id)).toBe('t')
  expect(use('grace', id)).toBe('f')
  expect(use('ada', id, digest, randomUUID())).toBe('f')
  expect(use('ada', id)).toBe('t')
  expect(use('ada', id)).toBe('f')
})

it('@attack the author agrees to nothing of their own: not by the function, not by hand, not as another role', async () => {
  const id = asked()
  expect(decide('ada', id)).toBe('f')
  const set = `agreed = true, decided_at = now(), decider = 'grace'`
  expect(as('ada', `UPDATE connector_desk.approval SET ${set} WHERE id = '${id}'`)).toBe(refused)
  expect(as('ada', `DELETE FROM connector_desk.approval`)).toBe(refused)
  expect(
    as(
      'ada',
      `SET ROLE connector_desk_operator; SELECT connector_desk.decide_approval('${id}', ${digest}, true, 'Grace', '', NULL)`
    )
  ).toBe('f')
  expect(as('ada', 'SET ROLE connector_desk_owner')).toBe(refused)
  expect(as('ada', 'SET SESSION AUTHORIZATION grace')).toBe(refused)
  // The table refuses it of its owner as well.
  await expect(
    server.query(
      'team',
      `UPDATE connector_desk.approval SET agreed = true, decided_at = now(), decider = account WHERE id = '${id}'`
    )
  ).rejects.toMatchObject({ code: '23514' })
  expect(use('ada', id)).toBe('f')
})

it('@attack a viewer neither asks nor agrees, and sees all', () => {
  const id = asked()
  expect(decide('vera', id)).toBe(refused)
  expect(
    as('vera', `SELECT connector_desk.ask_approval('${randomUUID()}', 's', 'x', ${digest}, '${desk}', 'V', '{}')`)
  ).toBe(refused)
  expect(as('vera', `SELECT account FROM connector_desk.approval WHERE id = '${id}'`)).toBe('ada')
})

it('@attack other bytes, a second decision and a repeated id count for nothing', () => {
  const other = `'\\x${'b2'.repeat(32)}'`
  const id = asked()
  expect(decide('grace', id, true, other)).toBe('f')
  expect(decide('grace', id, false)).toBe('t')
  expect(decide('grace', id, true)).toBe('f')
  expect(use('ada', id)).toBe('f')
  const agreed = asked()
  decide('grace', agreed)
  const again = `SELECT connector_desk.ask_approval('${agreed}', 's', 'delete', ${other}, '${desk}', 'Ada', '{}')`
  expect(as('ada', again)).toBe('')
  expect(use('ada', agreed, other)).toBe('f')
  expect(use('ada', agreed)).toBe('t')
})

it('ends after an hour by the server’s clock, asked or agreed', async () => {
  const [unanswered, agreed] = [asked(), asked()]
  decide('grace', agreed)
  for (const id of [unanswered, agreed]) await late(id)
  expect(decide('grace', unanswered)).toBe('f')
  expect(use('ada', agreed)).toBe('f')
})

it('a withdrawn one is never used, and only its author withdraws it', () => {
  const id = asked()
  decide('grace', id)
  expect(withdraw('grace', id)).toBe('f')
  expect(withdraw('ada', id)).toBe('t')
  expect(use('ada', id)).toBe('f')
  const used = asked()
  decide('grace', used)
  use('ada', used)
  expect(withdraw('ada', used)).toBe('f')
  const declined = asked()
  decide('grace', declined, false)
  expect(withdraw('ada', declined)).toBe('f')
})

it('a forgotten one has no text and no word, and is never used; how one ended before stays', async () => {
  const forget = (user: string, id: string) => as(user, `SELECT connector_desk.forget_approval('${id}')`)
  const stands = (id: string) =>
    as(
      'ada',
      `SELECT encrypted, forgotten_at IS NOT NULL, withdrawn_at IS NOT NULL, used_at IS NOT NULL, agreed
        FROM connector_desk.approval WHERE id = '${id}'`
    )
  const [agreed, used, declined] = [asked(), asked(), asked()]
  decide('grace', agreed)
  decide('grace', used)
  use('ada', used)
  decide('grace', declined, false)
  await server.query('team', `UPDATE connector_desk.approval SET word = 'Not for Brightwater' WHERE id = '${declined}'`)
  expect(forget('vera', agreed)).toBe(refused)
  expect(forget('grace', agreed)).toBe('t')
  expect(forget('ada', agreed)).toBe('f')
  expect(use('ada', agreed)).toBe('f')
  expect([forget('ada', used), forget('ada', declined)]).toEqual(['f', 'f'])
  expect([stands(agreed), stands(used), stands(declined)]).toEqual(['{}|t|t|f|t', '{}|t|f|t|t', '{}|t|f|f|f'])
  expect(as('ada', `SELECT word FROM connector_desk.approval WHERE id = '${declined}'`)).toBe('')
})

it('@attack of four that take it at once one has it', async () => {
  const open = () =>
    connect({ address: addressOf(server, 'team', 'ada'), password: passwordOf('ada'), certificates: [] })
  const connections = await Promise.all([open(), open(), open(), open()])
  for (let round = 0; round < 20; round++) {
    const id = asked()
    decide('grace', id)
    const take = `SELECT connector_desk.use_approval('${id}', ${digest}, '${desk}') AS took`
    const answers = await Promise.all(connections.map((one) => one.query<{ took: boolean }>(take)))
    expect(answers.flat().filter(({ took }) => took)).toHaveLength(1)
  }
  for (const one of connections) one.end()
})

it('@attack a key is kept under its own account only', async () => {
  const key = `'\\x${'07'.repeat(32)}'`
  expect(as('ada', `SELECT connector_desk.keep_approval_key('${desk}', ${key})`)).toBe('')
  expect(as('grace', `SELECT connector_desk.keep_approval_key('${desk}', '\\x${'08'.repeat(32)}')`)).toBe('')
  expect(as('ada', `SELECT connector_desk.keep_approval_key('${desk}', '\\x07')`)).toBe('23514')
  expect(
    await server.query(
      'team',
      `SELECT account, encode(key, 'hex') AS key FROM connector_desk.approval_key ORDER BY account`
    )
  ).toEqual([
    { account: 'ada', key: '07'.repeat(32) },
    { account: 'grace', key: '08'.repeat(32) }
  ])
})
