import { describe, expect, it } from 'vitest'
import { teamSuite } from './testing/suite'
import { place, start } from '../testing/history'
import type { TestDesk } from './testing'

const suite = teamSuite()
const day = 86_400_000

const requestedAt = (desk: TestDesk, id = 'a') =>
  desk.history.history
    .issueList({ place, now: start + day })
    .groups.flatMap(({ integrations }) => integrations.flatMap(({ issues }) => issues))
    .find(({ key }) => key === `HRIS:${id}`)?.requestedAt ?? null

/** Marks, and gives the way back. */
function mark(desk: TestDesk, id = 'a'): () => void {
  desk.change(id, { requested: 'file' })
  const at = desk.health(id).issues[0]?.events.findLast(({ kind, operator }) => kind === 'requested' && !operator)?.at
  return () => desk.change(id, { unrequested: at ?? 0 })
}

describe('a mark of a relink request that is taken back', () => {
  it('leaves the one before, and is in the history', () => {
    const desk = suite.desk('Ada')
    desk.refresh(['a'])
    const first = mark(desk)
    const before = requestedAt(desk)
    expect(before).toBeGreaterThan(start)
    const second = mark(desk)
    expect(requestedAt(desk)).not.toBe(before)
    second()
    expect(requestedAt(desk)).toBe(before)
    // Once only, and never the one before it.
    second()
    expect(requestedAt(desk)).toBe(before)
    first()
    expect(requestedAt(desk)).toBeNull()
    expect(desk.events('a').map(([kind]) => kind)).toEqual([
      ...['opened', 'requested', 'requested', 'unrequested', 'unrequested']
    ])
  })

  it('is gone on the desks of the team, and on one that opens the issue later', async () => {
    const [ada, grace] = [await suite.joined('Ada'), await suite.joined('Grace')]
    mark(grace)
    await expect.poll(() => requestedAt(ada)).not.toBeNull()
    const before = requestedAt(ada)
    const undo = mark(ada)
    await expect.poll(() => grace.events('a').at(-1)).toEqual(['requested', 'file', 'Ada'])
    undo()
    await expect.poll(() => grace.events('a').at(-1)).toEqual(['unrequested', null, 'Ada'])
    await suite.upToDate(ada)
    expect([requestedAt(ada), requestedAt(grace)]).toEqual([before, before])
    const vera = await suite.joined('Vera', [])
    vera.refresh(['a'])
    await expect.poll(() => requestedAt(vera)).toBe(before)
  })

  it('takes nothing from a colleague who asked since, whoever is heard of first', async () => {
    const [ada, grace] = [await suite.joined('Ada'), await suite.joined('Grace')]
    const undo = mark(ada)
    await suite.upToDate(ada)
    await expect.poll(() => requestedAt(grace)).not.toBeNull()
    await suite.whileApart([ada, grace], () => {
      undo()
      mark(grace)
    })
    await suite.back(grace, ada)
    await expect.poll(() => ada.events('a').at(-1)?.[2]).toBe('Grace')
    await expect.poll(() => grace.events('a').at(-1)).toEqual(['unrequested', null, 'Ada'])
    expect(requestedAt(ada)).not.toBeNull()
    expect(requestedAt(ada)).toBe(requestedAt(grace))
    expect(Math.abs((requestedAt(ada) ?? 0) - Date.now())).toBeLessThan(day)
  })
})

it('the relinks of a place: open, requested, reminded, and recovered after they were asked for', async () => {
  const [ada, grace] = [
    await suite.joined('Ada', ['a', 'b', 'c', 'd']),
    await suite.joined('Grace', ['a', 'b', 'c', 'd'])
  ]
  mark(grace, 'b')
  await expect.poll(() => requestedAt(ada, 'b')).not.toBeNull()
  mark(ada, 'b')
  mark(ada, 'c')
  mark(ada, 'd')()
  ada.refresh(['a', 'b'], ['c', 'd'])
  const relinks = ada.history.history.relinks({ place, since: start })
  // Nobody asked d in the end, so it recovered by itself.
  const found = relinks.map(({ key, requests, recoveredAt }) => [
    key,
    requests.map(({ operator }) => operator),
    recoveredAt !== null
  ])
  expect(found.sort()).toEqual([
    ['HRIS:a', [], false],
    ['HRIS:b', ['Grace', null], false],
    ['HRIS:c', [null], true]
  ])
  expect(
    ada.history.history
      .relinks({ place, since: start + day })
      .map(({ key }) => key)
      .sort()
  ).toEqual([...['HRIS:a', 'HRIS:b']])
})
