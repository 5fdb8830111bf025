import type { TeamConnection } from './connection'
import { databaseScript, ownerScript, rightsScript } from './rights'
import { namesStep, refreshStep } from './refresh/schema'

/**
 * The team's schema, one step per version; `connector_desk.team.version` says how many were taken. A step that was
 * released is never changed. Who may what is set by the script itself, after all steps (`rights.ts`). PostgreSQL 14 or
 * later.
 *
 * Numbers are given under the lock of one row, which is held until the commit: who has read up to a number has read all
 * below it. The same row keeps the clock from going back. What a desk may not choose (number, time, account) is set by
 * the trigger, and columns that it may not write are not granted.
 */
export const schemaSteps: readonly string[] = [
  `
-- Two roles without a login. Grant one of them to each account: operators read and write, viewers read.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'connector_desk_operator') THEN
    CREATE ROLE connector_desk_operator NOLOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'connector_desk_viewer') THEN
    CREATE ROLE connector_desk_viewer NOLOGIN;
  END IF;
END $$;

CREATE SCHEMA connector_desk;
COMMENT ON SCHEMA connector_desk IS 'Connector Desk: what a team shares';

-- One row: which team this is, the version of this schema, and the number and time of the last change.
CREATE TABLE connector_desk.team (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  version integer NOT NULL,
  last_seq bigint NOT NULL DEFAULT 0,
  last_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO connector_desk.team (version) VALUES (0);

-- Every change, in the order in which it was committed. Rows are only ever added: this is the audit record as well.
CREATE TABLE connector_desk.change (
  seq bigint PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  account text NOT NULL,
  desk uuid NOT NULL,
  operator text NOT NULL CHECK (length(operator) <= 200),
  service text NOT NULL CHECK (length(service) <= 2000),
  kind text NOT NULL CHECK (length(kind) <= 40),
  subject text NOT NULL CHECK (length(subject) <= 200),
  field text NOT NULL CHECK (length(field) <= 40),
  value jsonb NOT NULL CHECK (length(value::text) <= 200000)
);

CREATE FUNCTION connector_desk.number_change() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE connector_desk.team
    SET last_seq = last_seq + 1, last_at = greatest(clock_timestamp(), last_at + interval '1 microsecond')
    RETURNING last_seq, last_at INTO NEW.seq, NEW.at;
  NEW.account := session_user;
  RETURN NEW;
END $$;
CREATE TRIGGER number_change BEFORE INSERT ON connector_desk.change
  FOR EACH ROW EXECUTE FUNCTION connector_desk.number_change();

CREATE FUNCTION connector_desk.tell_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_notify('connector_desk', '');
  RETURN NULL;
END $$;
CREATE TRIGGER tell_change AFTER INSERT ON connector_desk.change
  FOR EACH STATEMENT EXECUTE FUNCTION connector_desk.tell_change();

ALTER TABLE connector_desk.change ENABLE ROW LEVEL SECURITY;
CREATE POLICY members_read ON connector_desk.change FOR SELECT
  TO connector_desk_operator, connector_desk_viewer USING (true);
CREATE POLICY operators_write ON connector_desk.change FOR INSERT
  TO connector_desk_operator WITH CHECK (account = session_user);

GRANT USAGE ON SCHEMA connector_desk TO connector_desk_operator, connector_desk_viewer;
GRANT SELECT ON connector_desk.team, connector_desk.change TO connector_desk_operator, connector_desk_viewer;
GRANT INSERT (id, desk, operator, service, kind, subject, field, value) ON connector_desk.change
  TO connector_desk_operator;
`,
  refreshStep,
  namesStep
]

export const schemaVersion = schemaSteps.length

const taken = (step: string, version: number) => `
  IF there < ${version} THEN
    EXECUTE $step$
${step.trim()}
UPDATE connector_desk.team SET version = ${version};
$step$;
  END IF;`

/**
 * What an administrator runs: in an empty database it makes the whole schema, and in one of an earlier version what is
 * missing. It can be run as often as one likes. All of it is one transaction, and reads and runs what is in the schema as
 * its owner, never as the administrator.
 */
export function schemaScript(): string {
  const steps = schemaSteps.map((step, index) => taken(step, index + 1))
  return `-- Connector Desk: the team's schema, version ${schemaVersion}, and who may what in it. For PostgreSQL 14 or later.
-- It makes what is missing and closes what is open, and can be run again at any time: by a superuser, or by the owner of
-- the database if that account may create roles.

BEGIN;
-- What others made in this database has no say here, and a table that is in use ends this instead of stopping the team.
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL lock_timeout = '10s';
${ownerScript}
SET LOCAL ROLE connector_desk_owner;

DO $script$
DECLARE
  there integer := 0;
BEGIN
  IF to_regclass('connector_desk.team') IS NOT NULL THEN
    SELECT version INTO there FROM connector_desk.team;
  ELSIF to_regnamespace('connector_desk') IS NOT NULL THEN
    RAISE EXCEPTION 'The database has a schema connector_desk that is not this app''s. Use another database.';
  END IF;
  IF there > ${schemaVersion} THEN
    RAISE EXCEPTION 'The team''s tables are of version %, and this script knows version ${schemaVersion}. Take the script of the newest Connector Desk.', there;
  END IF;
${steps.join('\n')}
END $script$;
${rightsScript}
RESET ROLE;
${databaseScript}
COMMIT;
`
}

/** Runs the script, all of it or nothing. @throws Trouble */
export async function runScript(connection: Pick<TeamConnection, 'query'>): Promise<void> {
  await connection.query(schemaScript())
}
