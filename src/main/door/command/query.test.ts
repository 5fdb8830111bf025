import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError, type ErrorCode } from '../../../shared/errors'
import { takenByCommands } from '../../app/switches'
import { questions, type Asked } from '../contract'
import { commands, common, completion, exitCodes, manPage, queryHelp } from './commands'
import { query } from './query'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'desk-query-'))))
afterEach(() => rmSync(folder, { recursive: true }))

async function run(line: string[], answer: unknown = { rows: [], more: 0 }) {
  const asked: [Asked, unknown][] = []
  let [out, err] = ['', '']
  const code = await query(
    line,
    async (name, input) => {
      asked.push([name, input])
      if (answer instanceof AppError) throw answer
      return { workspace: 'Harbourline', answer }
    },
    { print: (text) => (out += text), complain: (text) => (err += text) }
  )
  return { code, out, err, asked }
}

const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

describe('a command line', () => {
  it.each([
    [
      ['issues', '--cause', 'relink', '--older=3d', '--limit', '5'],
      'issues',
      { cause: 'relink', older: '3d', limit: 5 }
    ],
    [['--json', 'connector', 'HRIS:x'], 'connector', { connector: 'HRIS:x' }],
    [['evidence', 'a', 'b'], 'evidence', { connectors: ['a', 'b'] }],
    [['activity', '--changes', '--region', 'eu'], 'activity', { changes: true, region: 'eu' }],
    [['trends', '--weeks', '26', '--user-data-dir=/x'], 'trends', { weeks: 26 }]
  ] as const)('%j asks one thing', async (line, name, input) => {
    const { asked, code } = await run([...line])
    expect([asked, code]).toEqual([[[name, input]], 0])
  })

  it('takes a file', async () => {
    const test = file('a.json', '\ufeff{"expression":"a","records":[{"a":1}]}')
    expect((await run(['mapping', 'test', test])).asked).toEqual([['test_mapping', { expression: 'a', records: [{ a: 1 }] }]]) // prettier-ignore
    const plan = file('b.json', '{"path":"/employees","integration":"personio"}')
    expect((await run(['ask-many', plan], { problems: [], rows: [] })).code).toBe(0)
    expect((await run(['ask-many', plan], { problems: [{ field: 'path' }], rows: [] })).code).toBe(1)
    expect((await run(['mapping', 'test', test], { passed: false, rows: [] })).code).toBe(1)
  })

  it.each([
    [[]], [['--help']], [['issues', '--help']]
  ])('%j prints the help', async (line) => {
    const { code, out, asked } = await run(line)
    expect([code, out, asked]).toEqual([0, queryHelp(), []])
  }) // prettier-ignore

  it.each([
    [['nothing'], 'There is no command nothing.'],
    [['mapping'], 'There is no command mapping.'],
    [['connector'], 'connector needs ID.'],
    [['connector', 'a', 'b'], 'connector takes one ID.'],
    [['issues', 'more'], 'issues takes no more.'],
    [['issues', '--sinse', '3d'], "Unknown option '--sinse'"],
    [['issues', '--since', '3d'], "Unknown option '--since'"],
    [['issues', '--older', 'soon'], 'older: Use a number with h, d or w'],
    [['issues', '--cause', 'x'], 'cause: Invalid option'],
    [['issues', '--limit', 'many'], 'limit: Invalid input'],
    [['issues', '--json', '--csv'], 'Choose --json or --csv.'],
    [['ask-many', '/nowhere/x.json'], 'cannot be read as JSON'],
    [['issues', '--cause'], 'argument missing']
  ])('%j is refused with the reason, and asks nothing', async (line, why) => {
    const { code, err, asked, out } = await run(line)
    expect([code, asked, out]).toEqual([2, [], ''])
    expect(err).toContain(why)
  })

  it('@attack a file that is no object, or too large, is refused', async () => {
    for (const text of ['[]', '1', 'null', '{', '', `{"a":"${'x'.repeat(1_000_001)}"}`]) {
      const { code, asked } = await run(['ask-many', file('x.json', text)])
      expect([code, asked], text.slice(0, 20)).toEqual([2, []])
    }
  })

  it.each([
    ['unreachable', 3],
    ['app-locked', 4],
    ['managed', 4],
    ['not-permitted', 4],
    ['keychain-locked', 4],
    ['not-found', 5],
    ['rate-limited', 6],
    ['internal', 7]
  ] satisfies [ErrorCode, number][])('%s ends with %i', async (errorCode, code) => {
    const ran = await run(['issues'], new AppError(errorCode, 'Said so.'))
    expect([ran.code, ran.out, ran.err]).toEqual([code, '', 'connector-desk query: Said so.\n'])
    expect(exitCodes.map(([one]) => one)).toContain(code)
  })
})

