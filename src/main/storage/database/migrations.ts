import type Database from 'libsql'
import { inTransaction } from './statements'

/**
 * The schema, one step per version; `user_version` says how many were taken. A step that was released is never
 * changed. Times are ms since 1970. There is no column for a token, and none for the handle of one.
 */
export const migrations: readonly string[] = [
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
  // The passthrough library. What is sealed is opaque here (services/passthrough/seal.ts); what is plain can be
  // searched: no query, params, headers or bodies. Folders in other databases hold requests of this one, so they are
  // not referenced.
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
  `
]

export const newestVersion = migrations.length

export function versionOf(database: Database.Database): number {
  const [row] = database.pragma('user_version') as { user_version: number }[]
  return row?.user_version ?? 0
}

/** Takes the steps that are missing, each in a transaction of its own, together with its version. */
export function migrate(database: Database.Database, steps: readonly string[] = migrations): void {
  for (let version = versionOf(database); version < steps.length; version++) {
    inTransaction(database, () => {
      database.exec(steps[version] ?? '')
      database.exec(`PRAGMA user_version = ${version + 1}`)
    })
  }
}
