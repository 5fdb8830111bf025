import type { TeamConnection } from './connection'
import { namesStep, walkStep } from './walk/schema'

/**
 * The team's schema, one step per version; `connector_desk.team.version` says how many were taken. A step that was
 * released is never changed. PostgreSQL 14 or later.
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
  walkStep,
  namesStep
]

export const schemaVersion = schemaSteps.length

const versioned = (step: string, version: number) =>
  `-- Version ${version}\n${step.trim()}\n\nUPDATE connector_desk.team SET version = ${version};`

/** What an administrator runs in an empty database: the whole schema, in one transaction. */
export function schemaScript(): string {
  const steps = schemaSteps.map((step, index) => versioned(step, index + 1))
  return `-- Connector Desk: the team's schema, version ${schemaVersion}. For PostgreSQL 14 or later.\n\nBEGIN;\n\n${steps.join('\n\n')}\n\nCOMMIT;\n`
}

/** Takes the steps that are missing, all or none. @param from the version that is there; 0 for none */
export async function takeSteps(connection: Pick<TeamConnection, 'query'>, from: number): Promise<void> {
  const steps = schemaSteps.map((step, index) => versioned(step, index + 1)).slice(from)
  await connection.query(`BEGIN;\n${steps.join('\n')}\nCOMMIT;`)
}
