import { AppError } from '../../shared/errors'
import type { KeychainState } from '../../shared/workspaces/workspace'
import type { SecretStore } from './secret-store'

/** For unit tests; behaves like a real keychain when locked or missing. */
export class MemoryStore implements SecretStore {
  readonly secrets = new Map<string, string>()
  state: KeychainState['state'] = 'unlocked'

  async get(account: string): Promise<string | null> {
    return this.state === 'unlocked' ? (this.secrets.get(account) ?? null) : null
  }

  async set(account: string, secret: string): Promise<void> {
    this.refuseUnlessUnlocked()
    this.secrets.set(account, secret)
  }

  async delete(account: string): Promise<void> {
    this.refuseUnlessUnlocked()
    this.secrets.delete(account)
  }

  async check(): Promise<KeychainState> {
    return { state: this.state, name: 'Test keychain' }
  }

  private refuseUnlessUnlocked(): void {
    if (this.state !== 'unlocked') throw new AppError(`keychain-${this.state}`, `The keychain is ${this.state}.`)
  }
}
