import { describe, expect, it } from 'vitest'
import { teamSuite } from './testing/suite'
import type { TestDesk } from './testing'

const suite = teamSuite()
const tagsOf = (desk: TestDesk) => desk.health('a').issues.find(({ closedAt }) => closedAt === null)?.tags
const sameTags = (...desks: TestDesk[]) => expect.poll(() => desks.map((desk) => [...(tagsOf(desk) ?? [])].sort()))

describe('tags of a case', () => {
  it('show on the other desk, with who gave them', async () => {
    const [ada, grace] = [await suite.joined('Ada'), await suite.joined('Grace')]
    ada.change('a', { tagged: 'vip' })
    ada.change('a', { tagged: 'waiting for bank' })
    await expect.poll(() => tagsOf(grace)).toEqual(['vip', 'waiting for bank'])
    grace.change('a', { untagged: 'vip' })
    await expect.poll(() => tagsOf(ada)).toEqual(['waiting for bank'])
    expect(ada.events('a').slice(1)).toEqual([
      ['tagged', 'vip', null],
      ['tagged', 'waiting for bank', null],
      ['untagged', 'vip', 'Grace']
    ])
  })

  it('given apart are all kept; of one tag the later word holds', async () => {
    const [ada, grace] = [await suite.joined('Ada'), await suite.joined('Grace')]
    ada.change('a', { tagged: 'both' })
    await expect.poll(() => tagsOf(grace)).toEqual(['both'])
    await suite.whileApart([ada, grace], () => {
      ada.change('a', { tagged: 'from ada' })
      ada.change('a', { untagged: 'both' })
      grace.change('a', { tagged: 'from grace' })
      grace.change('a', { untagged: 'both' })
      grace.change('a', { tagged: 'both' })
    })
    await suite.back(ada, grace)
    await sameTags(ada, grace).toEqual([
      ['both', 'from ada', 'from grace'],
      ['both', 'from ada', 'from grace']
    ])
  })

  it('of before are brought along when a desk joins, and those of the team come', async () => {
    const ada = await suite.joined('Ada')
    ada.change('a', { tagged: 'team' })
    await suite.upToDate(ada)
    const grace = suite.desk('Grace')
    grace.refresh(['a'])
    grace.change('a', { tagged: 'own' })
    await suite.join(grace, 'Grace')
    await sameTags(ada, grace).toEqual([
      ['own', 'team'],
      ['own', 'team']
    ])
  })

  it('survive a kill before they were sent', async () => {
    const [ada, grace] = [await suite.joined('Ada'), await suite.joined('Grace')]
    await suite.whileApart([ada, grace], async () => {
      ada.change('a', { tagged: 'vip' })
      await ada.restart()
      expect(tagsOf(ada)).toEqual(['vip'])
    })
    await suite.back(ada, grace)
    await sameTags(ada, grace).toEqual([['vip'], ['vip']])
    expect((await suite.stored()).filter(({ field }) => field === 'tagged')).toHaveLength(1)
  })

  it('are at most ten of an operator, however many are asked for', async () => {
    const ada = suite.desk('Ada')
    ada.refresh(['a'])
    for (let n = 0; n < 12; n++) ada.change('a', { tagged: `tag ${n}` })
    expect(tagsOf(ada)).toHaveLength(10)
  })
})

describe('@attack a tag written by hand', () => {
  const subject = async () => (await suite.stored()).find(({ field }) => field === 'opened')?.subject ?? ''

  it.each([
    ['of 10 kB', 'x'.repeat(10_000)],
    ['with reversed text', 'a\u202Eb'],
    ['on two lines', 'a\nb'],
    ['that is empty', ''],
    ['that is a number', 7]
  ])('%s changes nothing, and is counted', async (_, value) => {
    const ada = await suite.joined('Ada')
    await suite.insert({ kind: 'case', subject: await subject(), field: 'tagged', value })
    await expect.poll(() => ada.team.state.unread).toBe(1)
    expect(tagsOf(ada)).toEqual([])
  })

  it('forty times over leaves a case usable', async () => {
    const ada = await suite.joined('Ada')
    const of = await subject()
    for (let n = 0; n < 40; n++) await suite.insert({ kind: 'case', subject: of, field: 'tagged', value: `t${n}` })
    await suite.insert({ kind: 'case', subject: of, field: 'owner', value: 'Done' })
    await expect.poll(() => ada.issue('a')?.owner).toBe('Done')
    expect(tagsOf(ada)).toHaveLength(30)
    await suite.insert({ kind: 'case', subject: of, field: 'untagged', value: 't3' })
    await expect.poll(() => tagsOf(ada)).not.toContain('t3')
  })
})
