import { join } from 'node:path'
import type { AppState } from '../../../shared/app/state'
import type { EventName, EventPayload } from '../../../shared/ipc'
import type { MenuAct } from '../../../shared/app/menu-act'
import type { Keeping } from '../../../shared/connectors/snapshot'
import type { BuiltFrom } from '../../../shared/support/channels'
import { accountName } from '../../base/account-name'
import type { Clipboard } from '../../base/brief-copy'
import type { Outside } from '../../base/outside'
import { systemClock } from '../../base/clock'
import { Jobs } from '../../base/jobs'
import { Listeners } from '../../base/listeners'
import { Notices } from '../../base/notices'
import { Pins } from '../../connectors/pins'
import type { LoginItem } from '../../desktop/autostart'
import type { LinkInbox } from '../../desktop/link-inbox'
import type { ShowAct } from '../../guard/confirmer'
import { ConnectorTokens } from '../../secrets/connector-tokens'
import { Keychain } from '../../secrets/keychain'
import { KeytarStore } from '../../secrets/keytar-store'
import { brokenWords } from '../../policy/policy'
import { keepingOf } from '../../policy/retention'
import type { Masker } from '../../secrets/masker'
import { storeTexts } from '../store-texts'
import { maskedStore } from '../../store/masked'
import { storeInThread } from '../../store/thread'
import { managedSettings } from '../../workspaces/managed-settings'
import { openSettings } from '../../workspaces/settings'
import { maskedSettings } from '../../workspaces/settings-schema'
import type { FileDialogs } from '../file-dialogs'
import type { PrintReport } from '../print-report'
import type { Managed } from '../policy'
import type { StoreMethods, StoreOptions } from '../store'
import { toAppError } from '../../../shared/errors'

export interface PartOptions {
  profile: string
  about: Pick<AppState, 'version' | 'runtime' | 'sandboxed'>
  /** The publisher's public key, against which updates are checked. */
  updateKeyFile: string
  masker: Masker
  log: (what: string, error: unknown) => void
  broadcast: <E extends EventName>(event: E, payload: EventPayload<E>) => void
  /** Shows an act to the person. */
  show: ShowAct
  /** Loads the page again, without anything it held. */
  dropPage: () => void
  clipboard: Clipboard
  dialogs: FileDialogs
  print: PrintReport
  /** Links that the system handed over, also before there were parts. */
  inbox: LinkInbox
  /** Shows the queue in the main window, whichever other windows there are. */
  openIssues: () => void
  login: LoginItem | null
  outside: Outside
  /** What Help opens beside the main window, and what the build says of itself. */
  help: {
    logFile: string
    showLogs: () => void
    openGuide: () => void
    packages: () => Promise<BuiltFrom[]>
    commit: string | null
    packaged: boolean
  }
  /** Does what an entry of the menu does. */
  menuAct: (act: MenuAct) => void
  /** What the organization manages on this computer. */
  managed: Managed
}

/** What the rest stands on: settings, keychain, the database thread; it asks nothing of a service. */
export function openGround(options: PartOptions) {
  const { profile, masker, log } = options
  const { policy } = options.managed
  const clock = systemClock
  const { now } = clock
  const failed = (what: string) => (error: unknown) => {
    // What goes on in the background ends with the app.
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
  // Parts that are made later listen for changes: they add themselves below.
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
  const save = options.dialogs.saveFile

  const thread = storeInThread<StoreMethods, StoreOptions>(
    bundle('store'),
    { file: join(profile, 'history.db'), now: now(), keep: keepingOf(policy) },
    keepingChanged.call
  )
  const history = maskedStore(thread.store, masker, storeTexts)

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
    now
  }
}

export type Ground = ReturnType<typeof openGround>
