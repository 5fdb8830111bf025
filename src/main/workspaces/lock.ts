import { AppError } from '../../shared/errors'
import type { LockReason, LockState } from '../../shared/settings/lock'
import type { Jobs } from '../base/jobs'
import type { Keychain } from '../secrets/keychain'

export interface LockParts {
  jobs: Pick<Jobs, 'count' | 'changing' | 'stop'>
  keychain: Pick<Keychain, 'check'>
  /** If true, only the keychain unlocks. */
  inKeychain: () => boolean
  forget: () => void
  /** The window drops what it shows. */
  changed: () => void
  now: () => number
}

/**
 * While locked, main answers the window nothing about customers and holds no token in memory. Reads are stopped. A
 * request that may have changed something keeps its tokens until it ends and is recorded.
 */
export class Lock {
  #state: LockState | null = null
  #forgotten: LockState | null = null

  constructor(private readonly parts: LockParts) {}

  get state(): LockState | null {
    return this.#state
  }

  /** Locks at once. @returns when no token is left in memory */
  async lock(reason: LockReason): Promise<void> {
    if (this.#state) return
    const { jobs, forget, changed, now } = this.parts
    const followed = jobs.changing
    const state = (this.#state = { reason, at: now(), stopped: jobs.count - followed, followed })
    changed()
    await jobs.stop()
    // If unlocked meanwhile, the tokens are in use again; if locked again, the later lock drops them.
    if (this.#state !== state) return
    this.#forgotten = state
    forget()
  }

  /** Call when a request from before the lock ends late: it may have read tokens into memory again. */
  late(): void {
    if (this.#state && this.#state === this.#forgotten) this.parts.forget()
  }

  /**
   * Asks the keychain, if it holds a token; the keychain may ask the person.
   * @throws AppError keychain-locked, keychain-missing: the app stays locked
   */
  async unlock(): Promise<void> {
    if (!this.#state) return
    const { keychain, inKeychain, changed } = this.parts
    const { state, reason } = await keychain.check()
    if (state !== 'unlocked' && inKeychain())
      throw new AppError(`keychain-${state}`, reason ?? 'The keychain does not give out the tokens.')
    this.#state = null
    changed()
  }

  /** @throws AppError app-locked */
  guard(): void {
    if (this.#state) throw new AppError('app-locked', 'Connector Desk is locked.')
  }
}
