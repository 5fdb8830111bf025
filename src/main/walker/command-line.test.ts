import { expect, it } from 'vitest'
import { readCommandLine } from './program'
import { NotConfigured } from './config'

it('serves with the usual configuration where nothing is asked for', () => {
  expect(readCommandLine([])).toEqual({ act: 'serve', config: '/etc/connector-desk/walker.json' })
  expect(readCommandLine(['--once', '--config', '/a.json'])).toEqual({ act: 'once', config: '/a.json' })
  expect(readCommandLine(['--check'])).toMatchObject({ act: 'check' })
  expect(readCommandLine(['--once', '--help'])).toMatchObject({ act: 'help' })
  expect(readCommandLine(['--version'])).toMatchObject({ act: 'version' })
})

it.each([[['--token', 'practice-secret']], [['practice-secret']], [['--once', '--check']], [['--config']]])(
  'refuses %j without repeating what may be a token',
  (args) => {
    expect(() => readCommandLine(args)).toThrow(NotConfigured)
    expect(() => readCommandLine(args)).not.toThrow('practice-secret')
    expect(() => readCommandLine(args)).toThrow('Try --help.')
  }
)
