import type keytarModule from 'keytar'
import { AppError } from '../../shared/errors'
import type { KeychainState } from '../../shared/model/workspace'
import type { SecretStore } from './secret-store'

const service = 'connector-desk'
const probeAccount = 'keychain-check'

type Keytar = typeof keytarModule

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager'
}
const keychainName = names[process.platform] ?? 'GNOME Keyring'

/**
 * The OS keychain. The only import of keytar, and late: its native part cannot be loaded where libsecret is missing.
 * `findCredentials` is never called: it crashes the process on a locked Secret Service.
 */
export class KeytarStore implements SecretStore {
  private loaded: Promise<Keytar> | undefined

  async get(account: string): Promise<string | null> {
    return this.asking((keytar) => keytar.getPassword(service, account))
  }

  async set(account: string, secret: string): Promise<void> {
    await this.asking((keytar) => keytar.setPassword(service, account, secret))
  }

  async delete(account: string): Promise<void> {
    if (await this.asking((keytar) => keytar.deletePassword(service, account))) return
    // A locked keychain answers as if there were nothing to delete.
    const { state, reason } = await this.check()
    if (state !== 'unlocked') throw new AppError(`keychain-${state}`, reason ?? `The keychain is ${state}.`)
  }

  /** A locked keychain answers null as an empty one does: only writing tells them apart, so a probe is kept in it. */
  async check(): Promise<KeychainState> {
    try {
      if ((await this.get(probeAccount)) === null) await this.set(probeAccount, 'Connector Desk can use this keychain.')
      return { state: 'unlocked', name: keychainName }
    } catch (thrown) {
      const error = thrown as AppError
      const state = error.code === 'keychain-locked' ? 'locked' : 'missing'
      return { state, name: keychainName, reason: error.message }
    }
  }

  private async asking<T>(question: (keytar: Keytar) => Promise<T>): Promise<T> {
    try {
      this.loaded ??= import('keytar').then((module) => module.default)
      return await question(await this.loaded)
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown)
      const locked = /lock|dismissed|prompt/i.test(message) && !/autolaunch/i.test(message)
      throw new AppError(locked ? 'keychain-locked' : 'keychain-missing', message)
    }
  }
}
