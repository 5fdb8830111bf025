import { expect, test } from 'vitest'
import { commandIn, printedFor } from './command-line'
import { shownBySwitches } from './switches'

test('--version prints one line, which scripts can read', () => {
  expect(printedFor(['/opt/app', '--version'], '1.2.3')).toBe('Connector Desk 1.2.3\n')
})

test('--help names every switch that an installed app takes', () => {
  const help = printedFor(['--help'], '1.2.3') ?? ''
  const switches = ['--diagnose', '--practice', '--startup-times', '--user-data-dir=', '--version', '--help']
  for (const own of switches) expect(help).toContain(own)
  for (const name of shownBySwitches) expect(help).toMatch(new RegExp(`--${name}( |\n)`))
  expect(help.split('\n').every((line) => line.length <= 120)).toBe(true)
})

test('team sql prints what an administrator runs, in one transaction', () => {
  const script = printedFor(['/opt/app', 'team', 'sql'], '1.2.3') ?? ''
  expect(script).toMatch(/^-- Connector Desk[^]*BEGIN;[^]*CREATE SCHEMA connector_desk;[^]*COMMIT;\n$/)
  expect(printedFor(['team'], '1.2.3')).toBeNull()
})

test.each([[[]], [['--practice']], [['--diagnose']], [['--startup-times']], [['--versions']], [['--help-me']]])(
  '%j is a start, for which nothing is printed',
  (args: string[]) => {
    expect(printedFor(args, '1.2.3')).toBeNull()
  }
)

test('a command is found after what starts the app, with what is its own', () => {
  expect(commandIn(['--user-data-dir=/x', '/opt/app', 'query', 'issues', '--help'])).toEqual({
    before: ['--user-data-dir=/x', '/opt/app'],
    name: 'query',
    after: ['issues', '--help']
  })
  for (const args of [[], ['--practice'], ['connector-desk://connector/query'], ['--query'], ['queries']])
    expect(commandIn(args)).toBeNull()
})
