import type Database from 'libsql'
import { inTransaction, Statements } from './statements'
import { AuditChain } from './tables/activity/audit-chain'
import { TeamNames } from './tables/team/team-names'

export type Migration = string | ((sql: Statements) => void)

/**
 * One step per version; `user_version` counts the steps taken. Never change a released step. Times are ms since 1970.
 * No column holds a token or a token's handle.
 */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE walk (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    verdict TEXT NOT NULL
  ) STRICT;
  CREATE INDEX walk_by_place ON walk (workspace, region, id);

  CREATE TABLE walk_part (
    walk INTEGER NOT NULL REFERENCES walk ON DELETE CASCADE,
    category TEXT NOT NULL,
    state TEXT NOT NULL,
    items INTEGER NOT NULL,
    repeated INTEGER NOT NULL,
    PRIMARY KEY (walk, category)
  ) STRICT, WITHOUT ROWID;

  -- The newest record of each connector, and what walks saw that it no longer tells (triage/memory.ts).
  CREATE TABLE connector (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    category TEXT NOT NULL,
    connector_id TEXT NOT NULL,
    record TEXT NOT NULL,
    gone_at INTEGER,
    first_walk INTEGER NOT NULL,
    first_seen_at INTEGER NOT NULL,
    last_done_start INTEGER,
    failed_start INTEGER,
    failed_turned_at INTEGER,
    relink_turned_at INTEGER,
    planned_cadence INTEGER,
    seen_gap INTEGER,
    UNIQUE (workspace, region, category, connector_id)
  ) STRICT;

  -- Apart from the record, as every walk writes it for every connector.
  CREATE TABLE sighting (
    connector INTEGER PRIMARY KEY REFERENCES connector ON DELETE CASCADE,
    walk INTEGER NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;

  -- What a walk changed, told backwards: the fields as they were before. Newest states are at hand, older ones are
  -- reached by going back, and dropping the oldest changes breaks nothing.
  CREATE TABLE change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connector INTEGER NOT NULL REFERENCES connector ON DELETE CASCADE,
    walk INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    before TEXT
  ) STRICT;
  CREATE INDEX change_by_connector ON change (connector, id);
  CREATE INDEX change_by_walk ON change (walk);

  -- No cause is a case twice at a time. Rows of closed cases stay: they are the history.
  CREATE TABLE episode (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connector INTEGER NOT NULL REFERENCES connector ON DELETE CASCADE,
    cause TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER,
    owner TEXT NOT NULL,
    note TEXT NOT NULL,
    snoozed_until INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX episode_open ON episode (connector) WHERE closed_at IS NULL;
  CREATE INDEX episode_by_connector ON episode (connector, id);

  CREATE TABLE episode_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    episode INTEGER NOT NULL REFERENCES episode ON DELETE CASCADE,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT
  ) STRICT;
  CREATE INDEX event_by_episode ON episode_event (episode, id);
  `,
  // The passthrough library. Encrypted columns are opaque here. Plain columns can be searched and hold no query,
  // params, headers or bodies. No foreign key: another database's folder may hold a request.
  `
  CREATE TABLE sent (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    at INTEGER NOT NULL,
    is_read INTEGER NOT NULL,
    head TEXT NOT NULL,
    words TEXT NOT NULL,
    outcome TEXT,
    status INTEGER,
    bytes INTEGER NOT NULL,
    stored INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sent_by_workspace ON sent (workspace, at);
  CREATE INDEX sent_by_time ON sent (at);

  -- Request, result and body of a send; large ones are in files.
  CREATE TABLE sent_part (
    id INTEGER PRIMARY KEY,
    sent TEXT NOT NULL REFERENCES sent ON DELETE CASCADE,
    part TEXT NOT NULL,
    content BLOB,
    file TEXT,
    UNIQUE (sent, part)
  ) STRICT;
  CREATE INDEX sent_part_in_file ON sent_part (file) WHERE file IS NOT NULL;

  CREATE TABLE folder (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    parent TEXT,
    name TEXT NOT NULL,
    PRIMARY KEY (workspace, id)
  ) STRICT;

  CREATE TABLE saved_request (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    folder TEXT,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    head TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (workspace, id)
  ) STRICT;

  CREATE TABLE tab (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (workspace, id)
  ) STRICT;

  CREATE TABLE front_tab (workspace TEXT PRIMARY KEY, tab TEXT) STRICT;

  CREATE TABLE variable (
    workspace TEXT NOT NULL,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (workspace, place)
  ) STRICT;
  `,
  `
  -- Every request as it ended (main/http/call-log.ts), masked before it comes here.
  CREATE TABLE call (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    at INTEGER NOT NULL,
    asker TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    query TEXT NOT NULL,
    status INTEGER,
    error TEXT,
    tries INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    waited_ms INTEGER NOT NULL,
    limited INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    request_id TEXT,
    mutation INTEGER NOT NULL,
    probe INTEGER NOT NULL,
    subject TEXT NOT NULL,
    forwarded TEXT NOT NULL
  ) STRICT;
  CREATE INDEX call_by_workspace ON call (workspace, at);
  CREATE INDEX call_by_age ON call (mutation, at);

  -- What the lookups said last (spec §5, §6), as JSON.
  CREATE TABLE lookup (
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    read_at INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (workspace, region)
  ) STRICT;

  -- Fields the operator named by their id.
  CREATE TABLE pasted_field (
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    field TEXT NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (workspace, region, field)
  ) STRICT;

  -- What this computer created, changed and deleted; the entry itself as JSON (shared/model/ledger.ts).
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    at INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) STRICT;
  CREATE INDEX ledger_by_workspace ON ledger (workspace, id);

  -- Walks over collections: what was asked and how it ended, so that one that was cut off is told of. No rows, no cursor.
  CREATE TABLE collection_walk (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    state TEXT NOT NULL,
    summary TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX collection_walk_by_place ON collection_walk (workspace, region, started_at);
  `,
  `
  -- What a workspace was called when it was removed: its mutations are kept longer than it is.
  CREATE TABLE workspace_name (workspace TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- That a service offers no webhooks is an answer, no failure (services/webhooks/offered.ts).
  UPDATE call SET probe = 1 WHERE asker = 'webhooks' AND path IN ('/api/v1/webhooks', '/api/v1/webhooks/logs')
    AND status IN (404, 405) AND instr(query, 'cursor') = 0;
  `,
  `
  -- Expressions that were typed and not saved at the service (mappings/drafts.ts). What is in them is sealed.
  CREATE TABLE mapping_draft (
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (workspace, region, id)
  ) STRICT, WITHOUT ROWID;
  `,
  (sql) => {
    // The audit chain (tables/activity/audit-chain.ts).
    sql.database.exec(`
      CREATE TABLE audit (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        record INTEGER NOT NULL,
        workspace TEXT NOT NULL,
        at INTEGER NOT NULL,
        operator TEXT NOT NULL,
        digest TEXT NOT NULL,
        hash TEXT NOT NULL
      ) STRICT;
      CREATE INDEX audit_by_record ON audit (kind, record);
      CREATE TABLE audit_anchor (id INTEGER PRIMARY KEY CHECK (id = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;
    `)
    new AuditChain(sql).takeIn()
  },
  `
  -- What the body takes of what is stored, and the room (bytes) it had to leave, where it was dropped.
  ALTER TABLE sent ADD COLUMN body_stored INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sent ADD COLUMN body_dropped INTEGER;
  UPDATE sent SET body_stored = bytes WHERE id IN (SELECT sent FROM sent_part WHERE part = 'body');
  `,
  `
  -- When the customer was last asked to relink; earlier versions only noted that the request was copied.
  ALTER TABLE episode ADD COLUMN requested_at INTEGER;
  UPDATE episode_event SET kind = 'requested', detail = 'copied' WHERE kind = 'request-copied';
  UPDATE episode SET requested_at =
    (SELECT max(at) FROM episode_event WHERE episode_event.episode = episode.id AND kind = 'requested');
  `,
  `
  -- Which connector a call was about, and which fetch, refresh or send it was part of.
  ALTER TABLE call ADD COLUMN connector TEXT NOT NULL DEFAULT '';
  ALTER TABLE call ADD COLUMN part_of TEXT NOT NULL DEFAULT '';
  CREATE INDEX call_by_part ON call (part_of, id);
  `,
  `
  -- The team that was joined (main/team), this desk's name in it, and how far its feed was read.
  CREATE TABLE team (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    team TEXT NOT NULL,
    desk TEXT NOT NULL,
    read_to INTEGER NOT NULL
  ) STRICT;

  -- Workspaces that are shared, by the address of their service.
  CREATE TABLE team_place (
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    service TEXT NOT NULL,
    PRIMARY KEY (workspace, region)
  ) STRICT, WITHOUT ROWID;

  -- The outbox: changes that were not yet seen in the feed.
  CREATE TABLE team_outbox (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    service TEXT NOT NULL,
    subject TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX team_outbox_by_field ON team_outbox (subject, field);

  -- Cases as the feed says. Two desks may open the same one: the later is then joined to the earlier.
  CREATE TABLE team_case (
    id TEXT PRIMARY KEY,
    service TEXT NOT NULL,
    connector TEXT NOT NULL,
    joined TEXT,
    closed INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX team_case_by_connector ON team_case (service, connector);

  -- The last value of each field of a case, and who wrote it when (ms since 1970, server's clock).
  CREATE TABLE team_field (
    team_case TEXT NOT NULL REFERENCES team_case ON DELETE CASCADE,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    at INTEGER NOT NULL,
    operator TEXT NOT NULL,
    PRIMARY KEY (team_case, field)
  ) STRICT, WITHOUT ROWID;

  -- Which case of the team an episode is, and who did something to it on another desk.
  ALTER TABLE episode ADD COLUMN team_case TEXT;
  CREATE INDEX episode_by_team_case ON episode (team_case) WHERE team_case IS NOT NULL;
  ALTER TABLE episode_event ADD COLUMN operator TEXT;
  `,

  // The next start shows this list of issues before it has diagnosed all connectors.
  `
  CREATE TABLE kept_queue (
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    at INTEGER NOT NULL,
    queue BLOB NOT NULL,
    PRIMARY KEY (workspace, region)
  ) STRICT;
  `,
  `
  -- How far the walks that a team shares were taken over: the walk's number, the number up to which its records were
  -- read, and the walk of this computer that has them.
  CREATE TABLE team_read (
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    service TEXT NOT NULL,
    scope TEXT NOT NULL,
    number INTEGER NOT NULL,
    read_to INTEGER NOT NULL,
    walk INTEGER NOT NULL,
    PRIMARY KEY (workspace, region)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Whether this desk may write to its team (null until that is known), and the number of the feed after which changes are news.
  ALTER TABLE team ADD COLUMN writes INTEGER;
  ALTER TABLE team ADD COLUMN news_after INTEGER NOT NULL DEFAULT 0;
  UPDATE team SET news_after = read_to;

  -- The desk that wrote a value after its case was over for the team; null for all others.
  ALTER TABLE team_field ADD COLUMN late TEXT;
  `,
  `
  -- What a change that waits is about (shared/team/kinds.ts).
  ALTER TABLE team_outbox ADD COLUMN kind TEXT NOT NULL DEFAULT 'case';

  -- The tags of a case, a list in JSON.
  ALTER TABLE episode ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';

  -- Folders and saved requests as the feed says: their place (JSON), and the change that has the content of a request.
  -- The content itself is sealed, and only in saved_request.
  CREATE TABLE team_item (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    service TEXT NOT NULL,
    place TEXT,
    content TEXT,
    removed INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;

  -- The change of the team that says what a request holds; null where none does.
  ALTER TABLE saved_request ADD COLUMN team_change TEXT;
  `,
  `
  -- What the team calls an entry of the change log; and who did it on another desk: those are in no chain of this one.
  ALTER TABLE ledger ADD COLUMN team TEXT;
  ALTER TABLE ledger ADD COLUMN operator TEXT;
  CREATE UNIQUE INDEX ledger_by_team ON ledger (workspace, region, team) WHERE team IS NOT NULL;
  `,
  `
  -- For trends, as the feed says: the diagnosis a case opened with, when it opened and was over, and how. Null for what was
  -- read before. ms since 1970, server's clock.
  ALTER TABLE team_case ADD COLUMN cause TEXT;
  ALTER TABLE team_case ADD COLUMN opened_at INTEGER;
  ALTER TABLE team_case ADD COLUMN closed_at INTEGER;
  ALTER TABLE team_case ADD COLUMN ended TEXT;
  `,
  `
  -- Filters of the list of connectors that have a name. The content is JSON (shared/connectors/saved-filter.ts); the maker is the
  -- operator of another desk, null for those of this one.
  CREATE TABLE saved_filter (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    maker TEXT,
    PRIMARY KEY (workspace, id)
  ) STRICT, WITHOUT ROWID;

  -- Of a filter the place is its name, and the content is itself: nothing of it is sealed.
  ALTER TABLE team_item ADD COLUMN maker TEXT;
  `,
  `
  -- Why the team cannot have what a request holds (shared/passthrough/library.ts); null where it can, or was not asked to.
  ALTER TABLE saved_request ADD COLUMN stays TEXT;
  `,
  `
  -- What the team calls a change of this desk; null where it is told to none.
  ALTER TABLE call ADD COLUMN team TEXT;
  CREATE INDEX call_by_team ON call (team) WHERE team IS NOT NULL;

  -- What other desks of the team changed (shared/team/call-change.ts), apart from the record of this one. Ids go down from
  -- -1, so that each is another than all in call.
  CREATE TABLE team_call (
    id INTEGER PRIMARY KEY,
    team TEXT NOT NULL UNIQUE,
    service TEXT NOT NULL,
    account TEXT NOT NULL,
    operator TEXT NOT NULL,
    computer TEXT NOT NULL,
    at INTEGER NOT NULL,
    asker TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    query TEXT NOT NULL,
    subject TEXT NOT NULL,
    forwarded TEXT NOT NULL,
    connector TEXT NOT NULL,
    status INTEGER,
    error TEXT
  ) STRICT;
  CREATE INDEX team_call_by_service ON team_call (service, at);
  `,
  (sql) => {
    sql.database.exec(`
      -- The name by which the team knows an account (tables/team/team-names.ts).
      CREATE TABLE team_name (account TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;

      -- Whose account wrote it; null for what was read before, and for what this desk did.
      ALTER TABLE team_field ADD COLUMN account TEXT;
      ALTER TABLE ledger ADD COLUMN account TEXT;

      -- Since when a change waits, and why it will not be sent; null while it waits.
      ALTER TABLE team_outbox ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE team_outbox ADD COLUMN refused TEXT;
      UPDATE team_outbox SET at = strftime('%s', 'now') * 1000;
      CREATE VIEW team_waiting AS SELECT * FROM team_outbox WHERE refused IS NULL;

      -- Changes that could not be shared for too long, since somebody was told.
      ALTER TABLE team ADD COLUMN expired INTEGER NOT NULL DEFAULT 0;

      -- A folder, saved request or filter that is one too many: it is known, and not shown.
      ALTER TABLE team_item ADD COLUMN over INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX team_item_shown ON team_item (service, kind) WHERE removed = 0 AND over = 0;
      CREATE INDEX team_item_over ON team_item (service, kind) WHERE removed = 0 AND over = 1;

      -- A case that is over, and what was written on it since, was handed to the one after it.
      ALTER TABLE team_case ADD COLUMN followed INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX team_case_open ON team_case (service, connector) WHERE joined IS NULL AND closed = 0;
      CREATE INDEX team_case_over ON team_case (service, connector) WHERE joined IS NULL AND closed = 1 AND followed = 0;
    `)
    const names = new TeamNames(sql)
    // Ids go down from -1, so this is the order of signing.
    const calls = sql.all<{ account: string; operator: string }>(
      'SELECT account, operator FROM team_call GROUP BY account, operator ORDER BY max(id) DESC'
    )
    for (const { account, operator } of calls) {
      names.learn(account, operator)
      const update = 'UPDATE team_call SET operator = ? WHERE account = ? AND operator = ?'
      sql.run(update, names.shown(account, operator), account, operator)
    }
  },
  `
  -- A change that may have left, and whose answer does not say whether it was carried out. Of a lost one, earlier versions
  -- did not keep whether it had left.
  ALTER TABLE call ADD COLUMN unknown INTEGER NOT NULL DEFAULT 0;
  UPDATE call SET unknown = 1 WHERE mutation = 1 AND (status >= 500 OR status = 408
    OR (status IS NULL AND error NOT IN ('cancelled', 'untrusted-certificate')));

  -- What operators found out about one. The last counts. The note is encrypted, null for none; at is the call's time, with
  -- which it goes.
  CREATE TABLE found (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    call INTEGER NOT NULL REFERENCES call (id) ON DELETE CASCADE,
    workspace TEXT NOT NULL,
    at INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    note BLOB,
    found_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX found_by_call ON found (call);
  `,
  `
  -- One read of many connectors: its setup and the last answer of each place are encrypted, and bodies are sends.
  CREATE TABLE run (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    at INTEGER NOT NULL,
    ended_at INTEGER,
    head TEXT NOT NULL,
    state TEXT NOT NULL,
    why TEXT NOT NULL,
    setup BLOB NOT NULL
  ) STRICT;
  CREATE INDEX run_by_workspace ON run (workspace, at);
  CREATE TABLE run_answer (
    run TEXT NOT NULL REFERENCES run ON DELETE CASCADE,
    place INTEGER NOT NULL,
    sent TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (run, place)
  ) STRICT;
  ALTER TABLE sent ADD COLUMN run TEXT;
  CREATE INDEX sent_by_run ON sent (run) WHERE run IS NOT NULL;
  `,
  `
  -- What a provider's API can be asked, from a file that the operator imported: encrypted, and compressed. Of an
  -- integration one is current; the other is newer, and waits until the operator uses it.
  CREATE TABLE shelf_file (
    workspace TEXT NOT NULL,
    integration TEXT NOT NULL,
    newer INTEGER NOT NULL,
    head BLOB NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (workspace, integration, newer)
  ) STRICT;
  `,
  `
  -- A value of an answer, for requests of its connector only; key is <category>:<id>.
  CREATE TABLE connector_value (
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    key TEXT NOT NULL,
    name TEXT NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (workspace, region, key, name)
  ) STRICT;
  `,
  `
  -- Employees of earlier syncs, as far as a sudden drop or frozen data is judged by them: in connector the few numbers
  -- that a diagnosis needs, here each stretch of syncs with the same count.
  ALTER TABLE connector ADD COLUMN headcount TEXT;
  CREATE TABLE headcount (
    connector INTEGER PRIMARY KEY REFERENCES connector (id) ON DELETE CASCADE,
    stretches TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- What the team calls a file on the shelf, the change that brought its content, and why the team cannot have it: as of
  -- saved_request. Items of a team have a name: here the integration.
  ALTER TABLE shelf_file ADD COLUMN id TEXT;
  ALTER TABLE shelf_file ADD COLUMN name TEXT;
  UPDATE shelf_file SET name = integration;
  ALTER TABLE shelf_file ADD COLUMN team_change TEXT;
  ALTER TABLE shelf_file ADD COLUMN stays TEXT;
  `,
  `
  -- What answers of its provider said about a connector's access, newest first, and which saved request Check now asks
  -- of an integration.
  ALTER TABLE connector ADD COLUMN access TEXT;
  CREATE TABLE access_check (
    workspace TEXT NOT NULL,
    integration TEXT NOT NULL,
    request TEXT NOT NULL,
    PRIMARY KEY (workspace, integration)
  ) STRICT;
  `,
  `
  -- A provider's status page of an integration, and what it said the last time that it was asked. An organization may
  -- give another than the operator agreed to.
  CREATE TABLE status_page (
    workspace TEXT NOT NULL,
    integration TEXT NOT NULL,
    address TEXT NOT NULL,
    agreed INTEGER NOT NULL,
    content TEXT,
    PRIMARY KEY (workspace, integration, address)
  ) STRICT;
  `,
  `
  -- What to do about issues of an integration and a cause. The content is JSON (shared/issues/runbook.ts), the name its
  -- title; at is when it was last changed, and the maker who did; null on this desk.
  CREATE TABLE runbook (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    at INTEGER NOT NULL,
    maker TEXT,
    PRIMARY KEY (workspace, id)
  ) STRICT;
  `,
  `
  -- A webhook of which most deliveries fail, as long as they do, with what operators noted. facts: what it was judged by.
  CREATE TABLE webhook_issue (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    key TEXT NOT NULL,
    since INTEGER NOT NULL,
    closed_at INTEGER,
    closed_by TEXT,
    owner TEXT NOT NULL DEFAULT '',
    note TEXT NOT NULL DEFAULT '',
    snoozed_until INTEGER,
    facts TEXT NOT NULL
  ) STRICT;
  CREATE INDEX webhook_issue_by_place ON webhook_issue (workspace, region, closed_at);
  `,
  `
  -- The last group of syncs of a place (shared/connectors/sync-run.ts): each is written before its start leaves.
  CREATE TABLE sync_run (
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (workspace, region)
  ) STRICT;
  `,
  // What a snooze waits for beside its time, as JSON: what it is, and what was known of it then.
  'ALTER TABLE episode ADD COLUMN wake TEXT',
  `
  -- When messages go to people, as of runbook (shared/alerts/rule.ts). The address of a channel is in the keychain.
  CREATE TABLE alert_rule (
    workspace TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    at INTEGER NOT NULL,
    maker TEXT,
    PRIMARY KEY (workspace, id)
  ) STRICT;
  -- Each incident of a rule and its end, claimed for one message before it leaves. id is made of the incident, and is the
  -- same on every desk of a team; maker is null on the desk that claimed it.
  CREATE TABLE alert_claim (
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    id TEXT NOT NULL,
    message TEXT NOT NULL,
    rule TEXT NOT NULL,
    about TEXT NOT NULL,
    number INTEGER NOT NULL,
    part TEXT NOT NULL,
    title TEXT NOT NULL,
    at INTEGER NOT NULL,
    maker TEXT,
    PRIMARY KEY (workspace, region, id)
  ) STRICT;
  CREATE INDEX alert_claim_by_rule ON alert_claim (rule, at);
  CREATE TABLE alert_outcome (
    message TEXT PRIMARY KEY,
    outcome TEXT NOT NULL,
    said TEXT NOT NULL
  ) STRICT;
  -- What a person agreed to on this computer, for the rule as its digest says. A removed rule takes its consent along.
  CREATE TABLE alert_consent (
    workspace TEXT NOT NULL,
    rule TEXT NOT NULL,
    digest TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (workspace, rule)
  ) STRICT;
  `,
  `
  -- Bearer tokens that were replaced on this computer. kept: 0 until the new one is in its place. fingerprint: a salted
  -- digest of it (secrets/token-scope.ts).
  CREATE TABLE token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    at INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    kept INTEGER NOT NULL
  ) STRICT;
  -- The last change of a service's token that the team knows, and who made it.
  CREATE TABLE team_token (service TEXT PRIMARY KEY, at INTEGER NOT NULL, operator TEXT NOT NULL, fingerprint TEXT NOT NULL) STRICT;
  `,
  `
  -- Contacts of a customer, encrypted; the name is the origin ID. id and team_change: as for a file on the shelf.
  CREATE TABLE contact (
    workspace TEXT NOT NULL,
    name TEXT NOT NULL,
    sealed BLOB NOT NULL,
    id TEXT,
    team_change TEXT,
    stays TEXT,
    PRIMARY KEY (workspace, name)
  ) STRICT;

  -- A letter to a customer, from before it leaves: recipients, subject and the server's answer are encrypted. marked: its
  -- issues say that they were requested.
  CREATE TABLE message (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    at INTEGER NOT NULL,
    ended_at INTEGER,
    customer TEXT NOT NULL,
    keys TEXT NOT NULL,
    digest TEXT NOT NULL,
    state TEXT NOT NULL,
    sealed BLOB NOT NULL,
    marked INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX message_by_customer ON message (workspace, customer, at);
  CREATE INDEX message_under_way ON message (state) WHERE state IN ('waiting', 'leaving', 'sent');
  `,
  `
  -- A ticket of a connector in a tracker (shared/tickets/ticket.ts), written down before it leaves. The service is as the
  -- team calls it, or the workspace's id where it is this computer's own; seq is its number in the team's feed, and the
  -- maker the colleague who opened it; null on this desk.
  CREATE TABLE ticket (
    service TEXT NOT NULL,
    id TEXT NOT NULL,
    key TEXT NOT NULL,
    tracker TEXT NOT NULL,
    state TEXT NOT NULL,
    number TEXT NOT NULL,
    url TEXT,
    title TEXT NOT NULL,
    status TEXT NOT NULL,
    at INTEGER NOT NULL,
    seen_at INTEGER,
    maker TEXT,
    evidence TEXT NOT NULL,
    why TEXT NOT NULL,
    seq INTEGER,
    PRIMARY KEY (service, id)
  ) STRICT;
  CREATE INDEX ticket_by_connector ON ticket (service, key);
  `,
  `
  -- Samples of a mapping with their expected results, and what was counted at its save (shared/mappings/guard.ts).
  CREATE TABLE mapping_guard (
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    id TEXT NOT NULL,
    at INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (workspace, region, id)
  ) STRICT;
  -- Also mappings that drifted: what operators do with such an issue is the same.
  ALTER TABLE webhook_issue ADD COLUMN kind TEXT NOT NULL DEFAULT 'webhook';
  `,
  `
  -- What mappings of a team are kept right by (main/team/kinds/guards.ts): counts of a save, samples that only who has the
  -- service's token can open, what was dropped, and whether the team allows samples.
  CREATE TABLE shared_guard (
    service TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    field TEXT NOT NULL,
    scope TEXT NOT NULL,
    key TEXT,
    at INTEGER NOT NULL,
    content TEXT NOT NULL,
    maker TEXT,
    PRIMARY KEY (service, id)
  ) STRICT;
  CREATE INDEX shared_guard_by_mapping ON shared_guard (service, field, scope);
  -- Connectors of forgotten customers, until main has removed what only it can read of them.
  CREATE TABLE forgotten (workspace TEXT NOT NULL, region TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (workspace, region, key)) STRICT;
  `,
  `
  -- Under which a letter left by itself: a rule of alert_consent, which is of letters too.
  ALTER TABLE message ADD COLUMN consent TEXT;
  `,
  `
  -- Relink campaigns (shared/mail/campaign.ts), encrypted by main; their letters name them.
  CREATE TABLE campaign (
    id TEXT PRIMARY KEY,
    workspace TEXT NOT NULL,
    region TEXT NOT NULL,
    at INTEGER NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  ALTER TABLE message ADD COLUMN campaign TEXT;
  CREATE INDEX message_by_campaign ON message (campaign) WHERE campaign IS NOT NULL;
  `,
  `
  -- What a team says of things that desks name alike: due times of a service, owner, note and snooze of issues of webhooks
  -- and mappings, as JSON. team_id: the name of such an issue, once it was compared with the team's.
  CREATE TABLE team_value (
    service TEXT NOT NULL,
    subject TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (service, subject, field)
  ) STRICT;
  ALTER TABLE webhook_issue ADD COLUMN team_id TEXT;
  -- Targets and calendar of a workspace, as JSON; null once they were turned off.
  CREATE TABLE due_times (workspace TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT;
  `,
  `
  -- What customers are told of an outage (shared/mail/outage.ts): its letters in their order, and who got which. number:
  -- of the integration's outages. maker: null on this desk. try: counts what certainly did not leave; state: null while
  -- it is under way.
  CREATE TABLE outage_step (
    workspace TEXT NOT NULL, region TEXT NOT NULL, integration TEXT NOT NULL, number INTEGER NOT NULL,
    step INTEGER NOT NULL, kind TEXT NOT NULL, first INTEGER NOT NULL, letters TEXT NOT NULL,
    at INTEGER NOT NULL, maker TEXT,
    PRIMARY KEY (workspace, region, integration, number, step)
  ) STRICT;
  CREATE TABLE outage_told (
    workspace TEXT NOT NULL, region TEXT NOT NULL, integration TEXT NOT NULL, number INTEGER NOT NULL,
    step INTEGER NOT NULL, customer TEXT NOT NULL, try INTEGER NOT NULL, keys TEXT NOT NULL,
    message TEXT NOT NULL, at INTEGER NOT NULL, maker TEXT, state TEXT,
    PRIMARY KEY (workspace, region, integration, number, step, customer, try)
  ) STRICT;
  CREATE INDEX outage_told_message ON outage_told (message);
  -- What a letter is about: a relink, or an outage, of which no issue says that it was asked for.
  ALTER TABLE message ADD COLUMN kind TEXT NOT NULL DEFAULT 'relink';
  `,
  `
  -- What happened to requests for approval (team/approvals/store.ts). author and decider: accounts of the team's database.
  CREATE TABLE approval (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    workspace TEXT NOT NULL,
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    request TEXT NOT NULL,
    act TEXT NOT NULL,
    digest TEXT NOT NULL,
    author TEXT NOT NULL,
    decider TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- Why its author asks for an approval.
  ALTER TABLE approval ADD COLUMN why TEXT NOT NULL DEFAULT '';
  `,
  `
  -- What of the feed this desk has not: fields that its version did not know when it read past them (known: those that it
  -- did, as JSON; null: of a version that did not note it), and services whose rows went with their workspace.
  ALTER TABLE team ADD COLUMN known TEXT;
  ALTER TABLE team ADD COLUMN gaps TEXT NOT NULL DEFAULT '[]';
  `,
  `
  -- What Connectors showed when the app was left (connectors/list.ts), for the first frame of the next start.
  CREATE TABLE kept_list (
    workspace TEXT NOT NULL, region TEXT NOT NULL, at INTEGER NOT NULL, list BLOB NOT NULL,
    PRIMARY KEY (workspace, region)
  ) STRICT;
  `
]

export const newestVersion = migrations.length

export function versionOf(database: Database.Database): number {
  const [row] = database.pragma('user_version') as { user_version: number }[]
  return row?.user_version ?? 0
}

/** Takes each missing step in one transaction with its version. */
export function migrate(database: Database.Database, steps: readonly Migration[] = migrations): void {
  for (let version = versionOf(database); version < steps.length; version++) {
    inTransaction(database, () => {
      const step = steps[version] ?? ''
      if (typeof step === 'string') database.exec(step)
      else step(new Statements(database))
      database.exec(`PRAGMA user_version = ${version + 1}`)
    })
  }
}
