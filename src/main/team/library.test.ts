import { randomUUID } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PassthroughDraft } from '../../shared/passthrough/passthrough'
import { place } from '../testing/history'
import { draft as madeUp } from '../passthrough/testing'
import type { TestDesk } from './testing'
import { teamSuite } from './testing/suite'

const suite = teamSuite()
const { workspaceId } = place
const draft: PassthroughDraft = { ...madeUp, workspaceId }

const save = async (
  desk: TestDesk,
  id: string,
  name: string,
  change: Partial<PassthroughDraft> = {},
  folderId: string | null = null
) => (await desk.library).saved.save(workspaceId, { id, folderId, name, draft: { ...draft, ...change } })
const remove = async (desk: TestDesk, id: string) => (await desk.library).saved.remove(workspaceId, id)
const move = async (desk: TestDesk, id: string, name: string, folderId: string | null = null) =>
  (await desk.library).saved.move(workspaceId, { id, folderId, name })
const folder = async (desk: TestDesk, id: string, name: string, parentId: string | null = null) =>
  (await desk.library).saved.saveFolder(workspaceId, { id, name, parentId })
const tree = async (desk: TestDesk) => (await desk.library).saved.tree(workspaceId)
const names = async (desk: TestDesk) => (await tree(desk)).requests.map(({ name }) => name)
const draftOf = async (desk: TestDesk, id: string) => (await (await desk.library).saved.open(workspaceId, id)).draft
const paths = async (desk: TestDesk) =>
  Object.fromEntries((await tree(desk)).requests.map(({ name, path }) => [name, path]))
const eventually = (look: () => Promise<unknown>) => expect.poll(look)

async function two(): Promise<[TestDesk, TestDesk, string]> {
  const [ada, grace] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
  const id = randomUUID()
  await save(ada, id, 'Read pay')
  await eventually(() => names(grace)).toEqual(['Read pay'])
  await suite.upToDate(ada, grace)
  return [ada, grace, id]
}

