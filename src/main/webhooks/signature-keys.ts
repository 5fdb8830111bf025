import { AppError } from '../../shared/errors'
import type { Place } from '../../shared/workspaces/place'
import type { SecretStore } from '../secrets/secret-store'
import type { SettingsStore } from '../settings/settings-schema'

/** The settings list the places that have a key, so that the app asks the keychain only for these. */
export class SignatureKeys {
  constructor(
    private readonly settings: SettingsStore,
    private readonly secrets: SecretStore
  ) {}

  has({ workspaceId, region }: Place): boolean {
    return this.settings.get().signatureKeys.some((one) => one.workspaceId === workspaceId && one.region === region)
  }

  /** @returns null for none @throws AppError keychain-locked if the stored key is unavailable */
  async read(place: Place): Promise<string | null> {
    if (!this.has(place)) return null
    const key = await this.secrets.get(accountOf(place))
    if (key === null) throw new AppError('keychain-locked', 'The signature key is in the keychain, which is locked.')
    return key
  }

  /**
   * The settings name a key before it is stored and until it is removed. @throws AppError keychain-locked,
   * keychain-missing; file-refused
   */
  async keep(place: Place, key: string): Promise<void> {
    const { workspaceId, region } = place
    const isNamed = this.has(place)
    const { signatureKeys } = this.settings.get()
    if (!isNamed) this.settings.update({ signatureKeys: [...signatureKeys, { workspaceId, region }] })
    try {
      await this.secrets.set(accountOf(place), key)
    } catch (thrown) {
      if (!isNamed) this.unname(place)
      throw thrown
    }
  }

  /** @throws AppError keychain-locked, keychain-missing */
  async forget(place: Place): Promise<void> {
    if (!this.has(place)) return
    await this.secrets.delete(accountOf(place))
    this.unname(place)
  }

  /** @throws AppError keychain-locked, keychain-missing */
  async forgetWorkspace(workspaceId: string): Promise<void> {
    for (const place of this.settings.get().signatureKeys) {
      if (place.workspaceId === workspaceId) await this.forget(place)
    }
  }

  /** A failing disk leaves a name without a key: a lookup then finds none. */
  private unname({ workspaceId, region }: Place): void {
    const left = this.settings
      .get()
      .signatureKeys.filter((one) => one.workspaceId !== workspaceId || one.region !== region)
    this.settings.update({ signatureKeys: left }, 'for-now')
  }
}

const accountOf = ({ workspaceId, region }: Place) => `${workspaceId}:${region}:webhook-signature`
