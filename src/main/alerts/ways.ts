import { alertLimits, type AlertChannel } from '../../shared/alerts/rule'
import { AppError, toAppError } from '../../shared/errors'
import { addressProblem } from '../../shared/mail/address'
import { mailOrigin, type MailState } from '../../shared/mail/mail'
import type { Clock } from '../base/clock'
import { shorten } from '../base/plain-text'
import type { Server } from '../mail/smtp'
import type { Policy } from '../policy/policy'
import type { Masker } from '../secrets/masker'
import type { SecretStore } from '../secrets/secret-store'
import type { KeptConsent } from '../settings/consents'
import { idOf } from '../store/tables/team/outbox'
import { readWebhookAddress, type PostedKind, type Way } from './send'

export interface WayParts {
  secrets: SecretStore
  masker: Pick<Masker, 'add'>
  clock: Clock
  policy: Policy
  /** This computer's own mail server. @throws AppError without one, or without its password */
  mail: { state(): MailState; server(): Promise<Server> }
}

type Channel = Pick<AlertChannel, 'kind' | 'name'>

/** ms */
const askAgain = 5 * 60_000

/** Where messages of alert rules may go: addresses in the keychain, and the mail server. */
export class Ways {
  /** By account; not while the app is locked. */
  private readonly known = new Map<string, { way: Way | null; again: number }>()
  private mail: { server: Server | null; again: number } | null = null

  constructor(private readonly parts: WayParts) {}

  /**
   * @returns null for the desktop
   * @throws AppError invalid-input
   */
  async typed(
    workspaceId: string,
    { kind, name }: Channel,
    address: string | null,
    key: string | null
  ): Promise<Way | null> {
    if (!hasWay(kind)) return null
    if (address === null) {
      const kept = await this.kept(workspaceId, { kind, name })
      if (!kept) throw invalid('address', 'This computer has no address of this channel: paste it.')
      return kept
    }
    const url = readAddress(address)
    if (kind === 'webhook' && (key ?? '').length < 16)
      throw invalid('key', 'Enter a signature key of at least 16 characters, which the receiver knows too.')
    const way = { url: url.href, key: kind === 'webhook' ? key : null }
    this.learn(way)
    return way
  }

  /** Asks the keychain once until the lock, as it may ask the person; for what it has not, again after a while. */
  async kept(workspaceId: string, of: Channel): Promise<Way | null> {
    const account = accountOf(workspaceId, of)
    const known = this.known.get(account)
    if (known && (known.way || this.parts.clock.now() < known.again)) return known.way
    const kept = await this.parts.secrets.get(account)
    const way = kept === null ? null : (JSON.parse(kept) as Way)
    if (way) this.learn(way)
    this.known.set(account, { way, again: this.parts.clock.now() + askAgain })
    return way
  }

  /** As `kept`. @param isNeeded whether it throws AppError without one */
  async server(isNeeded = false): Promise<Server | null> {
    const known = this.mail
    const now = this.parts.clock.now()
    if (!isNeeded && known && now < known.again) return known.server
    const server = await this.parts.mail.server().catch((thrown: unknown) => {
      if (isNeeded) throw invalid('channel.to', toAppError(thrown).message)
      return null
    })
    this.mail = { server, again: now + askAgain }
    return server
  }

  mailServer(): { host: string; origin: string; words: string; refused: boolean } {
    const { account, refused } = this.parts.mail.state()
    const [host, origin] = account ? [account.host, mailOrigin(account)] : ['', '']
    return { host, origin, words: account ? `${origin}, from ${account.from}` : '', refused: refused !== null }
  }

  async keep(workspaceId: string, of: Channel, way: Way): Promise<void> {
    const account = accountOf(workspaceId, of)
    await this.parts.secrets.set(account, JSON.stringify(way))
    this.known.delete(account)
  }

  async drop(workspaceId: string, of: Channel): Promise<void> {
    const account = accountOf(workspaceId, of)
    this.known.delete(account)
    await this.parts.secrets.delete(account)
  }

  /** What the keychain gave is asked for again. */
  lock(): void {
    this.known.clear()
    this.mail = null
  }

  /** A short path is no secret, and masking it would blank innocent text. */
  private learn({ url, key }: Way): void {
    const { pathname, search } = new URL(url)
    const path = `${pathname}${search}`.slice(1)
    if (path.length >= 16) this.parts.masker.add(path)
    if (key !== null) this.parts.masker.add(key)
  }

  mayReach(host: string): boolean {
    const { policy } = this.parts
    const only = policy.of('alerts.hosts')?.value
    return only === undefined || only.includes(host)
  }

  refuseHost(host: string): void {
    if (host !== '' && !this.mayReach(host))
      throw new AppError('managed', `Your organization does not allow messages to ${host}.`, { fields: { address: `Your organization does not allow messages to ${host}.` } }) // prettier-ignore
  }
}

/** @throws AppError invalid-input */
function readAddress(typed: string): URL {
  const read = readWebhookAddress(typed)
  if ('problem' in read) throw invalid('address', read.problem)
  return read.url
}

/** Mail is called by its recipients. @throws AppError invalid-input */
export function channelOf({ kind, name, to = [] }: Pick<AlertChannel, 'kind' | 'name' | 'to'>) {
  if (kind !== 'email') return { kind, name }
  const problem =
    to.length > alertLimits.recipients
      ? `Enter at most ${alertLimits.recipients} addresses.`
      : to.length === 0
        ? addressProblem('')
        : to.map(addressProblem).find((one) => one !== null)
  if (problem) throw invalid('channel.to', problem)
  return { kind, name: shorten(to.length === 1 ? (to[0] ?? '') : `${to.length} people`, alertLimits.channel), to }
}

export const invalid = (field: string, message: string) =>
  new AppError('invalid-input', message, { fields: { [field]: message } })

/** Whether its address is in the keychain. */
export const hasWay = (kind: KeptConsent['kind']): kind is PostedKind => !['desktop', 'email', 'mail'].includes(kind)

const accountOf = (workspaceId: string, { kind, name }: Channel) => `${workspaceId}:alert:${idOf([kind, name])}`
