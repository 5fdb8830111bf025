import type { TeamAccount } from '../../shared/team/channels'
import type { TeamTest } from '../../shared/team/team'
import type { Team } from '../team/team'
import { serverOf, type KnownHosts } from '../workspaces/known-hosts'
import type { Area } from './handlers'

/** @param hosts asks before a server is reached that only the window named; joining has a confirmation of its own */
export function teamHandlers(team: Team, hosts: Pick<KnownHosts, 'ask' | 'agree'>): Area<'team'> {
  const agreed = async (account: TeamAccount, act: (account: TeamAccount) => Promise<TeamTest>) => {
    const tested = await act(account)
    hosts.agree(serverOf(account.address))
    return tested
  }
  return {
    'team:get': async () => team.state,
    'team:test': async (account) => {
      if (team.state.refused === null)
        await hosts.ask('team', [['Server', serverOf(account.address)]], new AbortController().signal)
      return team.test(account)
    },
    'team:join': (account) => agreed(account, (one) => team.join(one)),
    'team:chooseCertificate': ({ passphrase }) => team.signIn.choose(passphrase),
    'team:createTables': (account) => agreed(account, (one) => team.createTables(one)),
    'team:leave': () => team.leave(),
    'team:setPassword': ({ password }) => team.setPassword(password),
    'team:names': () => team.names(),
    'team:pending': () => team.pending(),
    'team:look': (at) => team.presence.look(at),
    'team:tryNow': async () => team.tryNow()
  }
}
