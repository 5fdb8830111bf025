/**
 * One walker at a time, and what walks brought. Operators write through these functions only: each looks whether the
 * walk of this number still holds the lease, under a lock of its row, so that one whose lease ran out writes nothing.
 * All times are the server's. No lease is longer than a minute, so one that ends later is of a clock that was set back.
 *
 * `scope` is derived from the bearer token (`scopeOf`): desks with the same token have the same one.
 */
export const refreshStep = `
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

/** The display names of integrations, as the walk read them: desks that take it over need not ask the service. */
export const namesStep = `
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
