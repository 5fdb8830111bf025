import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './run.mjs'
import { faultsOfWords, retiredNames } from './words.mjs'

let folder
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-words-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function write(path, text) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const faults = () => faultsOfWords(folder)
const VIEW = 'src/renderer/src/issues/View.svelte'

test('the project has no fault', () => {
  expect(faultsOfWords(root)).toEqual([])
  expect(retiredNames(root)).toEqual([])
})

test('finds a retired word in a name of a module and of a component', () => {
  write('src/main/a.ts', 'export const openWalk = (ledgerRow: string) => ledgerRow.toLowerCase()')
  write(VIEW, '<script>\n  const { verdictOf } = $props()\n</script>')
  expect(retiredNames(folder)).toEqual(['src/main/a.ts: openWalk', 'src/main/a.ts: ledgerRow', `${VIEW}: verdictOf`])
})

test.each([
  ['between tags', '<p>\nNo rows</p>', 'No rows'],
  ['in what people hear', '<i aria-label="Close"></i>', 'Close'],
  ['in an attribute that is computed', `<i title={a ? 'Close' : b}></i>`, 'Close'],
  ['drawn by an expression', `{many ? 'rows' : one}`, 'rows'],
  ['in a template', '<p>{`${n} rows`}</p>', 'rows'],
  ['given to a component', '<Menu name="More" before="Text above" />', 'Text above'],
  ['in the script', `<script>const text = 'It is closed'</script>`, 'It is closed']
])('finds a text of a component %s', (_where, source, text) => {
  write(VIEW, source)
  expect(faults()).toEqual([expect.stringContaining(`not in a catalogue: ${JSON.stringify(text)}`)])
})

test('names the line', () => {
  write(VIEW, '<script>\n  const a = 1\n  const b = "It is closed"\n</script>\n\n<b\n  title="No"></b>')
  expect(faults().map((one) => one.split(':')[1])).toEqual(['7', '3'])
})

test.each([
  ['a text of a catalogue', '<p>{words.none}</p>'],
  ['a class, an id, a role', `<p class="full width" id="the-id" role="status" data-a="Two words"></p>`],
  ['a key', '<kbd>Ctrl</kbd>'],
  ['the path of a drawing', `<script>const path = 'M3 4l4 4M7 4l-4 4'</script>`],
  ['a comparison', `{#if state === 'done'}{count(n)}{/if}`],
  ['the outline of an icon', `<script>const icon = 'M2 12a10 10 0 1 0 20 0m14 -3-5.5 5.5L8 12'</script>`],
  ['a name of a program', `<script>const key = 'ArrowDown'; const kind = 'not-yet'</script>`],
  ['a CSS value', `<script>const line = 'underline wavy var(--line)'</script>`]
])('leaves %s alone', (_what, source) => {
  write(VIEW, source)
  expect(faults()).toEqual([])
})

test('finds a retired word in a catalogue, in main and in what both share, and says what to use', () => {
  write(
    'src/renderer/src/issues/words/a.ts',
    `export const a = { go: 'walk', far: (n: number) => \`\${n} walks left\` }`
  )
  write('src/main/a/words.ts', `export const a = 'The ledger is empty.'`)
  write('src/shared/a.ts', `export const a = 'The case is closed.' // a walk`)
  expect(faults()).toEqual([
    expect.stringContaining('src/main/a/words.ts:1: "ledger" is retired, use change log'),
    expect.stringContaining('"walk" is retired, use refresh'),
    expect.stringContaining('"walks" is retired'),
    expect.stringContaining('src/shared/a.ts:1: "case" is retired, use issue')
  ])
})

test('a word that means something else is not found', () => {
  write(
    'src/renderer/src/issues/words/a.ts',
    `export const a = { b: 'Match upper case', c: 'In case it fails', d: 'Sidewalk' }`
  )
  write('src/renderer/src/issues/words/a.test.ts', `expect('A walk')`)
  write('src/main/store/a.ts', `const sql = 'id FROM walk WHERE id = ?'`)
  write('src/main/team/a.ts', `const sql = 'SELECT id FROM walk WHERE id = ?'`)
  expect(faults()).toEqual([])
})
