import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { canariesIn, filesWithCanaries } from './fixtures/canary'
import { expect } from './fixtures/test'
import { receiver } from '../src/main/alerts/testing'
import { test, untilMetrics, type RunningWalker } from './fixtures/walker'
import type { Postgres } from '../src/main/testing/postgres'

test.use({ practiceOptions: { connectors: 200 } })

const published = async (server: Postgres) => {
  const [row] = await server.query<{ records: number; changes: number; refreshes: number }>(
    'team',
    `SELECT (SELECT count(*)::int FROM connector_desk.record WHERE NOT gone) AS records,
      (SELECT sum(last_seq)::int FROM connector_desk.lease) AS changes,
      (SELECT count(ended_at)::int FROM connector_desk.walk) AS refreshes`
  )
  return row
}

/** Output and exit code never tell a token or the password. */
async function outcome({ ended, output }: RunningWalker): Promise<{ code: number | null; said: string }> {
  const code = await ended
  const said = output()
  expect(canariesIn(Buffer.from(said))).toEqual([])
  return { code, said }
}

test('@team a walker without a window publishes a walk, and the next time what changed only', async ({
  server,
  practice,
  walker
}) => {
  // A running sync changes its record every few seconds, which a walk publishes too.
  for (const one of practice.default.connectors) if (one.sync_status === 'Syncing') one.sync_status = 'Done'
  const first = await outcome(await walker(['--once']))
  expect(first).toMatchObject({ code: 0, said: expect.stringMatching(/: 2\d\d connectors in \d+ pages\n$/) })
  const before = await published(server)
  expect(before?.records).toBe(practice.default.connectors.length)
  expect(before).toMatchObject({ changes: before?.records, refreshes: 1 })

  const [changed] = practice.default.connectors
  Object.assign(changed ?? {}, { end_user: 'Renamed Ltd' })
  expect(await outcome(await walker(['--once']))).toMatchObject({ code: 0 })
  expect(await published(server)).toEqual({
    records: before?.records,
    changes: (before?.changes ?? 0) + 1,
    refreshes: 2
  })
  expect(await filesWithCanaries(server.folder)).toEqual({})
})

test('@team a walker serves metrics, and ends in order', async ({ server, practice, walker }) => {
  const running = await walker([])
  await untilMetrics(running, /turns_total\{[^}]*outcome="walked"\} 1$/m)
  const metrics = await running.page()
  const service = `service="${practice.default.url}"`
  expect(metrics).toContain(`connector_desk_walker_database_connected{${service}} 1`)
  expect(metrics).toContain(`connector_desk_walker_lease_held{${service}} 0`)
  expect(metrics).toMatch(/walk_age_seconds\{[^}]*\} \d+(\.\d+)?$/m)
  const production = practice.default.connectors.filter((one) => !one.is_test_connector).length
  const counted = [...metrics.matchAll(/_connectors\{[^}]*category="(?:HRIS|ATS|LMS)",verdict="\w+"\} (\d+)$/gm)]
  expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(production)
  expect(canariesIn(Buffer.from(metrics))).toEqual([])
  for (const { end_user } of practice.default.connectors) if (end_user) expect(metrics).not.toContain(end_user)
  expect(await running.page('/healthz')).toBe('ok\n')

  running.process.kill('SIGTERM')
  expect(await outcome(running)).toEqual({ code: 0, said: expect.stringMatching(/Ended\.\n$/) })
  expect(await published(server)).toMatchObject({ refreshes: 1 })
})

test('@team a walker that is ended in its walk gives the lease back, and one that is killed is replaced', async ({
  server,
  practice,
  walker
}) => {
  // No page comes, so the refresh keeps running.
  practice.default.set({ latencyMs: 600_000 })
  const first = await walker([])
  await untilMetrics(first, /lease_held\{[^}]*\} 1$/m)
  expect(await outcome(await walker(['--once']))).toEqual({
    code: 0,
    said: expect.stringMatching(/Another walks this service\.\n$/)
  })
  first.process.kill('SIGTERM')
  expect(await outcome(first)).toMatchObject({ code: 0 })
  expect(await published(server)).toMatchObject({ refreshes: 0 })
  expect(await server.query('team', 'SELECT until <= now() AS free FROM connector_desk.lease')).toEqual([
    { free: true }
  ])

  const second = await walker([])
  await untilMetrics(second, /lease_held\{[^}]*\} 1$/m)
  practice.default.set({ latencyMs: 0 })
  second.process.kill('SIGKILL')
  await second.ended
  const third = await walker([])
  // The killed walker's lease expires first.
  await untilMetrics(third, /turns_total\{[^}]*outcome="walked"\} 1$/m)
  expect(await published(server)).toMatchObject({ refreshes: 1, records: practice.default.connectors.length })
})

