import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ConnectorHealth } from '../../shared/connectors/health'
import { AppError } from '../../shared/errors'
import { presentRequests } from '../../shared/issues/issue'
import { hasLinkToFill } from '../../shared/issues/relink/links'
import type { Letter } from '../../shared/mail/channels'
import type { Contact } from '../../shared/mail/contact'
import { mailOrigin, type MailAccount, type Message, type MessageState } from '../../shared/mail/mail'
import type { HeldBack } from '../../shared/mail/outage'
import type { Place } from '../../shared/workspaces/place'
import type { Clock } from '../base/clock'
import { cleanText } from '../base/plain-text'
import type { Act, Confirmer } from '../guard/confirmer'
import type { Leaving } from '../guard/grant'
import type { LoggedCall } from '../http/call-log'
import type { Encryption } from '../secrets/encryption'
import { claimInTeam, type TeamOfDesk } from '../settings/claims'
import { contactsId, idOf, lettersRule } from '../store/tables/team/outbox'
import type { MessageKind, MessageRow } from '../store/tables/mail/messages'
import type { Contacts } from './contacts'
import { deliver, mailBytes, type Delivered, type Mail, type Server } from './smtp'
import type { StandingLetters, StandingMail } from './standing'
import type { MailStore } from './store'

export interface LetterParts {
  history: MailStore
  /** null for a connector that no refresh has seen */
  connector(of: { place: Place; key: string; now: number }): Promise<ConnectorHealth | null>
  clock: Clock
  confirmer: Pick<Confirmer, 'confirm'>
  contacts: Pick<Contacts, 'of'>
  encrypting(): Promise<Encryption | null>
  /** @throws AppError not-permitted without a server; keychain-locked */
  server(): Promise<Server>
  activity: { begin(call: LoggedCall): Promise<(ended: LoggedCall) => Promise<void>> }
  /** These issues' customer was asked by mail. */
  requested(place: Place, keys: string[]): Promise<void>
  /** Relink requests that wait for an all clear, by connector. */
  heldBack(place: Place, keys: readonly string[]): Promise<ReadonlyMap<string, HeldBack>>
  /** @throws AppError team-read-only */
  mayChange(): Promise<void>
  team: {
    live(): Promise<TeamOfDesk | null>
    /** Takes up the last claims of these rules once more. */
    readMessages(service: string, rules: readonly string[]): Promise<void>
  }
  /** null if the place is not shared with a team */
  serviceOf(place: Place): string | null
  operator(): string
  /** Letters that leave by themselves. */
  standing: Pick<StandingMail, 'check'>
  lock: { state: unknown }
  /** Words that the operator has to read once. */
  tell(words: string): void
}

const content = z.object({
  to: z.array(z.object({ address: z.string(), name: z.string() })),
  subject: z.string(),
  why: z.string(),
  /** The server refused it for good. */
  isBounce: z.boolean().optional()
})

/** What letters are about, where it is no relink. */
export interface Purpose {
  kind: Exclude<MessageKind, 'relink'>
  facts: [string, string][]
  /** After the person agreed, before anything leaves. @returns origin IDs that this desk may write to */
  claim(letters: readonly { id: string; at: number; originId: string }[]): Promise<ReadonlySet<string>>
}

/** A letter with its customer, as main knows them. */
interface Ready {
  mail: Mail
  originId: string
  customer: string
  keys: string[]
  /** When the customer was last asked or written to, ms since 1970; 0 for never. */
  askedAt: number
  /** Whether that letter arrived. */
  isUnknown: boolean
  leaving: Leaving
  /** Why it should not leave, though a person says so. */
  despite: HeldBack | null
}

const mostListed = 50
/** A letter under way has so long to end when the app quits, ms. */
const graceMs = 3_000
/** A colleague's letter leaves, and is told to the team, within this time, ms. */
const leavesFor = 10 * 60_000
/** Asked again within this time, the confirmation says so, ms. */
export const recently = 7 * 86_400_000

const toldMeanwhile = 'Meanwhile the customer was told not to relink, because of an outage. Nothing was sent.'

