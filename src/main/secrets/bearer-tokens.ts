import { AppError } from '../../shared/errors'
import { regions, type Region } from '../../shared/model/region'
import type { KeepToken, TokenPlace, Workspace } from '../../shared/model/workspace'
import type { Redactor } from './redactor'
import type { SecretStore } from './secret-store'

type Places = Workspace['tokens']

/**
 * Bearer tokens: in the OS keychain (account `<workspace id>:<region>`), or on request in memory for this session.
 * Settings say where a token was put; a keychain that answers nothing although one was put there is locked, and is
 * then neither overwritten nor taken for a log-out.
 */
export class BearerTokens {
  private readonly session = new Map<string, string>()

  /** @param keychain told to look anew where a token is not found: it may have been locked since */
  constructor(
    private readonly secrets: SecretStore,
    private readonly redactor: Redactor,
    private readonly keychain: Pick<SecretStore, 'check'> = secrets
  ) {}

  /** Keeps the tokens of a new workspace; either all or none. @returns where they are now */
  async keep(workspace: Workspace, keep: KeepToken, tokens: { default: string; eu: string | null }): Promise<Places> {
    let places = workspace.tokens
    try {
      places = await this.keepOne({ ...workspace, tokens: places }, 'default', keep, tokens.default)
      if (tokens.eu) places = await this.keepOne({ ...workspace, tokens: places }, 'eu', keep, tokens.eu)
      return places
    } catch (thrown) {
      await this.forget({ ...workspace, tokens: places })
      throw thrown
    }
  }

  /** @returns the places to write into the settings: a token for this session leaves what they say as it is */
  async keepOne(workspace: Workspace, region: Region, keep: KeepToken, token: string): Promise<Places> {
    const account = accountOf(workspace, region)
    this.redactor.add(token)
    if (keep === 'session') {
      this.session.set(account, token)
      return workspace.tokens
    }
    await this.secrets.set(account, token)
    this.session.delete(account)
    return { ...workspace.tokens, [region]: 'keychain' }
  }

  /** @throws AppError no-token, keychain-locked, keychain-missing */
  async read(workspace: Workspace, region: Region): Promise<string> {
    const inSession = this.session.get(accountOf(workspace, region))
    if (inSession) return inSession
    const place = workspace.tokens[region]
    if (place === 'shared') return this.read(workspace, 'default')
    if (place !== 'keychain') throw new AppError('no-token', 'No token is kept for this region.')
    const token = await this.secrets.get(accountOf(workspace, region))
    if (token === null) throw await this.whyNull()
    this.redactor.add(token)
    return token
  }

  /** Tokens held in memory are shown as what they are. */
  withPlaces(workspace: Workspace): Workspace {
    const place = (region: Region): TokenPlace =>
      this.session.has(accountOf(workspace, region)) ? 'session' : workspace.tokens[region]
    return { ...workspace, tokens: { default: place('default'), eu: place('eu') } }
  }

  /** @throws AppError keychain-locked, keychain-missing: a token that cannot be deleted must not be forgotten */
  async forget(workspace: Workspace): Promise<void> {
    let rest = workspace
    for (const region of regions) rest = { ...rest, tokens: await this.forgetRegion(rest, region) }
  }

  async forgetRegion(workspace: Workspace, region: Region): Promise<Places> {
    const account = accountOf(workspace, region)
    if (workspace.tokens[region] === 'keychain') await this.secrets.delete(account)
    this.session.delete(account)
    return { ...workspace.tokens, [region]: 'none' }
  }

  private async whyNull(): Promise<AppError> {
    const { state } = await this.keychain.check()
    if (state === 'unlocked') return new AppError('no-token', 'The keychain no longer holds the token of this region.')
    if (state === 'locked')
      return new AppError('keychain-locked', 'The keychain is locked, so the token cannot be read.')
    return new AppError('keychain-missing', 'No keychain answers, so the token cannot be read.')
  }
}

const accountOf = (workspace: Workspace, region: Region) => `${workspace.id}:${region}`
