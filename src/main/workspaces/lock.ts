import { AppError } from '../../shared/errors'
import type { LockReason, LockState } from '../../shared/settings/lock'
import type { Jobs } from '../base/jobs'
import type { Keychain } from '../secrets/keychain'

export interface LockParts {
  jobs: Pick<Jobs, 'count' | 'changing' | 'stop'>
  keychain: Pick<Keychain, 'check'>
  /** Whether any token is kept in the keychain: then only the keychain unlocks. */
  inKeychain: () => boolean
  /** Drops every token from memory. */
  forget: () => void
  /** Tells the window, which drops what it shows. */
  changed: () => void
  now: () => number
}

/**
 * The lock: while it is on, main answers the window nothing about customers and no token is in memory. What only reads
 * is stopped; what may have changed something is followed to its end first, with the tokens it needs, and recorded.
 */
export class Lock {
  #state: LockState | null = null
  /** The lock whose tokens have left memory. */
  #forgotten: LockState | null = null

  constructor(private readonly parts: LockParts) {}

  /** null while it is off. */
  get state(): LockState | null {
    return this.#state
  }

  /** Locks at once. @returns when the last token has left memory */
  async lock(reason: LockReason): Promise<void> {
    if (this.#state) return
    const { jobs, forget, changed, now } = this.parts
    const followed = jobs.changing
    const state = (this.#state = { reason, at: now(), stopped: jobs.count - followed, followed })
    changed()
    await jobs.stop()
    // Unlocked meanwhile, the tokens are in use again; locked again, the later lock drops them in its time.
    if (this.#state !== state) return
    this.#forgotten = state
    forget()
  }

  /** What was asked before it locked, and is no job, ended only now: it may have put tokens into memory again. */
  late(): void {
    if (this.#state && this.#state === this.#forgotten) this.parts.forget()
  }

  /**
   * Asks the keychain, which may ask the person. Where no token is kept in one, there is nothing it could give out.
   * @throws AppError keychain-locked, keychain-missing: it stays locked
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

  /** @throws AppError app-locked while it is on */
  guard(): void {
    if (this.#state) throw new AppError('app-locked', 'Connector Desk is locked.')
  }
}
