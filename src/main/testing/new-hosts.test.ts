import { expect, it } from 'vitest'
import type { Address, Doctor } from '../doctor/doctor'
import { Jobs } from '../base/jobs'
import { personWho } from '../guard/testing'
import { noPolicy } from '../policy/policy'
import type { StatusPage } from '../../shared/lookups/status-page'
import { Masker } from '../secrets/masker'
import type { Team } from '../team/team'
import type { Workspace } from '../../shared/workspaces/workspace'
import { KnownHosts } from '../workspaces/known-hosts'
import { doctorHandlers } from '../doctor/room'
import type { Context } from '../base/room'
import { teamHandlers } from '../team/room'

const context: Context = { owner: 1, emit: () => undefined }
const requestId = '00000000-0000-4000-8000-000000000001'
const typed = { baseUrl: 'http://127.0.0.1:2375', euBaseUrl: '' }
const account = (port: number) => ({
  address: { host: 'db.example', port, database: 'd', user: 'u', tls: true },
  password: 'x'
})

const page = (integration: string, host: string, state: StatusPage['state']): StatusPage => ({
  ...{ integration, address: `https://${host}/feed`, state, read: null }
})
const workspace: Workspace = {
  ...{ id: requestId, name: 'Harbourline', kind: 'live', baseUrl: 'https://api.example', euBaseUrl: null },
  ...{ region: 'default', tokens: { default: 'none', eu: 'none' } }
}
const pages = [page('gusto', 'status.example', 'agreed'), page('deel', 'new.example', 'offered'), page('lever', 'status.example', 'managed')] // prettier-ignore

function handlers(agrees: boolean, refused: string | null = null) {
  const reached: string[] = []
  const { confirmer, acts } = personWho(() => agrees)
  const hosts = new KnownHosts({ policy: noPolicy, workspaces: () => [], team: () => null, confirmer })
  const examine = async (addresses: readonly Address[]) => {
    reached.push(...addresses.map(({ baseUrl }) => baseUrl))
    return []
  }
  const doctor = { examine } as unknown as Doctor
  const workspaces = { list: () => [workspace], target: () => Promise.reject(new Error('There is none.')) }
  const reach = async ({ address }: ReturnType<typeof account>) => {
    reached.push(`${address.host}:${address.port}`)
    return { findings: [], creates: false }
  }
  const team = { state: { refused }, test: reach, join: reach } as unknown as Team
  return {
    reached,
    acts,
    doctor: doctorHandlers({
      ...{ policy: noPolicy, doctor, workspaces, hosts, masker: new Masker(), jobs: new Jobs() },
      statusPages: { list: async () => pages },
      tracker: () => null,
      alerts: { hosts: async () => [{ name: 'Alerts to #ops', baseUrl: 'https://hooks.example' }] }
    }),
    team: teamHandlers(team, hosts)
  }
}

it('@attack the Doctor tests the way to status pages and hosts of alerts that were agreed to, each once, and to no others', async () => {
  const { doctor, reached, acts } = handlers(true)
  await doctor['doctor:run']({ requestId, of: { workspaceId: workspace.id } }, context)
  expect(reached).toEqual(['https://api.example', 'https://status.example/feed', 'https://hooks.example'])
  expect(acts).toEqual([])
})

it('@attack the Doctor reaches no typed address without the person, and tests this computer all the same', async () => {
  const declined = handlers(false)
  expect(await declined.doctor['doctor:run']({ requestId, of: typed }, context)).toEqual({ findings: [] })
  expect(declined.reached).toEqual([])
  expect(declined.acts).toMatchObject([{ title: 'Connect to 127.0.0.1:2375?', facts: [['Default', typed.baseUrl]] }])

  const agreed = handlers(true)
  await agreed.doctor['doctor:run']({ requestId, of: typed }, context)
  expect(agreed.reached).toEqual([typed.baseUrl])
})

it('@attack the test of a team reaches no server without the person, one port at a time', async () => {
  const { team, reached, acts } = handlers(false)
  for (const port of [22, 5432])
    await expect(team['team:test'](account(port), context)).rejects.toMatchObject({ code: 'cancelled' })
  expect(reached).toEqual([])
  expect(acts.map(({ title }) => title)).toEqual(['Connect to db.example:22?', 'Connect to db.example:5432?'])
})

it('a server that was joined is not asked about again', async () => {
  const { team, acts } = handlers(false)
  await team['team:join'](account(5432), context)
  await team['team:test'](account(5432), context)
  expect(acts).toEqual([])
})

it('where the organization allows no team, nothing is asked', async () => {
  const { team, acts } = handlers(false, 'Managed by your organization.')
  await team['team:test'](account(5432), context)
  expect(acts).toEqual([])
})
