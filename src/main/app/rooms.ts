import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { toAppError } from '../../shared/errors'
import type { Place } from '../../shared/workspaces/place'
import { openAlerts } from '../alerts/room'
import { openActivity } from '../activity/room'
import { handlersOf, type Room } from '../base/room'
import { Passing } from '../base/turns'
import { openConnectors } from '../connectors/room'
import { TokenFinder } from '../connectors/token-finder'
import { openData } from '../data/room'
import { openDesktop } from '../desktop/room'
import { openDoor } from '../door/room'
import { openDoctor } from '../doctor/room'
import { undiciDownload } from '../http/download'
import { routeOf, useProxy } from '../http/proxy'
import { guarded } from '../ipc/guarded'
import { openIssues } from '../issues/room'
import { openLookups } from '../lookups/room'
import { heldBack } from '../mail/outages'
import { openMail } from '../mail/room'
import { openMappings } from '../mappings/room'
import { openPassthrough } from '../passthrough/room'
import { Consents } from '../settings/consents'
import { openSettingsRoom, offerCopy } from '../settings/room'
import { namesIn } from '../settings/settings-schema'
import { openSupport } from '../support/room'
import { serviceOf } from '../team/places'
import { openTeam } from '../team/room'
import { approvalAsked } from '../team/words'
import { openTickets } from '../tickets/room'
import { serviceOfTickets } from '../tickets/settings'
import { openTrends } from '../trends/room'
import { openUpdates } from '../updates/room'
import { openViewer } from '../viewer/room'
import { openWebhooks } from '../webhooks/room'
import { openWorkspaces } from '../workspaces/room'
import { writeWhole } from './file-dialogs'
import { openKernel, type KernelOptions } from './kernel'
import { showNotification } from './system'
import { openApp } from './room'
import { reached } from './timeline'

