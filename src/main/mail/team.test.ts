import { afterEach, beforeEach, expect, it } from 'vitest'
import { contactsId } from '../store/tables/team/outbox'
import { teamSuite } from '../team/testing/suite'
import type { TestDesk } from '../team/testing'
import { place } from '../testing/history'
import { Campaigns } from './campaigns'
import { freshRelinkSettings } from '../../shared/issues/relink/relink'
import { key, mailDesk } from './testing/desk'
import { smtpServer } from './testing/smtp'

const suite = teamSuite()
const never = new AbortController().signal
let server: Awaited<ReturnType<typeof smtpServer>>
beforeEach(async () => void (server = await smtpServer()))
afterEach(() => server.close())

const about = ['umber', 'harrow'].map((one) => contactsId('https://api.example.com', one))
const letters = ['umber', 'harrow'].map((customer) => ({
  ...{ keys: [`HRIS:${customer}`], to: [`hr@${customer}.example`] },
  ...{ subject: 'Please reconnect', body: 'Open https://link.example/a' }
}))

const mailOf = (desk: TestDesk, operator: string) =>
  mailDesk(desk.history, {
    ...{ port: server.port, team: desk.team, operator: () => operator, serviceOf: () => 'https://api.example.com' }
  })
async function two() {
  const [ada, grace] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
  return [
    { desk: ada, ...(await mailOf(ada, 'Ada')) },
    { desk: grace, ...(await mailOf(grace, 'Grace')) }
  ] as const
}

it('of two desks of a team that press Send at once, one sends each letter, and the other says so', async () => {
  const desks = await two()
  const ended = await Promise.all(desks.map(({ letters: own }) => own.send(place, letters, never)))
  expect(server.taken.map(({ to }) => to[0]).sort()).toEqual(['hr@harrow.example', 'hr@umber.example'])
  const lost = ended.flat().filter(({ state }) => state === 'refused')
  expect(lost).toHaveLength(2)
  for (const { why } of lost) expect(why).toContain('A colleague’s desk sends a letter to this customer')
})

it('of two campaigns on two desks, at once and one after the other, each customer gets one letter', async () => {
  const desks = await two()
  const campaigns = await Promise.all(
    desks.map(async (own) => {
      const held = new Set<string>()
      // Claims have the server's time.
      own.clock.time = Date.now()
      for (const one of ['HRIS:umber', 'HRIS:harrow']) own.broken.set(one, {})
      const made = new Campaigns({
        ...own,
        ...{ heldBack: async () => held, encrypting: async () => key, account: () => own.account },
        ...{ relinkOf: () => freshRelinkSettings, endConsent: async () => undefined, changed: () => undefined },
        failed(error) {
          throw error
        }
      })
      const keys = ['HRIS:umber', 'HRIS:harrow']
      const { id } = await made.start(place, { name: 'March', keys, integrations: {}, zone: 'UTC' })
      for (const one of keys) await made.change(place, id, { link: { key: one, link: `https://link.example/${one}` } })
      const states = async () => (await made.show(place, id)).rows.map(({ state }) => state)
      return { id, states, send: () => made.send(place, id, never) }
    })
  )
  const [ada, grace] = campaigns
  await Promise.allSettled(campaigns.map((one) => one.send()))
  expect(server.taken.map(({ to }) => to[0]).sort()).toEqual(['hr@harrow.example', 'hr@umber.example'])
  const states = async () => [...((await ada?.states()) ?? []), ...((await grace?.states()) ?? [])].toSorted()
  await expect.poll(states).toEqual(['asked', 'asked', 'sent', 'sent'])
  await Promise.allSettled(campaigns.map((one) => one.send()))
  expect(server.taken).toHaveLength(2)
})

it('who knows of the first letter may send another', async () => {
  const [ada, grace] = await two()
  await ada.letters.send(place, letters, never)
  await expect.poll(() => grace.desk.history.history.claimedLetters({ about })).toEqual([1, 1])
  await grace.letters.send(place, letters, never)
  expect(server.taken).toHaveLength(4)
})

it('what was claimed stays, though it is of no alert rule; a desk that joins later goes on from there', async () => {
  const desk = await suite.joined('Ada', [])
  const ada = await mailOf(desk, 'Ada')
  await ada.letters.send(place, letters, never)
  const { history } = desk.history
  history.removeAlertRule({ workspaceId: place.workspaceId, id: '00000000-0000-4000-8000-00000000f0f0' })
  history.prune({ now: Date.now() })
  expect(history.claimedLetters({ about })).toEqual([1, 1])

  const late = await suite.joined('Grace', [])
  const own = await mailOf(late, 'Grace')
  const first = await own.letters.send(place, letters, never)
  // Whether its feed had passed the claims before it had the place or not: never a second letter of the same number.
  const again = first.some(({ state }) => state === 'refused') ? await own.letters.send(place, letters, never) : first
  expect(again.map(({ state }) => state)).toEqual(['sent', 'sent'])
  expect(server.taken).toHaveLength(4)
})

it('without the team’s database no letter leaves, and no one is asked', async () => {
  const [ada, grace] = await two()
  await suite.apart(ada.desk, grace.desk)
  await expect(ada.letters.send(place, letters, never)).rejects.toThrow(/database is out of reach/)
  expect([server.connections, ada.acts.length]).toEqual([0, 0])
})
