import { expect, it } from 'vitest'
import type { TeamAddress } from '../../shared/team/team'
import { personWho } from '../guard/testing'
import { noPolicy, Policy } from '../policy/policy'
import { KnownHosts, serverOf, type NamedAddress, type Reason } from './known-hosts'

const { signal } = new AbortController()
const base = (address: string): NamedAddress => ['Base address', address]

/** The hosts in use, and a person who agrees or declines. */
function hosts(agrees = true, inUse: { workspaces?: string[]; team?: TeamAddress; policy?: Policy } = {}) {
  const { workspaces = [], team = null, policy = noPolicy } = inUse
  const { confirmer, acts } = personWho(() => agrees)
  const known = new KnownHosts({
    policy,
    workspaces: () => workspaces.map((baseUrl) => ({ baseUrl, euBaseUrl: null })),
    team: () => team,
    confirmer
  })
  const ask = (address: string, why: Reason = 'workspace') => known.ask(why, [base(address)], signal)
  return { known, ask, acts }
}

it('@attack a host that the window names is asked about, by name and address, and once in a session', async () => {
  const { ask, acts } = hosts()
  await ask('https://api.example.com/v2')
  await ask('https://API.example.com:443')
  expect(acts).toMatchObject([
    { title: 'Connect to api.example.com?', workspace: '', facts: [['Base address', 'https://api.example.com/v2']] }
  ])
})

it('@attack another port and another host are asked about again, also on this computer', async () => {
  const { ask, acts } = hosts()
  await ask('https://api.example.com')
  await ask('https://api.example.com:8443')
  await ask('https://api.example.com.evil.example')
  await ask('http://127.0.0.1:4000')
  await ask('http://127.0.0.1:4001')
  expect(acts.map(({ title }) => title)).toEqual([
    'Connect to api.example.com?',
    'Connect to api.example.com:8443?',
    'Connect to api.example.com.evil.example?',
    'Connect to 127.0.0.1:4000?',
    'Connect to 127.0.0.1:4001?'
  ])
})

it('@attack a host to which the person does not agree stays unknown', async () => {
  const { ask, acts } = hosts(false)
  for (const _ of [1, 2]) await expect(ask('https://evil.example')).rejects.toMatchObject({ code: 'cancelled' })
  expect(acts).toHaveLength(2)
})

it('two new hosts are one question', async () => {
  const { known, acts } = hosts()
  await known.ask('workspace', [base('https://a.example'), ['EU base address', 'https://eu.example']], signal)
  expect(acts).toMatchObject([{ title: 'Connect to a.example and eu.example?', facts: { length: 2 } }])
})

it.each<[string, Parameters<typeof hosts>[1], string]>([
  ['a workspace', { workspaces: ['https://api.example.com'] }, 'https://api.example.com/v2'],
  [
    'the allowed origins of the policy',
    {
      policy: new Policy({
        settings: { 'services.allowedOrigins': { value: ['https://p.example'], locked: true } },
        problems: []
      } as never)
    },
    'https://p.example'
  ]
])('%s is known', async (_, inUse, address) => {
  const { ask, acts } = hosts(false, inUse)
  await ask(address)
  expect(acts).toEqual([])
})

it('a workspace that is removed takes its host with it, but for this session', async () => {
  const workspaces = ['https://old.example']
  const { ask, acts } = hosts(true, { workspaces })
  workspaces.pop()
  await ask('https://old.example')
  expect(acts).toHaveLength(1)
})

it('the server of the team is known, and one that was agreed to elsewhere', async () => {
  const team = { host: 'DB.example', port: 5432, database: 'd', user: 'u', tls: true }
  const { known, acts } = hosts(false, { team })
  const other = { ...team, host: '::1' }
  known.agree(serverOf(other))
  await known.ask(
    'team',
    [
      ['Server', serverOf(team)],
      ['Server', serverOf(other)]
    ],
    signal
  )
  expect(acts).toEqual([])
  await expect(known.ask('team', [['Server', serverOf({ ...team, port: 22 })]], signal)).rejects.toThrow()
  expect(acts).toMatchObject([{ title: 'Connect to DB.example:22?', facts: [['Server', 'DB.example:22']] }])
})
