import { approvalRights, approvalTables } from './approvals/tables'
import type { TeamConnection } from './connection'
import { databaseScript, ownerScript, rightsScript } from './rights'

/** The database does not know the kinds. */
const changeStep = `
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
`

/**
 * Operators write only through these functions. Each locks the lease's row and checks that the refresh still holds it,
 * so a refresh with an expired lease writes nothing. No lease exceeds a minute; a later end means that the clock was
 * set back. `scope` is derived from the bearer token (`scopeOf`).
 */
const refreshStep = `
-- Who walks a service, or walked it last. The row stays: it counts walks and changes of records.
CREATE TABLE connector_desk.lease (
  service text NOT NULL CHECK (octet_length(service) <= 2000),
  scope text NOT NULL CHECK (scope ~ '^[0-9a-f]{32}$'),
  number bigint NOT NULL,
  desk uuid NOT NULL,
  name text NOT NULL CHECK (length(name) <= 200),
  account text NOT NULL,
  until timestamptz NOT NULL,
  pages integer NOT NULL DEFAULT 0,
  last_seq bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (service, scope)
);

-- Walks, each with how its categories ended. One without an end was cut off, or goes on.
CREATE TABLE connector_desk.walk (
  service text NOT NULL,
  scope text NOT NULL,
  number bigint NOT NULL,
  desk uuid NOT NULL,
  name text NOT NULL,
  account text NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  categories jsonb CHECK (length(categories::text) <= 200000),
  last_seq bigint,
  PRIMARY KEY (service, scope, number),
  FOREIGN KEY (service, scope) REFERENCES connector_desk.lease ON DELETE CASCADE
);

-- The newest record of each connector. A reader asks for numbers above the last one it has.
CREATE TABLE connector_desk.record (
  service text NOT NULL,
  scope text NOT NULL,
  category text NOT NULL CHECK (length(category) <= 40),
  id text NOT NULL CHECK (octet_length(id) <= 400),
  seq bigint NOT NULL,
  gone boolean NOT NULL,
  verdict text CHECK (length(verdict) <= 40),
  digest text NOT NULL,
  record text NOT NULL CHECK (length(record) <= 200000),
  PRIMARY KEY (service, scope, category, id),
  FOREIGN KEY (service, scope) REFERENCES connector_desk.lease ON DELETE CASCADE
);
CREATE INDEX record_by_seq ON connector_desk.record (service, scope, seq);

-- Takes the lease if it is free, and begins a walk. Returns the number of the walk, or null.
CREATE FUNCTION connector_desk.take_lease(of_service text, of_scope text, by_desk uuid, by_name text, ms integer)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  clock timestamptz := clock_timestamp();
  taken bigint;
BEGIN
  -- A token that was not used for long is not used any more.
  DELETE FROM connector_desk.lease WHERE until < clock - interval '90 days';
  INSERT INTO connector_desk.lease AS held (service, scope, number, desk, name, account, until)
    VALUES (of_service, of_scope, 1, by_desk, by_name, session_user, clock + least(ms, 60000) * interval '1 ms')
    ON CONFLICT (service, scope) DO UPDATE
      SET number = held.number + 1, desk = by_desk, name = by_name, account = session_user, pages = 0,
        until = excluded.until
      WHERE held.until <= clock OR held.until > clock + interval '1 minute'
        OR (held.desk = by_desk AND held.account = session_user)
    RETURNING number INTO taken;
  IF taken IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO connector_desk.walk (service, scope, number, desk, name, account, started_at)
    VALUES (of_service, of_scope, taken, by_desk, by_name, session_user, clock);
  DELETE FROM connector_desk.walk WHERE service = of_service AND scope = of_scope AND number <= taken - 1000;
  RETURN taken;
END $$;

-- Whether this walk holds the lease; nobody takes it before the transaction ends.
CREATE FUNCTION connector_desk.holds_lease(of_service text, of_scope text, of_number bigint)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM connector_desk.lease
    WHERE service = of_service AND scope = of_scope AND number = of_number AND account = session_user
      AND until > clock_timestamp() AND until <= clock_timestamp() + interval '1 minute'
    FOR UPDATE;
  RETURN FOUND;
END $$;

-- Holds it for longer. Returns whether this walk still holds it, as all functions below.
CREATE FUNCTION connector_desk.renew_lease(of_service text, of_scope text, of_number bigint, ms integer, so_far integer)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT connector_desk.holds_lease(of_service, of_scope, of_number) THEN
    RETURN false;
  END IF;
  UPDATE connector_desk.lease SET until = clock_timestamp() + least(ms, 60000) * interval '1 ms', pages = so_far
    WHERE service = of_service AND scope = of_scope;
  RETURN true;
END $$;

-- Keeps records that are not as they were: a list of {category, id, gone, verdict, record}, each connector once.
CREATE FUNCTION connector_desk.keep_records(of_service text, of_scope text, of_number bigint, lines jsonb)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  before bigint;
BEGIN
  IF NOT connector_desk.holds_lease(of_service, of_scope, of_number) THEN
    RETURN false;
  END IF;
  UPDATE connector_desk.lease SET last_seq = last_seq + jsonb_array_length(lines)
    WHERE service = of_service AND scope = of_scope
    RETURNING last_seq - jsonb_array_length(lines) INTO before;
  INSERT INTO connector_desk.record (service, scope, category, id, seq, gone, verdict, digest, record)
    SELECT of_service, of_scope, line ->> 'category', line ->> 'id', before + place, (line ->> 'gone')::boolean,
      line ->> 'verdict', left(encode(sha256(convert_to(line ->> 'record', 'UTF8')), 'hex'), 12), line ->> 'record'
    FROM jsonb_array_elements(lines) WITH ORDINALITY AS all_lines (line, place)
    ON CONFLICT (service, scope, category, id) DO UPDATE
      SET seq = excluded.seq, gone = excluded.gone, verdict = excluded.verdict,
        digest = excluded.digest, record = excluded.record;
  RETURN true;
END $$;

-- Keeps verdicts: a list of {category, id, verdict}. The records stay as they are, and so do their numbers.
CREATE FUNCTION connector_desk.keep_verdicts(of_service text, of_scope text, of_number bigint, lines jsonb)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT connector_desk.holds_lease(of_service, of_scope, of_number) THEN
    RETURN false;
  END IF;
  UPDATE connector_desk.record SET verdict = line ->> 'verdict'
    FROM jsonb_array_elements(lines) AS line
    WHERE service = of_service AND scope = of_scope AND category = line ->> 'category' AND id = line ->> 'id';
  RETURN true;
END $$;

-- Ends the walk, and gives the lease back. Null for one that did not come to an end.
CREATE FUNCTION connector_desk.end_walk(of_service text, of_scope text, of_number bigint, how jsonb)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT connector_desk.holds_lease(of_service, of_scope, of_number) THEN
    RETURN false;
  END IF;
  UPDATE connector_desk.walk AS walked SET ended_at = clock_timestamp(), categories = how, last_seq = held.last_seq
    FROM connector_desk.lease AS held
    WHERE how IS NOT NULL AND walked.service = of_service AND walked.scope = of_scope AND walked.number = of_number
      AND held.service = of_service AND held.scope = of_scope;
  UPDATE connector_desk.lease SET until = clock_timestamp() WHERE service = of_service AND scope = of_scope;
  RETURN true;
END $$;

ALTER TABLE connector_desk.lease ENABLE ROW LEVEL SECURITY;
ALTER TABLE connector_desk.walk ENABLE ROW LEVEL SECURITY;
ALTER TABLE connector_desk.record ENABLE ROW LEVEL SECURITY;
CREATE POLICY members_read ON connector_desk.lease FOR SELECT
  TO connector_desk_operator, connector_desk_viewer USING (true);
CREATE POLICY members_read ON connector_desk.walk FOR SELECT
  TO connector_desk_operator, connector_desk_viewer USING (true);
CREATE POLICY members_read ON connector_desk.record FOR SELECT
  TO connector_desk_operator, connector_desk_viewer USING (true);
GRANT SELECT ON connector_desk.lease, connector_desk.walk, connector_desk.record
  TO connector_desk_operator, connector_desk_viewer;

REVOKE ALL ON FUNCTION
  connector_desk.take_lease(text, text, uuid, text, integer),
  connector_desk.holds_lease(text, text, bigint),
  connector_desk.renew_lease(text, text, bigint, integer, integer),
  connector_desk.keep_records(text, text, bigint, jsonb),
  connector_desk.keep_verdicts(text, text, bigint, jsonb),
  connector_desk.end_walk(text, text, bigint, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  connector_desk.take_lease(text, text, uuid, text, integer),
  connector_desk.renew_lease(text, text, bigint, integer, integer),
  connector_desk.keep_records(text, text, bigint, jsonb),
  connector_desk.keep_verdicts(text, text, bigint, jsonb),
  connector_desk.end_walk(text, text, bigint, jsonb) TO connector_desk_operator;
`

