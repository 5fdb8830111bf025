import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { runbookLimits, type RunbookContent } from '../../shared/issues/runbook'
import { place } from '../testing/history'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { workspaceId } = place
const content: RunbookContent = {
  ...{ title: 'Relink', integration: 'bamboohr', cause: 'relink', matches: ['invalid_grant'] },
  ...{ steps: '1. Ask', requests: [], letter: '' }
}

const list = (desk: TestDesk) => desk.history.history.runbooks({ workspaceId })
const titles = (desk: TestDesk) => list(desk).map(({ title, by }) => (by === null ? title : `${title}, ${by}`))
const read = (desk: TestDesk, id: string) => desk.history.history.runbook({ workspaceId, id })
const fields = async (id: string) =>
  (await suite.stored()).filter(({ subject }) => subject === id).map(({ field }) => field)

let now = Date.now()
/** As an operator who opened it just now. */
function save(desk: TestDesk, change: Partial<RunbookContent>, id: string = randomUUID()): string {
  const before = read(desk, id)
  const refused = desk.history.history.saveRunbook({
    ...{ workspaceId, id, at: (now += 1_000), before: before?.at ?? null },
    content: { ...(before?.content ?? content), ...change }
  })
  expect(refused).toBeNull()
  desk.team.told()
  return id
}
function remove(desk: TestDesk, id: string): void {
  desk.history.history.removeRunbook({ workspaceId, id })
  desk.team.told()
}
const pair = async (): Promise<[TestDesk, TestDesk]> => [await suite.joined('Ada', []), await suite.joined('Grace', [])]
async function two(): Promise<[TestDesk, TestDesk, string]> {
  const [ada, grace] = await pair()
  const id = save(ada, {})
  await expect.poll(() => titles(grace)).toEqual(['Relink, Ada'])
  await suite.upToDate(ada, grace)
  return [ada, grace, id]
}

describe('runbooks', () => {
  it('are named by the confirmation of joining', async () => {
    const ada = await suite.joined('Ada', [])
    expect(ada.acts[0]?.facts).toContainEqual(['Saved', expect.stringContaining('runbooks')])
  })

  it('come whole, with who changed them last and when; this desk’s own keep their time', async () => {
    const [ada, grace, id] = await two()
    const own = read(ada, id)
    expect(own).toMatchObject({ by: null, at: now, isShared: true, content })
    expect(read(grace, id)).toMatchObject({ by: 'Ada', isShared: true, content })
    save(grace, { steps: '1. Ring them' }, id)
    await expect.poll(() => read(ada, id)).toMatchObject({ by: 'Grace', content: { steps: '1. Ring them' } })
    expect(read(grace, id)).toMatchObject({ by: null, at: now })
    remove(ada, id)
    await expect.poll(() => titles(grace)).toEqual([])
    expect(await fields(id)).toEqual(['content', 'content', 'removed'])
  })

  it('that two desks changed at once: the later stays, and the other beside it, on both', async () => {
    const [ada, grace, id] = await two()
    await suite.whileApart([ada, grace], () => {
      save(ada, { steps: 'By Ada' }, id)
      save(grace, { steps: 'By Grace' }, id)
    })
    await suite.back(ada, grace)
    for (const desk of [ada, grace]) {
      await expect.poll(() => list(desk).map(({ title }) => title)).toEqual(['Relink', 'Relink (Ada’s copy)'])
      const texts = () => list(desk).map((one) => read(desk, one.id)?.content.steps)
      await expect.poll(texts).toEqual(['By Grace', 'By Ada'])
    }
  })

  it('that one desk deleted and the other changed stay with the change', async () => {
    const [ada, grace, id] = await two()
    await suite.whileApart([ada, grace], () => {
      remove(ada, id)
      save(grace, { steps: 'By Grace' }, id)
    })
    await suite.back(ada, grace)
    for (const desk of [ada, grace]) await expect.poll(() => read(desk, id)?.content.steps).toBe('By Grace')
  })

  it('of before are brought along; the same one of two desks becomes one', async () => {
    const [ada, grace] = [suite.desk('Ada'), suite.desk('Grace')]
    save(ada, {})
    save(grace, {})
    save(grace, { title: 'Other' })
    await suite.join(ada, 'Ada')
    await suite.join(grace, 'Grace')
    await expect.poll(() => titles(ada)).toEqual(['Other, Grace', 'Relink'])
    expect(titles(grace)).toHaveLength(2)
  })

  it('stay with a desk that leaves, under ids of its own', async () => {
    const [, grace, id] = await two()
    await grace.team.leave()
    expect(list(grace)).toMatchObject([{ title: 'Relink', isShared: false }])
    expect(list(grace)[0]?.id).not.toBe(id)
  })

  it('that wait as the account loses the right to write are the desk’s own, beside those of the team', async () => {
    const [, grace, id] = await two()
    await grace.team.stop()
    save(grace, { steps: 'Mine' }, id)
    const { user } = suite.as('Grace')
    const change = `REVOKE connector_desk_operator FROM ${user}; GRANT connector_desk_viewer TO ${user}`
    await suite.server.query(suite.database, change)
    await grace.restart()
    await expect
      .poll(() =>
        list(grace)
          .map(({ isShared }) => isShared)
          .sort()
      )
      .toEqual([false, true])
    expect(read(grace, id)).toMatchObject({ by: 'Ada', content: { steps: '1. Ask' } })
  })

  it('take no known token to the database, and none of a colleague’s to this desk', async () => {
    const token = 'ct_practice_8fK2mQ7xLwCanary'
    const [ada, grace] = await pair()
    ada.masker.add(token)
    save(ada, { title: 'Known to Ada', steps: `curl -H ${token}` })
    await expect.poll(() => list(grace)).toHaveLength(1)
    expect(JSON.stringify(await suite.stored())).not.toContain(token)
    const other = `${token}OfGrace`
    ada.masker.add(other)
    const id = save(grace, { title: 'Not known to Grace', steps: `curl -H ${other}` })
    await expect.poll(() => read(ada, id)?.content.title).toBe('Not known to Grace')
    expect(read(ada, id)?.content.steps).not.toContain(other)
  })
})

