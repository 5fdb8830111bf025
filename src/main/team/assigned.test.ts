import { expect, it } from 'vitest'
import { teamSuite } from './testing/suite'
import { isSameName } from './feed'

const suite = teamSuite()
const { joined, upToDate } = suite

it('an owner that another operator set to this one is told once, however the name is written', async () => {
  const [ada, grace] = [await joined('Ada', ['a', 'b']), await joined('Grace', ['a', 'b'])]
  grace.change('a', { owner: ' ada ' })
  await expect.poll(() => ada.assigned).toEqual([[['HRIS:a'], ['Grace'], false]])
  grace.change('b', { owner: 'Linus' })
  grace.change('a', { note: 'For you' })
  await expect.poll(() => ada.issue('a')?.note).toBe('For you')
  await ada.restart()
  grace.change('a', { note: 'Again' })
  await expect.poll(() => ada.issue('a')?.note).toBe('Again')
  expect(ada.assigned).toHaveLength(1)
  expect(grace.assigned).toEqual([])
})

it('what somebody takes, or gives to themselves at another computer, is not told', async () => {
  const [ada, laptop] = [await joined('Ada'), await joined('Ada')]
  ada.change('a', { owner: 'Ada' })
  await expect.poll(() => laptop.issue('a')?.owner).toBe('Ada')
  expect([ada.assigned, laptop.assigned]).toEqual([[], []])
})

it('a desk that was away hears at once of all that still holds', async () => {
  const [ada, grace] = [await joined('Ada', ['a', 'b', 'c', 'd']), await joined('Grace', ['a', 'b', 'c', 'd'])]
  await ada.team.stop()
  for (const id of ['a', 'b', 'c', 'd']) grace.change(id, { owner: 'Ada' })
  grace.change('b', { owner: 'Linus' })
  grace.refresh(['a', 'b', 'c'], ['d'])
  await upToDate(grace)
  await ada.restart()
  await expect.poll(() => ada.assigned).toEqual([[['HRIS:a', 'HRIS:c'], ['Grace', 'Grace'], true]])
  await ada.restart()
  await upToDate(ada)
  expect(ada.assigned).toHaveLength(1)
})

it('what was assigned before this desk joined is no news', async () => {
  const grace = await joined('Grace')
  grace.change('a', { owner: 'Ada' })
  await upToDate(grace)
  const ada = await joined('Ada')
  expect(ada.issue('a')?.owner).toBe('Ada')
  expect(ada.assigned).toEqual([])
})

it('the operators of the team are offered as owners, and nobody without a team', async () => {
  const [ada, grace] = [await joined('Ada'), await joined('Grace')]
  grace.change('a', { owner: 'Linus' })
  await expect.poll(() => ada.issue('a')?.owner).toBe('Linus')
  expect(await ada.team.names()).toEqual(['Ada', 'Grace'])
  await ada.team.leave()
  expect(await ada.team.names()).toEqual([])
})

it.each([
  ['Zoë', 'Zoe\u0308', true],
  ['ADA', ' ada', true],
  ['', ' ', false],
  ['Ada', 'Adam', false]
])('%j and %j are the same name: %s', (one, other, same) => expect(isSameName(one, other)).toBe(same))
