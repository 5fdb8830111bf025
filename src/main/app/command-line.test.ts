import { expect, test } from 'vitest'
import { printedFor } from './command-line'

test('--version prints one line, which scripts can read', () => {
  expect(printedFor(['/opt/app', '--version'], '1.2.3')).toBe('Connector Desk 1.2.3\n')
})

test('--help names every switch of the app', () => {
  const help = printedFor(['--help'], '1.2.3') ?? ''
  const switches = ['--diagnose', '--practice', '--startup-times', '--user-data-dir=', '--version', '--help']
  for (const own of switches) expect(help).toContain(own)
  expect(help.split('\n').every((line) => line.length <= 120)).toBe(true)
})

test.each([[[]], [['--practice']], [['--diagnose']], [['--startup-times']], [['--versions']], [['--help-me']]])(
  '%j is a start, for which nothing is printed',
  (args: string[]) => {
    expect(printedFor(args, '1.2.3')).toBeNull()
  }
)
