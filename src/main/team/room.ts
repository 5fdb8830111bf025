import type { TeamAccount } from '../../shared/team/channels'
import type { TeamTest } from '../../shared/team/team'
import type { ConnectorStore } from '../connectors/store'
import type { RefreshSharing } from '../connectors/refresh-sharing'
import type { Listeners } from '../base/listeners'
import type { Workspaces } from '../workspaces/workspaces'
import type { SharedLibrary } from './kinds/library-contents'
import { serviceOf, sharedPlaces } from './places'
import { SharedRefreshes, type SharedRefreshesParts } from './refresh/shared-refreshes'
import { Team, type TeamParts } from './team'
import { expiredWords } from './words'
import { serverOf, type KnownHosts } from '../workspaces/known-hosts'
import type { Area, Room } from '../base/room'

/** @param hosts asks before the app contacts a server that only the window named; joining has its own confirmation */
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
    'team:samples': () => team.samples(),
    'team:allowSamples': ({ allowed }) => team.allowSamples(allowed),
    'team:look': (at) => team.presence.look(at),
    'team:tryNow': async () => team.tryNow(),
    'team:approvals': () => team.approvals.list(),
    'team:approval': ({ id }) => team.approvals.read(id),
    'team:decide': ({ id, agrees, word }) => team.approvals.decide(id, agrees, word),
    'team:withdraw': ({ id }) => team.approvals.withdraw(id),
    'team:approvers': () => team.approvals.approvers(),
    'team:compare': (of) => team.approvals.compare(of)
  }
}

export interface TeamRoomParts extends Omit<
  TeamParts,
  'store' | 'certificates' | 'chooseFile' | 'places' | 'assigned' | 'asked' | 'library' | 'failed' | 'masker'
> {
  masker: TeamParts['masker'] & SharedRefreshesParts['masker']
  history: TeamParts['store'] & SharedRefreshesParts['store'] & Pick<ConnectorStore, 'diagnoses' | 'lastRows'>
  now(): number
  certificates: { pems(): string[] }
  dialogs: { openFile: TeamParts['chooseFile'] }
  workspaces: Pick<Workspaces, 'list'>
  hosts: Pick<KnownHosts, 'ask' | 'agree'>
  scopes: SharedRefreshesParts['scopes']
  activity: { changed: Listeners }
  desktopChanged: Listeners
  lock: { state: unknown }
  notices: { add(id: string, words: string, dismissed: () => void): void }
  changed(): void
  tellAssigned: (...of: Parameters<TeamParts['assigned']>) => Promise<void>
  tellAsked: () => void
  /** The library opens later than the team. */
  takeDueTimes(): Promise<void>
  library(): Pick<SharedLibrary, 'contentOf' | 'take'>
  shelf(): Pick<SharedLibrary, 'shelfOf' | 'takeShelf'>
  contacts(): Pick<SharedLibrary, 'contactsOf' | 'takeContacts'>
  guards(): { exchanged(): Promise<void> }
  failed(what: string): (error: unknown) => void
}

export function openTeam(parts: TeamRoomParts): Room<Area<'team'>> & {
  team: Team
  shared: RefreshSharing
} {
  const {
    activity,
    broadcast,
    contacts,
    desktopChanged,
    failed,
    history,
    hosts,
    library,
    lock,
    settings,
    shelf,
    workspaces
  } = parts
  const team = new Team({
    ...parts,
    store: history,
    certificates: () => parts.certificates.pems(),
    chooseFile: parts.dialogs.openFile,
    places: () => sharedPlaces(workspaces.list()),
    assigned(issues, away) {
      for (const { place, key } of issues) broadcast('team:assigned', { ...place, keys: [key] })
      parts.tellAssigned(issues, away).catch(failed('A notification could not be shown'))
    },
    asked: parts.tellAsked,
    library: {
      contentOf: (workspaceId, id) => library().contentOf(workspaceId, id),
      take: (of, content) => library().take(of, content),
      shelfOf: (workspaceId, id) => shelf().shelfOf(workspaceId, id),
      takeShelf: (of, content, shelfParts) => shelf().takeShelf(of, content, shelfParts),
      contactsOf: (workspaceId, id) => contacts().contactsOf(workspaceId, id),
      takeContacts: (of, content) => contacts().takeContacts(of, content),
      exchanged: () => parts.guards().exchanged().catch(failed('Mappings'))
    },
    broadcast(event, payload) {
      if (event === 'team:dueTimesChanged')
        parts.takeDueTimes().then(parts.changed).catch(failed('The team’s due times could not be kept'))
      broadcast(event, payload)
    },
    failed: failed('Team')
  })
  team.expired.add((changes) => {
    parts.notices.add('team', expiredWords(changes), () => void team.toldExpired().catch(failed('Team')))
    parts.changed()
  })
  activity.changed.add(() => team.told())
  desktopChanged.add(() => team.follow(lock.state !== null))
  const shared = new SharedRefreshes({
    ...parts,
    store: history,
    rows: history,
    failed: failed('Team'),
    serviceOf: (place) => serviceOf(workspaces.list(), place),
    live: () => team.live(),
    accepted: () => settings.get().preferences.teamMinutes * 60_000,
    unshared: (why) => team.unshared(why)
  })
  return {
    team,
    shared,
    handlers: teamHandlers(team, hosts),
    begin: () => team.begin(),
    stop: () => team.stop()
  }
}