test('@team @reach a walker tells by the rules of its team, where its own file says, and once, also through a kill', async ({
  server,
  practice,
  walker,
  folder
}) => {
  const one = practice.default.connectors.find(({ status, is_test_connector }) => status === 'COMPLETE' && !is_test_connector) // prettier-ignore
  Object.assign(one ?? {}, { integration_slug: 'alertable', status: 'RELINK_NEEDED', relink_needed_at: new Date().toISOString() }) // prettier-ignore
  const slack = await receiver()
  const secret = '/services/T0/B0/ct_alerts0123456789ABCDEFGHIJKLMNOPQRSTUV'
  await writeFile(join(folder, 'ops'), slack.url + secret, { mode: 0o600 })
  const config = { alerts: { channels: [{ kind: 'slack', name: '#ops', addressFile: join(folder, 'ops') }] } }
  const write = (rule: object) =>
    server.query(
      'team',
      `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
        VALUES (gen_random_uuid(), gen_random_uuid(), 'Ada', $1, 'alert', gen_random_uuid(), 'content', $2)`,
      [practice.default.url, JSON.stringify(rule)]
    )
  const when = {
    ...{ watches: 'issues', causes: [], integration: 'alertable', employees: null, age: null, due: null },
    ...{ of: 'integration', count: 1, within: null, refresh: 2 }
  }
  const rule = (name: string, channel: string) => ({
    ...{ name, on: true, when, digest: null, quiet: null, zone: 'UTC', names: false },
    channel: { kind: 'slack', name: channel, host: new URL(slack.url).host }
  })
  await write(rule('Relinks', '#ops'))
  await write(rule('Elsewhere', '#else'))
  expect(await outcome(await walker(['--once'], { config }))).toEqual({
    code: 0,
    said: expect.stringMatching(/Alert rule “Relinks” to #ops: sent, 200\n/)
  })
  expect(slack.texts()).toEqual([expect.stringMatching(/^1 of Alertable: Relink needed\n/)])
  expect(slack.received[0]?.path).toBe(secret)

  // It takes the end of it, and never answers.
  Object.assign(one ?? {}, { status: 'COMPLETE', relink_needed_at: null })
  const arrived = new Promise<void>((resolve) => (slack.serving.answer = () => resolve()))
  const dying = await walker(['--once'], { config })
  await arrived
  dying.process.kill('SIGKILL')
  await dying.ended
  slack.serving.answer = (_, response) => void response.end('ok')
  await server.query('team', `UPDATE connector_desk.change SET at = at - interval '6 minutes'`)
  expect(await outcome(await walker(['--once'], { config }))).toMatchObject({ code: 0 })
  expect(slack.received).toHaveLength(2)
  const ended = `SELECT value ->> 'outcome' AS outcome FROM connector_desk.change WHERE field = 'ended' ORDER BY seq`
  expect(await server.query('team', ended)).toEqual([{ outcome: 'sent' }, { outcome: 'unknown' }])
  slack.close()
})

test('@team a walker says once what keeps it from its work, and its exit code what to do', async ({
  server,
  practice,
  walker
}) => {
  const wrong = 'practice_00wrong0wrong0wrong0wrong0wrong0wrong0'
  expect(await outcome(await walker(['--once'], { password: wrong }))).toEqual({
    code: 3,
    said: expect.stringContaining('The password of ada is wrong.')
  })

  const viewer = await outcome(await walker(['--once'], { account: 'vera' }))
  expect(viewer).toEqual({ code: 3, said: expect.stringContaining('may only read') })

  // Logged per category by the service, once by the walker; it does not ask again.
  const token = await walker([], { token: wrong })
  await untilMetrics(token, /turns_total\{[^}]*outcome="refused"\} 1$/m)
  const asked = practice.default.requests.filter(({ path }) => path.endsWith('/connectors')).length
  expect(await token.page()).toMatch(/failures_total\{[^}]*kind="unauthorized"\} 3$/m)
  expect(token.output().match(/The API rejected this token/g)).toHaveLength(1)
  expect(asked).toBe(3)
  token.process.kill('SIGTERM')
  expect(await outcome(token)).toMatchObject({ code: 0 })

  const readable = await outcome(await walker(['--once'], { mode: 0o644 }))
  expect(readable).toEqual({ code: 2, said: expect.stringMatching(/Others than its owner .*token: chmod 600 it\.\n$/) })
  const unknown = await outcome(await walker(['--once'], { config: { bearerToken: wrong } }))
  expect(unknown).toEqual({ code: 2, said: expect.stringContaining('bearerToken: there is no such key') })

  practice.default.set({ faults: [{ name: 'status', path: '/ats/', status: 500 }] })
  expect(await outcome(await walker(['--once']))).toEqual({ code: 4, said: expect.stringContaining('; ATS: ') })
  await server.stop()
  const away = await outcome(await walker(['--once']))
  expect(away).toEqual({ code: 1, said: expect.stringContaining('No server listens at') })
})

test('@team a walker tests its configuration, the database and the service', async ({ server, walker }) => {
  const well = await outcome(await walker(['--check']))
  expect(well.said).toMatch(/^ok {6}database rights: May read and write$/m)
  expect(well.said).toMatch(/^ok {6}service http:\/\/127\.0\.0\.1:\d+: It answers/m)
  expect(well.code).toBe(0)
  await server.query('team', 'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA connector_desk TO PUBLIC')
  const open = await outcome(await walker(['--check']))
  expect(open).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^warning database rights: .*connector-desk team sql/m)
  })
  const once = await outcome(await walker(['--once']))
  expect(once).toMatchObject({ code: 0, said: expect.stringContaining('Every account may run the team’s functions') })
  await server.query('team', 'DELETE FROM connector_desk.lease')
  const wrong = await outcome(await walker(['--check'], { token: 'not-the-token-of-the-service' }))
  expect(wrong).toMatchObject({ code: 1, said: expect.stringMatching(/^fault {3}service /m) })
  expect(await server.query('team', 'SELECT FROM connector_desk.lease')).toEqual([])
})
