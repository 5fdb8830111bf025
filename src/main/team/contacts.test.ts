import { describe, expect, it } from 'vitest'
import type { Contact } from '../../shared/mail/contact'
import { place } from '../testing/history'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { workspaceId } = place
const originId = 'hwa-0458'
const dana: Contact = { address: 'd.hale@harrow.example', name: 'Dana Hale', language: 'en', relinks: true }
const theo: Contact = { address: 't.reed@harrow.example', name: '', language: '', relinks: false }

const pair = async (): Promise<[TestDesk, TestDesk]> => [await suite.joined('Ada'), await suite.joined('Grace')]
const addresses = async (desk: TestDesk, of = originId) =>
  (await desk.contacts.of(workspaceId, of)).map(({ address }) => address)
async function save(desk: TestDesk, contacts: Contact[]): Promise<void> {
  await desk.contacts.save(workspaceId, [{ originId, contacts }])
  desk.team.told()
}

describe('contacts', () => {
  it('of a customer come whole, and later ones replace them', async () => {
    const [ada, grace] = await pair()
    await save(ada, [dana])
    await expect.poll(() => grace.contacts.of(workspaceId, originId)).toEqual([dana])
    await save(grace, [dana, theo])
    await expect.poll(() => addresses(ada)).toEqual([dana.address, theo.address])
    await save(ada, [])
    await expect.poll(() => addresses(grace)).toEqual([])
  })

  it('of before are brought along, and of two desks both stay', async () => {
    const [ada, grace] = [suite.desk('Ada'), suite.desk('Grace')]
    await save(ada, [dana])
    await suite.join(ada, 'Ada')
    await save(grace, [theo])
    await suite.join(grace, 'Grace')
    for (const desk of [ada, grace]) await expect.poll(() => addresses(desk)).toEqual([theo.address, dana.address])
  })

  it('are encrypted on each desk, and no desk writes them into what waits for the team', async () => {
    const [ada, grace] = await pair()
    await suite.whileApart([ada, grace], () => save(ada, [dana]))
    const [row] = ada.history.history.contacts({ workspaceId })
    expect(Buffer.from(row?.encrypted ?? []).toString('latin1')).not.toContain('d.hale')
    expect(JSON.stringify(ada.history.history.waitingChanges({ limit: 50 }))).not.toContain('d.hale')
    await suite.back(ada, grace)
    await expect.poll(() => addresses(grace)).toEqual([dana.address])
  })

  it('go on each desk when one forgets the customer, with notes and letters', async () => {
    const [ada, grace] = await pair()
    // What the made-up connectors call their customer.
    const value = ada.health('a').fields.find(({ field }) => field === 'origin_id')?.value
    const customer = typeof value === 'string' ? value : ''
    expect(customer).not.toBe('')
    await ada.contacts.save(workspaceId, [{ originId: customer, contacts: [dana] }])
    ada.change('a', { note: 'Dana is away until Monday.' })
    await expect.poll(() => addresses(grace, customer)).toEqual([dana.address])
    await expect.poll(() => grace.issue('a')?.note).toBe('Dana is away until Monday.')
    const encrypted = new Uint8Array([1])
    grace.history.history.addMessages({
      ...{ place, consent: null, campaign: null },
      messages: [{ id: 'm', at: 1, originId: customer, kind: 'relink', keys: ['HRIS:a'], digest: '', encrypted }]
    })
    ada.history.history.forgetCustomer({ workspaceId, originId: customer })
    ada.team.told()
    for (const desk of [ada, grace]) {
      await expect.poll(() => addresses(desk, customer)).toEqual([])
      await expect.poll(() => desk.issue('a')?.note).toBe('')
      expect(JSON.stringify(desk.events('a'))).not.toContain('Dana')
      expect(desk.history.history.messages({ workspaceId, originId: customer, most: 5 })).toEqual([])
    }
    await suite.upToDate(ada, grace)
    expect(await addresses(grace, customer)).toEqual([])
  })
  it('leave nothing of an outage behind when the customer is forgotten, also where a desk reads outages again', async () => {
    const [ada, grace] = await pair()
    const service = 'https://api.example.com'
    const told = (desk: TestDesk) => desk.history.history.outageToldOf({ place, originId: customer })
    const value = ada.health('a').fields.find(({ field }) => field === 'origin_id')?.value
    const customer = typeof value === 'string' ? value : expect.fail('no customer')
    const of = { integration: 'bamboohr', number: 1, step: 1 }
    const letter = { kind: 'outage', subject: crypto.randomUUID() }
    const first = Date.now()
    await suite.insert({ ...letter, field: 'step', value: { ...of, kind: 'first', first, letters: {} } })
    await suite.insert({ ...letter, field: 'told', value: { ...of, originId: customer, try: 1, keys: ['HRIS:a'] } })
    for (const desk of [ada, grace]) await expect.poll(() => told(desk)).toHaveLength(1)
    ada.history.history.forgetCustomer({ workspaceId, originId: customer })
    // Before the team knows of it, too.
    await ada.team.readOutages(service)
    expect(told(ada)).toEqual([])
    ada.team.told()
    await suite.upToDate(ada, grace)
    await expect.poll(() => told(grace)).toEqual([])
    const readsAgain = async (desk: TestDesk) => {
      await suite.whileApart([desk], async () => undefined)
      await suite.back(desk)
      await desk.team.readOutages(service)
    }
    for (const desk of [ada, grace]) {
      await readsAgain(desk)
      expect(told(desk)).toEqual([])
    }
    // A customer who is back must not be told twice.
    await ada.contacts.save(workspaceId, [{ originId: customer, contacts: [dana] }])
    await readsAgain(ada)
    expect(told(ada)).toHaveLength(1)
  })
})
