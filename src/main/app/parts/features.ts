import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Place } from '../../../shared/workspaces/place'
import { DataView } from '../../data/data'
import { Records } from '../../data/records/records'
import { Recoveries } from '../../data/recovery/recoveries'
import { ConnectorActions } from '../../connectors/connector-actions'
import { LastAnswer } from '../../connectors/last-answer'
import { shownConnector } from '../../connectors/shown-connector'
import { TokenFinder } from '../../connectors/token-finder'
import { issueNotices } from '../../desktop/issue-notices'
import { TrayStatus } from '../../desktop/tray-status'
import { Doctor } from '../../doctor/doctor'
import { RefreshKeeper } from '../../health/refresh-keeper'
import { undiciDownload } from '../../http/download'
import { routeOf } from '../../http/proxy'
import { JmespathEngine } from '../../jmespath/engine'
import { LabEngine } from '../../mappings/lab/engine'
import { Lab } from '../../mappings/lab/lab'
import { LookupReader } from '../../mappings/lookups'
import { Mappings } from '../../mappings/mappings'
import { ChosenFiles } from '../../passthrough/files'
import { keyFlagIn, Library } from '../../passthrough/library/library'
import { PassthroughSender } from '../../passthrough/send'
import { WriteSchemas } from '../../passthrough/unified/write-schemas'
import { addressesIn } from '../../handlers/doctor'
import { sentDaysOf } from '../../policy/retention'
import { updatesUnder } from '../../policy/updates'
import { inspectInThread } from '../../store/inspect'
import { knownNames } from '../../support/known-names'
import { workspaceName } from '../../support/settings-summary'
import { SupportBundle } from '../../support/support-bundle'
import { updateTarget } from '../../updates/target'
import { readUpdateKey } from '../../updates/update-key'
import { AppUpdates } from '../../updates/updates'
import { Responses } from '../../viewer/responses'
import { ViewerThread } from '../../viewer/viewer-thread'
import { filterWith, ResponseViews } from '../../viewer/views'
import { SignatureKeys } from '../../webhooks/signature-keys'
import { Webhooks } from '../../webhooks/webhooks'
import { WindowState } from '../../workspaces/window-state'
import { showNotification } from '../notify'
import type { Service } from './service'
import { openTeam } from './team'