describe('@attack a runbook written by hand', () => {
  it.each<[string, unknown]>([
    ['of 33 kB', { ...content, steps: 'x'.repeat(runbookLimits.steps + 1) }],
    ['with a reversed title', { ...content, title: 'a\u202Eb' }],
    ['with a title on two lines', { ...content, title: 'a\nb' }],
    ['with a text of 10 kB', { ...content, matches: ['x'.repeat(10_000)] }],
    ['about a cause of a later version', { ...content, cause: 'webhooks' }],
    ['with a field that is none', { ...content, run: 'rm -rf' }],
    ['with a request that is no id', { ...content, requests: ['../x'] }],
    ['that is no object', 'steps'],
    ['without steps', { ...content, steps: null }]
  ])('%s changes nothing, is counted, and the next one comes', async (_, value) => {
    const ada = await suite.joined('Ada', [])
    const row = { kind: 'runbook', field: 'content' }
    await suite.insert({ ...row, subject: randomUUID(), value })
    await suite.insert({ ...row, subject: randomUUID(), value: content })
    await expect.poll(() => titles(ada)).toEqual(['Relink, Mallory'])
    expect(ada.team.state.unread).toBe(1)
  })

  it('takes over no id of another service or kind', async () => {
    const [ada, grace, id] = await two()
    await suite.insert({ kind: 'runbook', subject: id, field: 'removed', value: true, service: 'https://else.example' })
    await suite.insert({ kind: 'filter', subject: id, field: 'removed', value: true })
    const folder = randomUUID()
    await suite.insert({ kind: 'folder', subject: folder, field: 'place', value: { name: 'F', within: null } })
    await suite.insert({ kind: 'runbook', subject: folder, field: 'content', value: content })
    save(grace, { title: 'Last' })
    await expect.poll(() => titles(ada)).toEqual(['Last, Grace', 'Relink'])
  })

  it('of thousands is one of 500 at most, and the rest is counted', async () => {
    const ada = await suite.joined('Ada', [])
    await suite.server.query(
      suite.database,
      `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
        SELECT gen_random_uuid(), gen_random_uuid(), 'Mallory', 'https://api.example.com', 'runbook',
          '00000000-0000-4000-8000-' || lpad(n::text, 12, '0'), 'content', $1::jsonb FROM generate_series(1, 600) AS n`,
      [JSON.stringify(content)]
    )
    await expect.poll(() => list(ada).length).toBe(500)
    await expect.poll(() => ada.team.state.status?.kind).toBe('connected')
  })
})
