import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { place } from '../testing/history'
import { teamSuite } from '../team/testing/suite'
import type { TestDesk } from '../team/testing'
import { asked, messagesIn, receiver, testAlerts, type Receiver } from './testing'

const suite = teamSuite()
const { workspaceId } = place
let slack: Receiver
beforeEach(async () => void (slack = await receiver()))
afterEach(() => slack.close())

/** A desk of the team that sends. */
function sender(desk: TestDesk, name: string) {
  const { team } = desk
  const own = testAlerts(desk.history, {
    ...{ team, operator: () => name, serviceOf: () => 'https://api.example.com', secrets: desk.secrets }
  })
  const rules = async () => (await own.alerts.list(workspaceId)).rules
  return {
    ...own,
    desk,
    rules,
    messages: async () => (await rules()).flatMap(({ messages }) => messages),
    /** Its refresh, as old as it looks to its clock. */
    refresh(broken: string[], well: string[] = []) {
      desk.refresh(broken, well)
      own.clock.time = desk.history.history.refreshes({ place, limit: 1 })[0]?.endedAt ?? own.clock.time
    }
  }
}
type Sender = ReturnType<typeof sender>

async function two(broken: string[] = []): Promise<[Sender, Sender]> {
  return [sender(await suite.joined('Ada', broken), 'Ada'), sender(await suite.joined('Grace', broken), 'Grace')]
}

/** Ada's rule, to which Grace agrees too, with the address of her own keychain. */
async function shared([ada, grace]: [Sender, Sender]): Promise<string> {
  const rule = asked(slack)
  await ada.alerts.save(rule)
  await expect
    .poll(async () => (await grace.rules()).map(({ stands, by }) => [stands, by]))
    .toEqual([['not-agreed', 'Ada']])
  const [theirs] = await grace.rules()
  await expect(grace.alerts.save({ ...rule, address: null, before: theirs?.at ?? null })).rejects.toMatchObject({
    info: { fields: { address: 'This computer has no address of this channel: paste it.' } }
  })
  await grace.alerts.save({ ...rule, before: theirs?.at ?? null })
  return rule.id
}

