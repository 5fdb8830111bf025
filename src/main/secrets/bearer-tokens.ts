import { AppError } from '../../shared/errors'
import { regions, type Region } from '../../shared/workspaces/region'
import type { KeepToken, TokenPlace, Workspace } from '../../shared/workspaces/workspace'
import { bearerAccount } from './accounts'
import { BoundTokens, otherOrigin, type BoundToken } from './bound-tokens'
import type { Masker } from './masker'
import type { SecretStore } from './secret-store'

type Places = Workspace['tokens']

/**
 * Bearer tokens, each bound to the origin it was entered for: in the OS keychain, or on request in memory for this
 * session. Settings say where a token was put; a keychain that answers nothing although one was put there is locked,
 * and is then neither overwritten nor treated as a log-out.
 */
export class BearerTokens {
  private readonly session = new Map<string, BoundToken>()
  private readonly kept: BoundTokens

  /** @param keychain asked to check again where a token is not found: it may have been locked since */
  constructor(
    secrets: SecretStore,
    private readonly masker: Masker,
    private readonly keychain: Pick<SecretStore, 'check'> = secrets
  ) {
    this.kept = new BoundTokens(secrets)
  }

  /** Keeps the tokens of a new workspace; either all or none. @returns where they are now */
  async keep(workspace: Workspace, keep: KeepToken, tokens: Partial<Record<Region, BoundToken>>): Promise<Places> {
    let places = workspace.tokens
    try {
      for (const region of regions) {
        const token = tokens[region]
        if (token) places = await this.keepOne({ ...workspace, tokens: places }, region, keep, token)
      }
      return places
    } catch (thrown) {
      await this.forget({ ...workspace, tokens: places })
      throw thrown
    }
  }

  /** @returns the places to write into the settings: a token for this session leaves what they say as it is */
  async keepOne(workspace: Workspace, region: Region, keep: KeepToken, bound: BoundToken): Promise<Places> {
    const account = bearerAccount(workspace.id, region)
    this.masker.add(bound.token)
    if (keep === 'session') {
      this.session.set(account, bound)
      return workspace.tokens
    }
    await this.kept.set(account, bound)
    this.session.delete(account)
    return { ...workspace.tokens, [region]: 'keychain' }
  }

  /**
   * The token of a region, for the origin it is about to be sent to.
   * @throws AppError no-token; other-address where it belongs to another origin; keychain-locked, keychain-missing
   */
  async read(workspace: Workspace, region: Region, origin: string): Promise<string> {
    const account = bearerAccount(workspace.id, region)
    const inSession = this.session.get(account)
    if (inSession && inSession.origin !== origin) throw otherOrigin(inSession.origin, origin)
    if (inSession) return inSession.token
    if (workspace.tokens[region] !== 'keychain') throw new AppError('no-token', 'No token is kept for this region.')
    const token = await this.kept.get(account, origin)
    if (token === null) throw await this.whyNull()
    this.masker.add(token)
    return token
  }

  /** Tokens held in memory are shown as what they are. */
  withPlaces(workspace: Workspace): Workspace {
    const place = (region: Region): TokenPlace =>
      this.session.has(bearerAccount(workspace.id, region)) ? 'session' : workspace.tokens[region]
    return { ...workspace, tokens: { default: place('default'), eu: place('eu') } }
  }

  /** @throws AppError keychain-locked, keychain-missing: a token that cannot be deleted must not be forgotten */
  async forget(workspace: Workspace): Promise<void> {
    let rest = workspace
    for (const region of regions) rest = { ...rest, tokens: await this.forgetRegion(rest, region) }
  }

  async forgetRegion(workspace: Workspace, region: Region): Promise<Places> {
    const account = bearerAccount(workspace.id, region)
    if (workspace.tokens[region] === 'keychain') await this.kept.delete(account)
    this.session.delete(account)
    return { ...workspace.tokens, [region]: 'none' }
  }

  /** Drops those of this session, as when the app locks: they have to be entered again. */
  forgetSession(): void {
    this.session.clear()
  }

  private async whyNull(): Promise<AppError> {
    const { state } = await this.keychain.check()
    if (state === 'unlocked') return new AppError('no-token', 'The keychain no longer holds the token of this region.')
    if (state === 'locked')
      return new AppError('keychain-locked', 'The keychain is locked, so the token cannot be read.')
    return new AppError('keychain-missing', 'No keychain answers, so the token cannot be read.')
  }
}
