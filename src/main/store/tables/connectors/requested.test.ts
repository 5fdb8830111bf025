import Database from 'libsql'
import { expect, it } from 'vitest'
import { migrate, migrations } from '../../migrations'
import { Statements } from '../../statements'

it('a request that an earlier version noted as copied is in its case', () => {
  const database = new Database(':memory:')
  const step = migrations.findIndex((one) => typeof one === 'string' && one.includes('requested_at'))
  migrate(database, migrations.slice(0, step))
  database.exec(`
    PRAGMA foreign_keys = OFF;
    INSERT INTO episode (id, connector, cause, opened_at, owner, note) VALUES (1, 1, 'relink', 1, '', '');
    INSERT INTO episode_event (episode, at, kind, detail) VALUES
      (1, 5, 'request-copied', NULL), (1, 9, 'request-copied', NULL), (1, 11, 'noted', NULL);
  `)
  migrate(database, migrations.slice(0, step + 1))
  const sql = new Statements(database)
  expect(sql.get('SELECT requested_at FROM episode')).toMatchObject({ requested_at: 9 })
  expect(sql.all('SELECT kind, detail FROM episode_event ORDER BY id')).toMatchObject([
    { kind: 'requested', detail: 'copied' },
    { kind: 'requested', detail: 'copied' },
    { kind: 'noted', detail: null }
  ])
  database.close()
})
