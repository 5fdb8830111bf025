import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tally } from './tally.mjs'

let folder
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const reportWith = (text) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text))
  return file
}

test.each([
  ['a step without a report', 0, undefined, { passed: 0, failed: 0 }],
  ['a failing step without a report', 2, undefined, { passed: 0, failed: 1 }],
  ['a Vitest report', 0, { numPassedTests: 7, numFailedTests: 0 }, { passed: 7, failed: 0 }],
  ['a Vitest report with failures', 1, { numPassedTests: 7, numFailedTests: 2 }, { passed: 7, failed: 2 }],
  ['an error outside all tests', 1, { numPassedTests: 7, numFailedTests: 0 }, { passed: 7, failed: 1 }],
  ['a Playwright report', 1, { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 } }, { passed: 4, failed: 1 }],
  ['a report cut short', 1, '{"stats":', { passed: 0, failed: 1 }]
])('%s', (_what, exitCode, report, counted) => {
  expect(tally(exitCode, report && reportWith(report))).toEqual(counted)
})

test('a report that was never written', () => {
  expect(tally(1, join(folder, 'none.json'))).toEqual({ passed: 0, failed: 1 })
})
