import Database from 'libsql'
import { beforeEach, expect, it } from 'vitest'
import { migrate, migrations } from '../../migrations'
import { Statements } from '../../statements'
import { Calls } from './calls'
import { pruneCalls } from './retention'
import { addEarlier, callRow } from './testing'
import { WorkspaceNames } from './workspace-names'

const day = 86_400_000
const now = Date.parse('2026-11-21T12:00:00Z')

let sql: Statements
let names: WorkspaceNames
beforeEach(() => {
  sql = new Statements(new Database(':memory:'))
  migrate(sql.database)
  names = new WorkspaceNames(sql)
})
const add = (...changes: Parameters<typeof callRow>) => new Calls(sql).add(callRow(...changes))

it('lists workspaces whose mutations are kept, latest first, by the name that was kept last', () => {
  add({ workspaceId: 'older', mutation: true, at: now - 2 })
  add({ workspaceId: 'newer', mutation: true, at: now - 3 })
  add({ workspaceId: 'newer', mutation: true, at: now - 1 })
  add({ workspaceId: 'only read', at: now })
  for (const name of ['Acme', 'Acme Europe']) names.keep('newer', name)
  names.keep('nothing kept', 'Brightwater')
  expect(names.recorded()).toEqual([
    { workspaceId: 'newer', name: 'Acme Europe', lastAt: now - 1 },
    { workspaceId: 'older', name: null, lastAt: now - 2 }
  ])
})

it('forgets a name with the last mutation it goes with, and no sooner', () => {
  add({ workspaceId: 'w', mutation: true, at: now - 400 * day })
  names.keep('w', 'Acme')
  const kept = () => sql.all<{ name: string }>('SELECT name FROM workspace_name')
  pruneCalls(sql, now)
  expect(kept()).toEqual([{ name: 'Acme' }])
  pruneCalls(sql, now + 1)
  expect(kept()).toEqual([])
})

it('upgrades an earlier profile with all its calls, and counts missing webhooks in it as answers', () => {
  const before = new Statements(new Database(':memory:'))
  migrate(before.database, migrations.slice(0, 3))
  const calls = new Calls(before)
  const path = '/api/v1/webhooks'
  const asked = { asker: 'webhooks', path, query: 'page_size' } as const
  for (const change of [
    { ...asked, status: 404 },
    { ...asked, path: `${path}/logs`, status: 405 },
    { ...asked, status: 403 },
    { ...asked, status: 404, query: 'page_size,cursor' },
    { ...asked, status: 404, path: `${path}/logs/d1`, query: '' },
    { ...asked, status: 404, path: `${path}x` },
    { status: 404, mutation: true }
  ])
    addEarlier(before, change)
  migrate(before.database)
  const { workspaceId } = callRow()
  const kept = calls.list(workspaceId, {}, Number.MAX_SAFE_INTEGER, 10)
  expect(kept.map(({ status, probe }) => [status, probe])).toEqual([
    [404, false],
    [404, false],
    [404, false],
    [404, false],
    [403, false],
    [405, true],
    [404, true]
  ])
  expect(new WorkspaceNames(before).recorded()).toMatchObject([{ workspaceId, name: null }])
})
