import type { KeychainState } from '../../shared/workspaces/workspace'

/**
 * Keeps secrets over restarts. A bearer token's account is `<workspace id>:<region>`. On some systems `get` returns
 * null for "never stored" and for "locked": the caller decides by the settings.
 */
export interface SecretStore {
  get(account: string): Promise<string | null>
  /** @throws AppError keychain-locked or keychain-missing; the stored value then stays */
  set(account: string, secret: string): Promise<void>
  /**
   * A missing account is no error.
   * @throws AppError keychain-locked or keychain-missing
   */
  delete(account: string): Promise<void>
  /** The system may ask the operator to unlock the keychain. */
  check(): Promise<KeychainState>
}

/** In bytes, per credential (limit of Windows). */
export const longestSecret = 2_560
