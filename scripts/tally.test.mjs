import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { slowest, tally } from './tally.mjs'

let folder
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'connector-desk-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const reportWith = (text) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text))
  return file
}

const suite = (name, assertionResults, message = '') => ({ name: join(process.cwd(), name), message, assertionResults })
const failedTest = {
  status: 'failed',
  fullName: 'walks',
  failureMessages: ['\u001b[31mexpected 1\u001b[39m\n\n  got 2']
}
const vitest = (passed, failed, testResults = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults
})
const spec = (title, message) => ({
  title,
  file: 'walk.spec.ts',
  ok: message === undefined,
  tests: [{ results: [{ errors: message === undefined ? [] : [{ message }] }] }]
})

test.each([
  ['a step without a report', 0, undefined, { passed: 0, failed: 0, failures: [] }],
  ['a failing step without a report', 2, undefined, { passed: 0, failed: 1, failures: [] }],
  ['a Vitest report', 0, vitest(7, 0), { passed: 7, failed: 0, failures: [] }],
  [
    'a Vitest report with failures',
    1,
    vitest(7, 1, [suite('src/a.test.ts', [failedTest, { status: 'passed', fullName: 'stops', failureMessages: [] }])]),
    { passed: 7, failed: 1, failures: ['src/a.test.ts › walks\n  expected 1\n  got 2'] }
  ],
  [
    'a file that does not load',
    1,
    vitest(7, 0, [suite('src/a.test.ts', [], 'no such module')]),
    { passed: 7, failed: 1, failures: ['src/a.test.ts › the file itself\n  no such module'] }
  ],
  ['an error outside all tests', 1, vitest(7, 0), { passed: 7, failed: 1, failures: [] }],
  [
    'a Playwright report',
    1,
    {
      config: { rootDir: join(process.cwd(), 'e2e') },
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 },
      suites: [{ specs: [spec('walks')], suites: [{ specs: [spec('stops', 'not stopped')] }] }],
      errors: [{ message: 'a worker ended' }]
    },
    {
      passed: 4,
      failed: 1,
      failures: ['e2e/walk.spec.ts › stops\n  not stopped', 'outside all tests\n  a worker ended']
    }
  ],
  ['a report cut short', 1, '{"stats":', { passed: 0, failed: 1, failures: [] }]
])('%s', (_what, exitCode, report, counted) => {
  expect(tally(exitCode, report && reportWith(report))).toEqual(counted)
})

test('a report that was never written', () => {
  expect(tally(1, join(folder, 'none.json'))).toEqual({ passed: 0, failed: 1, failures: [] })
})

test('the slowest of several reports come first, a test that was tried again with all its tries', () => {
  const timed = (fullName, duration) => ({ status: 'passed', fullName, failureMessages: [], duration })
  const unit = join(folder, 'unit.json')
  writeFileSync(unit, JSON.stringify(vitest(2, 0, [suite('a.test.ts', [timed('quick', 3), timed('slow', 900)])])))
  const e2e = reportWith({
    config: { rootDir: process.cwd() },
    stats: { expected: 1, flaky: 0, unexpected: 0 },
    suites: [{ specs: [{ ...spec('walks'), tests: [{ results: [{ duration: 400 }, { duration: 300 }] }] }] }]
  })
  expect(slowest([unit, undefined, e2e, join(folder, 'none.json')], 2)).toEqual([
    { name: 'a.test.ts › slow', ms: 900 },
    { name: 'walk.spec.ts › walks', ms: 700 }
  ])
})
