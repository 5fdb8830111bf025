import type { TeamOpening } from '../../shared/team/openings'

/**
 * Owners and rights, independent of the schema version. Each run of the script sets them all, and so removes rights
 * given by mistake.
 */

/** For the administrator. Security: runs nothing from the team's schema. */
export const ownerScript = `
-- Three roles without a login. Operators read and write, viewers read: grant one of them to each account. The third owns
-- the tables, and nobody signs in as it. An administrator who is no superuser becomes a member of it.
DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY ARRAY['connector_desk_owner', 'connector_desk_operator', 'connector_desk_viewer'] LOOP
    IF to_regrole(role) IS NULL THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
    END IF;
  END LOOP;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'connector_desk_owner'
    AND (rolsuper OR rolcanlogin OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls)) THEN
    RAISE EXCEPTION 'The role connector_desk_owner can log in, or may do more than own the team''s tables.'
      USING HINT = 'ALTER ROLE connector_desk_owner NOLOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB NOREPLICATION NOBYPASSRLS; then run this again.';
  END IF;
  IF NOT pg_has_role('connector_desk_owner',
    CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
    GRANT connector_desk_owner TO CURRENT_USER;
  END IF;
END $$;

-- What an earlier version made belongs to whoever ran it: all of it becomes the owner's.
DO $$
DECLARE
  command text;
BEGIN
  IF to_regnamespace('connector_desk') IS NULL THEN
    EXECUTE format('GRANT CREATE ON DATABASE %I TO connector_desk_owner', current_database());
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM pg_namespace WHERE nspname = 'connector_desk' AND nspowner <> 'connector_desk_owner'::regrole) THEN
    ALTER SCHEMA connector_desk OWNER TO connector_desk_owner;
  END IF;
  FOR command IN
    SELECT format('ALTER TABLE %s OWNER TO connector_desk_owner', oid::regclass) FROM pg_class
      WHERE relnamespace = 'connector_desk'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
        AND relowner <> 'connector_desk_owner'::regrole
    UNION ALL
    SELECT format('ALTER ROUTINE %s OWNER TO connector_desk_owner', oid::regprocedure) FROM pg_proc
      WHERE pronamespace = 'connector_desk'::regnamespace AND proowner <> 'connector_desk_owner'::regrole
  LOOP
    EXECUTE command;
  END LOOP;
END $$;
`

/** For the owner, after all steps. Unnamed tables and functions stay the owner's. */
export const rightsScript = `
-- A function of its owner's rights does what its one trigger asks for, and nothing for a trigger of somebody else's.
CREATE OR REPLACE FUNCTION connector_desk.number_change() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_RELID <> 'connector_desk.change'::regclass THEN
    RAISE EXCEPTION 'number_change() is the trigger of connector_desk.change alone' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE connector_desk.team
    SET last_seq = last_seq + 1, last_at = greatest(clock_timestamp(), last_at + interval '1 microsecond')
    RETURNING last_seq, last_at INTO NEW.seq, NEW.at;
  NEW.account := session_user;
  RETURN NEW;
END $$;

-- Who may what: nothing but what is named here. Triggers run their functions without a right of anybody's.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON ROUTINES FROM PUBLIC;
REVOKE ALL ON SCHEMA connector_desk FROM PUBLIC, connector_desk_operator, connector_desk_viewer;
REVOKE ALL ON ALL TABLES IN SCHEMA connector_desk FROM PUBLIC, connector_desk_operator, connector_desk_viewer;
REVOKE ALL ON ALL ROUTINES IN SCHEMA connector_desk FROM PUBLIC, connector_desk_operator, connector_desk_viewer;
GRANT USAGE ON SCHEMA connector_desk TO connector_desk_operator, connector_desk_viewer;
GRANT SELECT ON connector_desk.team, connector_desk.change, connector_desk.lease, connector_desk.walk,
  connector_desk.record TO connector_desk_operator, connector_desk_viewer;
GRANT INSERT (id, desk, operator, service, kind, subject, field, value) ON connector_desk.change
  TO connector_desk_operator;
GRANT EXECUTE ON FUNCTION
  connector_desk.take_lease(text, text, uuid, text, integer),
  connector_desk.renew_lease(text, text, bigint, integer, integer),
  connector_desk.keep_records(text, text, bigint, jsonb),
  connector_desk.keep_names(text, text, bigint, jsonb),
  connector_desk.keep_verdicts(text, text, bigint, jsonb),
  connector_desk.end_walk(text, text, bigint, jsonb) TO connector_desk_operator;
`

/** Catalogues alone, so any account may ask. `open` holds names of `TeamOpening`. */
export const openingsQuery = `
  SELECT array_remove(ARRAY[
    CASE WHEN EXISTS (SELECT FROM pg_catalog.pg_proc WHERE pronamespace = n.oid
      AND has_function_privilege('public', oid, 'EXECUTE')) THEN 'functions' END,
    CASE WHEN EXISTS (SELECT FROM pg_catalog.pg_roles AS r WHERE (rolsuper OR rolcanlogin OR rolcreaterole)
      AND r.oid IN (SELECT n.nspowner UNION SELECT relowner FROM pg_catalog.pg_class WHERE relnamespace = n.oid
        UNION SELECT proowner FROM pg_catalog.pg_proc WHERE pronamespace = n.oid)) THEN 'owner' END,
    CASE WHEN has_database_privilege('public', current_database(), 'TEMPORARY') THEN 'temporary' END,
    CASE WHEN has_database_privilege('public', current_database(), 'CONNECT') THEN 'connect' END,
    CASE WHEN (SELECT has_schema_privilege('public', oid, 'CREATE') FROM pg_catalog.pg_namespace
      WHERE nspname = 'public') THEN 'create' END
  ], NULL) AS open FROM pg_catalog.pg_namespace AS n WHERE nspname = 'connector_desk'`

export type OpeningsRow = { open: TeamOpening[] }

/** For the administrator: rights on the database, and a warning about openings. */
export const databaseScript = `
-- Who may enter the database, and make tables of their own in it. What somebody made in the schema public before has the
-- name of nothing that a desk or an administrator asks for.
DO $$
BEGIN
  EXECUTE format('REVOKE CREATE ON DATABASE %I FROM connector_desk_owner', current_database());
  EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO connector_desk_operator, connector_desk_viewer', current_database());
  EXECUTE format('ALTER DATABASE %I SET search_path = pg_catalog, pg_temp', current_database());
  IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    -- Anybody may fill the server's disk with these.
    REVOKE EXECUTE ON FUNCTION lo_creat(integer), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
  END IF;
  IF (SELECT has_schema_privilege('public', oid, 'CREATE') FROM pg_namespace WHERE nspname = 'public') THEN
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  END IF;
END $$;

DO $$
DECLARE
  open_still text[];
BEGIN
  SELECT open INTO open_still FROM (${openingsQuery}
  ) AS looked;
  IF cardinality(open_still) > 0 THEN
    RAISE WARNING 'Still open to every account: %.', array_to_string(open_still, ', ')
      USING HINT = 'Run this as a superuser, or as the owner of the database and of its schemas.';
  END IF;
END $$;
`