/** Letters to customers: confirmed, written down, sent once. */
export class Letters {
  private stopping = false
  private readonly closing = new AbortController()
  private sending: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: LetterParts) {}

  /**
   * @param signal ends it between two letters: what has not left then stays
   * @param under what a person agreed to before; without it they are asked now
   * @param campaign its id
   * @returns how each ended, in the order of `letters`
   * @throws AppError invalid-input if one cannot be sent as it is; cancelled if the person declines
   */
  async send(
    place: Place,
    letters: readonly Letter[],
    signal: AbortSignal,
    under?: StandingLetters,
    campaign: string | null = null,
    purpose?: Purpose
  ): Promise<Message[]> {
    const { clock, confirmer, history, mayChange } = this.parts
    await mayChange()
    const server = await this.parts.server()
    const ready = await this.ready(place, letters, server.account, purpose?.kind)
    const key = await this.key()
    const claim = purpose ? purpose.claim : await this.claiming(place, ready)
    if (under) {
      if (this.parts.lock.state !== null) throw new AppError('app-locked', 'Connector Desk is locked.')
      await this.parts.standing.check(under, ready.length)
    }
    const act = () => actOf(place, ready, server.account, clock.now(), purpose?.facts)
    const grant = under ? null : (await confirmer.confirm(act(), signal)).hold()
    // A colleague may have taken an hour, and a customer been forgotten meanwhile.
    for (const { customer, mail, originId } of ready)
      await this.addressed(place, originId, customer, mail.to.map(({ address }) => address)) // prettier-ignore
    await grant?.approved()
    // A colleague may have told them of an outage while somebody read this.
    const waits = purpose
      ? null
      : await this.parts.heldBack(
          place,
          ready.flatMap(({ keys }) => keys)
        )
    const rows = ready.map(({ mail, originId, keys, leaving }) => ({
      ...{ id: mail.id, at: mail.at, originId, kind: purpose?.kind ?? ('relink' as const), keys },
      ...{ digest: digestOf(leaving), encrypted: encrypted(key, mail, '') }
    }))
    await history.addMessages({ place, messages: rows, consent: under?.rule ?? null, campaign })
    const isOurs = await claim(rows).catch(() => new Set<string>())
    const ended: Message[] = []
    const sending = (async () => {
      let over = ''
      for (const one of ready) {
        const cut = signal.aborted || this.stopping ? 'It was cancelled before it left.' : ''
        const isHeld = !one.despite && one.keys.some((key) => waits?.has(key))
        const left = over || cut || (isHeld ? toldMeanwhile : isOurs.has(one.originId) ? '' : colleagueSends)
        grant?.spend(one.leaving)
        const about = {
          subject: `Letter to ${cleanText(one.customer)}`,
          connectorKey: one.keys.length === 1 ? (one.keys[0] ?? '') : ''
        }
        const first = () => history.leaveMessage({ id: one.mail.id })
        const delivered = left ? held(left) : await this.leave(place, one.mail, about, server, first)
        const state: MessageState = delivered.state
        const endedAt = clock.now()
        await history.endMessage({
          ...{ id: one.mail.id, state, at: endedAt },
          encrypted: encrypted(
            key,
            one.mail,
            delivered.why,
            delivered.code !== null && delivered.code >= 500 && !delivered.isOver
          )
        })
        if (state === 'sent' && !purpose) await this.mark(place, one.mail.id, one.keys)
        if (delivered.isOver && over === '') over = `It was not tried, as the letter before it failed: ${delivered.why}`
        ended.push({ ...shownOf(one.mail, delivered.why), originId: one.originId, state, endedAt })
      }
    })()
    this.sending = Promise.allSettled([this.sending, sending])
    await sending
    return ended
  }

  /** What would leave, as files of mail programs. */
  async files(place: Place, letters: readonly Letter[]): Promise<{ name: string; bytes: Buffer }[]> {
    const { account } = await this.parts.server()
    const ready = await this.ready(place, letters, account)
    return Promise.all(
      ready.map(async ({ mail, customer }, at) => {
        const name = `${String(at + 1).padStart(3, '0')} ${cleanText(customer)
          .replaceAll(/[^\p{L}\p{N} .-]/gu, '_')
          .slice(0, 60)}.eml`
        return { name, bytes: await mailBytes({ account }, mail) }
      })
    )
  }

  /** The latest of a customer first. */
  async list(workspaceId: string, originId: string): Promise<(Message & { isBounce: boolean })[]> {
    return this.read(await this.parts.history.messages({ workspaceId, originId, most: mostListed }))
  }

  /** The latest first. */
  async ofCampaign(campaign: string): Promise<(Message & { isBounce: boolean })[]> {
    return this.read(await this.parts.history.campaignMessages({ campaign }))
  }

  private async read(rows: readonly MessageRow[]): Promise<(Message & { isBounce: boolean })[]> {
    const key = await this.parts.encrypting()
    return rows.map(({ encrypted, ...row }) => {
      const read = key && opened(key, row.id, encrypted)
      return {
        ...row,
        why: read?.why || cutWords(row),
        to: read ? read.to.map(({ address }) => address) : null,
        subject: read ? read.subject : null,
        isBounce: read?.isBounce ?? false
      }
    })
  }

  /** Customers to whom a colleague's desk sends at this moment: their issues will say so. @returns origin IDs */
  async leavingElsewhere(place: Place, originIds: readonly string[]): Promise<ReadonlySet<string>> {
    const service = this.parts.serviceOf(place)
    if (service === null) return new Set()
    const about = originIds.map((one) => contactsId(service, one))
    const times = await this.parts.history.colleaguesLetters({ about })
    const since = this.parts.clock.now() - leavesFor
    return new Set(originIds.filter((_, at) => (times[at] ?? 0) > since))
  }

  /** Names what the end of the last run cut off, and has issues say what was sent. Call at the start. */
  async begin(): Promise<void> {
    const { clock, history, tell } = this.parts
    const cut = await history.cutOffMessages({ at: clock.now() })
    for (const { id, keys, ...place } of await history.unmarkedMessages()) await this.mark(place, id, keys)
    if (cut.length === 0) return
    const named = (state: MessageState) => {
      const all = cut.filter((one) => one.state === state).map(({ originId }) => cleanText(originId))
      return all.length > 20 ? `${all.slice(0, 20).join(', ')} and ${all.length - 20} more` : all.join(', ')
    }
    const [left, waited] = [named('leaving'), named('waiting')]
    const unknown = left && ` It is not known whether the letter to ${left} arrived: ask before you send it again.`
    const not = waited && ` Not sent: ${waited}.`
    tell(`The app quit while letters to customers were being sent.${unknown}${not} Nothing is sent again.`)
  }

  /** A report to colleagues, under what a person agreed to. Its caller has written down that it leaves. */
  async post(mail: Mail, under: StandingLetters): Promise<{ outcome: Delivered['state']; said: string }> {
    if (this.parts.lock.state !== null) throw new AppError('app-locked', 'Connector Desk is locked.')
    const server = await this.parts.server()
    await this.parts.standing.check(under, 1)
    const about = { subject: under.name, connectorKey: '' }
    const { state, why } = await this.leave(under.place, mail, about, server, async () => true)
    return { outcome: state, said: why || `Taken by ${server.account.host}.` }
  }

  /** Ends between two letters, or soon within one. */
  async stop(): Promise<void> {
    this.stopping = true
    const close = () => this.closing.abort()
    const waiting = new AbortController()
    void this.parts.clock.sleep(graceMs, waiting.signal).then(close, close)
    await this.sending
    waiting.abort()
  }

  /**
   * Of the desks of a team exactly one sends the next letter to a customer after those that its person knew of.
   * @returns claims them; gives the origin IDs that this desk may write to
   * @throws AppError not-permitted without the team's database
   */
  private async claiming(place: Place, ready: readonly Ready[]): Promise<() => Promise<ReadonlySet<string>>> {
    const { history, operator, team } = this.parts
    const service = this.parts.serviceOf(place)
    if (service === null) return async () => new Set(ready.map(({ originId }) => originId))
    const live = await team.live()
    if (!live?.writes)
      throw new AppError(
        'not-permitted',
        'The team’s database is out of reach, so a colleague could be sending these letters too. Nothing was sent.'
      )
    const about = ready.map(({ originId }) => contactsId(service, originId))
    const known = await history.claimedLetters({ about })
    const claims = ready.map(({ originId }, at) => {
      const of = { rule: lettersRule, about: about[at] ?? '', number: (known[at] ?? 0) + 1 }
      return { originId, id: idOf([service, of.rule, of.about, of.number]), of: { ...of, ...firstLetter } }
    })
    return async () => {
      const message = randomUUID()
      // The connection of before may have ended while somebody read the letters.
      const now = await team.live()
      if (!now?.writes) return new Set()
      const got = await claimInTeam(now, { service, operator: operator(), message }, claims)
      const own = claims.filter(({ id }) => got.has(id))
      const rows = own.map(({ id, of }) => ({ id, message, of, at: got.get(id) ?? 0, by: null }))
      await history.claimLetters({ place, claims: rows })
      // A colleague's, or one that this desk never read: the next letter goes on from there.
      if (got.size < claims.length) await team.readMessages(service, [lettersRule])
      return new Set(own.map(({ originId }) => originId))
    }
  }

  /** Written down as leaving, here and in the record of changes, before the first byte. */
  private async leave(
    place: Place,
    mail: Mail,
    about: Pick<LoggedCall, 'subject' | 'connectorKey'>,
    server: Server,
    isFirst: () => Promise<boolean>
  ): Promise<Delivered> {
    const { activity, clock } = this.parts
    const { host, port } = server.account
    const call: LoggedCall = {
      ...{ ...place, ...about, at: clock.now(), asker: 'mail', method: 'SEND', path: `${host}:${port}` },
      ...{ query: '', forwarded: '' },
      ...{ partOf: mail.id, mutation: true, unknown: true, probe: false, status: null, error: 'unanswered' },
      ...{ tries: 1, limited: 0, durationMs: 0, waitedMs: 0, bytes: 0, requestId: null }
    }
    let end
    try {
      end = await activity.begin(call)
    } catch (thrown) {
      return held(thrown instanceof AppError ? thrown.message : 'It could not be recorded.')
    }
    const delivered = (await isFirst()) ? await deliver(server, mail, this.closing.signal) : held('It has left before.')
    const { state, code } = delivered
    await end({
      ...{ ...call, status: code, error: code === null ? 'unreachable' : null, unknown: state === 'unknown' },
      durationMs: clock.now() - call.at
    })
    return delivered
  }

  private async mark(place: Place, id: string, keys: string[]): Promise<void> {
    await this.parts.requested(place, keys)
    await this.parts.history.markMessage({ id })
  }

  /** @throws AppError invalid-input */
  private async ready(
    place: Place,
    letters: readonly Letter[],
    account: MailAccount,
    kind: MessageKind = 'relink'
  ): Promise<Ready[]> {
    const at = this.parts.clock.now()
    const ready: Ready[] = []
    const seen = new Set<string>()
    const keys = letters.flatMap((one) => one.keys)
    const waits = kind === 'relink' ? await this.parts.heldBack(place, keys) : null
    for (const letter of letters) {
      const { originId, customer, ...before } = await this.customerOf(place, letter.keys, kind)
      if (seen.has(originId)) throw refused(`${cleanText(customer)} would get two letters.`)
      seen.add(originId)
      const held = letter.keys.map((one) => waits?.get(one)).find((one) => one !== undefined) ?? null
      if (held && !letter.despite)
        throw refused(
          `${cleanText(customer)} was told not to relink during the outage of ${cleanText(held.integration)}.`
        )
      const to = await this.addressed(place, originId, customer, letter.to)
      if (hasLinkToFill(`${letter.subject} ${letter.body}`))
        throw refused(`The letter to ${cleanText(customer)} still lacks its relink link.`)
      const mail: Mail = {
        ...{ id: randomUUID(), at, to: to.map(({ address, name }) => ({ address, name })) },
        ...{ subject: cleanText(letter.subject), body: letter.body }
      }
      if (mail.subject === '' || mail.body.trim() === '') throw refused('A letter needs a subject and a text.')
      ready.push({
        mail,
        originId,
        customer,
        ...before,
        keys: letter.keys,
        leaving: leavingOf(mail, account),
        despite: held
      })
    }
    return ready
  }

  /** @throws AppError invalid-input for an address that is no contact of the customer */
  private async addressed(place: Place, originId: string, customer: string, to: readonly string[]): Promise<Contact[]> {
    const known = await this.parts.contacts.of(place.workspaceId, originId)
    const found = to.map((address) => known.find((one) => one.address === address))
    if (found.length > 0 && isWhole(found)) return found
    throw refused(`${cleanText(customer)} has no contact with this address any more.`)
  }

  /** By origin ID: main reads it, whatever the window says. */
  private async customerOf(place: Place, keys: readonly string[], kind: MessageKind) {
    const { clock, connector, history } = this.parts
    const found = await Promise.all(keys.map((key) => connector({ place, key, now: clock.now() })))
    const facts = found.map((one) => {
      const text = (field: string) => one?.fields.find((given) => given.field === field)?.value
      return { originId: text('origin_id'), customer: text('end_user'), issues: one?.issues ?? [] }
    })
    const [first] = facts
    if (!first || typeof first.originId !== 'string' || first.originId === '')
      throw refused('This customer has no origin ID, so the app knows no address of theirs.')
    if (facts.some(({ originId }) => originId !== first.originId))
      throw refused('These connectors are of different customers.')
    const asked = facts.flatMap(({ issues }) => presentRequests(issues).map((one) => one.at))
    const { originId } = first
    const customer = typeof first.customer === 'string' && first.customer.trim() !== '' ? first.customer : originId
    const letters = await history.messages({ workspaceId: place.workspaceId, originId, most: mostListed })
    const before = letters.filter((one) => one.state !== 'refused' && one.kind === kind)
    return {
      ...{ originId, customer, isUnknown: before[0]?.state === 'unknown' || before[0]?.state === 'leaving' },
      askedAt: Math.max(0, ...(kind === 'relink' ? asked : []), ...before.map(({ at }) => at))
    }
  }

  private async key(): Promise<Encryption> {
    const key = await this.parts.encrypting()
    if (!key)
      throw new AppError(
        'keychain-locked',
        'Letters are written down encrypted, and the key is in the locked keychain.'
      )
    return key
  }
}

