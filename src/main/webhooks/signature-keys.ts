import { AppError } from '../../shared/errors'
import type { Place } from '../../shared/workspaces/place'
import type { SecretStore } from '../secrets/secret-store'
import type { SettingsStore } from '../settings/settings-schema'

/**
 * The signature keys of webhooks that the operator chose to keep: in the keychain, never elsewhere. The settings say
 * for which places there is one, so that the keychain is asked only for what was put there.
 */
export class SignatureKeys {
  constructor(
    private readonly settings: SettingsStore,
    private readonly secrets: SecretStore
  ) {}

  has({ workspaceId, region }: Place): boolean {
    return this.settings.get().signatureKeys.some((one) => one.workspaceId === workspaceId && one.region === region)
  }

  /** @returns null where none was kept @throws AppError keychain-locked where one was, and does not come back */
  async read(place: Place): Promise<string | null> {
    if (!this.has(place)) return null
    const key = await this.secrets.get(accountOf(place))
    if (key === null) throw new AppError('keychain-locked', 'The signature key is in the keychain, which is locked.')
    return key
  }

  /** Named before it is put, and until it is taken out. @throws AppError keychain-locked, keychain-missing; file-refused */
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

  /** Where the disk does not take it, a name without a key stays: a lookup then finds no key. */
  private unname({ workspaceId, region }: Place): void {
    const left = this.settings
      .get()
      .signatureKeys.filter((one) => one.workspaceId !== workspaceId || one.region !== region)
    this.settings.update({ signatureKeys: left }, 'for-now')
  }
}

const accountOf = ({ workspaceId, region }: Place) => `${workspaceId}:${region}:webhook-signature`
