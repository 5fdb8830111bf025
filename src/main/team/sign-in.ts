import { AppError } from '../../shared/errors'
import type { ChosenIdentity, TeamAddress } from '../../shared/team/team'
import { readChosen } from '../base/chosen-file'
import { BoundTokens } from '../secrets/bound-tokens'
import type { SecretStore } from '../secrets/secret-store'
import type { SettingsStore } from '../settings/settings-schema'
import { holdsKey, identityFacts, readIdentity, type ClientIdentity } from './client-identity'
import { Trouble } from './trouble'
import { identityWords, troubleWords } from './words'

/** `identity` instead of a password, where there is one. */
export interface Credentials {
  password: string
  identity: ClientIdentity | null
}

export interface SignInParts {
  settings: SettingsStore
  secrets: SecretStore
  /** Asks the operator for a file; null where they changed their mind. */
  chooseFile: () => Promise<string | null>
}

/** The keychain's account of the password or the key. */
const account = 'team'
/** Either is bound to the server it was typed or chosen for, as tokens are to their origin; and a key is never sent as a password. */
const originOf = ({ host, port }: TeamAddress, isKey: boolean) => `postgresql${isKey ? '+key' : ''}://${host}:${port}`
/** Bytes of a file: hundreds of certificates. */
const largestFile = 1e6

/** What this desk signs in with: kept in the keychain, or just chosen and in memory until the team is joined. */
export class SignIn {
  private readonly kept: BoundTokens
  private chosen: ClientIdentity | null = null

  constructor(private readonly parts: SignInParts) {
    this.kept = new BoundTokens(parts.secrets)
  }

  /**
   * Asks for the files of a certificate and of its key; one file may hold both.
   * @returns null where the operator changed their mind
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

  /** @param password null: by the certificate that was chosen @throws AppError invalid-input where none was */
  typed(password: string | null): Credentials {
    if (password !== null) return { password, identity: null }
    if (!this.chosen) throw new AppError('invalid-input', identityWords.choose)
    return { password: '', identity: this.chosen }
  }

  /** The settings have to name the team already. @throws AppError of the keychain */
  async keep(address: TeamAddress, { password, identity }: Credentials): Promise<void> {
    await this.kept.set(account, { token: identity?.key ?? password, origin: originOf(address, identity !== null) })
    this.forget()
  }

  /** @throws Trouble where the keychain does not give it out */
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

  /** What was chosen leaves memory. */
  forget(): void {
    this.chosen = null
  }

  /** null also where what is kept is of the other kind, as a change of it was cut off in the middle. */
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
