import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type Postgres } from '../testing/postgres'
import { connect } from './connection'
import { examine, openIn } from './examine'
import { runScript, schemaScript, schemaSteps } from './schema'
import { addressOf, passwordOf, teamDatabase, testDesk } from './testing'
import { psql } from './testing/psql'

let server: Postgres
beforeAll(async () => {
  server = await startPostgres()
  await teamDatabase(server, 'team', { ada: 'operator', grace: 'operator', vera: 'viewer' })
})
afterAll(() => server.remove())

const session = (user: string, statements: readonly string[], database = 'team') =>
  psql(addressOf(server, database, user), passwordOf(user), statements)
const open = (user: string, database = 'team', password = passwordOf(user)) =>
  connect({ address: addressOf(server, database, user), password, certificates: [] })
const one = async (sql: string, database = 'team') => (await server.query<Record<string, unknown>>(database, sql))[0]

/** A database of an earlier app version. */
async function earlier(database: string, steps = schemaSteps.length, owner = 'postgres'): Promise<void> {
  await server.query('postgres', `CREATE DATABASE ${database} OWNER ${owner}`)
  const taken = schemaSteps.slice(0, steps).join('\n')
  await server.query(database, `SET ROLE ${owner}; ${taken}; UPDATE connector_desk.team SET version = ${steps}`)
}

/** The default of PostgreSQL 14. */
const openPublic = (database: string) => server.query(database, 'GRANT CREATE ON SCHEMA public TO PUBLIC')

describe('a viewer', () => {
  const trap = (account: string, table = 'TEMP TABLE bait') => [
    `CREATE ${table} (seq bigint, at timestamptz, account ${account})`,
    'CREATE TRIGGER bite BEFORE INSERT ON bait FOR EACH ROW EXECUTE FUNCTION connector_desk.number_change()'
  ]
  const bite = 'INSERT INTO bait (seq) SELECT generate_series(1, 1000)'
  const lastSeq = (database: string) => one('SELECT last_seq FROM connector_desk.team', database)

  it('@attack runs nothing as the owner of the tables, by a domain whose check calls a function of their own', async () => {
    session('vera', [
      `CREATE FUNCTION pg_temp.mine(text) RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN
          ALTER ROLE vera SUPERUSER;
          RETURN true;
        EXCEPTION WHEN insufficient_privilege THEN RETURN true;
        END $$`,
      'CREATE DOMAIN pg_temp.biting AS text CHECK (pg_temp.mine(VALUE))',
      ...trap('pg_temp.biting'),
      bite
    ])
    expect(await one(`SELECT rolsuper FROM pg_roles WHERE rolname = 'vera'`)).toEqual({ rolsuper: false })
  })

  it('@attack moves no number, by the trigger of the changes on a table of their own', async () => {
    const before = await lastSeq('team')
    expect(session('vera', [...trap('text'), bite]).map(({ code }) => code)).not.toContain('00000')
    expect(await lastSeq('team')).toEqual(before)
  })

  it('@attack whose table had the trigger before the rights were set moves nothing with it after that', async () => {
    await earlier('trapped')
    await openPublic('trapped')
    const codes = session('vera', [...trap('text', 'TABLE bait'), bite], 'trapped').map(({ code }) => code)
    expect([codes, await lastSeq('trapped')]).toEqual([['00000', '00000', '00000'], { last_seq: '1000' }])
    await server.query('trapped', schemaScript())
    expect(session('vera', ['SET search_path = public', bite], 'trapped')[1]).toMatchObject({ code: '42501' })
    expect(await lastSeq('trapped')).toEqual({ last_seq: '1000' })
  })

  it('@attack has no desk run their function by the name of one of PostgreSQL’s', async () => {
    await earlier('named')
    await openPublic('named')
    const written = session(
      'vera',
      [
        'CREATE TABLE caught (by_whom text)',
        'GRANT INSERT ON caught TO PUBLIC',
        `CREATE FUNCTION pg_column_size(jsonb) RETURNS integer LANGUAGE plpgsql AS $$
          BEGIN
            INSERT INTO public.caught VALUES (current_user);
            RETURN 1;
          END $$`
      ],
      'named'
    )
    expect(written.map(({ code }) => code)).toEqual(['00000', '00000', '00000'])
    const ada = testDesk('Ada')
    ada.refresh(['a'])
    await ada.join(addressOf(server, 'named', 'ada'))
    await expect.poll(() => ada.isUpToDate()).toBe(true)
    await ada.end()
    expect(await server.query('named', 'SELECT FROM connector_desk.change')).not.toEqual([])
    expect(await server.query('named', 'SELECT * FROM caught')).toEqual([])
    // Earlier versions resolve names along the database's search path.
    await server.query('named', schemaScript())
    expect(session('ada', ['SELECT pg_column_size(value) > 1 FROM connector_desk.change LIMIT 1'], 'named')).toEqual([
      { code: '00000', printed: 't' }
    ])
    expect(await server.query('named', 'SELECT * FROM public.caught')).toEqual([])
  })
})

