import Database from 'libsql'
import { expect, it } from 'vitest'
import { migrate } from '../../migrations'
import { Statements } from '../../statements'
import { callRow } from '../activity/testing'
import { TeamCalls } from './team-calls'

const service = 'https://api.example.com'
const { workspaceId } = callRow()

it('lists, counts and charts a change once where both regions of a workspace are at one address', () => {
  const sql = new Statements(new Database(':memory:'))
  migrate(sql.database)
  for (const [workspace, region] of [
    [workspaceId, 'eu'],
    [workspaceId, 'default'],
    ['other', 'eu']
  ] as const)
    sql.run('INSERT INTO team_place VALUES (?, ?, ?)', workspace, region, service)
  const calls = new TeamCalls(sql)
  const call = { ...callRow({ at: 1_000 }), computer: 'grace-laptop', connector: '' }
  calls.receive({ team: 't', service, account: 'grace', operator: 'Grace' }, call)

  for (const [workspace, region] of [
    [workspaceId, 'default'],
    ['other', 'eu']
  ] as const) {
    expect(calls.listNewest(workspace, {}, null, 10)).toMatchObject([{ workspaceId: workspace, region }])
    expect(calls.count(workspace, {})).toBe(1)
    expect(calls.charted(workspace, {}, { since: 0, until: 2_000, buckets: 1 })).toHaveLength(1)
  }
})
