import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ChangeLog, type Noted } from '../mappings/change-log'
import { promised } from '../base/promised'
import { place, start } from '../testing/history'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const noted: Noted = {
  act: 'change-mapping',
  outcome: 'done',
  message: '',
  field: { id: 'f', name: 'start_date', category: 'HRIS', model: 'employees' },
  mapping: {
    ...{ id: 'm', scope: { kind: 'connector', key: 'HRIS:c1' }, scopeName: 'Acme' },
    ...{ expression: 'new', before: 'old' }
  },
  cascade: []
}
const changeLogOf = (desk: TestDesk, operator: string) =>
  new ChangeLog(
    promised(() => desk.history.history),
    () => start,
    async () => null,
    desk.masker,
    () => operator,
    () => desk.team.told()
  )
async function did(desk: TestDesk, operator: string, what: Noted): Promise<void> {
  const changeLog = changeLogOf(desk, operator)
  await changeLog.end(await changeLog.begin(place, what), what)
}
const shown = async (desk: TestDesk) =>
  (await changeLogOf(desk, '').list(place.workspaceId)).entries.map(({ operator, elsewhere, outcome, mapping }) => [
    ...[operator, elsewhere ?? false, outcome, mapping?.before, mapping?.expression]
  ])

describe('the change log of mappings', () => {
  it('shows what another desk did, with who did it and what was before, and what is undone by its id', async () => {
    const [ada, grace] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
    await did(ada, 'Ada', noted)
    await expect.poll(() => shown(grace)).toEqual([['Ada', true, 'done', 'old', 'new']])
    expect(await shown(ada)).toEqual([['Ada', false, 'done', 'old', 'new']])
    const [there] = (await changeLogOf(grace, 'Grace').list(place.workspaceId)).entries
    expect(await changeLogOf(grace, 'Grace').entry(place, there?.id ?? 0)).toMatchObject({
      field: noted.field,
      mapping: noted.mapping
    })
  })

  it('has an act of before a kill, and of a desk that was away, once, and its chains stay whole', async () => {
    const [ada, grace] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
    await suite.whileApart([ada, grace], async () => {
      await changeLogOf(ada, 'Ada').begin(place, noted)
      await ada.restart()
    })
    await suite.back(ada, grace)
    await grace.restart()
    await suite.back(grace)
    await expect.poll(() => shown(grace)).toEqual([['Ada', true, 'unknown', 'old', 'new']])
    for (const desk of [ada, grace]) expect(desk.history.history.verifyAudit().found).toBe(0)
    expect(grace.history.history.verifyAudit().records).toBe(0)
    await grace.team.leave()
    await suite.join(grace, 'Grace')
    await ada.team.leave()
    await suite.join(ada, 'Ada')
    for (const desk of [ada, grace]) expect(await shown(desk)).toHaveLength(1)
  })

  it('takes no token along', async () => {
    const ada = await suite.joined('Ada', [])
    const token = 'ct_practice_8fK2mQ7xLw'
    ada.masker.add(token)
    await did(ada, 'Ada', { ...noted, message: token, field: { ...noted.field, name: token } })
    await suite.upToDate(ada)
    expect((await suite.stored()).filter(({ kind }) => kind === 'ledger')).toHaveLength(1)
    expect(JSON.stringify(await suite.stored())).not.toContain(token)
  })
})

describe('@attack an act written by hand', () => {
  it.each<[string, unknown]>([
    ['a name of 10 kB', { at: 1, entry: { ...noted, message: 'x'.repeat(10_000) } }],
    ['a time that is none', { at: 1e300, entry: noted }],
    ['an act that is none', { at: 1, entry: { ...noted, act: 'eat' } }],
    ['a scope that is none', { at: 1, entry: { ...noted, mapping: { ...noted.mapping, scope: 'all' } } }]
  ])('with %s changes nothing, and is counted', async (_, value) => {
    const ada = await suite.joined('Ada', [])
    await suite.insert({ kind: 'ledger', subject: randomUUID(), field: 'entry', value })
    await expect.poll(() => ada.team.state.unread).toBe(1)
    expect(await shown(ada)).toEqual([])
  })

  it('under the id of another does not change that', async () => {
    const [ada, grace] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
    await did(ada, 'Ada', noted)
    await expect.poll(() => shown(grace)).toHaveLength(1)
    const subject = (await suite.stored()).find(({ kind }) => kind === 'ledger')?.subject ?? ''
    const forged = { ...noted, mapping: { ...noted.mapping, before: 'forged' } }
    await suite.insert({ kind: 'ledger', subject, field: 'entry', value: { at: 1, entry: forged } })
    await suite.insert({ kind: 'case', subject, field: 'nonsense', value: 1 })
    for (const desk of [ada, grace]) {
      await expect.poll(() => desk.team.state.unread).toBe(1)
      expect((await shown(desk)).map((one) => one[3])).toEqual(['old'])
      expect(desk.history.history.verifyAudit().found).toBe(0)
    }
  })
})