/** What operators do, each feature with all it works with. */
export function openFeatures(service: Service) {
  const {
    profile,
    about,
    help,
    masker,
    broadcast,
    clock,
    now,
    failed,
    bundle,
    settings,
    policy,
    secrets,
    keychain,
    tokens,
    operator,
    pins,
    dialogs,
    save,
    thread,
    history,
    certificates,
    ways,
    transport,
    client,
    workspaces,
    integrationName,
    confirmer,
    lock,
    inbox,
    openIssues,
    desktopChanged
  } = service
  // The desktop around the window
  const preferences = () => settings.get().preferences
  const locked = () => lock.state !== null
  const tray = new TrayStatus({ preferences, locked, changed: desktopChanged.call })
  const wanted = () => !locked() && preferences().notifyCases
  const notices = { show: showNotification, wanted, inbox, openIssues }
  const tellIssues = issueNotices(notices)
  const { team, shared } = openTeam(service, notices, () => library.shared)

  // Connectors and their health
  const refreshes = new RefreshKeeper({
    history,
    masker,
    clock,
    failed: failed('The history could not keep a refresh'),
    changed(place, snapshot) {
      broadcast('connectors:snapshotChanged', { ...place, snapshot })
      team.told()
    },
    opened(place, issues) {
      broadcast('issues:opened', { ...place, issues })
      tellIssues(place, issues)
    }
  })
  const finder = new TokenFinder({ client, tokens, pins, history })
  const actions = new ConnectorActions({
    ...{ client, workspaces, tokens, pins, finder, confirmer, history, now },
    changed(place) {
      const tell = async () => {
        const { refresh: snapshot } = await history.lastRows({ place, after: 0, limit: 1 })
        if (snapshot) broadcast('connectors:snapshotChanged', { ...place, snapshot })
        team.told()
      }
      tell().catch(failed('The history could not read its last refresh'))
    }
  })
  const links = { client, workspaces, masker, confirmer, integrationName, ask: actions.ask.bind(actions) }
  const answers = new LastAnswer()

  // Passthrough, and the viewer of everything that is large
  const jmespath = new JmespathEngine(bundle('jmespath'))
  const viewer = new ViewerThread(bundle('viewer'))
  const responses = new Responses(viewer.forget, (id) => views.hidden(id))
  const views: ResponseViews = new ResponseViews(
    responses,
    viewer.ask,
    dialogs,
    filterWith(jmespath),
    () => masker.shared
  )
  const library = new Library({
    store: history,
    keeping: thread.keeping,
    bodiesFolder: join(profile, 'bodies'),
    keychain: secrets,
    keyFlag: keyFlagIn(settings),
    clock,
    dialogs,
    masker,
    dropResponse: (id) => responses.drop(id),
    room: () => settings.get().preferences.keptMb * 1e6,
    keepDays: sentDaysOf(policy),
    changed(keeping) {
      broadcast('passthrough:keepingChanged', keeping)
      // What waited for the key can go on.
      team.told()
    },
    sentEnded: (of) => broadcast('passthrough:sentEnded', of),
    savedChanged: () => team.told()
  })
  const windowState = new WindowState({
    file: join(profile, 'window.sealed'),
    encrypting: () => library.encrypting(),
    failed: failed('What the window shows could not be kept')
  })
  const files = new ChosenFiles()
  const pinned = (account: string, origin: string) => pins.read(account, origin)
  const writeSchemas = new WriteSchemas({ client, workspaces, tokens, pinned, masker })
  const sender = new PassthroughSender({
    client,
    clock,
    workspaces,
    tokens,
    pinned,
    masker,
    files,
    responses,
    views,
    history: library.history,
    confirmer,
    connectors: history,
    report: failed('Passthrough')
  })

  // Mappings and the lab
  const labEngine = new LabEngine(bundle('lab'))
  const slugOf = async (place: Place, key: string) =>
    (await shownConnector({ tokens, history }, place, key)).integrationSlug
  const lab = new Lab({ client, masker, workspaces, finder, slugOf, engine: labEngine, responses, views, dialogs, now })
  const lookups = new LookupReader({ client, workspaces, store: history, masker, now })
  const check = async (expression: string) => {
    const { signal } = new AbortController()
    return (await labEngine.run([], { expression, saved: null, setIds: [], front: null }, signal)).problem
  }
  const mappings = new Mappings({
    client,
    workspaces,
    tokens,
    finder,
    confirmer,
    history,
    lookups,
    integrationName,
    check,
    trial: (question, signal) => lab.trial(question, signal),
    save,
    masker,
    operator,
    changeLogChanged: () => team.told(),
    encrypting: () => library.encrypting(),
    now
  })
  library.encryptToo(mappings.drafts)

  // Collections and webhooks
  const spillFolder = join(profile, 'spill')
  const collections = new DataView({
    client,
    clock,
    workspaces,
    finder,
    history,
    responses,
    views,
    dialogs,
    readOne: (place, key, signal) => actions.readOne(place, key, signal),
    masker,
    spillFolder,
    failed: failed('Collections')
  })
  const recoveries = new Recoveries({ client, clock, workspaces, finder, history, masker, dialogs, spillFolder })
  const download = undiciDownload(ways.dispatcherFor)
  const records = new Records({
    ...{ client, clock, workspaces, finder, responses, views, dialogs, masker },
    download
  })
  const webhooks = new Webhooks({ client, workspaces, history, masker, responses, views, now })
  const signatureKeys = new SignatureKeys(settings, secrets)

  const doctor = new Doctor({
    environment: process.env,
    home: homedir(),
    ...{ profile, certificates, keychain, routeOf, transport, client, now, policy },
    inspectHistory: (signal) => inspectInThread(bundle('inspect'), join(profile, 'history.db'), signal),
    keeping: thread.keeping,
    holdsTokens: () => workspaces.holdTokens,
    team() {
      const { address } = team.state
      return address && { database: address.database, openings: () => team.openings() }
    }
  })
  const support = new SupportBundle({
    ...{ environment: process.env, settings: settings.get, log: help.logFile, home: homedir(), masker, now },
    built: { ...about, commit: help.commit, packaged: help.packaged },
    findings(signal) {
      const addresses = workspaces
        .list()
        .flatMap((one, at) => addressesIn(one, workspaces, policy, `${workspaceName(at)}, `))
      return doctor.examine(addresses, signal)
    },
    sumCalls: history.sumCalls,
    names: () => knownNames(settings.get(), history, policy)
  })

  const updates = new AppUpdates({
    chosen: {
      get: () => settings.get().updateAddress,
      set: (updateAddress) => settings.update({ updateAddress }, 'for-now')
    },
    policy: () => updatesUnder(policy),
    key: readUpdateKey(service.updateKeyFile),
    version: service.about.version,
    target: updateTarget(),
    folder: join(profile, 'updates'),
    ...{ transport, clock, download },
    showInFolder: dialogs.showInFolder,
    changed: (now) => broadcast('updates:changed', now)
  })

  return {
    ...service,
    tray,
    refreshes,
    shared,
    finder,
    actions,
    links,
    answers,
    jmespath,
    viewer,
    responses,
    views,
    library,
    windowState,
    files,
    pinned,
    writeSchemas,
    sender,
    labEngine,
    lab,
    lookups,
    check,
    mappings,
    spillFolder,
    collections,
    recoveries,
    records,
    webhooks,
    signatureKeys,
    doctor,
    updates,
    team,
    support
  }
}

export type Features = ReturnType<typeof openFeatures>