/** Other desks need not ask the service. */
const namesStep = `
ALTER TABLE connector_desk.walk ADD COLUMN names jsonb CHECK (length(names::text) <= 200000);

CREATE FUNCTION connector_desk.keep_names(of_service text, of_scope text, of_number bigint, by_slug jsonb)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT connector_desk.holds_lease(of_service, of_scope, of_number) THEN
    RETURN false;
  END IF;
  UPDATE connector_desk.walk SET names = by_slug
    WHERE service = of_service AND scope = of_scope AND number = of_number;
  RETURN true;
END $$;

REVOKE ALL ON FUNCTION connector_desk.keep_names(text, text, bigint, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION connector_desk.keep_names(text, text, bigint, jsonb) TO connector_desk_operator;
`

/**
 * One step per version; a released step never changes. `rights.ts` sets rights after all steps. PostgreSQL 14 or
 * later.
 * A lock on one row lasts from a number to its commit, so a reader of a number has read every lower one. The same row
 * keeps the clock from going back. Security: a trigger sets number, time and account, and desks have no right to those
 * columns.
 */
export const schemaSteps: readonly string[] = [changeStep, refreshStep, namesStep]

export const schemaVersion = schemaSteps.length

const taken = (step: string, version: number) => `
  IF there < ${version} THEN
    EXECUTE $step$
${step.trim()}
UPDATE connector_desk.team SET version = ${version};
$step$;
  END IF;`

/**
 * Creates or upgrades the schema in one transaction, any number of times. Security: it runs the schema's contents as
 * their owner, never as the administrator.
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
${approvalTables}
${rightsScript}
${approvalRights}
RESET ROLE;
${databaseScript}
COMMIT;
`
}

/** @throws Trouble; nothing changed */
export async function runScript(connection: Pick<TeamConnection, 'query'>): Promise<void> {
  await connection.query(schemaScript())
}
