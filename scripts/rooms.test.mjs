import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { floors } from '../.dependency-cruiser.mjs'
import { brokenWalls, fragments, importsOf, misnamed, ownLists } from './rooms.mjs'
import { root } from './run.mjs'

let folder
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-rooms-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function write(files) {
  for (const [path, text] of Object.entries({ 'tsconfig.base.json': '{}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

test('no import of the app is against the walls, none runs in a circle, and no file is a fragment', async () => {
  const imports = await importsOf()
  expect(brokenWalls(imports)).toEqual([])
  expect(fragments(imports)).toEqual([])
}, 180_000)

test.each([
  ['a feature that imports another', 'src/main/doctor/a.ts', 'src/main/mappings/b.ts', 'main-doctor'],
  ['the lowest floor that imports a higher one', 'src/main/base/a.ts', 'src/main/http/b.ts', 'main-base'],
  ['the window that imports main', 'src/renderer/src/a.ts', 'src/main/base/b.ts', 'window-alone'],
  [
    'a room of the window that imports another',
    'src/renderer/src/issues/a.ts',
    'src/renderer/src/mappings/b.ts',
    'window-issues'
  ],
  [
    'what rooms share that knows one',
    'src/renderer/src/records/a.ts',
    'src/renderer/src/issues/b.ts',
    'window-records'
  ],
  ['the practice service that imports main', 'src/practice/a.ts', 'src/main/base/b.ts', 'practice-alone']
])('finds %s', async (_what, from, to, rule) => {
  const steps = '../'.repeat(from.split('/').length - 2)
  write({ [from]: `import { b } from '${steps}${to.slice('src/'.length, -'.ts'.length)}'\nexport const a = b\n` })
  write({ [to]: 'export const b = 1\n' })
  expect(brokenWalls(await importsOf(folder))).toEqual([`${rule}: ${from} -> ${to}`])
})

test('finds a circle, of types alone, too', async () => {
  write({
    'src/main/base/a.ts': "import type { B } from './b'\nexport type A = B | 1\n",
    'src/main/base/b.ts': "import type { A } from './a'\nexport type B = A[]\n"
  })
  expect(brokenWalls(await importsOf(folder))).toEqual([
    expect.stringMatching(/^no-circle: .*a[.]ts.*b[.]ts|^no-circle: .*b[.]ts.*a[.]ts/)
  ])
})

test('finds a short file with one importer, and lets one with two, a long one and one of convention stand', async () => {
  const [a, b] = ['src/main/doctor/a.ts', 'src/main/doctor/b.ts']
  const use = (names) => names.map((name) => `import './${name}'\n`).join('')
  write({
    [a]: `${use(['short', 'both', 'long', 'room'])}${'//\n'.repeat(80)}`,
    [b]: `${use(['both'])}${'//\n'.repeat(80)}`,
    'src/main/doctor/short.ts': 'export const one = 1\n',
    'src/main/doctor/both.ts': 'export const two = 2\n',
    'src/main/doctor/long.ts': `export const three = 3\n${'//\n'.repeat(80)}`,
    'src/main/doctor/room.ts': 'export const four = 4\n',
    'src/main/doctor/short.test.ts': "import './short'\n"
  })
  expect(fragments(await importsOf(folder), folder)).toEqual([`a fragment: src/main/doctor/short.ts of ${a}`])
})

test('every channel of the contract begins with its room, which declares it, and shared has no folder but rooms', () => {
  expect(misnamed()).toEqual([])
})

test('finds a channel in the file of another room, one of no room, and a folder that is no room', () => {
  write({
    'src/shared/issues/channels.ts': "export const a = {\n  'issues:list': 1,\n  'trends:read': 2\n}\n",
    'src/shared/ledger/channels.ts': "export const a = {\n  'ledger:list': 1\n}\n",
    'src/shared/ipc.ts': "export const a = {\n  'app:lock': 1\n}\n"
  })
  expect(misnamed(folder)).toEqual([
    'no room: src/shared/ledger',
    'not a channel of this room: src/shared/ipc.ts: app:lock',
    'not a channel of this room: src/shared/issues/channels.ts: trends:read',
    'not a channel of this room: src/shared/ledger/channels.ts: ledger:list'
  ])
})

test('every long list of the window is one of the kit', () => {
  expect(ownLists()).toEqual([])
})

test('finds an element that is a grid by itself, and lets one of the kit have the role', () => {
  write({
    'src/renderer/src/data/Own.svelte': '<div onclick={() => a < b}\n  role="grid"></div>\n',
    'src/renderer/src/issues/Tree.svelte': '<p>One</p><div class="x" role="treegrid"></div>\n',
    'src/renderer/src/issues/Rows.svelte': '<div><VirtualRows role="treegrid" /></div>\n'
  })
  expect(ownLists(folder).toSorted()).toEqual([
    'not kit/VirtualRows: src/renderer/src/data/Own.svelte',
    'not kit/VirtualRows: src/renderer/src/issues/Tree.svelte'
  ])
})

test('the map in docs/architecture.md shows the floors as they are', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [, map = ''] = /```mermaid\n([\s\S]*?)```/.exec(text) ?? []
  const [, ...subgraphs] = map.split(/subgraph floor\d+\[" "\]\n/)
  const drawn = subgraphs.map((one) => one.trim().split(/\s+/)).map((words) => words.slice(2, words.indexOf('end')))
  expect(drawn).toEqual(floors.toReversed())
})
