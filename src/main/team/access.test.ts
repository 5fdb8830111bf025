import { expect, it } from 'vitest'
import type { AccessFact } from '../../shared/issues/access'
import { idOf } from '../store/tables/team/outbox'
import { place, start } from '../testing/history'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const hour = 3_600_000
const fact = (said: AccessFact['said'], later = 0, by: AccessFact['by'] = 'check'): AccessFact => ({
  ...{ at: start + hour + later, said, status: said === 'dead' ? 401 : 200, method: 'GET' as const, by }
})
function note(desk: TestDesk, of: AccessFact) {
  desk.history.history.noteAccess({ place, key: 'HRIS:w', fact: of })
  desk.team.told()
}
/** Two desks that know a connector in order. */
async function pair(): Promise<[TestDesk, TestDesk]> {
  const desks = [await suite.joined('Ada', []), await suite.joined('Grace', [])] as const
  for (const desk of desks) desk.refresh([], ['w'])
  return [...desks]
}

it('what a provider answered one desk counts on the other, with who asked, and opens and closes its issue', async () => {
  const [ada, grace] = await pair()
  note(ada, fact('dead'))
  await expect.poll(() => grace.health('w').access).toEqual([{ ...fact('dead'), who: 'Ada' }])
  expect(grace.health('w').diagnosis.kind).toBe('contradictory')
  note(grace, fact('works', 1))
  await expect.poll(() => ada.health('w').diagnosis.kind).toBe('healthy')
  expect(ada.health('w').access.map(({ said, who }) => [said, who])).toEqual([
    ['works', 'Grace'],
    ['dead', undefined]
  ])
})

it('a colleague’s answer of another request ends no rejection; of the same it does', async () => {
  const [ada, grace] = await pair()
  const of = (said: AccessFact['said'], later: number, path: string) => ({ ...fact(said, later), asked: idOf([path]) })
  note(ada, of('dead', 1, '/me'))
  await expect.poll(() => grace.health('w').diagnosis.kind).toBe('contradictory')
  note(grace, of('works', 2, '/status'))
  await expect.poll(() => ada.health('w').access.map(({ said }) => said)).toEqual(['works', 'dead'])
  for (const desk of [ada, grace]) expect(desk.health('w').diagnosis.kind).toBe('contradictory')
  note(grace, of('works', 3, '/me'))
  for (const desk of [ada, grace]) await expect.poll(() => desk.health('w').diagnosis.kind).toBe('healthy')
})

it('of a run of Ask many the team gets only what is new of a connector', async () => {
  const [ada, grace] = await pair()
  note(ada, fact('works', 0, 'many'))
  note(ada, fact('works', 1, 'many'))
  note(ada, fact('limited', 2, 'check'))
  note(ada, fact('dead', 3, 'many'))
  await suite.upToDate(ada, grace)
  await expect.poll(() => grace.health('w').access.map(({ said }) => said)).toEqual(['dead', 'works'])
})

it('a time ahead of the server is not believed', async () => {
  const [ada, grace] = await pair()
  note(ada, fact('dead', 1e12))
  await expect.poll(() => grace.health('w').access.length).toBe(1)
  expect(grace.health('w').access[0]?.at).toBeLessThanOrEqual(Date.now() + hour)
})

it('an older answer of a colleague does not replace a newer one that says the same', async () => {
  const [ada, grace] = await pair()
  note(grace, fact('dead', 5))
  note(ada, fact('dead'))
  await suite.upToDate(ada, grace)
  await expect.poll(() => ada.health('w').access[0]?.who).toBe('Grace')
  expect(grace.health('w').access.map(({ at }) => at)).toEqual([start + hour + 5])
})