/** The kernel and its rooms, in the order of their needs. */
export function openRooms(options: Omit<KernelOptions, 'second'>) {
  const kernel = openKernel({
    ...options,
    second: {
      needs: (of) => team.approvals.needs(of),
      colleagues: (of) => team.approvals.colleagues(of),
      agreed: (asked, signal) => team.approvals.agreed(asked, signal)
    }
  })
  const { broadcast, confirmer, desktopChanged, failed, history, jobs, keychain, keychainChanged } = kernel
  const {
    keepingChanged,
    lock,
    masker,
    offered,
    practice,
    profile,
    secrets,
    settings,
    tell,
    thread,
    ways,
    workspaces
  } = kernel
  const parts = {
    ...kernel,
    finder: new TokenFinder(kernel),
    /** What an earlier session showed, while it is read. */
    earlier: new Passing(),
    consents: new Consents({
      ...{ store: history, clock: kernel.clock },
      changed: () => broadcast('settings:consentsChanged', undefined)
    }),
    download: undiciDownload(ways.dispatcherFor),
    /** For open fetches; a start empties it. */
    spillFolder: join(profile, 'spill')
  }

  const desktop = openDesktop({ ...parts, showNotification, openIssues: kernel.showIssues, answers: () => handlers })
  const {
    team,
    shared: refreshes,
    ...teamRoom
  } = openTeam({
    ...parts,
    tellAssigned: desktop.tellAssigned,
    takeDueTimes: () => rooms.workspaces.takeDueTimes(),
    tellAsked: () => void showNotification(approvalAsked, kernel.showIssues, true),
    library: () => library.shared,
    shelf: () => passthrough.shelf,
    contacts: () => mail.contacts,
    guards: () => ({
      async exchanged() {
        await forgetInTeam()
        await rooms.mappings.guards.exchanged()
      }
    })
  })
  // Before the guards, which end the list of who is forgotten.
  const forgetInTeam = async () => team.approvals.forgetCustomers(await history.forgottenConnectors())
  const lookups = openLookups(parts)
  const connectors = openConnectors({
    ...parts,
    statusPages: lookups.statusPages,
    team,
    shared: refreshes,
    tellIssues: desktop.tellIssues,
    keeping: thread.keeping,
    refreshing() {
      webhooks.standBack()
      rooms.mappings.standBack()
    },
    refreshed(place, taken) {
      void webhooks.look(place, taken)
      void connectors.settled().then(() => Promise.all([alertRoom.alerts.look(place), mail.outages.look()]))
    },
    deleted: (place, key) => library.values.forgetAll({ ...place, key })
  })
  const viewer = openViewer(parts)
  const { responses, views } = viewer
  const passthrough = openPassthrough({ ...parts, team, responses, views })
  const { library } = passthrough
  const leave = () => {
    connectors.leave()
    passthrough.leave()
  }
  const activity = openActivity({ ...parts, library })
  const webhooks = openWebhooks({
    ...parts,
    responses,
    views,
    changed: (place) => broadcast('issues:watchedChanged', place)
  })
  /** What the team calls a place; null if it is not shared. */
  const shared = (place: Place) =>
    team.state.address && !team.state.refused ? serviceOf(workspaces.list(), place) : null
  const mail = openMail({
    ...parts,
    library,
    team,
    writeWhole,
    serviceOf: shared,
    async forget() {
      await forgetInTeam()
      await rooms.mappings.guards.forget()
    }
  })
  const trends = openTrends(parts)
  const alertRoom = openAlerts({
    ...parts,
    ...{ writeWhole, standing: mail.standing },
    post: (letter, under) => mail.letters.post(letter, under),
    endConsent: (workspaceId, rule) => parts.consents.end(workspaceId, rule),
    pdf: (place, zone) => trends.pdf({ ...place, zone, span: 12 }, (slug) => parts.integrationName(place, slug)),
    team,
    mail,
    serviceOf: shared,
    notify: (words) => showNotification(words, kernel.showIssues, true)
  })
  const doctor = openDoctor({
    ...parts,
    routeOf,
    team,
    mail,
    statusPages: lookups.statusPages,
    alerts: alertRoom.alerts,
    tracker: (workspaceId) => rooms.tickets.desk.trackerOf(workspaceId)
  })

  const issues = openIssues({
    ...parts,
    team,
    activity,
    statusPages: lookups.statusPages,
    keeping: thread.keeping,
    heldBack: (place, keys) => heldBack(history, place, keys, kernel.clock.now()),
    toldOf: (place, originId) => history.outageToldOf({ place, originId }),
    ticketOf: (place, key) => history.ticketOf({ service: serviceOfTickets(workspaces.list(), place), key })
  })
  const door = openDoor({ ...parts, evidence: issues.evidence, answers: () => handlers })

  const opened: Room[] = []
  const rooms = {
    app: openApp({ ...parts, library }),
    settings: openSettingsRoom({
      ...parts,
      async preferred(before) {
        desktopChanged.call()
        const { proxy } = settings.get().preferences
        if (!isDeepStrictEqual(proxy, before.proxy)) {
          await useProxy(proxy)
          ways.renew()
        }
        return library.history.pruneNow()
      }
    }),
    workspaces: openWorkspaces({ ...parts, team, leave, outsideChanged: () => door.follow(), rooms: () => opened }),
    desktop,
    team: teamRoom,
    connectors,
    issues,
    tickets: openTickets({ ...parts, team, about: issues.about }),
    trends,
    viewer,
    passthrough,
    lookups,
    mail,
    mappings: openMappings({
      ...parts,
      ...lookups,
      library,
      responses,
      views,
      team,
      forgetToo: (connectors) => mail.campaigns.forget(connectors),
      driftChanged: (place) => broadcast('issues:watchedChanged', place)
    }),
    data: openData({ ...parts, responses, views, actions: connectors.actions }),
    webhooks,
    activity,
    alerts: alertRoom,
    doctor,
    door,
    support: openSupport({ ...parts, examine: doctor.examine }),
    updates: openUpdates(parts)
  }
  opened.push(...Object.values(rooms))
  const named = Object.entries<Room>(rooms)

  keychainChanged.add(() => {
    kernel.changed()
    library.keychainSaid(keychain.state).catch(failed('Library'))
  })
  keepingChanged.add((keeping) => {
    const aside = `The history could not be read and starts empty. The old file was kept as ${keeping.setAside}.`
    const said = keeping.setAside ? aside : keeping.keeping === 'yes' ? keeping.message : ''
    if (said) tell('history', said)
    broadcast('app:keepingChanged', keeping)
    // A thread that started again knows no limits.
    if (keeping.keeping === 'yes') Promise.resolve(rooms.workspaces.begin?.()).catch(failed('Limits'))
    broadcast('passthrough:keepingChanged', library.keeping())
  })

  const handlers = guarded(handlersOf(rooms), masker, () => namesIn(settings.get()))
  return { handlers, settings, jobs, lock, tray: desktop.tray, desktopChanged, tell, begin, stop, isHeldUp }

  /** One room's failure stops no other. */
  async function each(act: (room: Room) => unknown): Promise<void> {
    await Promise.all(named.map(([name, room]) => (async () => act(room))().catch(failed(name))))
  }

  async function begin(): Promise<void> {
    thread.store
      .keeping()
      .then(() => reached('store opened'))
      .catch(failed('History'))
    void keychain
      .check()
      .then(() => workspaces.bindTokens())
      .catch(failed('Tokens'))
    if (offered) {
      void offerCopy(offered, confirmer)
        .then((words) => {
          desktopChanged.call()
          tell('settings', words)
        })
        .catch(failed('Settings'))
    }
    void each((room) => room.begin?.())
    // The practice service starts empty each time: data of its last run would contradict it.
    for (const { id, kind } of workspaces.list())
      if (kind === 'practice') void history.removeWorkspace({ workspaceId: id, mutations: true })
    if (process.argv.includes('--practice')) {
      await workspaces
        .startPractice()
        .catch((error: unknown) => kernel.notices.add('practice', toAppError(error).message))
    }
  }

  /** Whether a wait for the keychain keeps the process alive. */
  function isHeldUp(): boolean {
    return secrets.waits
  }

  async function stop(): Promise<void> {
    await each((room) => room.stop?.())
    await Promise.all([thread.stop(), practice.stop()])
  }
}
