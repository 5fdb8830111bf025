import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.mjs'
import { lineOf } from './results.mjs'
import { tableOf, withTable } from './table.mjs'

const line = (row) => lineOf({ name: 'walk', unit: 'ms', ...row }, { group: 'walk', commit: 'c' })
const measured = (median, min = median, max = median) => ({ median, min, max })
const lines = [
  line({
    ours: measured(1234.5, 1200, 1300),
    peer: { name: 'bare undici', value: measured(500, 490, 512) },
    target: { ratio: 2 }
  }),
  line({ ours: measured(42.06), peer: { name: 'got', value: null }, target: { ratio: 2 } }),
  line({ ours: measured(1.234), target: { ours: 1500 } })
]

test('a table names each figure with its spread, the peer, the ratio, the target and whether it is met', () => {
  expect(tableOf(lines)).toBe(
    `
| What | Ours: median (min–max) | Beside it                     | Ratio | Target     | Met    |
| ---- | ---------------------- | ----------------------------- | ----- | ---------- | ------ |
| walk | 1,235 ms (1,200–1,300) | bare undici: 500 ms (490–512) | 2.47  | ≤ 2        | **no** |
| walk | 42.1 ms                | got: not installed, not run   | –     | ≤ 2        | –      |
| walk | 1.23 ms                | –                             | –     | ≤ 1,500 ms | yes    |
`.trim()
  )
})

const results = {
  machine: { cpu: 'Some CPU', cores: 2, memoryGB: 24, os: 'Debian' },
  runtime: { electron: '33', chromium: '130', node: '20', commit: 'c' },
  rows: lines
}

test('a document gets the table between its marks, once however often it is written', () => {
  const empty = '# A\n\n<!-- npm run bench writes from here -->\n<!-- to here -->\n\nAfter.\n'
  const once = withTable(empty, results)
  expect(once).toContain('Some CPU, 2 cores, 24 GB, Debian; Electron 33, Chromium 130, Node 20')
  expect(once).toContain(tableOf(lines))
  expect(once.endsWith('<!-- to here -->\n\nAfter.\n')).toBe(true)
  expect(withTable(once, results)).toBe(once)
})

test('a document without the marks is refused', () => {
  expect(() => withTable('# A\n', results)).toThrow('no place for the table')
})

test('docs/performance.md has the table of bench/results/latest.json', () => {
  const at = (path) => readFileSync(join(root, path), 'utf8')
  const page = at('docs/performance.md')
  expect(withTable(page, JSON.parse(at('bench/results/latest.json')))).toBe(page)
})
