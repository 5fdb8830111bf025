import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AppState, EventName, EventPayload } from '../../shared/ipc'
import type { Keeping } from '../../shared/model/snapshot'
import { systemClock } from '../base/clock'
import { Listeners } from '../base/listeners'
import { dialogs } from './dialogs'
import { actionHandlers } from '../handlers/actions'
import { activityHandlers } from '../handlers/activity'
import { appHandlers, appStateOf } from '../handlers/app'
import { certificateHandlers } from '../handlers/certificates'
import { collectionHandlers } from '../handlers/collections'
import { connectorHandlers } from '../handlers/connectors'
import { doctorHandlers } from '../handlers/doctor'
import { guarded } from '../handlers/guarded'
import type { Handlers } from '../handlers/handlers'
import { healthHandlers } from '../handlers/health'
import { labHandlers } from '../handlers/lab'
import { libraryHandlers } from '../handlers/library'
import { mappingHandlers } from '../handlers/mappings'
import { passthroughHandlers } from '../handlers/passthrough'
import { recordHandlers } from '../handlers/records'
import { recoveryHandlers } from '../handlers/recovery'
import { windowHandlers } from '../handlers/window'
import { webhookHandlers } from '../handlers/webhooks'
import { workspaceHandlers } from '../handlers/workspaces'
import { Budgets } from '../http/budget'
import { CallLog } from '../http/call-log'
import { createClient } from '../http/client'
import { dispatchers, routeOf } from '../http/proxy'
import { undiciDownload } from '../http/download'
import { undiciTransport } from '../http/transport'
import { BriefCopy, type Clipboard } from '../base/brief-copy'
import { Jobs } from '../base/jobs'
import { Confirmer, type ShowAct } from '../guard/confirmer'
import { notifyNewCases } from './notify'
import { KeytarStore } from '../secrets/keytar-store'
import type { Masker } from '../secrets/masker'
import { Activity } from '../activity/activity'
import { BearerTokens } from '../secrets/bearer-tokens'
import { Collections } from '../collections/collections'
import { Records } from '../collections/records/records'
import { Recoveries } from '../collections/recovery/recoveries'
import { ConnectorActions } from '../connectors/connector-actions'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { Doctor } from '../doctor/doctor'
import { inspectInThread } from '../store/inspect'
import { maskedStore } from '../store/masked'
import { storeInThread } from '../store/thread'
import { WalkKeeper } from '../health/walk-keeper'
import { JmespathEngine } from '../jmespath/engine'
import { accountName } from '../base/account-name'
import { Keychain } from '../secrets/keychain'
import { LabEngine } from '../mappings/lab/engine'
import { Lab } from '../mappings/lab/lab'
import { LastAnswer } from '../connectors/last-answer'
import { keyFlagIn, Library } from '../passthrough/library/library'
import { LookupReader } from '../mappings/lookups'
import { Mappings } from '../mappings/mappings'
import { Notices } from '../base/notices'
import { ChosenFiles } from '../passthrough/files'
import { Responses } from '../viewer/responses'
import { PassthroughSender } from '../passthrough/send'
import { WriteSchemas } from '../passthrough/unified/write-schemas'
import { ViewerThread } from '../viewer/viewer-thread'
import { filterWith, ResponseViews } from '../viewer/views'
import { Pins } from '../connectors/pins'
import { practiceInThread } from '../workspaces/practice-host'
import { TokenFinder } from '../connectors/token-finder'
import { SignatureKeys } from '../webhooks/signature-keys'
import { Webhooks } from '../webhooks/webhooks'
import { WindowState } from '../workspaces/window-state'
import { bindTokens } from '../workspaces/bind-tokens'
import { Certificates } from '../workspaces/certificates'
import { Lock } from '../workspaces/lock'
import { Workspaces } from '../workspaces/workspaces'
import type { StoreMethods } from './store'
import { openSettings } from '../workspaces/settings'
import type { SettingsStore } from '../workspaces/settings-schema'

export interface PartOptions {
  profile: string
  about: Pick<AppState, 'version' | 'runtime' | 'sandboxed'>
  masker: Masker
  log: (what: string, error: unknown) => void
  broadcast: <E extends EventName>(event: E, payload: EventPayload<E>) => void
  /** Shows an act to the person. */
  show: ShowAct
  /** Loads the page again, without anything it held. */
  dropPage: () => void
  clipboard: Clipboard
}