describe('an answer', () => {
  const hidden = new Set(['\u001b', '\u202e', '\u009b'])
  const told = (text: string) => ({ writtenBy: 'customer', text })
  const rows = [
    { connector: 'HRIS:a', customer: told('Acme, Ltd'), tags: [told('vip')], lastGoodSync: { time: null, kind: 'never' } },
    { connector: 'HRIS:b', customer: told('=HYPERLINK("x")\u001b[2J\u202e'), extra: 1 }
  ] // prettier-ignore

  it('is a table for people, with what is left out', async () => {
    const { out } = await run(['issues'], { counts: { issues: 9 }, rows, more: 7 })
    expect(out).toMatch(/^counts\.issues: 9\nconnector {2}customer/)
    expect(out).toContain('HRIS:a     Acme, Ltd')
    expect(out).toContain('and 7 more: give a --limit\n')
  })

  it('@attack gives a terminal and a spreadsheet nothing to act on', async () => {
    for (const form of [[], ['--csv'], ['--json']])
      expect([...(await run(['issues', ...form], { rows, more: 0 })).out].filter((one) => hidden.has(one))).toEqual([])
    const { out } = await run(['issues', '--csv'], { rows, more: 0 })
    expect(out.split('\r\n')[0]).toBe('\ufeffconnector,customer,tags,lastGoodSync.time,lastGoodSync.kind,extra')
    expect(out).toContain(`'=HYPERLINK`)
    const json = JSON.parse((await run(['issues', '--json'], { rows, more: 0 })).out) as unknown
    expect(json).toEqual({ workspace: 'Harbourline', answer: { rows, more: 0 } })
  })
})

describe('what a shell completes', () => {
  it('names each option that the contract has, which an installed app takes', () => {
    for (const { asked, options, takes } of commands) {
      const fields = new Set(Object.keys(questions[asked].input.shape))
      for (const name of Object.keys(options)) {
        expect(fields, `${asked} ${name}`).toContain(name)
        expect(takenByCommands, name).toContain(name)
      }
      expect(takes === 'FILE' || Object.keys(options).length > 0 || fields.size <= 3, asked).toBe(true)
    }
    for (const name of Object.keys(common)) if (name !== 'help') expect(takenByCommands).toContain(name)
    expect(new Set([...commands.flatMap(({ options }) => Object.keys(options)), 'json', 'csv', 'workspace', 'region'])).toEqual(takenByCommands) // prettier-ignore
  })

  const complete = (...words: string[]) => {
    const script = `${completion('bash')}
COMP_WORDS=(connector-desk ${words.map((one) => `'${one}'`).join(' ')}); COMP_CWORD=${words.length}
compopt() { :; }
_connector_desk
printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8', cwd: folder })
    expect(stderr).toBe('')
    return stdout.trim().split('\n')
  }

  it('in bash', () => {
    expect(complete('qu')).toEqual(['query'])
    expect(complete('query', 'is')).toEqual(['issues'])
    expect(complete('query', 'issues', '--c')).toEqual(['--cause=', '--customer=', '--csv'])
    expect(complete('query', 'issues', '--cause', '=', 're')).toEqual(['relink'])
    expect(complete('query', 'issues', '--cause', 'st')).toEqual(['stalled'])
    expect(complete('query', 'mapping', '')).toEqual(['test'])
    expect(complete('completion', 'p')).toEqual(['powershell'])
    file('plan.json', '')
    expect(complete('query', 'ask-many', 'pl')).toEqual(['plan.json'])
  })

  it('in the others has all commands', () => {
    for (const shell of ['zsh', 'powershell'] as const)
      for (const { words } of commands) expect(completion(shell), shell).toContain(words.split(' ')[0])
  })
})

it('the man page has each command and exit code', () => {
  const page = manPage('1.2.3')
  expect(page).toMatch(/^\.TH CONNECTOR-DESK 1 "" "Connector Desk 1\.2\.3"/)
  for (const { words } of commands) expect(page).toContain(`query ${words}`.replaceAll('-', '\\-'))
  for (const [, about] of exitCodes) expect(page).toContain(about)
  // A line that begins with a point is a request of the format.
  for (const line of page.split('\n'))
    if (line.startsWith('.')) expect(line).toMatch(/^\.(TH|SH|TP|PP|B|nf|fi|RS|RE)\b/)
})
