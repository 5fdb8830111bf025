/** Content of the stored histories (`released/`), by the version that its tables need. */
const rows: readonly { since: number; sql: string; count: string }[] = [
  {
    since: 1,
    sql: `
      INSERT INTO walk (id, workspace, region, started_at, ended_at, verdict) VALUES (1, 'w', 'eu', 1000, 2000, 'complete');
      INSERT INTO walk_part (walk, category, state, items, repeated) VALUES (1, 'HRIS', 'done', 1, 0);
      INSERT INTO connector (id, workspace, region, category, connector_id, record, first_walk, first_seen_at)
        VALUES (1, 'w', 'eu', 'HRIS', 'c-1', '{"id":"c-1","end_user":"Müller & Søn"}', 1, 1000);
      INSERT INTO sighting (connector, walk, at) VALUES (1, 1, 1000);
      INSERT INTO change (connector, walk, at, kind, before) VALUES (1, 1, 1000, 'seen', '{"sync_status":"Done"}');
      INSERT INTO episode (id, connector, cause, opened_at, owner, note) VALUES (1, 1, 'relink', 1000, 'Ada', 'Asked on Monday');
      INSERT INTO episode_event (episode, at, kind) VALUES (1, 1000, 'opened')`,
    count: `SELECT count(*) AS n FROM episode JOIN connector ON connector.id = episode.connector
      JOIN sighting ON sighting.connector = connector.id JOIN walk ON walk.id = first_walk
      WHERE owner = 'Ada' AND record ->> 'end_user' = 'Müller & Søn' AND verdict = 'complete'`
  },
  {
    since: 2,
    sql: `
      INSERT INTO sent (id, workspace, at, is_read, head, words, outcome, status, bytes, stored)
        VALUES ('s', 'w', 1000, 1, '{}', 'employees', 'answered', 200, 2, 3);
      INSERT INTO sent_part (sent, part, content) VALUES ('s', 'request', x'01'), ('s', 'body', x'0203')`,
    count: `SELECT count(*) AS n FROM sent JOIN sent_part ON sent = sent.id WHERE part = 'body' AND content = x'0203'`
  },
  {
    since: 3,
    sql: `
      INSERT INTO call (workspace, region, at, asker, method, path, query, status, tries, duration_ms, waited_ms, limited,
        bytes, mutation, probe, subject, forwarded)
      VALUES ('w', 'eu', 1000, 'passthrough', 'POST', '/api/v1/passthrough', '', 200, 1, 5, 0, 0, 2, 1, 0, 'c-1', 'POST /x')`,
    count: `SELECT count(*) AS n FROM call WHERE mutation = 1 AND forwarded = 'POST /x'`
  },
  {
    since: 4,
    sql: `INSERT INTO workspace_name VALUES ('gone', 'Acme')`,
    count: `SELECT count(*) AS n FROM workspace_name WHERE name = 'Acme'`
  },
  {
    since: 5,
    sql: `INSERT INTO mapping_draft VALUES ('w', 'eu', 'd', 1000, x'04')`,
    count: `SELECT count(*) AS n FROM mapping_draft WHERE sealed = x'04'`
  },
  {
    since: 10,
    sql: `
      INSERT INTO team (id, team, desk, read_to) VALUES (1, 't', 'd', 7);
      INSERT INTO team_place VALUES ('w', 'eu', 'https://api.example.com');
      INSERT INTO team_case (id, service, connector, joined, closed)
        VALUES ('c', 'https://api.example.com', 'HRIS:c-1', NULL, 0);
      INSERT INTO team_field (team_case, field, value, at, operator) VALUES ('c', 'owner', '"Ada"', 1000, 'Ada');
      INSERT INTO team_outbox (id, service, subject, field, value) VALUES ('i', 'https://api.example.com', 'c', 'owner', '"Ada"');
      UPDATE episode SET team_case = 'c'`,
    count: `SELECT count(*) AS n FROM team JOIN episode ON episode.team_case IS NOT NULL
      JOIN team_outbox ON subject = episode.team_case WHERE read_to = 7 AND (SELECT value FROM team_field) = '"Ada"'`
  },
  {
    since: 13,
    sql: `UPDATE team SET writes = 0, news_after = 5; UPDATE team_field SET late = 'd'`,
    count: `SELECT count(*) AS n FROM team JOIN team_field ON late = desk WHERE writes = 0 AND news_after = 5`
  },
  {
    since: 14,
    sql: `
      UPDATE episode SET tags = '["VIP"]';
      INSERT INTO folder VALUES ('w', 'f', NULL, 'Payroll');
      INSERT INTO saved_request (workspace, id, folder, name, at, head, sealed, team_change)
        VALUES ('w', 'r', 'f', 'Read pay', 1000, '{}', x'05', 'i');
      INSERT INTO team_item (id, kind, service, place, content, removed)
        VALUES ('r', 'request', 'https://api.example.com', '{"name":"Read pay","within":"f"}', 'i', 0)`,
    count: `SELECT count(*) AS n FROM saved_request JOIN team_item ON team_item.content = team_change
      JOIN episode ON tags = '["VIP"]' WHERE sealed = x'05'`
  },
  {
    since: 15,
    sql: `INSERT INTO ledger (workspace, region, at, entry, team, operator) VALUES ('w', 'eu', 1000, '{}', 't', 'Grace')`,
    count: `SELECT count(*) AS n FROM ledger WHERE team = 't' AND operator = 'Grace'`
  },
  {
    since: 16,
    sql: `UPDATE team_case SET cause = 'relink', opened_at = 1000, closed_at = 2000, ended = 'recovered'`,
    count: `SELECT count(*) AS n FROM team_case WHERE cause = 'relink' AND opened_at = 1000 AND closed_at = 2000`
  },
  {
    since: 17,
    sql: `
      INSERT INTO saved_filter VALUES ('w', 'n', 'Stalled', '{"quick":"stalled"}', 'Grace');
      INSERT INTO team_item (id, kind, service, place, content, maker)
        VALUES ('n', 'filter', 'https://api.example.com', 'Stalled', '{"quick":"stalled"}', 'Grace')`,
    count: `SELECT count(*) AS n FROM saved_filter JOIN team_item USING (id, content, maker) WHERE name = place`
  },
  {
    since: 18,
    sql: `UPDATE saved_request SET stays = 'token'`,
    count: `SELECT count(*) AS n FROM saved_request WHERE stays = 'token'`
  },
  {
    since: 19,
    sql: `
      UPDATE call SET team = 'own';
      INSERT INTO team_call VALUES (-1, 't', 'https://api.example.com', 'grace', 'Grace', 'grace-laptop', 1000, 'passthrough',
        'POST', '/api/v1/passthrough', '', 'Acme', 'DELETE /x', 'HRIS:c-1', 204, NULL)`,
    count: `SELECT count(*) AS n FROM team_call JOIN call ON call.team = 'own' WHERE operator = 'Grace' AND team_call.status = 204`
  },
  {
    since: 22,
    sql: `
      INSERT INTO run VALUES ('r', 'w', 1000, 2000, '{}', 'stopped', '', x'06');
      INSERT INTO run_answer VALUES ('r', 3, 's', x'07');
      UPDATE sent SET run = 'r'`,
    count: `SELECT count(*) AS n FROM run JOIN run_answer ON run_answer.run = run.id JOIN sent ON sent.run = run.id
      WHERE state = 'stopped' AND place = 3`
  },
  {
    since: 23,
    sql: `INSERT INTO shelf_file (workspace, integration, newer, head, content) VALUES ('w', 'personio', 0, x'06', x'07')`,
    count: `SELECT count(*) AS n FROM shelf_file WHERE integration = 'personio' AND content = x'07'`
  },
  {
    since: 24,
    sql: `INSERT INTO connector_value VALUES ('w', 'eu', 'HRIS:c-1', 'page', x'08')`,
    count: `SELECT count(*) AS n FROM connector_value WHERE key = 'HRIS:c-1' AND sealed = x'08'`
  },
  {
    since: 25,
    sql: `
      INSERT INTO headcount SELECT id, '[[1000,0,812,1,0]]' FROM connector LIMIT 1;
      UPDATE connector SET headcount = '{"count":812,"sameSince":1000000,"sameFor":0,"usualGap":null,"longestGap":null,"fall":null}'
        WHERE id IN (SELECT connector FROM headcount)`,
    count: `SELECT count(*) AS n FROM headcount JOIN connector ON id = connector WHERE headcount.stretches <> '' AND
      connector.headcount ->> 'count' = 812`
  },
  {
    since: 26,
    sql: `UPDATE shelf_file SET id = 'team-shelf', name = integration, team_change = 'c', stays = 'too-large'`,
    count: `SELECT count(*) AS n FROM shelf_file WHERE id = 'team-shelf' AND name = integration AND stays = 'too-large'`
  },
  {
    since: 27,
    sql: `
      INSERT INTO access_check VALUES ('w', 'personio', 'r-1');
      UPDATE connector SET access = '[{"at":5,"said":"dead","status":401,"method":"GET","by":"check"}]'`,
    count: `SELECT count(*) AS n FROM access_check, connector WHERE request = 'r-1' AND access ->> '$[0].said' = 'dead'`
  },
  {
    since: 28,
    sql: `INSERT INTO status_page VALUES ('w', 'personio', 'https://status.example.com/history.rss', 1, NULL)`,
    count: `SELECT count(*) AS n FROM status_page WHERE integration = 'personio' AND agreed = 1`
  },
  {
    since: 29,
    sql: `INSERT INTO runbook VALUES ('w', 'r-1', 'Ask again', '{}', 5, NULL)`,
    count: `SELECT count(*) AS n FROM runbook WHERE name = 'Ask again' AND at = 5`
  },
  {
    since: 30,
    sql: `INSERT INTO webhook_issue (workspace, region, key, since, note, facts) VALUES ('w', 'eu', 'wh-1', 1000, 'Asked IT', '{}')`,
    count: `SELECT count(*) AS n FROM webhook_issue WHERE key = 'wh-1' AND note = 'Asked IT' AND closed_at IS NULL`
  },
  {
    since: 31,
    sql: `INSERT INTO sync_run VALUES ('w', 'eu', '{"id":"s-1"}')`,
    count: `SELECT count(*) AS n FROM sync_run WHERE content ->> 'id' = 's-1'`
  },
  {
    since: 32,
    sql: `UPDATE episode SET wake = '{"when":"fails","at":5,"failed":1,"rejected":null,"completed":null,"last":1}'`,
    count: `SELECT count(*) AS n FROM episode WHERE wake ->> 'when' = 'fails'`
  },
  {
    since: 33,
    sql: `
      INSERT INTO alert_rule VALUES ('w', 'al-1', 'Possible outage', '{}', 5, NULL);
      INSERT INTO alert_claim VALUES ('w', 'eu', 'c-1', 'm-1', 'al-1', 'outage workday', 1, 'first', 'Workday', 5, NULL);
      INSERT INTO alert_outcome VALUES ('m-1', 'unknown', 'It ended.');
      INSERT INTO alert_consent VALUES ('w', 'al-1', 'd', '{}')`,
    count: `SELECT count(*) AS n FROM alert_rule JOIN alert_claim ON rule = alert_rule.id
      JOIN alert_outcome USING (message) JOIN alert_consent USING (rule) WHERE outcome = 'unknown' AND number = 1`
  },
  {
    since: 34,
    sql: `
      INSERT INTO token (workspace, region, at, fingerprint, kept) VALUES ('w', 'eu', 5, 'f', 1);
      INSERT INTO team_token VALUES ('https://api.example', 5, 'Ada', 'f')`,
    count: `SELECT count(*) AS n FROM token JOIN team_token USING (fingerprint) WHERE kept = 1`
  },
  {
    since: 35,
    sql: `
      INSERT INTO contact (workspace, name, sealed) VALUES ('w', 'acme', x'01');
      INSERT INTO message (id, workspace, region, at, customer, keys, digest, state, sealed)
        VALUES ('l-1', 'w', 'eu', 5, 'acme', '[]', 'd', 'unknown', x'02')`,
    count: `SELECT count(*) AS n FROM contact JOIN message ON customer = name WHERE state = 'unknown' AND marked = 0`
  },
  {
    since: 36,
    sql: `INSERT INTO ticket VALUES ('w', 't-1', 'HRIS:a', 'jira', 'open', 'OPS-1', NULL, 'Relink', '', 5, NULL, NULL, '', '', NULL)`,
    count: `SELECT count(*) AS n FROM ticket WHERE number = 'OPS-1' AND seq IS NULL`
  },
  {
    since: 37,
    sql: `INSERT INTO mapping_guard VALUES ('w', 'eu', 'g', 1000, x'09');
      INSERT INTO webhook_issue (workspace, region, kind, key, since, facts) VALUES ('w', 'eu', 'mapping', 'm-1', 1000, '{}')`,
    count: `SELECT count(*) AS n FROM mapping_guard JOIN webhook_issue ON kind = 'mapping' WHERE sealed = x'09' AND key = 'm-1'`
  },
  {
    since: 38,
    sql: `
      INSERT INTO shared_guard VALUES ('https://api.example', 's-1', 'sample', 'f-1', 'integration:gusto', 'HRIS:a', 5, 'AQ==', 'Ada');
      INSERT INTO forgotten VALUES ('w', 'eu', 'HRIS:a')`,
    count: `SELECT count(*) AS n FROM shared_guard JOIN forgotten USING (key) WHERE kind = 'sample' AND maker = 'Ada'`
  },
  {
    since: 39,
    sql: `UPDATE message SET consent = 'al-1'`,
    count: `SELECT count(*) AS n FROM message JOIN alert_consent ON rule = consent`
  },
  {
    since: 40,
    sql: `
      INSERT INTO campaign VALUES ('ca-1', 'w', 'eu', 5, x'0a');
      UPDATE message SET campaign = 'ca-1'`,
    count: `SELECT count(*) AS n FROM campaign JOIN message ON campaign = campaign.id WHERE campaign.sealed = x'0a'`
  },
  {
    since: 41,
    sql: `INSERT INTO team_value VALUES ('https://api.example', 'v-1', 'owner', '"Ada"');
      INSERT INTO due_times VALUES ('w', 'null')`,
    count: `SELECT count(*) AS n FROM team_value JOIN due_times ON content = 'null' WHERE value = '"Ada"'`
  },
  {
    since: 42,
    sql: `INSERT INTO outage_step VALUES ('w', 'eu', 'workday', 1, 1, 'first', 5, '{}', 6, NULL);
      INSERT INTO outage_told VALUES ('w', 'eu', 'workday', 1, 1, 'acme', 1, '["HRIS:a"]', 'l-9', 7, 'Ada', 'sent')`,
    count: `SELECT count(*) AS n FROM outage_step JOIN outage_told USING (workspace, integration, number, step)
      WHERE kind = 'first' AND state = 'sent'`
  },
  {
    since: 44,
    sql: `INSERT INTO approval (workspace, at, what, request, act, digest, author, decider, why)
      VALUES ('w', 1000, 'asked', 'r-1', 'letters', 'd', 'ada', '', 'They asked for it')`,
    count: `SELECT count(*) AS n FROM approval WHERE author = 'ada' AND why = 'They asked for it'`
  },
  {
    since: 45,
    sql: `UPDATE team SET known = '["guard.expected"]', gaps = '["https://api.example"]'`,
    count: `SELECT count(*) AS n FROM team WHERE known = '["guard.expected"]' AND gaps = '["https://api.example"]'`
  },
  {
    since: 46,
    sql: `INSERT INTO kept_list VALUES ('w', 'eu', 1000, x'7b7d')`,
    count: `SELECT count(*) AS n FROM kept_list WHERE workspace = 'w' AND list = x'7b7d'`
  }
]

const fileOf = (version: number) => `history-${version}.db.gz`

export const released = { rows, fileOf }
