/**
 * Second approvals: who asked, who decided, and whether it was used. Beside the numbered steps, so that a database without
 * these tables, and a desk of the version before, go on as they are: desks look whether they are there. Security: only
 * functions write, as `session_user`, which an account cannot choose. What has to leave is encrypted to the approvers' keys.
 */
export const approvalTables = `
-- Public keys (X25519) of desks that may approve, each with its account.
CREATE TABLE IF NOT EXISTS connector_desk.approval_key (
  account text NOT NULL,
  desk uuid NOT NULL,
  key bytea NOT NULL CHECK (octet_length(key) = 32),
  at timestamptz NOT NULL,
  PRIMARY KEY (account, desk)
);

-- What one account asks another to agree to. digest: of what has to leave. encrypted: it, encrypted, by desk. proof: that
-- whoever agreed has read it.
CREATE TABLE IF NOT EXISTS connector_desk.approval (
  id uuid PRIMARY KEY,
  service text NOT NULL CHECK (length(service) <= 2000),
  act text NOT NULL CHECK (length(act) <= 40),
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  account text NOT NULL,
  desk uuid NOT NULL,
  operator text NOT NULL CHECK (length(operator) <= 200),
  asked_at timestamptz NOT NULL,
  until timestamptz NOT NULL CHECK (until <= asked_at + interval '1 hour'),
  encrypted jsonb NOT NULL CHECK (length(encrypted::text) <= 10000000),
  agreed boolean,
  decided_at timestamptz,
  decider text CHECK (decider <> account),
  decider_name text CHECK (length(decider_name) <= 200),
  word text CHECK (length(word) <= 1000),
  proof bytea CHECK (octet_length(proof) = 32),
  withdrawn_at timestamptz,
  used_at timestamptz,
  CHECK ((agreed IS NULL) = (decided_at IS NULL) AND (agreed IS NULL) = (decider IS NULL)),
  CHECK (used_at IS NULL OR (agreed AND withdrawn_at IS NULL AND used_at <= until))
);

ALTER TABLE connector_desk.approval ADD COLUMN IF NOT EXISTS forgotten_at timestamptz;

-- Puts this desk's key in the place of its earlier one.
CREATE OR REPLACE FUNCTION connector_desk.keep_approval_key(by_desk uuid, its_key bytea)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO connector_desk.approval_key AS held (account, desk, key, at)
    VALUES (session_user, by_desk, its_key, clock_timestamp())
    ON CONFLICT (account, desk) DO UPDATE SET key = excluded.key, at = excluded.at WHERE held.key <> excluded.key;
END $$;

-- Returns until when it may be agreed to and used; null for an id that is taken, and for who has 50 open ones. What was
-- asked more than 30 days ago is forgotten; who asked and who agreed stays.
CREATE OR REPLACE FUNCTION connector_desk.ask_approval(of_id uuid, of_service text, of_act text, of_digest bytea,
  by_desk uuid, by_name text, to_desks jsonb)
  RETURNS timestamptz LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  clock timestamptz := clock_timestamp();
  ends timestamptz;
BEGIN
  UPDATE connector_desk.approval SET encrypted = '{}' WHERE until < clock - interval '30 days' AND encrypted <> '{}';
  IF (SELECT count(*) >= 50 FROM connector_desk.approval WHERE account = session_user AND until > clock AND agreed IS NULL
    AND withdrawn_at IS NULL) THEN
    RETURN NULL;
  END IF;
  INSERT INTO connector_desk.approval (id, service, act, digest, account, desk, operator, asked_at, until, encrypted)
    VALUES (of_id, of_service, of_act, of_digest, session_user, by_desk, by_name, clock, clock + interval '1 hour', to_desks)
    ON CONFLICT (id) DO NOTHING RETURNING until INTO ends;
  PERFORM pg_notify('connector_desk', '');
  RETURN ends;
END $$;

-- Once, within the hour, for exactly these bytes, and by another account. Returns whether it counts, as those below.
CREATE OR REPLACE FUNCTION connector_desk.decide_approval(of_id uuid, of_digest bytea, agrees boolean, by_name text, said text,
  its_proof bytea)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE connector_desk.approval
    SET agreed = agrees, decided_at = clock_timestamp(), decider = session_user, decider_name = by_name, word = said,
      proof = its_proof
    WHERE id = of_id AND digest = of_digest AND account <> session_user AND agreed IS NULL AND withdrawn_at IS NULL
      AND clock_timestamp() <= until;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM pg_notify('connector_desk', '');
  RETURN true;
END $$;

-- By who asked, as long as it was neither used nor declined.
CREATE OR REPLACE FUNCTION connector_desk.withdraw_approval(of_id uuid)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE connector_desk.approval SET withdrawn_at = clock_timestamp()
    WHERE id = of_id AND account = session_user AND withdrawn_at IS NULL AND used_at IS NULL AND agreed IS NOT FALSE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM pg_notify('connector_desk', '');
  RETURN true;
END $$;

-- A customer is forgotten: the text and the colleague's word go, and what is not over is withdrawn. By any operator, as a
-- decline is. Returns whether it was withdrawn.
CREATE OR REPLACE FUNCTION connector_desk.forget_approval(of_id uuid)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  clock timestamptz := clock_timestamp();
  withdrew boolean;
BEGIN
  UPDATE connector_desk.approval SET encrypted = '{}', word = '', forgotten_at = clock,
      withdrawn_at = CASE WHEN withdrawn_at IS NULL AND used_at IS NULL AND agreed IS NOT FALSE AND clock <= until THEN clock
        ELSE withdrawn_at END
    WHERE id = of_id AND forgotten_at IS NULL RETURNING withdrawn_at = clock INTO withdrew;
  IF FOUND THEN
    PERFORM pg_notify('connector_desk', '');
  END IF;
  RETURN coalesce(withdrew, false);
END $$;

-- Takes it, before what was agreed to leaves: once, by the desk that asked, within the hour.
CREATE OR REPLACE FUNCTION connector_desk.use_approval(of_id uuid, of_digest bytea, by_desk uuid)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE connector_desk.approval SET used_at = clock_timestamp()
    WHERE id = of_id AND digest = of_digest AND account = session_user AND desk = by_desk AND agreed
      AND withdrawn_at IS NULL AND used_at IS NULL AND clock_timestamp() <= until;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM pg_notify('connector_desk', '');
  RETURN true;
END $$;

ALTER TABLE connector_desk.approval_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE connector_desk.approval ENABLE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS members_read ON connector_desk.approval_key;
CREATE POLICY members_read ON connector_desk.approval_key FOR SELECT
  TO connector_desk_operator, connector_desk_viewer USING (true);
DROP POLICY IF EXISTS members_read ON connector_desk.approval;
CREATE POLICY members_read ON connector_desk.approval FOR SELECT
  TO connector_desk_operator, connector_desk_viewer USING (true);
`

/** After `rightsScript`, which takes all rights away. A viewer neither asks nor agrees. */
export const approvalRights = `
GRANT SELECT ON connector_desk.approval_key, connector_desk.approval TO connector_desk_operator, connector_desk_viewer;
GRANT EXECUTE ON FUNCTION
  connector_desk.keep_approval_key(uuid, bytea),
  connector_desk.ask_approval(uuid, text, text, bytea, uuid, text, jsonb),
  connector_desk.decide_approval(uuid, bytea, boolean, text, text, bytea),
  connector_desk.withdraw_approval(uuid),
  connector_desk.forget_approval(uuid),
  connector_desk.use_approval(uuid, bytea, uuid) TO connector_desk_operator;
`