describe('saved requests', () => {
  it('come with their folder and all that was typed, for the same connector, and without files and handles', async () => {
    const [ada, grace] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
    const [inside, id] = [randomUUID(), randomUUID()]
    await folder(ada, inside, 'Payroll')
    const parts = {
      kind: 'parts' as const,
      parts: [
        {
          name: 'cv',
          enabled: true,
          content: { kind: 'file' as const, file: { ref: 'r', name: 'ada.pdf', bytes: 3 } }
        },
        { name: 'note', enabled: false, content: { kind: 'text' as const, value: 'hello' } }
      ]
    }
    const params = [{ name: 'page', value: '{{page}}', enabled: true }]
    await save(ada, id, 'Upload', { method: 'POST', path: '/cv?x=1', params, body: parts, timeout: '20' }, inside)
    await eventually(() => names(grace)).toEqual(['Upload'])
    expect((await tree(grace)).folders).toEqual([{ id: inside, parentId: null, name: 'Payroll', shared: true }])
    expect((await tree(grace)).requests[0]).toMatchObject({ folderId: inside, connector: { key: 'HRIS:c1' } })
    const file = { ...parts.parts[0], content: { kind: 'file', file: null } }
    expect(await draftOf(grace, id)).toEqual({
      ...draft,
      ...{ method: 'POST', path: '/cv?x=1', params, timeout: '20' },
      body: { kind: 'parts', parts: [file, parts.parts[1]] }
    })
  })

  const checks = [{ kind: 'value-is' as const, at: 'success', value: 'true' }]
  const checksOf = async (desk: TestDesk, id: string) => (await draftOf(desk, id)).checks

  it('bring their checks, and take them away', async () => {
    const [ada, grace, id] = await two()
    await save(ada, id, 'Read pay', { checks })
    await eventually(() => checksOf(grace, id)).toEqual(checks)
    await suite.upToDate(ada, grace)
    // Desks of earlier versions read this one, which has no more than they know.
    const rows = (await suite.stored()).filter(({ field }) => field === 'content')
    expect(rows.map(({ value }) => Object.keys(value as object))).not.toContainEqual(expect.arrayContaining(['checks']))
    await save(grace, id, 'Read pay', { path: '/pay', checks: [] })
    await eventually(() => checksOf(ada, id)).toEqual([])
    expect(await paths(ada)).toEqual({ 'Read pay': '/pay' })
  })

  it('keep their checks where a desk of the version before edits them', async () => {
    const [ada, , id] = await two()
    await save(ada, id, 'Read pay', { checks })
    await suite.upToDate(ada)
    const row = (await suite.stored()).find(({ field }) => field === 'content')
    const value = { ...(row?.value as object), path: '/by-an-old-desk' }
    await suite.insert({ kind: 'request', subject: id, field: 'content', value })
    await eventually(() => paths(ada)).toEqual({ 'Read pay': '/by-an-old-desk' })
    expect(await checksOf(ada, id)).toEqual(checks)
  })

  it('are edited, renamed, moved and removed on either desk', async () => {
    const [ada, grace, id] = await two()
    await save(grace, id, 'Read pay', { path: '/salaries' })
    await eventually(() => paths(ada)).toEqual({ 'Read pay': '/salaries' })
    const inside = randomUUID()
    await folder(ada, inside, 'Payroll')
    await move(ada, id, 'Read salaries', inside)
    await eventually(async () => (await tree(grace)).requests[0]).toMatchObject({
      name: 'Read salaries',
      folderId: inside
    })
    await (await grace.library).saved.removeFolder(workspaceId, inside)
    await eventually(() => tree(ada)).toEqual({ folders: [], requests: [] })
  })

  it('that were edited on both desks apart are both kept, the earlier one as a copy', async () => {
    const [ada, grace, id] = await two()
    await suite.whileApart([ada, grace], async () => {
      await save(ada, id, 'Read pay', { path: '/by-ada' })
      await save(grace, id, 'Read pay', { path: '/by-grace' })
    })
    await suite.back(grace, ada)
    for (const desk of [ada, grace])
      await eventually(() => paths(desk)).toEqual({ 'Read pay': '/by-ada', 'Read pay (Grace’s copy)': '/by-grace' })
    await suite.upToDate(ada, grace)
    expect((await suite.stored()).filter(({ field }) => field === 'content')).toHaveLength(4)
  })

  it('keep a rename of one desk and an edit of the other', async () => {
    const [ada, grace, id] = await two()
    await suite.whileApart([ada, grace], async () => {
      await move(ada, id, 'Renamed')
      await save(grace, id, 'Read pay', { path: '/edited' })
    })
    await suite.back(ada, grace)
    for (const desk of [ada, grace]) await eventually(() => paths(desk)).toEqual({ Renamed: '/edited' })
  })

  it('that one desk removed while the other edited them stay', async () => {
    const [ada, grace, id] = await two()
    await suite.whileApart([ada, grace], async () => {
      await remove(ada, id)
      await save(grace, id, 'Read pay', { path: '/edited' })
    })
    await suite.back(ada, grace)
    for (const desk of [ada, grace]) await eventually(() => paths(desk)).toEqual({ 'Read pay': '/edited' })
  })

  it('that were edited before the other desk removed them stay as a copy', async () => {
    const [ada, grace, id] = await two()
    await suite.whileApart([ada, grace], async () => {
      await remove(ada, id)
      await save(grace, id, 'Read pay', { path: '/edited' })
    })
    await suite.back(grace, ada)
    for (const desk of [ada, grace])
      await eventually(() => paths(desk)).toEqual({ 'Read pay (Grace’s copy)': '/edited' })
  })

  it('survive a kill before they were sent, and after, and are there once', async () => {
    const [ada, grace] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
    const id = randomUUID()
    await suite.whileApart([ada, grace], async () => {
      await save(ada, id, 'One')
      await ada.restart()
    })
    await suite.back(ada)
    await ada.restart()
    await grace.restart()
    await suite.back(ada, grace)
    await eventually(() => names(grace)).toEqual(['One'])
    expect((await suite.stored()).filter(({ subject }) => subject === id)).toHaveLength(2)
  })

  it('of before are brought along, and a desk that comes back keeps what it changed meanwhile', async () => {
    const ada = suite.desk('Ada')
    const id = randomUUID()
    await save(ada, id, 'Old one')
    await suite.join(ada, 'Ada')
    const grace = await suite.joined('Grace', [])
    await eventually(() => names(grace)).toEqual(['Old one'])
    await grace.team.leave()
    await save(grace, id, 'Old one', { path: '/alone' })
    await save(ada, id, 'Old one', { path: '/team' })
    await suite.upToDate(ada)
    await suite.join(grace, 'Grace')
    for (const desk of [ada, grace])
      await eventually(() => paths(desk)).toEqual({ 'Old one': '/team', 'Old one (this computer’s copy)': '/alone' })
  })

  it('that are too large, or hold what looks like a token, stay and say why, until they are others', async () => {
    const [ada, grace] = [await suite.joined('Ada', []), await suite.joined('Grace', [])]
    const [large, secret] = [randomUUID(), randomUUID()]
    const stays = async (desk: TestDesk) => (await tree(desk)).requests.map(({ name, stays }) => [name, stays])
    await save(ada, large, 'Large', { body: { kind: 'json', text: `"${'x'.repeat(200_000)}"` } })
    await save(ada, secret, 'Secret', {
      path: `/x/${'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0'}.c2lnbmF0dXJlLW9mLXRva2Vu`
    })
    await eventually(() => stays(ada)).toEqual([
      ['Large', 'too-large'],
      ['Secret', 'token']
    ])
    await suite.upToDate(ada)
    expect((await suite.stored()).filter(({ field }) => field === 'content')).toEqual([])
    await save(ada, large, 'Large', { path: '/small' })
    await eventually(() => stays(grace)).toEqual([['Large', undefined]])
    expect(await stays(ada)).toEqual([
      ['Large', undefined],
      ['Secret', 'token']
    ])
  })

  it('that stay here after an edit are not overwritten, and become a copy where the team has another content', async () => {
    const [ada, grace, id] = await two()
    const body = { kind: 'json' as const, text: `"${'x'.repeat(200_000)}"` }
    await save(ada, id, 'Read pay', { path: '/large', body })
    const stays = async () => (await tree(ada)).requests.map(({ name, stays }) => [name, stays])
    await eventually(stays).toEqual([['Read pay', 'too-large']])
    await move(grace, id, 'Read all pay')
    await eventually(stays).toEqual([['Read all pay', 'too-large']])
    await ada.restart()
    await suite.back(ada)
    expect(await draftOf(ada, id)).toMatchObject({ path: '/large', body })
    await save(grace, id, 'Read all pay', { path: '/by-grace' })
    await eventually(() => paths(ada)).toEqual({
      'Read all pay': '/by-grace',
      'Read all pay (this computer’s copy)': '/large'
    })
    await eventually(stays).toEqual(
      expect.arrayContaining([
        ['Read all pay', undefined],
        ['Read all pay (this computer’s copy)', 'too-large']
      ])
    )
    expect(await paths(grace)).toEqual({ 'Read all pay': '/by-grace' })
  })

  it('that stay here after an edit are still here when the other desk removes them', async () => {
    const [ada, grace, id] = await two()
    await save(ada, id, 'Read pay', { body: { kind: 'json', text: `"${'x'.repeat(200_000)}"` } })
    await eventually(async () => (await tree(ada)).requests[0]?.stays).toBe('too-large')
    await remove(grace, id)
    await save(grace, randomUUID(), 'Later')
    await eventually(() => names(ada)).toEqual(expect.arrayContaining(['Later']))
    expect(await names(ada)).toEqual(['Later', 'Read pay'])
    await save(ada, id, 'Read pay', { path: '/small' })
    for (const desk of [ada, grace])
      await eventually(() => paths(desk)).toEqual({ Later: '/employees', 'Read pay': '/small' })
  })

  it('of a viewer are their own', async () => {
    const [ada, vera] = [await suite.joined('Ada', []), await suite.joined('Vera', [])]
    const [id, own] = [randomUUID(), randomUUID()]
    await save(ada, id, 'Team’s')
    await eventually(() => names(vera)).toEqual(['Team’s'])
    await save(vera, own, 'Vera’s')
    await save(vera, id, 'Team’s', { path: '/by-vera' })
    await eventually(() => paths(vera)).toMatchObject({
      'Team’s': '/employees',
      'Team’s (this computer’s copy)': '/by-vera'
    })
    expect(await names(vera)).toContain('Vera’s')
    expect(await names(ada)).toEqual(['Team’s'])
  })

  it('take no secret to the database or its files', async () => {
    const token = 'ct_practice_8fK2mQ7xLwCanary'
    const ada = await suite.joined('Ada', [])
    ada.masker.add(token)
    const row = (name: string, value: string) => ({ name, value, enabled: true })
    await save(ada, randomUUID(), 'One', {
      path: `/x?t=${token}`,
      headers: [
        row('Authorization', `Bearer ${token}`),
        row('x-other', 'Basic-by-hand-secret'),
        row('Cookie', 'sessionid=plain-cookie')
      ],
      params: [row('api_key', 'key-by-hand-secret'), row('q', Buffer.from(token).toString('base64'))],
      body: { kind: 'json', text: `{"t":"${token}"}` }
    })
    await suite.upToDate(ada)
    expect((await suite.stored()).filter(({ field }) => field === 'content')).toHaveLength(1)
    await suite.server.query(suite.database, 'CHECKPOINT')
    const { folder } = suite.server
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    const found = []
    for (const { parentPath, name } of files) {
      const content = (await readFile(join(parentPath, name))).toString('latin1')
      for (const secret of [token, 'plain-cookie', 'key-by-hand-secret', Buffer.from(token).toString('base64')])
        if (content.includes(secret)) found.push([name, secret])
    }
    expect(found).toEqual([])
  })
})

