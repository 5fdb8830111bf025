import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { draft, idOf, otherWorkspace, testLibrary, workspaceId, type TestLibrary } from './testing'

let test: TestLibrary
beforeEach(async () => {
  test = testLibrary()
  await test.open()
})
afterEach(() => test.remove())

const row = (name: string, value: string) => ({ name, value, enabled: true })
const file = (content: object) => writeFileSync(test.chosen, JSON.stringify({ format, version: 1, ...content }))
const format = 'connector-desk/requests'
const request = { name: 'R', method: 'GET', path: '/r' }
const importTop = () => test.library.exchange.importFolder(workspaceId, null)

async function fill(): Promise<void> {
  const { saved } = test.library
  await saved.saveFolder(workspaceId, { id: idOf(1), name: 'Payroll', parentId: null })
  await saved.saveFolder(workspaceId, { id: idOf(2), name: 'Reads', parentId: idOf(1) })
  const body = { kind: 'json' as const, text: '{"__proto__":{"x":12345678901234567890},"n":"\u202eabc"}' }
  const parts = {
    kind: 'parts' as const,
    parts: [
      { name: 'cv', enabled: true, content: { kind: 'file' as const, file: { ref: 'r', name: 'ada.pdf', bytes: 3 } } },
      { name: 'note', enabled: false, content: { kind: 'text' as const, value: 'hi' } }
    ]
  }
  const save = (id: number, folder: number, name: string, change: object) =>
    saved.save(workspaceId, { id: idOf(id), folderId: idOf(folder), name, draft: { ...draft, ...change } })
  const checks = [{ kind: 'value-is' as const, at: 'success', value: 'true' }]
  await save(10, 1, 'Write', { checks, method: 'POST', body, timeout: '30', requestFormat: 'JSON' })
  await save(13, 1, 'Create', { method: 'POST', path: '/api/hris/v1/time-off', body, route: 'unified' })
  await save(11, 2, 'Read', { headers: [row('x-a', '{{v}}')], params: [row('q', '1'), row('q', '2')] })
  await save(12, 2, 'Upload', { method: 'PUT', body: parts })
}

it('brings a folder to a colleague as it was, except connector, region and chosen files', async () => {
  await fill()
  const out = await test.library.exchange.exportFolder(workspaceId, idOf(1))
  expect(out).toEqual({ file: test.chosen, requests: 4, dropped: [] })
  const text = readFileSync(test.chosen, 'utf8')
  for (const own of ['Acme', 'HRIS:c1', 'acme-1', workspaceId, 'ada.pdf']) expect(text).not.toContain(own)

  const { library } = test
  expect(await library.exchange.importFolder(otherWorkspace, null)).toMatchObject({
    folders: 1,
    requests: 4,
    renamed: []
  })
  const tree = await library.saved.tree(otherWorkspace)
  expect(tree.requests.map(({ name }) => name)).toEqual(['Create', 'Read', 'Upload', 'Write'])
  for (const { id, name } of tree.requests) {
    const theirs = (await library.saved.open(otherWorkspace, id)).draft
    const mine = (await library.saved.tree(workspaceId)).requests.find((one) => one.name === name)
    const { draft: ours } = await library.saved.open(workspaceId, mine?.id ?? '')
    const expected = JSON.parse(JSON.stringify(ours), (key, value) => (key === 'file' ? null : value)) as object
    expect(theirs).toEqual({ ...expected, workspaceId: otherWorkspace, connector: null })
  }
})

it('writes no secret, says where one was, and refuses where it is in a name', async () => {
  await fill()
  test.secrets.add('late-s3cret')
  const draftWith = { ...draft, path: '/a/late-s3cret', headers: [row('X-Api-Key', 'k'), row('late-s3cret', 'v')] }
  test.secrets.clear()
  await test.library.saved.save(workspaceId, { id: idOf(13), folderId: idOf(1), name: 'Leaky', draft: draftWith })
  test.secrets.add('late-s3cret')
  const out = await test.library.exchange.exportFolder(workspaceId, null)
  expect(out?.dropped).toEqual(['Leaky: path', 'Leaky: header 2'])
  expect(readFileSync(test.chosen, 'utf8')).not.toContain('late-s3cret')
  expect(readFileSync(test.chosen, 'utf8')).toContain('<X_API_KEY>')

  test.secrets.clear()
  await test.library.saved.saveFolder(workspaceId, { id: idOf(3), name: 'For late-s3cret', parentId: null })
  test.secrets.add('late-s3cret')
  await expect(test.library.exchange.exportFolder(workspaceId, null)).rejects.toMatchObject({ code: 'leak-refused' })
})

