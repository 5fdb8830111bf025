import { AppError } from '../../shared/errors'
import { regions, type Region } from '../../shared/workspaces/region'
import type { Place } from '../../shared/workspaces/place'
import type { KeepToken, TokenPlace, Workspace } from '../../shared/workspaces/workspace'
import { bearerAccount } from './accounts'
import { BoundTokens, otherOrigin, type BoundToken } from './bound-tokens'
import type { Masker } from './masker'
import type { SecretStore } from './secret-store'

type Places = Workspace['tokens']

/** One place's token, as it was read for a piece of work. */
interface Held extends Place {
  baseUrl: string
  bearerToken: string
}

const successionOf = ({ workspaceId, region, bearerToken }: Held) =>
  `${bearerAccount(workspaceId, region)} ${bearerToken}`

/**
 * Bearer tokens, each bound to its origin: in the OS keychain, or in memory for this session. Settings say where each
 * token is. If they name the keychain and it returns nothing, it is locked: the app then neither overwrites it nor logs
 * out.
 */
export class BearerTokens {
  private readonly session = new Map<string, BoundToken>()
  private readonly kept: BoundTokens
  /** By the account and the replaced token: those that work under way goes on with. */
  private readonly successors = new Map<string, BoundToken>()

  /** @param keychain checked again if a token is missing: it may be locked by now */
  constructor(
    secrets: SecretStore,
    private readonly masker: Masker,
    private readonly keychain: Pick<SecretStore, 'check'> = secrets
  ) {
    this.kept = new BoundTokens(secrets)
  }

  /**
   * All or none.
   * @returns their places
   */
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

  /** @returns places for the settings; a session token leaves them unchanged */
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

  /** @throws AppError no-token; other-address for a token of another origin; keychain-locked, keychain-missing */
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

  /** Shows tokens held in memory as such. */
  withPlaces(workspace: Workspace): Workspace {
    const place = (region: Region): TokenPlace =>
      this.session.has(bearerAccount(workspace.id, region)) ? 'session' : workspace.tokens[region]
    return { ...workspace, tokens: { default: place('default'), eu: place('eu') } }
  }

  /** @throws AppError keychain-locked, keychain-missing: the app must not lose track of a token it cannot delete */
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

  /** Work under way that began with `before` goes on with `after`: the same place and address, another token. */
  succeed(before: Held, after: Held): void {
    const origin = new URL(after.baseUrl).origin
    if (origin !== new URL(before.baseUrl).origin) return
    this.successors.set(successionOf(before), { token: after.bearerToken, origin })
    // A token that comes back is the present one.
    this.successors.delete(successionOf(after))
  }

  /** The token in whose place this one stood, however often it was replaced since; else its own. */
  now(held: Held): string {
    const next = this.successors.get(successionOf(held))
    if (!next || next.origin !== new URL(held.baseUrl).origin) return held.bearerToken
    return this.now({ ...held, bearerToken: next.token })
  }

  /** On lock, the operator must enter session tokens again. */
  forgetSession(): void {
    this.session.clear()
    this.successors.clear()
  }

  private async whyNull(): Promise<AppError> {
    const { state } = await this.keychain.check()
    if (state === 'unlocked') return new AppError('no-token', 'The keychain no longer holds the token of this region.')
    if (state === 'locked')
      return new AppError('keychain-locked', 'The keychain is locked, so the token cannot be read.')
    return new AppError('keychain-missing', 'No keychain answers, so the token cannot be read.')
  }
}
