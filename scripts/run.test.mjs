import { readFileSync, rmSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { logged, root, run, step } from './run.mjs'

const file = join(root, 'test-results/a-test-of-logs.log')

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(file, { force: true })
})

/** What a person sees. */
function screen() {
  const seen = []
  vi.spyOn(console, 'log').mockImplementation((line) => seen.push(`${line}\n`))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => seen.push(String(text)) > 0)
  return () => seen.join('')
}

const tool = ({ output }) => {
  writeSync(output, 'three hundred lines\n')
}

test('a step says what begins and how long it took', async () => {
  const seen = screen()
  expect(await step('building', () => Promise.resolve('built'))).toBe('built')
  expect(seen()).toMatch(/^\[connector-desk\] building …\n\[connector-desk\] building: done in \d+ s\n$/)
})

test('what a tool prints goes to a file', async () => {
  const seen = screen()
  await logged('a-test-of-logs', tool)
  expect(seen()).toBe('')
  expect(readFileSync(file, 'utf8')).toBe('three hundred lines\n')
})

test('it is printed where the step fails, which is not done then', async () => {
  const seen = screen()
  const failing = step('building', () =>
    logged('a-test-of-logs', (to) => {
      tool(to)
      throw new Error('it broke')
    })
  )
  await expect(failing).rejects.toThrow('it broke')
  expect(seen()).toBe('[connector-desk] building …\nthree hundred lines\n')
})

test('what runs idly, and what it starts, has the lowest priority', async () => {
  const priority = 'process.exit(require("node:os").getPriority())'
  const deeper = `process.exit(require('node:child_process').spawnSync(process.execPath, ['-e', '${priority}']).status)`
  expect(await run(process.execPath, ['-e', deeper], { idle: true })).toBe(constants.priority.PRIORITY_LOW)
})