/** What the app is made of, in the order in which one part needs another; each gets all it works with. */
export function openParts(options: PartOptions) {
  const { profile, about, masker, log, broadcast, show, dropPage, clipboard } = options
  const clock = systemClock
  const { now } = clock
  const failed = (what: string) => (error: unknown) => log(what, error)
  const bundle = (name: string) => new URL(`./${name}.js`, import.meta.url)

  const notices = new Notices()
  const { settings: opened, notice } = openSettings(profile, () =>
    notices.add(
      'settings',
      'The settings cannot be written: the profile is read-only, or the disk is full. What is changed, connected or removed now holds until the app quits; new tokens are kept in memory only.'
    )
  )
  if (notice) notices.add('settings', notice)
  const settings: SettingsStore = {
    get: opened.get,
    update: (change, unwritten) => opened.update(masker.clean(change), unwritten)
  }
  // Parts that are made later listen for changes: they add themselves below.
  const keyringHeard = new Listeners<[answers: boolean]>()
  const keychainChanged = new Listeners()
  const keepingChanged = new Listeners<[Keeping]>()
  const secrets = new KeytarStore({ heard: keyringHeard.call })
  const keychain = new Keychain(secrets, keychainChanged.call)
  keyringHeard.add((answers) => keychain.heard(answers))
  const tokens = new ConnectorTokens(masker)
  const operator = () => settings.get().preferences.operatorName.trim() || accountName()
  const pins = new Pins(settings, secrets)
  const jobs = new Jobs()
  const save = dialogs.saveFile

  const thread = storeInThread<StoreMethods>(
    bundle('store'),
    { file: join(profile, 'history.db'), now: now() },
    keepingChanged.call
  )
  const history = maskedStore(thread.store, masker)

  // The service
  const activity = new Activity({
    store: history,
    clock,
    masker,
    operator,
    added: (workspaceId, calls) => broadcast('activity:added', { workspaceId, calls }),
    failed: failed('The activity could not take a call')
  })
  const calls = new CallLog()
  const budgets = new Budgets(({ workspaceId, region }, known) =>
    broadcast('budget:changed', { workspaceId, region, budgets: known })
  )
  const certificates = new Certificates({
    settings,
    chooseFile: dialogs.openFile,
    now,
    changed: () => ways.renew()
  })
  const ways = dispatchers(() => certificates.pems())
  const transport = undiciTransport(ways.dispatcherFor)
  const client = createClient({
    transport,
    clock,
    budgets,
    redact: masker.mask,
    log(call, headers) {
      calls.add({ ...call, headers })
      activity.log(call)
    },
    async begin(call) {
      const end = await activity.begin(call)
      return (ended, headers) => {
        calls.add({ ...ended, headers })
        return end(ended)
      }
    }
  })
  const practice = practiceInThread(bundle('practice-thread'))
  const bearers = new BearerTokens(secrets, masker, keychain)
  const workspaces = new Workspaces(settings, bearers, () => bindTokens(settings, secrets), client, practice)
  const placeName = (id: string) => ({
    name: workspaces.nameOf(id),
    practice: workspaces.list().some((one) => one.id === id && one.kind === 'practice')
  })
  const confirmer = new Confirmer(show, placeName, masker.mask, now)

  // The lock, and what it takes out of memory and the clipboard
  const copied = new BriefCopy(clipboard, clock)
  const lock = new Lock({
    jobs,
    keychain,
    inKeychain: () => workspaces.list().some(({ tokens }) => Object.values(tokens).includes('keychain')),
    forget() {
      bearers.forgetSession()
      tokens.forgetAll()
    },
    changed() {
      void copied.clear()
      dropPage()
    },
    now
  })

  // Connectors and their health
  const walks = new WalkKeeper({
    history,
    clock,
    failed: failed('The history could not take a walk'),
    changed: (place, snapshot) => broadcast('health:changed', { ...place, snapshot }),
    opened(place, cases) {
      broadcast('health:newCases', { ...place, cases })
      if (!lock.state) notifyNewCases(cases)
    }
  })
  const finder = new TokenFinder({ client, tokens, pins, history })
  const actions = new ConnectorActions({
    ...{ client, workspaces, tokens, pins, finder, confirmer, history, now },
    changed(place) {
      const tell = async () => {
        const { walk: snapshot } = await history.lastRows({ place, after: 0, limit: 1 })
        if (snapshot) broadcast('health:changed', { ...place, snapshot })
      }
      tell().catch(failed('The history could not tell of its last walk'))
    }
  })
  const links = { client, workspaces, masker, confirmer, ask: actions.ask.bind(actions) }
  const answers = new LastAnswer()

  // Passthrough, and the viewer of everything that is large
  const jmespath = new JmespathEngine(bundle('jmespath'))
  const viewer = new ViewerThread(bundle('viewer'))
  const responses = new Responses(viewer.forget)
  const views = new ResponseViews(responses, viewer.ask, dialogs, filterWith(jmespath))
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
    changed: (keeping) => broadcast('library:keepingChanged', keeping)
  })
  const windowState = new WindowState({
    file: join(profile, 'window.sealed'),
    sealing: () => library.sealing(),
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
    history: library.history,
    confirmer,
    connectors: history,
    report: failed('Passthrough')
  })

  // Mappings and the lab
  const labEngine = new LabEngine(bundle('lab'))
  const lab = new Lab({ client, masker, workspaces, finder, engine: labEngine, responses, views, dialogs, now })
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
    check,
    save,
    masker,
    operator,
    sealing: () => library.sealing(),
    now
  })
  library.sealToo(mappings.drafts)

  // Collections and webhooks
  const spillFolder = join(profile, 'spill')
  const collections = new Collections({
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
  const records = new Records({
    ...{ client, clock, workspaces, finder, responses, views, dialogs, masker },
    download: undiciDownload(ways.dispatcherFor)
  })
  const webhooks = new Webhooks({ client, workspaces, history, masker, responses, views, now })
  const signatureKeys = new SignatureKeys(settings, secrets)

  const doctor = new Doctor({
    ...{ environment: process.env, profile, home: homedir(), certificates, keychain, routeOf, transport, client, now },
    inspectHistory: (signal) => inspectInThread(bundle('inspect'), join(profile, 'history.db'), signal),
    keeping: thread.keeping,
    holdsTokens: () => workspaces.holdTokens
  })

  const state = () => appStateOf(about, { settings, workspaces, keychain, certificates, notices, lock })
  keychainChanged.add(() => {
    broadcast('app:changed', state())
    library.keychainSaid(keychain.state).catch(failed('Library'))
  })
  keepingChanged.add((keeping) => {
    const aside = `The history could not be read and starts empty. The old file was kept as ${keeping.setAside}.`
    const said = keeping.setAside ? aside : keeping.keeping === 'yes' ? keeping.message : ''
    if (said) {
      notices.add('history', said)
      broadcast('app:changed', state())
    }
    broadcast('health:keepingChanged', keeping)
    broadcast('library:keepingChanged', library.keeping())
  })
  const handlers: Handlers = {
    ...appHandlers(state, { settings, keychain, notices, lock, copied, preferred: () => library.history.pruneNow() }),
    ...certificateHandlers(state, certificates),
    ...doctorHandlers({ doctor, workspaces, masker, jobs }),
    ...windowHandlers(windowState),
    ...workspaceHandlers(state, {
      workspaces,
      tokens,
      pins,
      signatureKeys,
      history,
      library,
      collections,
      recoveries,
      lab,
      drafts: mappings.drafts,
      answers,
      activity,
      jobs
    }),
    ...connectorHandlers({ budgets, client, clock, tokens, workspaces, walks, jobs }),
    ...actionHandlers(actions, links, pins, answers, jobs),
    ...passthroughHandlers({ sender, schemas: writeSchemas, views, files, dialogs }, jobs),
    ...libraryHandlers({ library, responses }),
    ...mappingHandlers({ lookups, mappings, jobs, masker }),
    ...labHandlers(lab, jobs),
    ...collectionHandlers(collections, jobs),
    ...recordHandlers(records, jobs),
    ...recoveryHandlers(recoveries, jobs),
    ...webhookHandlers(webhooks, { webhooks, keys: signatureKeys, masker }, jobs),
    ...activityHandlers({ activity, clock, save }),
    ...healthHandlers({
      history,
      keeping: thread.keeping,
      clock,
      answers,
      about,
      nameOf: (id) => workspaces.nameOf(id),
      masker,
      callsOf: ({ workspaceId, region }, about) =>
        calls.find((call) => call.workspaceId === workspaceId && call.region === region && about(call), 50),
      save
    })
  }

  return { handlers: guarded(handlers, masker), settings, jobs, lock, begin, stop }

  /** What is done once at a start, beside the window. */
  async function begin(): Promise<void> {
    void keychain
      .check()
      .then(() => workspaces.bindTokens())
      .catch(failed('Tokens'))
    library.tidy().catch(failed('Library'))
    collections.tidy().catch(failed('Collections'))
    // The practice service starts empty each time: data kept from its last run would contradict it.
    for (const { id, kind } of workspaces.list())
      if (kind === 'practice') void history.removeWorkspace({ workspaceId: id, mutations: true })
    activity
      .cutOffWords()
      .then((words) => {
        if (words === null) return
        notices.add('cut-off', words)
        broadcast('app:changed', state())
      })
      .catch(failed('Activity'))
    if (process.argv.includes('--practice')) await workspaces.startPractice()
  }

  /** Keeps what still waits and ends the threads. */
  async function stop(): Promise<void> {
    await copied.clear()
    await Promise.all([
      activity.stop().catch(failed('Activity')),
      collections.stop().catch(failed('Collections')),
      recoveries.stop().catch(failed('Recovery'))
    ])
    await Promise.all([thread.stop(), practice.stop(), viewer.stop(), jmespath.stop(), labEngine.stop()])
  }
}
