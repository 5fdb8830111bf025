import type { SecretStore } from '../secrets/secret-store'
import type { Place } from '../storage/history/place'
import type { SettingsStore } from '../storage/settings-schema'
import { pinnedAccount } from './passthrough/find-token'

/**
 * Connector tokens the operator chose to keep: in the keychain, with their places in the settings, so that the keychain
 * is asked only for what was put there.
 */
export class Pins {
  constructor(
    private readonly settings: SettingsStore,
    private readonly secrets: SecretStore
  ) {}

  /** Keys (`<category>:<id>`) of the connectors of a place whose tokens are kept. */
  keys({ workspaceId, region }: Place): string[] {
    return this.settings
      .get()
      .pins.filter((pin) => pin.workspaceId === workspaceId && pin.region === region)
      .map(({ key }) => key)
  }

  /** @param token null takes it out @throws AppError keychain-locked, keychain-missing */
  async set({ workspaceId, region }: Place, key: string, token: string | null): Promise<void> {
    const account = accountOf({ workspaceId, region, key })
    const { pins } = this.settings.get()
    const others = pins.filter((pin) => accountOf(pin) !== account)
    if (token === null && others.length === pins.length) return
    if (token === null) await this.secrets.delete(account)
    else await this.secrets.set(account, token)
    this.settings.update({ pins: token === null ? others : [...others, { workspaceId, region, key }] })
  }

  /** @returns null where none was kept, or the keychain does not answer */
  async read(account: string): Promise<string | null> {
    if (!this.settings.get().pins.some((pin) => accountOf(pin) === account)) return null
    return this.secrets.get(account).catch(() => null)
  }

  /** @throws AppError keychain-locked, keychain-missing */
  async forgetWorkspace(workspaceId: string): Promise<void> {
    for (const pin of this.settings.get().pins) {
      if (pin.workspaceId === workspaceId) await this.set(pin, pin.key, null)
    }
  }
}

function accountOf({ workspaceId, region, key }: Place & { key: string }): string {
  return pinnedAccount({ workspaceId, region, connectorId: key.slice(key.indexOf(':') + 1) })
}