describe('who may what', () => {
  const owner = 'connector_desk_owner'
  const both = ['connector_desk_operator', 'connector_desk_viewer']
  /** Except the owner's. */
  const rights = async (database: string) => {
    const listed = await server.query<{ what: string; owner: string; rights: string[] }>(
      database,
      `WITH things AS (
        SELECT 'database' AS what, datdba AS owner, coalesce(datacl, acldefault('d', datdba)) AS acl
          FROM pg_database WHERE datname = current_database()
        UNION ALL SELECT 'schema ' || nspname, nspowner, coalesce(nspacl, acldefault('n', nspowner))
          FROM pg_namespace WHERE nspname IN ('connector_desk', 'public')
        UNION ALL SELECT relkind::text || ' ' || relname, relowner,
          coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", relowner))
          FROM pg_class WHERE relnamespace = 'connector_desk'::regnamespace AND relkind <> 'i'
        UNION ALL SELECT 'column ' || relname || '.' || attname, relowner, attacl
          FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
          WHERE relnamespace = 'connector_desk'::regnamespace AND attacl IS NOT NULL
        UNION ALL SELECT 'function ' || proname || CASE WHEN prosecdef THEN ' (owner''s rights)' ELSE '' END, proowner,
          coalesce(proacl, acldefault('f', proowner))
          FROM pg_proc WHERE pronamespace = 'connector_desk'::regnamespace
      )
      SELECT what, pg_get_userbyid(owner) AS owner, array_remove(array_agg(
          CASE WHEN grantee <> owner THEN CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee) END || ' ' || privilege_type END
          ORDER BY grantee::regrole::text, privilege_type), NULL) AS rights
        FROM things LEFT JOIN LATERAL aclexplode(acl) ON true GROUP BY 1, 2`
    )
    return Object.fromEntries(listed.map(({ what, owner, rights }) => [what, [owner, ...rights]]))
  }
  const read = [owner, ...both.map((role) => `${role} SELECT`)]
  const operatorRuns = [owner, 'connector_desk_operator EXECUTE']
  const inserted = ['id', 'desk', 'operator', 'service', 'kind', 'subject', 'field', 'value']
  /** A missing object exists without a decision on its rights. */
  const decided = {
    database: [expect.any(String), ...both.map((role) => `${role} CONNECT`)],
    'schema connector_desk': [owner, ...both.map((role) => `${role} USAGE`)],
    'schema public': [expect.any(String), 'PUBLIC USAGE'],
    'r team': read,
    'r change': read,
    ...Object.fromEntries(
      inserted.map((column) => [`column change.${column}`, [owner, 'connector_desk_operator INSERT']])
    ),
    'r lease': read,
    'r walk': read,
    'r record': read,
    'r approval_key': read,
    'r approval': read,
    "function number_change (owner's rights)": [owner],
    'function tell_change': [owner],
    "function holds_lease (owner's rights)": [owner],
    "function take_lease (owner's rights)": operatorRuns,
    "function renew_lease (owner's rights)": operatorRuns,
    "function keep_records (owner's rights)": operatorRuns,
    "function keep_names (owner's rights)": operatorRuns,
    "function keep_verdicts (owner's rights)": operatorRuns,
    "function end_walk (owner's rights)": operatorRuns,
    "function keep_approval_key (owner's rights)": operatorRuns,
    "function ask_approval (owner's rights)": operatorRuns,
    "function decide_approval (owner's rights)": operatorRuns,
    "function withdraw_approval (owner's rights)": operatorRuns,
    "function forget_approval (owner's rights)": operatorRuns,
    "function use_approval (owner's rights)": operatorRuns
  }
  /** Its administrator is no superuser. */
  const managedDatabase = (name: string) => server.query('postgres', `CREATE DATABASE ${name} OWNER manager`)

  beforeAll(async () => {
    await server.query('postgres', `CREATE ROLE manager LOGIN CREATEROLE CREATEDB PASSWORD '${passwordOf('manager')}'`)
    await earlier('of_version_1', 1)
    await earlier('of_version_3')
    await openPublic('of_version_3')
    for (const database of ['of_version_1', 'of_version_3', 'of_version_3'])
      await server.query(database, schemaScript())
    await managedDatabase('managed')
    await earlier('managed_before', 3, 'manager')
    for (const database of ['managed', 'managed_before']) {
      const connection = await open('manager', database)
      await runScript(connection)
      connection.end()
    }
  })

  it.each([
    ['a new database', 'team'],
    ['one of the first version', 'of_version_1'],
    ['one of the version before, whose script was run twice', 'of_version_3'],
    ['a new one on a managed server', 'managed'],
    ['an earlier one on a managed server', 'managed_before']
  ])('@attack nobody may do anything that was not decided, thing by thing: %s', async (_, database) => {
    expect(await rights(database)).toEqual(decided)
  })

  it('@attack only members of the two roles see rows, and write none but by the one policy', async () => {
    const policies = await server.query<{ tablename: string }>(
      'team',
      `SELECT tablename, cmd, roles::text[], qual, with_check FROM pg_policies WHERE schemaname = 'connector_desk'
        ORDER BY tablename, cmd`
    )
    const seen = (tablename: string) => ({ tablename, cmd: 'SELECT', roles: both, qual: 'true', with_check: null })
    const roles = ['connector_desk_operator']
    const own = { tablename: 'change', cmd: 'INSERT', roles, qual: null, with_check: '(account = SESSION_USER)' }
    const tables = ['approval', 'approval_key', 'change', 'lease', 'record', 'walk'].map(seen)
    expect(policies).toEqual([...tables.slice(0, 2), own, ...tables.slice(2)])
    const secured = `SELECT relname FROM pg_class WHERE relnamespace = 'connector_desk'::regnamespace AND relrowsecurity
      ORDER BY relname`
    expect(await server.query('team', secured)).toEqual(tables.map((row) => ({ relname: row.tablename })))
  })

  it('@attack a function that a later version makes is nobody’s until it is granted', async () => {
    await server.query(
      'team',
      `SET ROLE ${owner}; CREATE FUNCTION connector_desk.later() RETURNS int LANGUAGE sql RETURN 1`
    )
    const may = await one(`SELECT has_function_privilege('public', 'connector_desk.later()', 'EXECUTE') AS everybody`)
    await server.query('team', 'DROP FUNCTION connector_desk.later')
    expect(may).toEqual({ everybody: false })
  })

  it('@attack every function of its owner’s rights looks for names in PostgreSQL’s own schema, and in temporary ones last', async () => {
    const paths = await server.query(
      'team',
      `SELECT DISTINCT proconfig FROM pg_proc WHERE pronamespace = 'connector_desk'::regnamespace`
    )
    expect(paths).toEqual([{ proconfig: ['search_path=pg_catalog, pg_temp'] }])
  })

  it('@attack nobody signs in as the owner, and nobody is a member but who administers a managed server', async () => {
    const role = `SELECT rolcanlogin OR rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication AS more,
      ARRAY(SELECT member::regrole::text FROM pg_auth_members WHERE roleid = r.oid) AS members
      FROM pg_roles AS r WHERE rolname = '${owner}'`
    expect(await one(role)).toEqual({ more: false, members: ['manager'] })
  })

  it('@attack an owner that can log in or administers the server is not taken, and says what to run', async () => {
    await server.create('refused')
    for (const attribute of ['LOGIN', 'SUPERUSER']) {
      await server.query('postgres', `ALTER ROLE ${owner} ${attribute}`)
      await expect(server.query('refused', schemaScript())).rejects.toMatchObject({
        hint: expect.stringContaining(`ALTER ROLE ${owner} NOLOGIN NOSUPERUSER`)
      })
      await server.query('postgres', `ALTER ROLE ${owner} NO${attribute}`)
    }
    expect(await one(`SELECT to_regnamespace('connector_desk') AS made`, 'refused')).toEqual({ made: null })
  })

  it('what was in the tables is there after the rights were set, and desks of the version before go on', async () => {
    await earlier('kept')
    await server.query(
      'postgres',
      'REVOKE TEMPORARY, CONNECT ON DATABASE kept FROM PUBLIC; GRANT CONNECT ON DATABASE kept TO connector_desk_operator'
    )
    const write = `INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
      VALUES (gen_random_uuid(), gen_random_uuid(), 'Ada', 's', 'case', 'c', 'owner', '"x"')`
    const connected = await open('ada', 'kept')
    await connected.query(write)
    const before = await one('SELECT id, version, last_seq FROM connector_desk.team', 'kept')
    await server.query('kept', schemaScript())
    // A newer version would lock this desk out.
    expect(await one('SELECT id, version, last_seq FROM connector_desk.team', 'kept')).toEqual(before)
    await connected.query(write)
    connected.end()
    expect(await server.query('kept', 'SELECT account, seq FROM connector_desk.change ORDER BY change.seq')).toEqual([
      { account: 'ada', seq: '1' },
      { account: 'ada', seq: '2' }
    ])
  })

  it('tables of a newer version, and a schema of another program, are left as they are', async () => {
    await earlier('newer')
    await server.query('newer', 'UPDATE connector_desk.team SET version = 99')
    await expect(server.query('newer', schemaScript())).rejects.toThrow(/newest Connector Desk/)
    expect((await rights('newer'))['r team']).toEqual(['postgres', ...read.slice(1)])
    await server.create('foreign_schema')
    await server.query('foreign_schema', 'CREATE SCHEMA connector_desk; CREATE TABLE connector_desk.another (id int)')
    await expect(server.query('foreign_schema', schemaScript())).rejects.toThrow(/not this app's/)
    expect((await rights('foreign_schema'))['r another']).toEqual(['postgres'])
  })

  it('an account that neither owns the database nor administers the server cannot take the tables', async () => {
    await earlier('of_postgres')
    const connection = await open('manager', 'of_postgres')
    await expect(connection.query(schemaScript())).rejects.toMatchObject({ step: 'rights' })
    connection.end()
  })
})

describe('an administrator of an existing team', () => {
  const leftOpen = async (database: string) => {
    await earlier(database)
    await openPublic(database)
    return addressOf(server, database, 'ada')
  }
  const all = ['functions', 'owner', 'temporary', 'connect', 'create']

  it('@attack is told what is open, by a desk that works all the same, and no more once the script was run', async () => {
    const address = await leftOpen('of_a_desk')
    const ada = testDesk('Ada')
    ada.refresh(['a'])
    await ada.join(address)
    await expect.poll(() => ada.isUpToDate()).toBe(true)
    expect([ada.team.state.open, await ada.team.openings()]).toEqual([all, all])
    await server.query('of_a_desk', schemaScript())
    expect(await ada.team.openings()).toEqual([])
    expect([ada.told.at(-1)?.open, ada.failures]).toEqual([[], []])
    await server.stop()
    await expect.poll(() => ada.team.openings()).toBe(null)
    await ada.end()
    await server.start()
  })

  it('@attack is told by the test of a connection, and by --check of the walker, what is open and what to run', async () => {
    const address = await leftOpen('of_a_walker')
    const rights = async () => {
      const { test, team } = await examine(address, () => open('ada', 'of_a_walker'))
      expect(team).not.toBe(null)
      return test.findings.at(-1)
    }
    const found = await rights()
    expect(found).toMatchObject({ step: 'rights', state: 'warning' })
    for (const said of [
      'May read and write. ',
      'functions',
      'belong to',
      'temporary',
      'enter',
      'public',
      'connector-desk team sql | psql'
    ])
      expect(found?.words).toContain(said)
    await server.query('of_a_walker', schemaScript())
    expect(await rights()).toEqual({ step: 'rights', state: 'ok', words: 'May read and write' })
  })

  it.each<[string, string, string[]]>([
    [
      'a function that somebody opened again',
      'GRANT EXECUTE ON FUNCTION connector_desk.holds_lease TO PUBLIC',
      ['functions']
    ],
    ['a table that belongs to a superuser', 'ALTER TABLE connector_desk.record OWNER TO postgres', ['owner']],
    ['a function of an account that can log in', 'ALTER FUNCTION connector_desk.tell_change OWNER TO ada', ['owner']],
    ['temporary tables', 'GRANT TEMPORARY ON DATABASE one_thing TO PUBLIC', ['temporary']],
    ['a way in', 'GRANT CONNECT ON DATABASE one_thing TO PUBLIC', ['connect']],
    ['the schema public', 'GRANT CREATE ON SCHEMA public TO PUBLIC', ['create']]
  ])('@attack is told of %s by itself, and the script closes it', async (_, sql, opening) => {
    if (!(await one(`SELECT FROM pg_database WHERE datname = 'one_thing'`, 'postgres')))
      await server.create('one_thing')
    await server.query('one_thing', schemaScript())
    const found = async () => {
      const connection = await open('ada', 'one_thing')
      const openings = await openIn(connection)
      connection.end()
      return openings
    }
    expect(await found()).toEqual([])
    await server.query('one_thing', sql)
    expect(await found()).toEqual(opening)
    await server.query('one_thing', schemaScript())
    expect(await found()).toEqual([])
  })

  it('@attack finds what was left behind, by the questions of docs/team.md', async () => {
    const text = readFileSync(new URL('../../../docs/team.md', import.meta.url), 'utf8')
    const [, questions = ''] = /## Existing teams[^]*?```sql\n([^]*?)```/.exec(text) ?? []
    await leftOpen('used')
    await server.query('used', 'CREATE ROLE made_by_vera SUPERUSER')
    const trap = [
      'CREATE TABLE bait (seq bigint, at timestamptz, account text)',
      'CREATE TRIGGER bite BEFORE INSERT ON bait FOR EACH ROW EXECUTE FUNCTION connector_desk.number_change()',
      'CREATE FUNCTION left_behind() RETURNS int LANGUAGE sql RETURN 1'
    ]
    expect(session('vera', trap, 'used').map(({ code }) => code)).toEqual(['00000', '00000', '00000'])
    await server.query('used', schemaScript())
    const { host, port } = server
    const asked = { host, port, database: 'used', user: 'postgres', tls: false }
    const found = psql(asked, server.password, questions.trim().replace(/;$/, '').split(/;\s*/))
    expect(found.map(({ code }) => code)).toEqual(['00000', '00000', '00000'])
    for (const [at, left] of [
      [0, 'made_by_vera'],
      [1, 'public.bait|bite'],
      [2, 'public.left_behind()|vera'],
      [2, 'public.bait|vera']
    ] as const)
      expect(found[at]?.printed).toContain(left)
    await server.query('used', 'DROP ROLE made_by_vera')
  })
})
