import { join } from 'node:path'
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { AppState } from '../../shared/app/state'
import type { BriefCopy } from '../base/brief-copy'
import type { LoginItem } from '../desktop/autostart'
import type { Policy } from '../policy/policy'
import type { Keychain } from '../secrets/keychain'
import type { Certificates } from '../settings/certificates'
import type { SettingsStore } from '../settings/settings-schema'
import type { Notices } from '../base/notices'
import type { Lock } from '../workspaces/lock'
import type { Workspaces } from '../workspaces/workspaces'
import type { Area, Room } from '../base/room'
import type { MenuAct } from '../../shared/app/menu-act'
import type { Keeping } from '../../shared/connectors/snapshot'
import type { Jobs } from '../base/jobs'
import type { RateLimits } from '../http/rate-limit'
import type { Encryption } from '../secrets/encryption'

export type AboutApp = Pick<AppState, 'version' | 'runtime' | 'sandboxed'>

export interface StateParts {
  settings: SettingsStore
  policy: Policy
  workspaces: Workspaces
  keychain: Keychain
  certificates: Certificates
  notices: Notices
  lock: Lock
  login: LoginItem | null
}

export function appStateOf(
  about: AboutApp,
  { settings, policy, workspaces, keychain, certificates, notices, lock, login }: StateParts
): AppState {
  const shown = lock.state
    ? { workspaces: [], activeWorkspaceId: null, notices: [], policy: null }
    : {
        workspaces: workspaces.list(),
        activeWorkspaceId: workspaces.activeId,
        notices: notices.list(),
        policy: policy.state
      }
  return {
    ...about,
    ...shown,
    keychain: keychain.state,
    certificates: certificates.list(),
    preferences: settings.get().preferences,
    launchAtLogin: login && login.isOn(),
    lock: lock.state
  }
}

interface WindowStateParts {
  file: string
  /** null without a key: the state then ends with the app */
  encrypting: () => Promise<Encryption | null>
  failed: (error: unknown) => void
}

const place = 'window state'

/**
 * Filters, search words, selection and open drawer, restored after a crash or a restart. Search words are personal
 * data, so the state is encrypted on disk.
 */
export class WindowState {
  private now: string | null = null
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly parts: WindowStateParts) {}

  /** @returns null if none was saved, or it cannot be opened */
  async get(): Promise<string | null> {
    this.now ??= await this.read().catch(() => null)
    return this.now
  }

  /** Resolves once it is on disk. */
  keep(state: string): Promise<void> {
    this.now = state
    this.writing = this.writing.then(() => this.write(state)).catch(this.parts.failed)
    return this.writing
  }

  private async read(): Promise<string | null> {
    const encryption = await this.parts.encrypting()
    return encryption && encryption.open(place, await readFile(this.parts.file)).toString()
  }

  private async write(state: string): Promise<void> {
    // A newer state follows.
    if (state !== this.now) return
    const encryption = await this.parts.encrypting()
    if (!encryption) return
    const { file } = this.parts
    await writeFile(`${file}.tmp`, encryption.encrypt(place, Buffer.from(state)), { mode: 0o600 })
    await rename(`${file}.tmp`, file)
  }
}

export interface AppRoomParts {
  state(): AppState
  keychain: Keychain
  notices: Notices
  lock: Lock
  copied: BriefCopy
  jobs: Jobs
  rateLimits: Pick<RateLimits, 'lift'>
  thread: { keeping(): Keeping }
  profile: string
  /** Its key encrypts what the window shows. */
  library: Pick<WindowStateParts, 'encrypting'>
  failed(what: string): (error: unknown) => void
  menuAct(act: MenuAct): void
  dialogs: { showSaved(file: string): Promise<void> }
}

export function openApp(parts: AppRoomParts): Room<Area<'app'>> {
  const { state, keychain, notices, lock, copied, jobs, rateLimits, thread, library, menuAct, dialogs } = parts
  const windowState = new WindowState({
    file: join(parts.profile, 'window.sealed'),
    encrypting: () => library.encrypting(),
    failed: parts.failed('What the window shows could not be kept')
  })
  return {
    handlers: {
      'app:getState': async () => {
        await keychain.settled()
        return state()
      },
      'app:dismissNotice': async ({ id }) => {
        notices.dismiss(id)
        return state()
      },
      'app:lock': async () => {
        void lock.lock('asked')
        return state()
      },
      'app:unlock': async () => {
        await lock.unlock()
        return state()
      },
      'app:copyBriefly': async ({ text }) => copied.copy(text),
      'app:checkKeychain': async () => {
        await keychain.check()
        return state()
      },
      'app:keptWindow': () => windowState.get(),
      'app:keepWindow': ({ state: text }) => windowState.keep(text),
      'app:showSaved': ({ file }) => dialogs.showSaved(file),
      'app:menuAct': async ({ act }) => menuAct(act),
      'app:cancelJob': async ({ requestId }, { owner }) => jobs.cancel(requestId, owner),
      'app:liftRateLimits': async (place) => rateLimits.lift(place),
      'app:keeping': async () => thread.keeping()
    },
    stop: () => copied.clear()
  }
}
