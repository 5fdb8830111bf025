import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../testing/postgres'
import { connect, type TeamConnection } from './connection'
import { addressOf, passwordOf, teamDatabase } from './testing'
import { psql } from './testing/psql'

const denied = '42501'
const id = 'gen_random_uuid()'
const change = (columns: string, values: string) =>
  `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value${columns})
    VALUES (${id}, ${id}, 'Ada', 's', 'case', 'c', 'owner', '"x"'${values})`
const lease = `'https://api.example.com', '${'a'.repeat(32)}'`

const forbidden: Record<string, string> = {
  'changes what others wrote': `UPDATE connector_desk.change SET value = '"forged"'`,
  'removes what others wrote': 'DELETE FROM connector_desk.change',
  'empties the record of changes': 'TRUNCATE connector_desk.change',
  'writes under the account of another': change(', account', `, 'grace'`),
  'chooses the number of a change': change(', seq', ', 1'),
  'chooses the time of a change': change(', at', `, '2000-01-01'`),
  'overwrites a change by its id':
    change('', '').replace(id, `(SELECT id FROM connector_desk.change LIMIT 1)`) +
    ` ON CONFLICT (id) DO UPDATE SET value = '"forged"'`,
  'moves the number of the last change': 'UPDATE connector_desk.team SET last_seq = 0',
  'says that the tables are of another version': 'UPDATE connector_desk.team SET version = 99',
  'adds a second team': 'INSERT INTO connector_desk.team (version) VALUES (1)',
  'takes the lease of a walk past its functions': `UPDATE connector_desk.lease SET desk = ${id}, account = session_user`,
  'removes a lease': 'DELETE FROM connector_desk.lease',
  'adds a walk past its functions': `INSERT INTO connector_desk.walk (service, scope, number, desk, name, account, started_at)
    VALUES (${lease}, 99, ${id}, 'x', 'grace', now())`,
  'changes a record past its functions': `UPDATE connector_desk.record SET record = '{}'`,
  'removes records': 'DELETE FROM connector_desk.record',
  'changes a table': 'ALTER TABLE connector_desk.change ADD COLUMN more text',
  'drops a table': 'DROP TABLE connector_desk.change',
  'drops the schema': 'DROP SCHEMA connector_desk CASCADE',
  'renames a table': 'ALTER TABLE connector_desk.record RENAME TO old',
  'switches triggers off': 'ALTER TABLE connector_desk.change DISABLE TRIGGER ALL',
  'drops a trigger': 'DROP TRIGGER number_change ON connector_desk.change',
  'switches row security off': 'ALTER TABLE connector_desk.change DISABLE ROW LEVEL SECURITY',
  'drops a policy': 'DROP POLICY operators_write ON connector_desk.change',
  'adds a policy': 'CREATE POLICY mine ON connector_desk.change USING (true)',
  'adds a rule': 'CREATE RULE mine AS ON INSERT TO connector_desk.change DO INSTEAD NOTHING',
  'adds a trigger': `CREATE TRIGGER mine AFTER INSERT ON connector_desk.change EXECUTE FUNCTION connector_desk.tell_change()`,
  'adds an index': 'CREATE INDEX ON connector_desk.change (operator)',
  'adds statistics': 'CREATE STATISTICS connector_desk.mine ON operator, service FROM connector_desk.change',
  'writes a comment': `COMMENT ON TABLE connector_desk.change IS 'mine'`,
  'rebuilds a table': 'REINDEX TABLE connector_desk.change',
  'makes a temporary table': 'CREATE TEMP TABLE mine (id int)',
  'makes a temporary function': 'CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql RETURN 1',
  'makes a table in the schema public': 'CREATE TABLE public.mine (id int)',
  'makes a view over changes': 'CREATE VIEW public.mine AS SELECT * FROM connector_desk.change',
  'makes a function in the schema public': 'CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql RETURN 1',
  'makes a domain': 'CREATE DOMAIN public.mine AS text CHECK (length(VALUE) > 0)',
  'makes an operator': 'CREATE OPERATOR public.<<< (LEFTARG = text, RIGHTARG = text, FUNCTION = texteq)',
  'makes a cast': 'CREATE CAST (text AS uuid) WITH INOUT AS IMPLICIT',
  'makes a table beside the team’s': 'CREATE TABLE connector_desk.mine (id int)',
  'makes a function beside the team’s': 'CREATE FUNCTION connector_desk.mine() RETURNS int LANGUAGE sql RETURN 1',
  'makes a schema': 'CREATE SCHEMA mine',
  'replaces a function of the team’s': `CREATE OR REPLACE FUNCTION connector_desk.tell_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  'takes its owner’s rights from a function': 'ALTER FUNCTION connector_desk.number_change() SECURITY INVOKER',
  'calls the trigger that numbers changes': 'SELECT connector_desk.number_change()',
  'calls the trigger that tells of changes': 'SELECT connector_desk.tell_change()',
  'asks whether another holds a lease': `SELECT connector_desk.holds_lease(${lease}, 1)`,
  'gives a function of the team’s to everybody': 'GRANT EXECUTE ON FUNCTION connector_desk.number_change() TO PUBLIC',
  'changes what the owner’s later functions are open to':
    'ALTER DEFAULT PRIVILEGES FOR ROLE connector_desk_owner GRANT EXECUTE ON FUNCTIONS TO PUBLIC',
  'becomes the owner of the tables': 'SET ROLE connector_desk_owner',
  'becomes a superuser': 'SET ROLE postgres',
  'signs in again as another': 'SET SESSION AUTHORIZATION grace',
  'makes a member of the owner': 'GRANT connector_desk_owner TO vera, ada',
  'makes a member of the operators': 'GRANT connector_desk_operator TO vera',
  'takes over what belongs to the owner': 'REASSIGN OWNED BY connector_desk_owner TO CURRENT_USER',
  'makes an account': 'CREATE ROLE mine LOGIN',
  'makes itself a superuser': 'ALTER ROLE CURRENT_USER SUPERUSER',
  'lets itself make accounts': 'ALTER ROLE CURRENT_USER CREATEROLE',
  'lets itself past row security': 'ALTER ROLE CURRENT_USER BYPASSRLS',
  'sets the password of another': `ALTER ROLE grace PASSWORD 'mine'`,
  'sets what sessions of another begin with': `ALTER ROLE grace SET search_path = public`,
  'sets what all sessions begin with': `ALTER ROLE ALL SET search_path = public`,
  'sets what sessions of the database begin with': 'ALTER DATABASE team SET search_path = public',
  'lets the database be entered by everybody': 'ALTER DATABASE team ALLOW_CONNECTIONS false',
  'drops the database': 'DROP DATABASE team',
  'makes a database': 'CREATE DATABASE mine',
  'changes the server': `ALTER SYSTEM SET log_statement = 'none'`,
  'switches off what triggers and rules do': 'SET session_replication_role = replica',
  'keeps what it does out of the server’s log': 'SET log_min_messages = panic',
  'runs a program with rows': `COPY connector_desk.change TO PROGRAM 'cat'`,
  'runs a program for rows': `COPY connector_desk.change (id) FROM PROGRAM 'cat'`,
  'writes a file of the server': `COPY (SELECT 1) TO '/tmp/mine'`,
  'reads a file of the server': `SELECT pg_read_file('PG_VERSION')`,
  'lists files of the server': `SELECT pg_ls_dir('.')`,
  'takes a file of the server in': `SELECT lo_import('/etc/passwd')`,
  'reads the digests of passwords': 'SELECT rolpassword FROM pg_authid',
  'reads samples of others’ tables': 'SELECT * FROM pg_statistic',
  'reads the server’s configuration': 'SELECT * FROM pg_hba_file_rules',
  'ends the session of another': `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'grace'`,
  'has the server read its settings again': 'SELECT pg_reload_conf()',
  'begins another log of writes': 'SELECT pg_switch_wal()',
  'follows the log of writes': `SELECT pg_create_logical_replication_slot('mine', 'pgoutput')`,
  'publishes tables': 'CREATE PUBLICATION mine FOR TABLE connector_desk.change',
  'adds an extension': 'CREATE EXTENSION pgcrypto',
  'adds a trigger on events':
    'CREATE EVENT TRIGGER mine ON ddl_command_start EXECUTE FUNCTION connector_desk.tell_change()',
  'adds a way to foreign data': 'CREATE FOREIGN DATA WRAPPER mine',
  'keeps large objects': 'SELECT lo_create(0)',
  'keeps large objects, filled': `SELECT lo_from_bytea(0, 'x')`,
  'holds up everybody who writes, by a lock on the changes': 'LOCK TABLE connector_desk.change IN SHARE MODE',
  'holds up everybody, by a lock on the team': 'LOCK TABLE connector_desk.team IN ACCESS EXCLUSIVE MODE',
  'announces a write to the team': 'LOCK TABLE connector_desk.team IN ROW EXCLUSIVE MODE',
  'holds the row that numbers changes': 'SELECT FROM connector_desk.team FOR UPDATE',
  'holds the row that numbers changes, shared': 'SELECT FROM connector_desk.team FOR KEY SHARE'
}

const viewers: Record<string, string> = {
  'adds a change': change('', ''),
  'takes the lease of a walk': `SELECT connector_desk.take_lease(${lease}, ${id}, 'x', 1000)`,
  'holds a lease for longer': `SELECT connector_desk.renew_lease(${lease}, 1, 1000, 1)`,
  'keeps records': `SELECT connector_desk.keep_records(${lease}, 1, '[]')`,
  'keeps diagnoses': `SELECT connector_desk.keep_verdicts(${lease}, 1, '[]')`,
  'keeps names': `SELECT connector_desk.keep_names(${lease}, 1, '{}')`,
  'ends a walk': `SELECT connector_desk.end_walk(${lease}, 1, '[]')`
}

/** docs/security.md names the limits. */
const withoutEffect: Record<string, string> = {
  'gives rights that it does not have itself': 'GRANT DELETE ON connector_desk.change TO PUBLIC',
  'takes the rights of others': 'REVOKE SELECT ON connector_desk.change FROM connector_desk_viewer',
  'sweeps a table': 'ANALYZE connector_desk.change',
  'takes a lock of its own': 'SELECT pg_advisory_lock(1)',
  'tells everybody that something changed': `SELECT pg_notify('connector_desk', '')`,
  'hears what is told': 'LISTEN connector_desk',
  waits: 'SELECT pg_sleep(0)',
  'sets its own password': `ALTER ROLE CURRENT_USER PASSWORD 'another'`,
  'keeps tables from being changed while it reads': 'LOCK TABLE connector_desk.change IN ACCESS SHARE MODE'
}

let server: Postgres
let grace: TeamConnection
let before: unknown
const answers = new Map<string, string[]>()

/** Everything a session could have changed. */
async function state(): Promise<unknown> {
  const tables = ['team', 'change', 'lease', 'walk', 'record'].map((name) => `connector_desk.${name}`)
  const catalogues = `class proc trigger policy rewrite namespace type constraint operator cast extension event_trigger
    default_acl description largeobject_metadata publication replication_slots auth_members db_role_setting database
    roles statistic_ext foreign_data_wrapper file_settings`
  const all = [...tables, ...catalogues.split(/\s+/).map((name) => `pg_${name}`)]
  const found: Record<string, unknown> = {}
  for (const name of all) {
    const rows = await server.query<{ text: string }>('team', `SELECT one::text AS text FROM ${name} AS one ORDER BY 1`)
    found[name] = rows.map(({ text }) => text)
  }
  return found
}

beforeAll(async () => {
  server = await startPostgres()
  await teamDatabase(server, 'team', { ada: 'operator', grace: 'operator', vera: 'viewer' })
  const address = addressOf(server, 'team', 'grace')
  grace = await connect({ address, password: passwordOf('grace'), certificates: [] })
  await grace.query(change('', ''))
  await grace.query(`SELECT connector_desk.take_lease(${lease}, ${id}, 'grace-laptop', 60000)`)
  await grace.query(`SELECT connector_desk.keep_records(${lease}, 1,
    '[{"category": "HRIS", "id": "a", "gone": false, "verdict": "good", "record": "{}"}]')`)
  before = await state()
  for (const user of ['vera', 'ada']) {
    const tried = { ...forbidden, ...(user === 'vera' && viewers), ...withoutEffect }
    const inTransactions = Object.values(tried).flatMap((sql) =>
      /^LOCK/.test(sql) ? ['BEGIN', sql, 'ROLLBACK'] : [sql]
    )
    const said = psql(addressOf(server, 'team', user), passwordOf(user), inTransactions)
    const codes = said.map(({ code }) => code).filter((_, at) => !/^(BEGIN|ROLLBACK)$/.test(inTransactions[at] ?? ''))
    answers.set(user, codes)
  }
})
afterAll(async () => {
  grace.end()
  await server.remove()
})

/** @param from statements tried before */
const saidTo = (user: string, of: Record<string, string>, from = 0) =>
  Object.keys(of).map((name, at) => [name, answers.get(user)?.[from + at]] as const)

describe.each([
  ['a viewer in psql', 'vera', { ...forbidden, ...viewers }],
  ['an operator in psql', 'ada', forbidden]
])('%s', (_, user, refused) => {
  it.each(Object.keys(refused).map((name, at) => [name, at] as const))('@attack %s: refused', (_name, at) => {
    expect(answers.get(user)?.[at]).toBe(denied)
  })

  it('may try what PostgreSQL refuses nobody', () => {
    expect(saidTo(user, withoutEffect, Object.keys(refused).length).filter(([, code]) => code !== '00000')).toEqual([])
  })
})

it('@attack after all of it the team, its tables, the roles and the server are as they were', async () => {
  expect(await state()).toEqual(before)
})

describe('an operator', () => {
  it('@attack writes under their own account, whatever role they take', async () => {
    const [, written] = psql(addressOf(server, 'team', 'ada'), 'another', [
      'SET ROLE connector_desk_operator',
      `${change('', '')} RETURNING account`
    ])
    expect(written).toEqual({ code: '00000', printed: 'ada' })
  })

  it.each([
    ['holds it for longer', `renew_lease(${lease}, 1, 60000, 1)`],
    [
      'keeps records under it',
      `keep_records(${lease}, 1, '[{"category":"HRIS","id":"b","gone":false,"record":"{}"}]')`
    ],
    ['keeps diagnoses under it', `keep_verdicts(${lease}, 1, '[{"category":"HRIS","id":"a","verdict":"x"}]')`],
    ['keeps names under it', `keep_names(${lease}, 1, '{"x":"y"}')`],
    ['ends it', `end_walk(${lease}, 1, '[]')`]
  ])('@attack who knows the lease of another never %s', async (_, call) => {
    const refreshes =
      'SELECT * FROM connector_desk.lease JOIN connector_desk.walk USING (service, scope) LEFT JOIN connector_desk.record USING (service, scope)'
    const held = await server.query('team', refreshes)
    expect(psql(addressOf(server, 'team', 'ada'), 'another', [`SELECT connector_desk.${call}`])).toEqual([
      { code: '00000', printed: 'f' }
    ])
    expect(await server.query('team', refreshes)).toEqual(held)
  })
})
