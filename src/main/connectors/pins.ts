import { pinnedAccount } from '../secrets/accounts'
import { BoundTokens, type BoundToken } from '../secrets/bound-tokens'
import type { SecretStore } from '../secrets/secret-store'
import type { Place } from '../../shared/workspaces/place'
import type { SettingsStore } from '../settings/settings-schema'

/**
 * Connector tokens the operator chose to keep: in the keychain, each with the origin it came from, with their places in the settings, so that the keychain
 * is asked only for what was put there.
 */
export class Pins {
  private readonly secrets: BoundTokens

  constructor(
    private readonly settings: SettingsStore,
    secrets: SecretStore
  ) {
    this.secrets = new BoundTokens(secrets)
  }

  /** Keys (`<category>:<id>`) of the connectors of a place whose tokens are kept. */
  keys({ workspaceId, region }: Place): string[] {
    return this.settings
      .get()
      .pins.filter((pin) => pin.workspaceId === workspaceId && pin.region === region)
      .map(({ key }) => key)
  }

  /**
   * Named before it is put, and until it is taken out: a token that no settings name would stay forever.
   * @param token null takes it out @throws AppError keychain-locked, keychain-missing; file-refused where it cannot be
   * named
   */
  async set({ workspaceId, region }: Place, key: string, token: BoundToken | null): Promise<void> {
    const account = accountOf({ workspaceId, region, key })
    const isNamed = this.settings.get().pins.some((pin) => accountOf(pin) === account)
    if (token === null) {
      if (!isNamed) return
      await this.secrets.delete(account)
      return this.unname(account)
    }
    if (!isNamed) this.settings.update({ pins: [...this.settings.get().pins, { workspaceId, region, key }] })
    try {
      await this.secrets.set(account, token)
    } catch (thrown) {
      if (!isNamed) this.unname(account)
      throw thrown
    }
  }

  /** @returns null where none was kept for this origin, or the keychain does not answer */
  async read(account: string, origin: string): Promise<string | null> {
    if (!this.settings.get().pins.some((pin) => accountOf(pin) === account)) return null
    return this.secrets.get(account, origin).catch(() => null)
  }

  /** @throws AppError keychain-locked, keychain-missing */
  async forgetWorkspace(workspaceId: string): Promise<void> {
    for (const pin of this.settings.get().pins) {
      if (pin.workspaceId === workspaceId) await this.set(pin, pin.key, null)
    }
  }

  /** Where the disk does not take it, a name without a token stays: a lookup then finds no token. */
  private unname(account: string): void {
    const pins = this.settings.get().pins.filter((pin) => accountOf(pin) !== account)
    this.settings.update({ pins }, 'for-now')
  }
}

function accountOf({ workspaceId, region, key }: Place & { key: string }): string {
  return pinnedAccount({ workspaceId, region, connectorId: key.slice(key.indexOf(':') + 1) })
}
