import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { draft, idOf, otherWorkspace, testLibrary, workspaceId, type TestLibrary } from './testing'

let test: TestLibrary
beforeEach(async () => {
  test = testLibrary()
  await test.open()
})
afterEach(() => test.remove())

const folder = (number: number, name: string, parent: number | null = null) =>
  test.library.saved.saveFolder(workspaceId, {
    id: idOf(number),
    name,
    parentId: parent === null ? null : idOf(parent)
  })
const save = (number: number, name: string, of: { folder?: number; draft?: Partial<PassthroughDraft> } = {}) =>
  test.library.saved.save(workspaceId, {
    id: idOf(number),
    name,
    folderId: of.folder === undefined ? null : idOf(of.folder),
    draft: { ...draft, ...of.draft }
  })
const refused = (field: string) => ({ code: 'invalid-input', info: { fields: { [field]: expect.any(String) } } })
const parts: PassthroughDraft['body'] = {
  kind: 'parts',
  parts: [{ name: 'cv', enabled: true, content: { kind: 'file', file: { ref: 'r', name: 'cv.pdf', bytes: 3 } } }]
}

describe('saved requests', () => {
  it('are found in their folders after a restart, with all that was typed, sealed', async () => {
    await folder(1, 'Payroll')
    await folder(2, 'Dry runs', 1)
    const change = { path: '/pay?iban=DE02', body: { kind: 'json' as const, text: '{"salary":"of-ada"}' } }
    await save(10, 'Read pay', { folder: 2, draft: change })
    await save(11, 'Upload', { draft: { body: parts } })
    await test.restart()
    const tree = await test.library.saved.tree(workspaceId)
    expect(tree.folders).toEqual([
      { id: idOf(2), parentId: idOf(1), name: 'Dry runs' },
      { id: idOf(1), parentId: null, name: 'Payroll' }
    ])
    expect(tree.requests).toMatchObject([
      { name: 'Read pay', folderId: idOf(2), path: '/pay', connector: { endUser: 'Acme' } },
      { name: 'Upload', folderId: null }
    ])
    expect((await test.library.saved.open(workspaceId, idOf(10))).draft).toEqual({ ...draft, ...change })
    for (const text of ['of-ada', 'DE02']) expect(test.onDisk()).not.toContain(text)
    await expect(test.library.saved.open(otherWorkspace, idOf(10))).rejects.toMatchObject({ code: 'not-found' })
  })

  it('hold no secret, and no handle of a token', async () => {
    test.secrets.add('s3cret-token')
    const connector = { ...(draft.connector as NonNullable<typeof draft.connector>), tokenRef: 'handle' }
    const row = (name: string, value: string) => ({ name, value, enabled: true })
    const { dropped } = await save(1, 'One', {
      draft: {
        connector,
        headers: [
          row('Authorization', 'Basic eA=='),
          row('x-note', 'a s3cret-token'),
          row('Cookie', '{{kind}} {{cookie}}')
        ],
        params: [row('api_key', 'k'), row('q', 'x')],
        body: {
          kind: 'json',
          text: '{"t":"s3cret-token", "password": "hunter2", "api_key": "{{key}}", "secretary": "Al"}'
        },
        checks: [
          { kind: 'header-is', at: 'set-cookie', value: 'sid=1' },
          { kind: 'value-is', at: 'token', value: 's3cret-token' }
        ]
      }
    })
    expect(dropped).toEqual([
      'header Authorization',
      'param api_key',
      'check 1',
      'field password',
      'header x-note',
      'check 2',
      'body'
    ])
    const kept = (await test.library.saved.open(workspaceId, idOf(1))).draft
    expect(kept.connector?.tokenRef).toBeNull()
    expect(kept.headers.map(({ value }) => value)).toEqual(['<AUTHORIZATION>', 'a [token]', '{{kind}} {{cookie}}'])
    expect(kept.body).toEqual({
      kind: 'json',
      text: '{"t":"[token]", "password": "", "api_key": "{{key}}", "secretary": "Al"}'
    })
    expect(kept.checks?.map(({ value }) => value)).toEqual(['<SET_COOKIE>', '[token]'])
  })

  it('are renamed, moved and removed', async () => {
    await folder(1, 'A')
    await save(10, 'One')
    await save(11, 'Two')
    const to = { id: idOf(10), folderId: idOf(1), name: 'Two' }
    expect(await test.library.saved.move(workspaceId, to)).toMatchObject(to)
    await expect(test.library.saved.move(workspaceId, { ...to, folderId: null })).rejects.toMatchObject(refused('name'))
    expect((await test.library.saved.open(workspaceId, idOf(10))).draft.path).toBe(draft.path)
    await test.library.saved.remove(workspaceId, idOf(11))
    expect((await test.library.saved.tree(workspaceId)).requests).toMatchObject([to])
  })

  it('are refused with the field that is wrong', async () => {
    await save(1, 'One')
    await expect(save(2, ' one ')).rejects.toMatchObject(refused('name'))
    await expect(save(2, '\u202e \u200b')).rejects.toMatchObject(refused('name'))
    await expect(save(2, 'x'.repeat(121))).rejects.toMatchObject(refused('name'))
    await expect(save(2, 'Two', { folder: 77 })).rejects.toMatchObject(refused('folderId'))
    await expect(test.library.saved.open(workspaceId, idOf(2))).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('folders', () => {
  it('are removed with all that is in them', async () => {
    await folder(1, 'A')
    await folder(2, 'B', 1)
    await folder(3, 'C')
    await save(10, 'In A', { folder: 1 })
    await save(11, 'In B', { folder: 2 })
    await save(12, 'In C', { folder: 3 })
    expect(await test.library.saved.removeFolder(workspaceId, idOf(1))).toEqual({ folders: 2, requests: 2 })
    const { folders, requests } = await test.library.saved.tree(workspaceId)
    expect([folders.map(({ name }) => name), requests.map(({ name }) => name)]).toEqual([['C'], ['In C']])
  })

  it('are not put into themselves, nor too deep', async () => {
    for (const [number, parent] of [1, 2, 3, 4, 5].map((number) => [number, number - 1 || null] as const)) {
      await folder(number, `F${number}`, parent)
    }
    await expect(folder(1, 'F1', 3)).rejects.toMatchObject(refused('parentId'))
    await expect(folder(1, 'F1', 1)).rejects.toMatchObject(refused('parentId'))
    await expect(folder(6, 'F6', 5)).rejects.toMatchObject(refused('parentId'))
    await folder(7, 'Top')
    await expect(folder(1, 'F1', 7)).rejects.toMatchObject(refused('parentId'))
    expect(await folder(2, 'F2', 7)).toMatchObject({ parentId: idOf(7) })
  })
})

describe('open tabs', () => {
  const { connector: _, ...typed } = draft
  const tab = (number: number, path: string) => ({
    id: idOf(number),
    requestId: null,
    draft: { ...typed, connector: null, path, params: [{ name: 'q', value: 'of-ada', enabled: true }] }
  })
  const load = () => test.library.tabs.load(workspaceId)
  const paths = async () => (await load()).tabs.map(({ draft }) => draft.path)

  it('survive a kill, in their order, with the active one', async () => {
    for (const number of [1, 2, 3]) await test.library.tabs.save(workspaceId, tab(number, `/${number}`))
    await test.library.tabs.arrange(workspaceId, [idOf(3), idOf(1)], idOf(1))
    await test.library.tabs.save(workspaceId, tab(1, '/changed'))
    await test.library.tabs.save(workspaceId, tab(4, '/4'))
    // Opens it a second time without closing the first, as after a kill.
    await test.open()
    expect(await load()).toMatchObject({ activeId: idOf(1), unreadable: 0 })
    expect(await paths()).toEqual(['/3', '/changed', '/2', '/4'])
    expect((await load()).tabs[1]).toEqual({ ...tab(1, '/changed') })
    await test.library.tabs.close(workspaceId, idOf(2))
    expect(await paths()).toEqual(['/3', '/changed', '/4'])
    expect(test.onDisk()).not.toContain('of-ada')
  })

  it('@attack keep no known token, wherever it was typed', async () => {
    test.secrets.add('s3cret-token')
    const whole = tab(1, '/a/s3cret-token')
    const headers = [{ name: 'x-s3cret-token', value: btoa('s3cret-token'), enabled: true }]
    await test.library.tabs.save(workspaceId, { ...whole, draft: { ...whole.draft, headers } })
    expect((await load()).tabs[0]?.draft).toMatchObject({
      path: '/a/[token]',
      headers: [{ name: 'x-[token]', value: '[token]' }]
    })
  })

  it('that cannot be read now are counted and not lost; new ones join them once the keychain is open', async () => {
    await test.library.tabs.save(workspaceId, tab(1, '/sealed'))
    test.keychain.state = 'locked'
    await test.restart()
    await test.library.tabs.save(workspaceId, tab(2, '/new'))
    await save(20, 'Saved meanwhile')
    expect([await paths(), (await load()).unreadable]).toEqual([['/new'], 1])
    await test.library.tabs.arrange(workspaceId, [idOf(2)], idOf(2))
    expect(test.onDisk()).not.toContain('/new')

    test.keychain.state = 'unlocked'
    await test.keychainAnswers()
    expect((await load()).unreadable).toBe(0)
    expect((await paths()).sort()).toEqual(['/new', '/sealed'])
    await test.restart()
    expect((await paths()).sort()).toEqual(['/new', '/sealed'])
    expect((await test.library.saved.tree(workspaceId)).requests).toMatchObject([{ name: 'Saved meanwhile' }])
  })
})

describe('variables', () => {
  const { set, list } = {
    set: (variables: { name: string; value: string }[]) => test.library.variables.set(workspaceId, variables),
    list: () => test.library.variables.list(workspaceId)
  }

  it('are kept in their order, as they were typed', async () => {
    const variables = [
      { name: 'site', value: 'a\u0000b\ud800' },
      { name: '__proto__', value: '' }
    ]
    expect(await set(variables)).toEqual(variables)
    await test.restart()
    expect(await list()).toEqual(variables)
    expect(await test.library.variables.list(otherWorkspace)).toEqual([])
    expect(await set([])).toEqual([])
    expect(await list()).toEqual([])
  })

  it.each([
    ['a known token', 'x s3cret-token'],
    ['a known token in base64', Buffer.from('s3cret-token').toString('base64')],
    ['a bearer', 'Bearer abcdefgh1234'],
    ['a JWT', 'eyJhbGciOiJI.eyJzdWIiOiIx.abc'],
    ['a key of a service', 'sk_live_abcdefgh12'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----']
  ])('refuse %s at its field, and then keep nothing', async (_, value) => {
    test.secrets.add('s3cret-token')
    const variables = [
      { name: 'a', value: 'plain' },
      { name: 'b', value }
    ]
    await expect(set(variables)).rejects.toMatchObject(refused('variables.1.value'))
    expect(await list()).toEqual([])
  })

  it('refuse a name that is there twice', async () => {
    const twice = { name: 'a', value: '' }
    await expect(set([twice, twice])).rejects.toMatchObject(refused('variables.1.name'))
  })
})

it('removes all of a workspace, and nothing of another', async () => {
  for (const id of [workspaceId, otherWorkspace]) {
    await test.library.saved.saveFolder(id, { id: idOf(11), name: 'Folder', parentId: null })
    await test.library.saved.save(id, { id: idOf(12), name: 'Saved', folderId: idOf(11), draft })
    await test.library.tabs.save(id, { id: idOf(13), requestId: null, draft })
    await test.library.variables.set(id, [{ name: 'a', value: id }])
  }
  await test.send(4, {}, { body: Buffer.alloc(1_200_000) })
  await test.library.removeWorkspace(workspaceId)
  expect(await test.library.saved.tree(workspaceId)).toEqual({ folders: [], requests: [] })
  expect((await test.library.tabs.load(workspaceId)).tabs).toEqual([])
  expect(await test.library.variables.list(workspaceId)).toEqual([])
  expect(await test.library.history.list({ workspaceId, limit: 9 })).toEqual([])
  expect(test.bodyFiles()).toEqual([])
  expect(test.onDisk()).not.toContain(workspaceId)
  expect((await test.library.saved.tree(otherWorkspace)).requests).toHaveLength(1)
  expect((await test.library.tabs.load(otherWorkspace)).tabs).toHaveLength(1)
})
