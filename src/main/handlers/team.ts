import type { Team } from '../team/team'
import type { Area } from './handlers'

export function teamHandlers(team: Team): Area<'team'> {
  return {
    'team:get': async () => team.state,
    'team:test': (account) => team.test(account),
    'team:join': (account) => team.join(account),
    'team:chooseCertificate': ({ passphrase }) => team.signIn.choose(passphrase),
    'team:createTables': (account) => team.createTables(account),
    'team:leave': () => team.leave(),
    'team:setPassword': ({ password }) => team.setPassword(password),
    'team:names': () => team.names(),
    'team:look': (at) => team.presence.look(at),
    'team:tryNow': async () => team.tryNow()
  }
}
