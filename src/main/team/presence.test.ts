import { expect, it } from 'vitest'
import { place } from '../testing/history'
import { connect, presenceChannel } from './connection'
import { passwordOf, type TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { joined, as } = suite
const a = { ...place, key: 'HRIS:a' }
const seen = (desk: TestDesk) => desk.lookers.at(-1)?.names

it('two desks on one case see each other, a viewer too, until they close it', async () => {
  const [ada, vera] = [await joined('Ada'), await joined('Vera')]
  await vera.team.presence.look(a)
  await ada.team.presence.look(a)
  await expect.poll(() => [seen(ada), seen(vera)]).toEqual([['Vera'], ['Ada']])
  await vera.team.presence.look(null)
  await expect.poll(() => seen(ada)).toEqual([])
})

it('two desks of one account are two, and another case is another', async () => {
  const [ada, laptop] = [await joined('Ada', ['a', 'b']), await joined('Ada', ['a', 'b'])]
  await ada.team.presence.look(a)
  await laptop.team.presence.look(a)
  await expect.poll(() => [seen(ada), seen(laptop)]).toEqual([['Ada'], ['Ada']])
  await laptop.team.presence.look({ ...a, key: 'HRIS:b' })
  await expect.poll(() => [seen(ada), seen(laptop)]).toEqual([[], []])
})

it('who looks is stored nowhere, and no desk reads the feed for it', async () => {
  const [ada, grace] = [await joined('Ada'), await joined('Grace')]
  const changes = () => suite.server.query(suite.database, 'SELECT * FROM connector_desk.change ORDER BY seq')
  const exchanges = () => [ada, grace].map((desk) => desk.exchanges())
  // The desks have read each other's arrival.
  let last = ''
  const isQuiet = () => last === (last = String(exchanges()))
  await expect.poll(isQuiet, { interval: 500 }).toBe(true)
  const [rows, before] = [await changes(), exchanges()]
  for (let times = 0; times < 21; times++) await ada.team.presence.look(times % 2 === 0 ? a : null)
  await grace.team.presence.look(a)
  await expect.poll(() => [seen(ada), seen(grace)]).toEqual([['Grace'], ['Ada']])
  expect(await changes()).toEqual(rows)
  expect(exchanges()).toEqual(before)
})

it('@attack what a stranger to the app sends changes nothing, and tokens do not leave in a name', async () => {
  const token = 'ct_practice_8fK2mQ7xLw'
  const [ada, grace] = [await joined('Ada'), await joined(`Grace ${token}`, [])]
  grace.masker.add(token)
  grace.refresh(['a'])
  await expect.poll(() => grace.history.history.sharedIssue(a)).not.toBeNull()
  const connection = await connect({ address: as('Ada'), password: passwordOf(as('Ada').user), certificates: [] })
  await ada.team.presence.look(a)
  for (const text of ['', '{}', 'x'.repeat(7_999), '{"desk":"\u202E"}'])
    await connection.query('SELECT pg_notify($1, $2)', [presenceChannel, text])
  connection.end()
  await grace.team.presence.look(a)
  await expect.poll(() => seen(ada)).toEqual(['Grace [token]'])
})

it('a desk that connects again says what it shows, and what it saw of others is gone meanwhile', async () => {
  const [ada, grace] = [await joined('Ada'), await joined('Grace')]
  await ada.team.presence.look(a)
  await grace.team.presence.look(a)
  await expect.poll(() => seen(ada)).toEqual(['Grace'])
  await suite.apart(ada, grace)
  expect([seen(ada), seen(grace)]).toEqual([[], []])
  await suite.together(ada, grace)
  await expect.poll(() => seen(ada)).toEqual(['Grace'])
})