it('@attack is written whatever a token is called: only a name of a person’s can leak', async () => {
  await fill()
  for (const word of ['requestFormat', 'requests', 'version', 'connector-desk/requests']) test.secrets.add(word)
  expect((await test.library.exchange.exportFolder(workspaceId, null))?.requests).toBeGreaterThan(0)
  expect(JSON.parse(readFileSync(test.chosen, 'utf8'))).toMatchObject({ format: 'connector-desk/requests', version: 1 })
})

it('renames what has a taken name, and says so', async () => {
  file({ folders: [{ name: 'F', requests: [request] }], requests: [request, { ...request, name: 'r' }] })
  expect((await importTop())?.renamed).toEqual(['r (2)'])
  expect((await importTop())?.renamed).toEqual(['F (2)', 'R (3)', 'r (4)'])
})

it('drops secrets of a file, and hidden characters in its names', async () => {
  const headers = [row('Authorization', 'Bearer abc'), { name: 'x-a', value: '1' }]
  file({ requests: [{ ...request, name: 'safe\u202eexe\n', headers, __proto__: 1, extra: { big: [] } }] })
  expect(await importTop()).toEqual({
    folders: 0,
    requests: 1,
    renamed: [],
    dropped: ['safe exe: header Authorization']
  })
  const [head] = (await test.library.saved.tree(workspaceId)).requests
  const kept = (await test.library.saved.open(workspaceId, head?.id ?? '')).draft
  expect(kept.headers).toEqual([row('Authorization', '<AUTHORIZATION>'), row('x-a', '1')])
  expect(Object.keys(kept).sort()).toEqual(Object.keys(draft).sort())
})

it.each([
  ['no JSON', 'no'],
  ['another file', '{"info":{"schema":"postman"}}'],
  ['a newer version', JSON.stringify({ format, version: 2 })],
  ['an unknown method', JSON.stringify({ format, version: 1, requests: [{ ...request, method: 'STEAL' }] })],
  ['a request without a path', JSON.stringify({ format, version: 1, requests: [{ name: 'R', method: 'GET' }] })],
  ['too many requests', JSON.stringify({ format, version: 1, requests: Array(2_001).fill(request) })],
  ['too many folders', JSON.stringify({ format, version: 1, folders: Array(501).fill({ name: 'F' }) })],
  [
    'endless folders',
    `{"format":"${format}","version":1,"folders":${'[{"name":"f","folders":'.repeat(20_000)}[]${'}]'.repeat(20_000)}}`
  ],
  ['a file that is too large', ' '.repeat(20_000_001), 'too-large']
])('refuses %s, and keeps nothing of it', async (_, text, code = 'invalid-input') => {
  writeFileSync(test.chosen, text)
  await expect(importTop()).rejects.toMatchObject({ code })
  expect(await test.library.saved.tree(workspaceId)).toEqual({ folders: [], requests: [] })
})

it('refuses to nest deeper than folders may be, before anything is kept', async () => {
  const nest = (depth: number): object => ({ name: `d${depth}`, ...(depth > 1 && { folders: [nest(depth - 1)] }) })
  file({ folders: [nest(5)] })
  expect(await importTop()).toMatchObject({ folders: 5 })
  const top = (await test.library.saved.tree(workspaceId)).folders.find(({ parentId }) => parentId === null)
  const inside = test.library.exchange.importFolder(workspaceId, top?.id ?? '')
  await expect(inside).rejects.toMatchObject({ code: 'invalid-input' })
  expect((await test.library.saved.tree(workspaceId)).folders).toHaveLength(5)
})
