import { isIP } from 'node:net'
import { teamSteps, type TeamAddress, type TeamFinding, type TeamStep, type TeamTest } from '../../shared/team/team'
import { howToClose, openingWords, openSummary, type TeamOpening } from '../../shared/team/openings'
import type { TeamConnection } from './connection'
import { openingsQuery, type OpeningsRow } from './rights'
import { schemaVersion } from './schema'
import { Refusal, Trouble } from './trouble'
import { findingWords as words } from './words'

export interface Database {
  serverVersion: string
  isOld: boolean
  schema: 'missing' | 'foreign' | { team: string; version: number; lastSeq: number } | 'hidden'
  writes: boolean
  /** May create or upgrade the schema, or close openings. */
  creates: boolean
  /** Excess rights. Desks work all the same. */
  open: TeamOpening[]
}

/** Catalogues alone, so that an account without rights gets an answer. */
const look = `
  SELECT current_setting('server_version') AS server_version,
    current_setting('server_version_num')::int < 140000 AS is_old,
    n.oid IS NOT NULL AS has_schema,
    t.oid IS NOT NULL AND c.oid IS NOT NULL AS has_tables,
    coalesce(has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(t.oid, 'SELECT')
      AND has_table_privilege(c.oid, 'SELECT'), false) AS reads,
    coalesce(has_column_privilege(c.oid, 'id', 'INSERT'), false) AS writes,
    pg_has_role(d.datdba, 'USAGE') AND (r.rolsuper OR r.rolcreaterole OR o.oid IS NOT NULL AND pg_has_role(o.oid, 'USAGE'))
      AND (n.oid IS NULL OR pg_has_role(n.nspowner, 'USAGE')) AS creates
  FROM pg_roles r
    JOIN pg_database d ON d.datname = current_database()
    LEFT JOIN pg_roles o ON o.rolname = 'connector_desk_owner'
    LEFT JOIN pg_namespace n ON n.nspname = 'connector_desk'
    LEFT JOIN pg_class t ON t.relnamespace = n.oid AND t.relname = 'team'
    LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = 'change'
  WHERE r.rolname = current_user`

interface Looked {
  server_version: string
  is_old: boolean
  has_schema: boolean
  has_tables: boolean
  reads: boolean
  writes: boolean
  creates: boolean
}

/** @throws Trouble */
export async function lookAt(connection: Pick<TeamConnection, 'query'>): Promise<Database> {
  const [seen] = await connection.query<Looked>(look)
  if (!seen) throw new Error('The server answered nothing.')
  const { server_version, is_old: isOld, writes, creates } = seen
  const serverVersion = server_version.split(' ')[0] ?? ''
  return {
    serverVersion,
    isOld,
    writes,
    creates,
    schema: await schemaOf(connection, seen),
    open: await openIn(connection)
  }
}

/**
 * Empty without a schema.
 *
 * @throws Trouble
 */
export async function openIn(connection: Pick<TeamConnection, 'query'>): Promise<TeamOpening[]> {
  const [row] = await connection.query<OpeningsRow>(openingsQuery)
  return row?.open ?? []
}

async function schemaOf(connection: Pick<TeamConnection, 'query'>, seen: Looked): Promise<Database['schema']> {
  if (!seen.has_schema) return 'missing'
  if (!seen.has_tables) return 'foreign'
  if (!seen.reads) return 'hidden'
  const select = 'SELECT id AS team, version, last_seq::float8 AS "lastSeq" FROM connector_desk.team'
  const [team] = await connection.query<{ team: string; version: number; lastSeq: number }>(select).catch(foreign)
  return team ?? 'foreign'
}

/** The tables have other columns. */
function foreign(thrown: unknown): [] {
  if (thrown instanceof Trouble && thrown.step === 'schema') return []
  throw thrown
}

/** Why this desk cannot use the database, or null. */
export function troubleIn({ isOld, serverVersion, schema, creates }: Database, { user }: TeamAddress): Refusal | null {
  const remedy = creates ? words.createIt : words.askFor
  if (isOld) return new Refusal('version', words.old(serverVersion))
  if (schema === 'missing') return new Refusal('schema', `${words.missing} ${remedy}`)
  if (schema === 'foreign') return new Refusal('schema', words.foreign)
  if (schema === 'hidden') return new Refusal('rights', words.noRights(user))
  if (schema.version > schemaVersion) return new Refusal('schema', words.newer(schema.version, schemaVersion))
  if (schema.version < schemaVersion)
    return new Refusal('schema', `${words.older(schema.version, schemaVersion)} ${remedy}`)
  return null
}

const unneeded = (step: TeamStep, { host, tls }: TeamAddress): boolean =>
  (step === 'dns' && isIP(host) !== 0) || (step === 'tls' && !tls)

/** @param trouble the failure that ended the test */
export function findingsOf(address: TeamAddress, database: Database | null, trouble: Trouble | null): TeamFinding[] {
  const failed = trouble ? teamSteps.indexOf(trouble.step) : Infinity
  const well: Record<TeamStep, string> = {
    dns: isIP(address.host) ? words.address : words.dns,
    tcp: words.tcp,
    tls: address.tls ? words.tls : words.plain,
    login: words.login,
    version: words.version(database?.serverVersion ?? ''),
    schema: words.schema,
    rights: database?.writes ? words.operator : words.viewer
  }
  const open = database?.open ?? []
  return teamSteps.map((step, index) => {
    if (index === failed) return { step, state: 'fault', words: trouble?.message ?? '' }
    if (index > failed) return { step, state: 'skipped', words: words.skipped }
    if (step === 'rights' && open.length > 0) {
      const found = [
        `${well.rights}.`,
        openSummary,
        howToClose(address.database),
        ...open.map((one) => openingWords[one])
      ]
      return { step, state: 'warning', words: found.join(' ') }
    }
    return { step, state: unneeded(step, address) ? 'skipped' : 'ok', words: well[step] }
  })
}

const mayCreate = ({ creates, isOld, schema }: Database): boolean =>
  creates && !isOld && (schema === 'missing' || (typeof schema === 'object' && schema.version < schemaVersion))

export interface Examined {
  test: TeamTest
  /** null if the database cannot be used */
  team: string | null
  writes: boolean
  lastSeq: number
  /** 0 without a schema */
  version: number
}

/**
 * Tests a connection step by step.
 *
 * @param open signs in
 */
export async function examine(address: TeamAddress, open: () => Promise<TeamConnection>): Promise<Examined> {
  let connection: TeamConnection | null = null
  try {
    connection = await open()
    const seen = await lookAt(connection)
    const trouble = troubleIn(seen, address)
    const schema = typeof seen.schema === 'object' ? seen.schema : null
    return {
      test: { findings: findingsOf(address, seen, trouble), creates: mayCreate(seen) },
      team: trouble ? null : (schema?.team ?? null),
      writes: seen.writes,
      lastSeq: schema?.lastSeq ?? 0,
      version: schema?.version ?? 0
    }
  } catch (thrown) {
    if (!(thrown instanceof Trouble)) throw thrown
    return {
      test: { findings: findingsOf(address, null, thrown), creates: false },
      team: null,
      writes: false,
      lastSeq: 0,
      version: 0
    }
  } finally {
    connection?.end()
  }
}
