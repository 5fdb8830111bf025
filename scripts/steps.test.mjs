import { mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runLanes } from './steps.mjs'

let logs
let printed
beforeEach(() => {
  logs = mkdtempSync(join(tmpdir(), 'connector-desk-'))
  printed = ''
  vi.spyOn(console, 'log').mockImplementation((line) => void (printed += `${line}\n`))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((printed += text)))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(logs, { recursive: true })
})

const passing = (name, more) => ({ name, start: async () => 0, ...more })
const failing = (name, more) => ({ name, start: async () => 1, ...more })

test('lanes run side by side, the steps of one in turn', async () => {
  let meet
  const met = new Promise((resolve) => (meet = resolve))
  const order = []
  const step = (name, work) => ({
    name,
    start: async () => {
      order.push(name)
      await work()
      order.push(`${name} ended`)
      return 0
    }
  })
  // In sequence they would never end.
  await runLanes([[step('a', () => met)], [step('b', async () => meet()), step('c', async () => {})]], {
    logs
  })
  expect(order.slice(0, 2)).toEqual(['a', 'b'])
  expect(order.indexOf('c')).toBeGreaterThan(order.indexOf('b ended'))
})

test('of steps side by side only what a failed one printed is shown, and not mixed', async () => {
  const writing = (name, code) => ({
    name,
    start: async ({ output }) => {
      for (const line of [1, 2, 3]) {
        writeSync(output, `${name} ${line}\n`)
        await new Promise(setImmediate)
      }
      return code
    }
  })
  await runLanes([[writing('one', 1)], [writing('other', 1)], [writing('good', 0)]], { logs })
  for (const name of ['one', 'other']) {
    expect(printed).toMatch(
      new RegExp(`\n=== ${name}\n${name} 1\n${name} 2\n${name} 3\n=== ${name}: FAILED in [\\d.]+ s\n`)
    )
  }
  expect(printed).not.toContain('good 1')
  expect(readFileSync(join(logs, 'good.log'), 'utf8')).toBe('good 1\ngood 2\ngood 3\n')
})

test('a step by itself prints where we print', async () => {
  const seen = []
  await runLanes([[{ name: 'alone', start: async ({ output }) => seen.push(output) && 0 }]], { logs })
  expect(seen).toEqual([undefined])
})

test('a step with other lanes beside it prints to a file', async () => {
  const seen = []
  const step = { name: 'alone', start: async ({ output }) => seen.push(typeof output) && 0 }
  await runLanes([[step]], { logs, beside: true })
  expect(seen).toEqual(['number'])
})

test('a failed step is counted, and those after it run', async () => {
  const results = await runLanes([[failing('lint'), passing('types')], [passing('build')]], { logs })
  expect(results.map(({ name, failed }) => [name, failed])).toEqual([
    ['lint', 1],
    ['types', 0],
    ['build', 0]
  ])
  expect(printed).toContain('=== lint: FAILED in')
})

test('what needs a failed step is left out, in its lane and later', async () => {
  const earlier = await runLanes([[failing('build'), passing('bundle', { needs: 'build' })], [passing('lint')]], {
    logs
  })
  expect(earlier.map(({ name }) => name)).toEqual(['build', 'lint'])
  const results = await runLanes([[passing('e2e', { needs: 'build' }), passing('more', { needs: 'lint' })]], {
    logs,
    earlier
  })
  expect(results.map(({ name }) => name)).toEqual(['more'])
  expect(printed).toContain('=== e2e: left out, as the build failed')
})

test('counts what a report says, never one of an earlier run', async () => {
  const report = join(logs, 'report.json')
  writeFileSync(report, JSON.stringify({ numPassedTests: 9, numFailedTests: 0 }))
  const writing = async () => {
    writeFileSync(report, JSON.stringify({ numPassedTests: 4, numFailedTests: 2 }))
    return 1
  }
  expect(await runLanes([[failing('unit', { report })]], { logs })).toMatchObject([{ passed: 0, failed: 1 }])
  expect(await runLanes([[{ name: 'unit', start: writing, report }]], { logs })).toMatchObject([
    { passed: 4, failed: 2 }
  ])
})
