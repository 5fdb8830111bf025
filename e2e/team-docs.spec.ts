import { spawnSync } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { schemaScript } from '../src/main/team/schema'
import { lowly, startPostgres } from '../src/main/testing/postgres'
import { root } from './fixtures/app'
import { answerOpenDialogs } from './fixtures/save-dialog'
import { brokenOne, test } from './fixtures/team'
import { expect } from './fixtures/test'
import { confirmed } from './pages/confirm'

test.use({ practiceOptions: { connectors: 200, limitPerMinute: 0 } })

/** The commands of docs/team.md, in order. */
async function commands(): Promise<string[]> {
  const text = await readFile(join(root, 'docs/team.md'), 'utf8')
  const setUp = /## Set up.*?\n([^]*?)\n## /.exec(text)?.[1] ?? ''
  return [...setUp.matchAll(/`(createdb [^`]+)`|^ *```(sh|sql)\n([^]*?)^ *```/gm)].map(([, line, language, block]) => {
    const lines = line ?? (block ?? '').replace(/^ +/gm, '')
    return language === 'sql' ? `psql -X --set ON_ERROR_STOP=1 connector_desk <<'SQL'\n${lines}\nSQL` : lines
  })
}

test('@team the commands of docs/team.md lead from an empty server to two desks over TLS', async ({
  practice,
  openDesk,
  folder
}) => {
  const server = await startPostgres()
  await mkdir(join(folder, 'bin'))
  const program = join(folder, 'bin/connector-desk')
  await writeFile(program, `#!/bin/sh\ncat <<'SQL'\n${schemaScript()}\nSQL\n`)
  await chmod(program, 0o755)
  await chmod(folder, 0o755)
  const typed = await commands()
  expect(typed).toHaveLength(4)
  for (const command of typed) {
    const told = command.replaceAll('db.example.com', 'localhost').replaceAll("'…'", "'typed by the administrator'")
    const { status, stderr } = spawnSync('bash', ['-euc', told], {
      ...lowly,
      cwd: '/',
      encoding: 'utf8',
      env: {
        PATH: `${folder}/bin:${process.env['PATH']}`,
        PGHOST: server.host,
        PGPORT: String(server.port),
        PGUSER: 'postgres',
        PGPASSWORD: server.password
      }
    })
    expect(stderr.split('\n').filter((line) => /error/i.test(line))).toEqual([])
    expect(status, `${command}\n${stderr}`).toBe(0)
  }
  await server.stop()
  await server.start()

  const desks = [await openDesk(), await openDesk()] as const
  for (const [at, user] of ['ada', 'vera'].entries()) {
    const { running, team, issues } = desks[at === 0 ? 0 : 1]
    await team.show()
    await answerOpenDialogs(running.app, join(server.folder, 'server.crt'))
    const certificates = running.page.getByRole('region', { name: 'CA certificates' })
    await certificates.getByRole('button', { name: 'Choose a file' }).click()
    await expect(certificates.getByRole('listitem')).toContainText('localhost')
    const address = { host: 'localhost', port: server.port, database: 'connector_desk', user, tls: true }
    await team.fill(address, 'typed by the administrator')
    await team.test(() => confirmed(running.page))
    await expect(team.finding('Encryption')).toHaveAccessibleName('Encryption: OK')
    await team.join.click()
    await confirmed(running.page)
    await expect(team.status).toHaveText('Team: up to date')
    await issues.show()
  }
  const name = brokenOne(practice)
  await desks[0].issues.claim(name, 'Linus')
  await expect(desks[1].issues.row(name)).toContainText('Linus')
  await server.remove()
})