describe('@attack a request written by hand', () => {
  const content = { ...draft, workspaceId: undefined, connector: null }
  it.each<[string, string, string, unknown]>([
    ['a name of 10 kB', 'request', 'place', { name: 'x'.repeat(10_000), within: null }],
    ['a reversed name', 'folder', 'place', { name: 'a\u202Eb', within: null }],
    ['a name that is no text', 'folder', 'place', { name: 7, within: null }],
    ['a place that is none', 'request', 'place', { name: 'x', within: 'up' }],
    ['a method that is none', 'request', 'content', { ...content, method: 'EAT' }],
    ['more than the contract has', 'request', 'content', { ...content, tokenRef: 'x' }],
    ['a field of another kind', 'folder', 'content', content]
  ])('with %s changes nothing, and is counted', async (_, kind, field, value) => {
    const ada = await suite.joined('Ada', [])
    await suite.insert({ kind, subject: randomUUID(), field, value })
    await expect.poll(() => ada.team.state.unread).toBe(1)
    expect(await tree(ada)).toEqual({ folders: [], requests: [] })
  })

  it('cannot hide folders in each other, nor take over the id of another service', async () => {
    const ada = await suite.joined('Ada', [])
    const [a, b, id] = [randomUUID(), randomUUID(), randomUUID()]
    await save(ada, id, 'Mine')
    await suite.upToDate(ada)
    await suite.insert({ kind: 'request', subject: id, field: 'removed', value: true, service: 'https://else.example' })
    await suite.insert({ kind: 'folder', subject: a, field: 'place', value: { name: 'A', within: b } })
    await suite.insert({ kind: 'folder', subject: b, field: 'place', value: { name: '=cmd|<b>', within: a } })
    await eventually(async () => (await tree(ada)).folders).toEqual([
      { id: b, parentId: null, name: '=cmd|<b>', shared: true },
      { id: a, parentId: null, name: 'A', shared: true }
    ])
    expect(await names(ada)).toEqual(['Mine'])
  })
})
