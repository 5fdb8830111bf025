import { pinnedAccount } from '../secrets/accounts'
import { BoundTokens, type BoundToken } from '../secrets/bound-tokens'
import type { SecretStore } from '../secrets/secret-store'
import type { Place } from '../../shared/workspaces/place'
import type { SettingsStore } from '../settings/settings-schema'

/** The settings name the pinned tokens, so that the app asks the keychain only for these. */
export class Pins {
  private readonly secrets: BoundTokens

  constructor(
    private readonly settings: SettingsStore,
    secrets: SecretStore
  ) {
    this.secrets = new BoundTokens(secrets)
  }

  keys({ workspaceId, region }: Place): string[] {
    return this.settings
      .get()
      .pins.filter((pin) => pin.workspaceId === workspaceId && pin.region === region)
      .map(({ key }) => key)
  }

  /**
   * The settings name a token before it is stored and until it is removed: without a name it would stay forever.
   * @param token null removes it @throws AppError keychain-locked, keychain-missing; file-refused if it cannot be named
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

  /** @returns null if none is pinned for this origin, or the keychain does not answer */
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

  /** A failing disk leaves a name without a token: a lookup then finds no token. */
  private unname(account: string): void {
    const pins = this.settings.get().pins.filter((pin) => accountOf(pin) !== account)
    this.settings.update({ pins }, 'for-now')
  }
}

function accountOf({ workspaceId, region, key }: Place & { key: string }): string {
  return pinnedAccount({ workspaceId, region, connectorId: key.slice(key.indexOf(':') + 1) })
}