describe('alert rules of a team', () => {
  it('come without their address, and each desk sends only what its own person agreed to', async () => {
    const desks = await two()
    const id = await shared(desks)
    const [ada, grace] = desks
    expect(JSON.stringify(await suite.stored())).not.toContain('abcdefghijklmnop')
    expect((await grace.rules())[0]).toMatchObject({ id, stands: null, isShared: true })
    ada.refresh(['a'])
    await ada.alerts.look(place)
    await expect.poll(async () => (await grace.messages()).length).toBe(1)
    await ada.alerts.remove(workspaceId, id)
    await expect.poll(() => grace.rules()).toEqual([])
    for (const { desk } of desks) {
      await suite.upToDate(desk)
      expect(messagesIn(desk.history.file)).toEqual([0, 0])
    }
  })

  it('exactly one desk sends an incident, and one its end, however often both judge at once', async () => {
    const desks = await two()
    await shared(desks)
    const broken = ['a', 'b', 'c']
    for (const desk of desks) desk.refresh(broken)
    await Promise.all([...desks, ...desks].map(({ alerts }) => alerts.look(place)))
    expect(slack.received).toHaveLength(1)
    for (const desk of desks)
      await expect.poll(async () => (await desk.messages()).map(({ outcome }) => outcome)).toEqual(['sent'])
    expect(
      (await Promise.all(desks.map(({ messages }) => messages()))).flat().filter(({ by }) => by === null)
    ).toHaveLength(1)
    for (const desk of desks) desk.refresh([], broken)
    await Promise.all([...desks, ...desks].map(({ alerts }) => alerts.look(place)))
    expect(slack.received).toHaveLength(2)
    expect(slack.texts()[1]).toMatch(/^Over: 3 of BambooHR: Relink needed\nTold .+ as “3 of BambooHR: Relink needed”\./)
  })

  it('a desk that knows less than what was told takes nothing back, also where its clock is fast', async () => {
    const desks = await two()
    await shared(desks)
    const [ada, grace] = desks
    grace.refresh([], ['a'])
    grace.clock.pass(10 * 60_000)
    ada.refresh(['a'])
    await ada.alerts.look(place)
    await expect.poll(async () => (await grace.messages()).length).toBe(1)
    await grace.alerts.look(place)
    expect(slack.received).toHaveLength(1)
    grace.refresh([], ['a'])
    await grace.alerts.look(place)
    expect(slack.received).toHaveLength(2)
    // Ada's list is older than the end.
    ada.clock.pass(10 * 60_000)
    await expect.poll(async () => (await ada.messages()).length).toBe(2)
    await ada.alerts.look(place)
    expect(slack.received).toHaveLength(2)
  })

  it('a desk that joins later goes on where the team is, and learns what was told', async () => {
    const ada = sender(await suite.joined('Ada', []), 'Ada')
    const rule = asked(slack)
    await ada.alerts.save(rule)
    ada.refresh(['a'])
    await ada.alerts.look(place)
    ada.refresh([], ['a'])
    await ada.alerts.look(place)
    expect(slack.received).toHaveLength(2)
    const grace = sender(await suite.joined('Grace', []), 'Grace')
    await expect.poll(async () => (await grace.rules()).length).toBe(1)
    await grace.alerts.save({ ...rule, before: (await grace.rules())[0]?.at ?? null })
    grace.refresh(['a'])
    await grace.alerts.look(place)
    expect(slack.received).toHaveLength(3)
    expect((await grace.messages()).map(({ part, by, outcome }) => [part, by, outcome])).toEqual([
      ['first', null, 'sent'],
      ['end', 'Ada', 'sent']
    ])
  })

  it('a desk without the database, or that may only read, sends nothing', async () => {
    const desks = await two()
    await shared(desks)
    const [ada, grace] = desks
    await suite.apart(ada.desk, grace.desk)
    ada.refresh(['a'])
    await ada.alerts.look(place)
    expect((await ada.rules())[0]?.stands).toBe('team')
    expect(slack.received).toHaveLength(0)
    await suite.together(ada.desk, grace.desk)
    await ada.alerts.look(place)
    expect(slack.received).toHaveLength(1)
  })

  it('what a killed desk claimed is unknown to all, and nobody sends it again', async () => {
    const desks = await two()
    await shared(desks)
    const [ada, grace] = desks
    let arrived: () => void = () => undefined
    const came = new Promise<void>((resolve) => (arrived = resolve))
    slack.serving.answer = () => arrived()
    for (const desk of desks) desk.refresh(['a'])
    void ada.alerts.look(place)
    await came
    await grace.alerts.look(place)
    expect(slack.received).toHaveLength(1)
    await expect
      .poll(async () => (await grace.messages()).map(({ outcome, by }) => [outcome, by]))
      .toEqual([[null, 'Ada']])
    // Claims have the server's time.
    grace.clock.time = Date.now() + 13 * 60_000
    expect((await grace.messages())[0]).toMatchObject({ outcome: 'unknown' })
    // Ada's app opens again.
    const again = sender(ada.desk, 'Ada')
    await again.alerts.closeCutOff()
    ada.desk.team.told()
    await expect
      .poll(async () => (await grace.messages())[0])
      .toMatchObject({ outcome: 'unknown', said: 'Connector Desk ended before an answer came. It is not sent again.' })
    await grace.alerts.look(place)
    expect(slack.received).toHaveLength(1)
    await ada.alerts.stop()
  })

  it('@attack a claim that somebody writes by hand makes no desk send, and one that does not fit is left unread', async () => {
    const desks = await two()
    const id = await shared(desks)
    const [ada] = desks
    const of = { rule: id, about: 'integration bamboohr', number: 1, part: 'first', title: 'x' }
    await suite.insert({
      kind: 'message',
      subject: '00000000-0000-4000-8000-0000000000aa',
      field: 'claimed',
      value: of
    })
    await suite.insert({
      kind: 'message',
      subject: '00000000-0000-4000-8000-0000000000ab',
      field: 'claimed',
      value: { ...of, title: 'a\nb' }
    })
    await expect.poll(async () => (await ada.messages()).map(({ by }) => by)).toEqual(['Mallory'])
    ada.refresh(['a'])
    await ada.alerts.look(place)
    expect(slack.received).toHaveLength(0)
  })
})