const firstLetter = { part: 'first', title: 'Letter' } as const
const colleagueSends =
  'A colleague’s desk sends a letter to this customer, or the team’s database did not answer. Look at the issues of the customer before you send another.'
const isWhole = (to: (Contact | undefined)[]): to is Contact[] => to.every((one) => one !== undefined)
const refused = (words: string) => new AppError('invalid-input', `${words} Nothing was sent.`)
const held = (why: string): Delivered => ({ state: 'refused', code: null, why, isOver: false })
const boundTo = (id: string) => `letter ${id}`

function encrypted(key: Encryption, { id, to, subject }: Mail, why: string, isBounce = false): Uint8Array {
  return new Uint8Array(key.encrypt(boundTo(id), Buffer.from(JSON.stringify({ to, subject, why, isBounce }))))
}

function opened(key: Encryption, id: string, encrypted: Uint8Array): z.infer<typeof content> | null {
  try {
    return content.parse(JSON.parse(key.open(boundTo(id), encrypted).toString()))
  } catch {
    return null
  }
}

/** The app ended before it could write down more. */
function cutWords({ state }: Pick<MessageRow, 'state'>): string {
  if (state === 'unknown') return 'The app quit before the server said whether it took it.'
  return state === 'refused' ? 'The app quit before it left.' : ''
}

