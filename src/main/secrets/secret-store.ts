import type { KeychainState } from '../../shared/workspaces/workspace'

/**
 * Where secrets are kept over restarts. An account is `<workspace id>:<region>` for bearer tokens.
 * `get` answers null both for "never stored" and, on some systems, for "locked": only the caller knows which,
 * by what the settings say was stored.
 */
export interface SecretStore {
  get(account: string): Promise<string | null>
  /** @throws AppError keychain-locked or keychain-missing; what was stored before is untouched then */
  set(account: string, secret: string): Promise<void>
  /** Deleting what is not there is no error. @throws AppError keychain-locked or keychain-missing */
  delete(account: string): Promise<void>
  /** Asks the keychain whether it can be used now; the system may ask the operator to unlock it. */
  check(): Promise<KeychainState>
}

/** The longest secret one credential holds everywhere, in bytes (Windows). */
export const longestSecret = 2_560
