import { spawnSync } from 'node:child_process'
import type { TeamAddress } from '../../../shared/team/team'
import { program } from '../../testing/postgres'

/**
 * Tries each statement, even after failures.
 *
 * @returns per statement, the PostgreSQL code (`00000`: success) and psql's output
 */
export function psql(
  { host, port, database, user }: TeamAddress,
  password: string,
  statements: readonly string[]
): { code: string; printed: string }[] {
  const marked = statements.map((sql, at) => `${sql};\n\\echo ${mark}${at} :SQLSTATE\n`)
  const { stdout, stderr, error } = spawnSync(
    program('psql'),
    ['-XqAtw', '-h', host, '-p', String(port), '-U', user, '-d', database],
    { input: marked.join(''), encoding: 'utf8', env: { PATH: process.env['PATH'], PGPASSWORD: password, LC_ALL: 'C' } }
  )
  if (error) throw error
  const pieces = stdout.split(new RegExp(`${mark}\\d+ (\\w{5})\\n`))
  const answers = statements.map((_, at) => ({ printed: (pieces[2 * at] ?? '').trim(), code: pieces[2 * at + 1] }))
  return answers.map(({ printed, code }) => {
    if (code === undefined) throw new Error(`psql ended early: ${stderr}`)
    return { code, printed }
  })
}

const mark = 'answered '