const shownOf = ({ id, at, to, subject }: Mail, why: string) => ({
  ...{ id, at, subject, why },
  to: to.map(({ address }) => address)
})

export const written = ({ name, address }: { name: string; address: string }) =>
  name ? `${name} <${address}>` : address

/** What the person agrees to, letter by letter. */
function leavingOf({ to, subject, body }: Mail, account: MailAccount): Leaving {
  const { from, fromName, replyTo } = account
  return {
    method: 'SEND',
    url: mailOrigin(account),
    headers: {
      To: to.map(written).join(', '),
      From: written({ name: fromName, address: from }),
      ...(replyTo && { 'Reply-To': replyTo }),
      Subject: subject
    },
    body
  }
}

/** What became of a letter holds for the addresses it was about. @param to null without the key */
export const isTo = ({ to }: Pick<Message, 'to'>, addresses: readonly string[]) =>
  to === null || to.join() === addresses.join()

const digestOf = ({ headers, body = '' }: Leaving) =>
  createHash('sha256')
    .update(JSON.stringify([headers, body]))
    .digest('hex')

function actOf(
  place: Place,
  ready: readonly Ready[],
  { from, fromName }: MailAccount,
  now: number,
  about?: [string, string][]
): Act {
  const addresses = ready.reduce((sum, { mail }) => sum + mail.to.length, 0)
  // Of an outage a customer hears more than once.
  const again = ready.filter(({ askedAt, isUnknown }) => now - askedAt < recently && (!about || isUnknown))
  const [first] = ready
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
  return {
    place,
    title:
      ready.length === 1 && first
        ? `Send this letter to ${cleanText(first.customer)}?`
        : `Send ${ready.length} letters to ${ready.length} customers?`,
    verb: ready.length === 1 ? 'Send' : `Send ${ready.length} letters`,
    second: 'letters',
    note: 'Each letter leaves once. If the connection ends before the server answers, it is unknown whether it arrived, and it is not sent again.',
    warnings: [
      ...ready.flatMap(({ customer, despite }) =>
        despite
          ? `${cleanText(customer)} was told not to relink: the outage of ${cleanText(despite.integration)} is not over.`
          : []
      ),
      ...again.map(({ customer, askedAt, isUnknown }) => {
        const when = new Date(askedAt).toUTCString()
        return isUnknown
          ? `It is not known whether the letter to ${cleanText(customer)} of ${when} arrived.`
          : `${cleanText(customer)} was asked before, on ${when}.`
      })
    ],
    facts: [
      ...(about ?? []),
      ['From', written({ name: fromName, address: from })],
      ['Letters', `${ready.length}, to ${count(addresses, 'address', 'addresses')}`]
    ],
    requests: ready.map(({ mail, customer, keys, leaving }) => ({
      leaving,
      what: customer,
      about: keys,
      shown: { method: 'SEND', path: mail.to.map(({ address }) => address).join(', ') }
    }))
  }
}
