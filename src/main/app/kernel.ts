import { join } from 'node:path'
import { userInfo } from 'node:os'
import type { AppState } from '../../shared/app/state'
import type { EventName, EventPayload } from '../../shared/ipc'
import type { MenuAct } from '../../shared/app/menu-act'
import type { Keeping } from '../../shared/connectors/snapshot'
import type { BuiltFrom } from '../../shared/support/channels'
import type { Clipboard } from '../base/brief-copy'
import type { Outside } from '../base/outside'
import { appStateOf } from './room'
import { systemClock } from '../base/clock'
import { Jobs } from '../base/jobs'
import { Listeners } from '../base/listeners'
import { Notices } from '../base/notices'
import { Pins } from '../connectors/pins'
import type { LoginItem } from '../desktop/autostart'
import type { LinkInbox } from '../desktop/link-inbox'
import type { Second, ShowAct } from '../guard/confirmer'
import { ConnectorTokens } from '../secrets/connector-tokens'
import { Keychain } from '../secrets/keychain'
import { KeytarStore } from '../secrets/keytar-store'
import { brokenWords } from '../policy/policy'
import { keepingOf } from '../policy/retention'
import type { Masker } from '../secrets/masker'
import { storeTexts } from './store-texts'
import { maskedStore } from '../store/masked'
import { storeInThread } from '../store/thread'
import { managedSettings } from '../settings/managed-settings'
import { openSettings } from '../settings/settings'
import { maskedSettings } from '../settings/settings-schema'
import type { FileDialogs } from './file-dialogs'
import type { PrintReport } from './print-report'
import type { Managed } from './policy'
import type { StoreMethods, StoreOptions } from './store'
import { toAppError } from '../../shared/errors'
import { Activity, unrecordedWhy } from '../activity/activity'
import { BriefCopy } from '../base/brief-copy'
import type { Place } from '../../shared/workspaces/place'
import { Confirmer } from '../guard/confirmer'
import { IntegrationNames } from '../connectors/integration-names'
import { keptIntegrationName } from '../lookups/lookups'
import { RateLimits } from '../http/rate-limit'
import { CallLog } from '../http/call-log'
import { createClient } from '../http/client'
import { dispatchers } from '../http/proxy'
import { undiciTransport } from '../http/transport'
import { BearerTokens } from '../secrets/bearer-tokens'
import { OwnSecrets } from '../secrets/own-secrets'
import { Scopes } from '../secrets/token-scope'
import { bindTokens } from '../workspaces/bind-tokens'
import { Certificates } from '../settings/certificates'
import { Lock } from '../workspaces/lock'
import { practiceInThread } from '../workspaces/practice-host'
import { KnownHosts } from '../workspaces/known-hosts'
import { TokenChanges } from '../workspaces/token-changes'
import { Workspaces } from '../workspaces/workspaces'

export interface KernelOptions {
  profile: string
  about: Pick<AppState, 'version' | 'runtime' | 'sandboxed'>
  /** The publisher's public key, for updates. */
  updateKeyFile: string
  masker: Masker
  log: (what: string, error: unknown) => void
  broadcast: <E extends EventName>(event: E, payload: EventPayload<E>) => void
  show: ShowAct
  second: Second
  /** Reloads the page and drops all its state. */
  dropPage: () => void
  clipboard: Clipboard
  dialogs: FileDialogs
  print: PrintReport
  /** Also has links from before the rooms existed. */
  inbox: LinkInbox
  showIssues: () => void
  login: LoginItem | null
  outside: Outside
  help: {
    logFile: string
    showLogs: () => void
    openGuide: () => void
    packages: () => Promise<BuiltFrom[]>
    commit: string | null
    packaged: boolean
  }
  menuAct: (act: MenuAct) => void
  managed: Managed
}

