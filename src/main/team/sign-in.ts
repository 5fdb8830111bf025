import { AppError } from '../../shared/errors'
import type { ChosenIdentity, TeamAddress } from '../../shared/team/team'
import { readChosen } from '../base/chosen-file'
import { BoundTokens } from '../secrets/bound-tokens'
import type { SecretStore } from '../secrets/secret-store'
import type { SettingsStore } from '../settings/settings-schema'
import { holdsKey, identityFacts, readIdentity, type ClientIdentity } from './client-identity'
import { Trouble } from './trouble'
import { identityWords, troubleWords } from './words'

/** `identity` replaces the password. */
export interface Credentials {
  password: string
  identity: ClientIdentity | null
}

export interface SignInParts {
  settings: SettingsStore
  secrets: SecretStore
  /** null if cancelled */
  chooseFile: () => Promise<string | null>
}

const account = 'team'
/** Security: each secret is bound to its server, and a key is never sent as a password. */
const originOf = ({ host, port }: TeamAddress, isKey: boolean) => `postgresql${isKey ? '+key' : ''}://${host}:${port}`
/** Bytes. */
const largestFile = 1e6

/** The secret is in the keychain, or in memory until the desk joins. */
export class SignIn {
  private readonly kept: BoundTokens
  private chosen: ClientIdentity | null = null

  constructor(private readonly parts: SignInParts) {
    this.kept = new BoundTokens(parts.secrets)
  }

  /**
   * Asks for the files of certificate and key; one may hold both.
   *
   * @returns null if cancelled
   * @throws AppError invalid-input, too-large
   */
  async choose(passphrase: string): Promise<ChosenIdentity | null> {
    const certificate = await this.file()
    if (certificate === null) return null
    const key = holdsKey(certificate) ? certificate : await this.file()
    if (key === null) return null
    this.chosen = readIdentity(certificate, key, passphrase)
    return identityFacts(this.chosen)
  }

  /**
   * @param password null for the chosen certificate
   * @throws AppError invalid-input without one
   */
  typed(password: string | null): Credentials {
    if (password !== null) return { password, identity: null }
    if (!this.chosen) throw new AppError('invalid-input', identityWords.choose)
    return { password: '', identity: this.chosen }
  }

  /**
   * The settings must name the team already.
   *
   * @throws AppError of the keychain
   */
  async keep(address: TeamAddress, { password, identity }: Credentials): Promise<void> {
    await this.kept.set(account, { token: identity?.key ?? password, origin: originOf(address, identity !== null) })
    this.forget()
  }

  /** @throws Trouble if the keychain withholds the secret */
  async read(address: TeamAddress): Promise<Credentials> {
    const { settings, secrets } = this.parts
    const secret = await this.secret(address)
    if (secret === null) {
      const { state, reason } = await secrets.check()
      if (state === 'unlocked') throw new Trouble('login', troubleWords.noPassword, 'no-password')
      throw new Trouble('login', reason ?? troubleWords.keychain, 'keychain')
    }
    const { teamCertificate: cert } = settings.get()
    return cert === null ? { password: secret, identity: null } : { password: '', identity: { cert, key: secret } }
  }

  /** @throws AppError keychain-locked, keychain-missing */
  delete(): Promise<void> {
    return this.parts.secrets.delete(account)
  }

  forget(): void {
    this.chosen = null
  }

  /** null also for the other kind, after an interrupted change */
  private async secret(address: TeamAddress): Promise<string | null> {
    const isKey = this.parts.settings.get().teamCertificate !== null
    const kept = (key: boolean) => this.kept.get(account, originOf(address, key))
    try {
      return await kept(isKey)
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown
      const isOther = thrown.code === 'other-address' && (await kept(!isKey).catch(() => null)) !== null
      if (isOther) return null
      throw new Trouble('login', thrown.message, 'keychain')
    }
  }

  private async file(): Promise<string | null> {
    const path = await this.parts.chooseFile()
    return path === null ? null : (await readChosen(path, largestFile)).toString('latin1')
  }
}