/** An account without a name is called by its number. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `account ${process.getuid?.() ?? 'unknown'}`
  }
}

/** The base of all rooms. */
export function openKernel(options: KernelOptions) {
  const { about, broadcast, clipboard, dialogs, dropPage, login, log, managed, masker, profile, show } = options
  const { policy } = managed
  const clock = systemClock
  const { now } = clock
  const failed = (what: string) => (error: unknown) => {
    // Background work ends with the app: its cancel is no failure.
    if (toAppError(error).code !== 'cancelled') log(what, error)
  }
  const bundle = (name: string) => new URL(`./${name}.js`, import.meta.url)

  const notices = new Notices()
  const {
    settings: opened,
    notice,
    offered
  } = openSettings(profile, () =>
    notices.add(
      'settings',
      'The settings cannot be written: the profile is read-only, or the disk is full. What is changed, connected or removed now holds until the app quits; new tokens are kept in memory only.'
    )
  )
  if (notice) notices.add('settings', notice)
  if (policy.isBroken) notices.add('policy', brokenWords(policy.state))
  const settings = managedSettings(maskedSettings(opened, masker), policy)
  const keyringHeard = new Listeners<[answers: boolean]>()
  const keychainChanged = new Listeners()
  const desktopChanged = new Listeners()
  const keepingChanged = new Listeners<[Keeping]>()
  const secrets = new KeytarStore({ heard: keyringHeard.call })
  const keychain = new Keychain(secrets, keychainChanged.call)
  keyringHeard.add((answers) => keychain.heard(answers))
  const tokens = new ConnectorTokens(masker)
  const operator = () => settings.get().preferences.operatorName.trim() || accountName()
  const pins = new Pins(settings, secrets)
  const jobs = new Jobs()
  const save = dialogs.saveFile

  const thread = storeInThread<StoreMethods, StoreOptions>(
    bundle('store'),
    { file: join(profile, 'history.db'), now: now(), keep: keepingOf(policy) },
    keepingChanged.call
  )
  const history = maskedStore(thread.store, masker, storeTexts)

  const unrecorded = () => unrecordedWhy(thread.keeping())
  const activity = new Activity({
    unrecorded,
    store: history,
    clock,
    masker,
    operator,
    added: (workspaceId, calls) => broadcast('activity:added', { workspaceId, calls }),
    failed: failed('The activity could not take a call')
  })
  const calls = new CallLog()
  const rateLimits = new RateLimits(({ workspaceId, region }, known) =>
    broadcast('app:rateLimitsChanged', { workspaceId, region, rateLimits: known })
  )
  const certificates = new Certificates({
    settings,
    policy,
    managed: managed.certificates,
    chooseFile: dialogs.openFile,
    now,
    changed: () => ways.renew()
  })
  const ways = dispatchers(() => certificates.pems())
  const transport = undiciTransport(ways.dispatcherFor)
  const client = createClient({
    transport,
    clock,
    rateLimits,
    redact: masker.mask,
    tokenNow: (target) => bearers.now(target),
    tokenChange: (target) => tokenChanges.byColleague(target).catch(() => null),
    log(call, headers) {
      calls.add({ ...call, headers })
      activity.log(call)
    },
    async begin(call, mayGoUnrecorded) {
      const end = await activity.begin(call, mayGoUnrecorded)
      return (ended, headers) => {
        calls.add({ ...ended, headers })
        return end(ended)
      }
    }
  })
  const practice = practiceInThread(bundle('practice-thread'))
  const bearers = new BearerTokens(secrets, masker, keychain)
  const bind = () => bindTokens(settings, secrets)
  const hosts: KnownHosts = new KnownHosts({
    policy,
    workspaces: () => workspaces.list(),
    team: () => settings.get().team,
    confirmer: { confirm: (act, signal) => confirmer.confirm(act, signal) }
  })
  const scopes = new Scopes()
  const tokenChanges = new TokenChanges({
    ...{ client, clock, store: history, scopes, bearers, operator },
    confirmer: { confirm: (act, signal) => confirmer.confirm(act, signal) },
    changed: () => activity.changed.call()
  })
  const workspaces = new Workspaces(settings, bearers, bind, client, practice, policy, hosts, tokenChanges)
  const whereabouts = ({ workspaceId, region }: Place) => {
    const found = workspaces.list().find(({ id }) => id === workspaceId)
    const baseUrl = (region === 'eu' ? found?.euBaseUrl : null) ?? found?.baseUrl
    return {
      name: workspaces.nameOf(workspaceId),
      practice: found?.kind === 'practice',
      origin: baseUrl ? new URL(baseUrl).origin : '',
      environment: found?.environment ?? null
    }
  }
  const names = new IntegrationNames(client)
  const integrationName = async (place: Place, slug: string) =>
    names.of(place, slug) ?? keptIntegrationName(history, place, slug)
  const confirmer = new Confirmer({
    ...{ show, whereabouts, integrationName, now, unrecorded },
    hiding: (tokens) => new OwnSecrets(tokens),
    guard: () => lock.guard(),
    second: options.second,
    save: dialogs.saveFile
  })

  const copied = new BriefCopy(clipboard, clock)
  const lock = new Lock({
    jobs,
    keychain,
    inKeychain: () => workspaces.list().some(({ tokens }) => Object.values(tokens).includes('keychain')),
    forget() {
      bearers.forgetSession()
      tokens.forgetAll()
      scopes.forget()
    },
    changed() {
      confirmer.end()
      void copied.clear()
      dropPage()
      desktopChanged.call()
    },
    now
  })

  const state = () => appStateOf(about, { settings, policy, workspaces, keychain, certificates, notices, lock, login })
  const changed = () => broadcast('app:changed', state())
  /** @param id replaces the notice of the same id */
  const tell = (id: string, words: string) => {
    notices.add(id, words)
    changed()
  }

  return {
    ...options,
    policy,
    clock,
    failed,
    bundle,
    notices,
    settings,
    offered,
    keychainChanged,
    keepingChanged,
    desktopChanged,
    secrets,
    keychain,
    tokens,
    operator,
    pins,
    jobs,
    save,
    thread,
    history,
    now,
    activity,
    calls,
    rateLimits,
    certificates,
    ways,
    transport,
    client,
    hosts,
    practice,
    bearers,
    scopes,
    workspaces,
    names,
    integrationName,
    confirmer,
    copied,
    lock,
    state,
    changed,
    tell
  }
}
