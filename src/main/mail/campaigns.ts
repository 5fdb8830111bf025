import { randomUUID } from 'node:crypto'
import type { ConnectorHealth } from '../../shared/connectors/health'
import { AppError } from '../../shared/errors'
import { asksToRelink, presentBreak, presentRequests, type IssueRecord } from '../../shared/issues/issue'
import { fillLinks, linkProblem } from '../../shared/issues/relink/links'
import type { RelinkSettings } from '../../shared/issues/relink/relink'
import { ownTemplates, placeholdersIn, templateProblem } from '../../shared/issues/relink/template'
import { whoRelinks } from '../../shared/mail/address'
import {
  keptCampaign,
  letterLanguages,
  linkLasts,
  type CampaignChange,
  type CampaignRow,
  type CampaignState,
  type KeptCampaign,
  type LetterLanguage,
  type ReminderRule,
  type ShownCampaign
} from '../../shared/mail/campaign'
import type { Letter } from '../../shared/mail/channels'
import type { Contact } from '../../shared/mail/contact'
import type { MailAccount, Message } from '../../shared/mail/mail'
import type { Place } from '../../shared/workspaces/place'
import type { Clock } from '../base/clock'
import { cleanText } from '../base/plain-text'
import { relinkFacts, relinkLetters, textsOf, type RelinkFacts } from '../issues/relink-request'
import { zoneWriter } from '../issues/room'
import type { Encryption } from '../secrets/encryption'
import type { Contacts } from './contacts'
import { isTo, recently, written, type LetterParts, type Letters } from './letters'
import type { StandingLetters, StandingMail } from './standing'
import type { MailStore } from './store'

export interface CampaignParts {
  history: Pick<MailStore, 'campaigns' | 'putCampaign' | 'removeCampaign'>
  connector: LetterParts['connector']
  clock: Clock
  contacts: Pick<Contacts, 'all'>
  encrypting(): Promise<Encryption | null>
  letters: Pick<Letters, 'send' | 'ofCampaign' | 'leavingElsewhere'>
  /** Whose customers were told not to relink. */
  heldBack(place: Place, keys: readonly string[]): Promise<{ has(key: string): boolean }>
  standing: Pick<StandingMail, 'allow' | 'stands'>
  lock: { state: unknown }
  /** null without a server. */
  account(): MailAccount | null
  relinkOf(workspaceId: string): RelinkSettings
  endConsent(workspaceId: string, rule: string): Promise<void>
  changed(): void
  failed(error: unknown): void
}

interface Campaign extends Place {
  id: string
  at: number
  kept: KeptCampaign
}

/** A row, and what a letter to this customer needs now. */
interface Seen extends CampaignRow {
  addresses: string[]
  /** Connectors that the letter is about. */
  keys: string[]
  /** When a reminder may leave, ms since 1970; null: none will. */
  due: number | null
}

const day = 86_400_000
const tryAgain = 3_600_000
const locales = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' } as const
const reminderWord = { en: 'Reminder', de: 'Erinnerung', fr: 'Rappel' } as const
/** Days until a consent to reminders ends. */
const consentDays = 30

/** Relink requests to many customers: kept as a draft from its first link on, and through every restart. */
export class Campaigns {
  private readonly sending = new Set<string>()
  private tail: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: CampaignParts) {}

  /** The latest first. */
  async list({ workspaceId, region }: Place) {
    const all = (await this.all()).filter((one) => one.workspaceId === workspaceId && one.region === region)
    return all.map(({ id, at, kept }) => ({ id, at, name: kept.name, connectors: kept.keys.length }))
  }

  async start(
    place: Place,
    of: Pick<KeptCampaign, 'keys' | 'integrations' | 'zone' | 'name'>
  ): Promise<{ id: string }> {
    zoneWriter(of.zone)
    const empty = { links: {}, hosts: [], templates: {}, leftOut: [], bounced: {}, reminders: null }
    const id = randomUUID()
    await this.put({ ...place, id, at: this.parts.clock.now(), kept: { ...of, ...empty } })
    return { id }
  }

  /** @throws AppError not-found */
  async show(place: Place, id: string): Promise<ShownCampaign> {
    const campaign = await this.find(place, id)
    const { at, kept } = campaign
    const rows = await this.rows(campaign)
    const why = kept.reminders && (await this.parts.standing.stands(this.standingOf(campaign, kept.reminders))).why
    return {
      ...{ id, at, name: kept.name, reminders: kept.reminders, remindsNot: why },
      rows: rows.map(({ addresses: _, keys: __, due: ___, ...row }) => row),
      templates: Object.fromEntries(letterLanguages.map((one) => [one, this.templateOf(campaign, one)]))
    }
  }

  /** @throws AppError not-found; invalid-input for a template that cannot be filled in */
  async change(place: Place, id: string, change: CampaignChange): Promise<ShownCampaign> {
    const campaign = await this.find(place, id)
    await this.put({ ...campaign, kept: changed(campaign.kept, change, this.parts.clock.now()) })
    return this.show(place, id)
  }

  async remove(place: Place, id: string): Promise<void> {
    await this.parts.endConsent(place.workspaceId, id)
    await this.parts.history.removeCampaign({ id })
    this.parts.changed()
  }

  /** All that are ready, after one confirmation. @throws AppError as `Letters.send` */
  async send(place: Place, id: string, signal: AbortSignal): Promise<ShownCampaign> {
    if (this.sending.has(id)) throw new AppError('busy', 'These letters are being sent.')
    this.sending.add(id)
    try {
      const ready = (await this.rows(await this.find(place, id))).filter(({ state }) => state === 'ready')
      if (ready.length === 0) throw new AppError('invalid-input', 'No letter is ready.')
      await this.parts.letters.send(place, ready.map(letterOf), signal, undefined, id)
    } finally {
      this.sending.delete(id)
      this.parts.changed()
    }
    return this.show(place, id)
  }

  /** What would leave now. */
  async ready(place: Place, id: string): Promise<Letter[]> {
    return (await this.rows(await this.find(place, id))).filter(({ state }) => state === 'ready').map(letterOf)
  }

  /** Asks the person for the reminders; null ends them. @throws AppError cancelled */
  async remind(place: Place, id: string, rule: ReminderRule | null, signal: AbortSignal): Promise<ShownCampaign> {
    const campaign = await this.find(place, id)
    if (rule) {
      if (rule.from >= rule.to) throw new AppError('invalid-input', 'The working hours end before they begin.')
      const perDay = new Set((await this.rows(campaign)).map((row) => row.id)).size
      await this.parts.standing.allow(this.standingOf(campaign, rule), { perDay, days: consentDays }, signal)
    } else await this.parts.endConsent(place.workspaceId, id)
    const now = await this.find(place, id)
    await this.put({ ...now, kept: { ...now.kept, reminders: rule } })
    return this.show(place, id)
  }

  /** Sends the reminders that are due, one after another. Never throws. */
  look(): Promise<void> {
    const work = this.tail.then(() => this.remindAll()).catch(this.parts.failed)
    this.tail = work
    return work
  }

  stop(): Promise<unknown> {
    return this.tail
  }

  /** Links and bounces of forgotten customers, by all of their connectors. */
  async forget(connectors: readonly (Place & { key: string })[]): Promise<void> {
    const now = this.parts.clock.now()
    for (const campaign of await this.all()) {
      const { kept, workspaceId, region } = campaign
      const place = { workspaceId, region }
      const gone = connectors.flatMap((one) =>
        one.workspaceId === workspaceId && one.region === region && kept.keys.includes(one.key) ? one.key : []
      )
      if (gone.length === 0) continue
      const left = kept.keys.filter((key) => !gone.includes(key))
      if (left.length === 0) {
        await this.remove(campaign, campaign.id)
        continue
      }
      const found = await Promise.all(gone.map((key) => this.parts.connector({ place, key, now })))
      const customers = found.flatMap((one) => (one && textsOf(one.fields)('origin_id')) || [])
      await this.put({
        ...campaign,
        kept: {
          ...{ ...kept, keys: left, leftOut: kept.leftOut.filter((one) => !customers.includes(one)) },
          links: without(kept.links, gone),
          bounced: without(kept.bounced, customers)
        }
      })
    }
  }

  private async remindAll(): Promise<void> {
    const { clock, letters, lock, standing } = this.parts
    if (lock.state !== null || !this.parts.account()) return
    for (const campaign of await this.all()) {
      const { id, kept, workspaceId, region } = campaign
      if (kept.reminders === null || !inHours(kept.reminders, kept.zone, clock.now())) continue
      const under = this.standingOf(campaign, kept.reminders)
      const { left, why } = await standing.stands(under)
      if (why !== null || left === 0) continue
      const due = (await this.rows(campaign)).filter((one) => one.due !== null && one.due <= clock.now())
      if (due.length === 0) continue
      const all = due.slice(0, left).map((row) => ({
        ...letterOf(row),
        subject: `${reminderWord[row.language]}: ${row.subject}`
      }))
      const place = { workspaceId, region }
      await letters
        .send(place, all, new AbortController().signal, under, id)
        .catch((thrown: unknown) => this.parts.failed(thrown))
      this.parts.changed()
    }
  }

  private async rows(campaign: Campaign): Promise<Seen[]> {
    const { clock, connector, contacts, letters, relinkOf } = this.parts
    const { kept, workspaceId, region } = campaign
    const now = clock.now()
    const place = { workspaceId, region }
    const held = await this.parts.heldBack(place, kept.keys)
    const found = await Promise.all(kept.keys.map((key) => connector({ place, key, now })))
    const healths = found.filter((one) => one !== null)
    const byCustomer = groupedBy(healths, (one) => textsOf(one.fields)('origin_id') || one.key)
    const known = new Map((await contacts.all(workspaceId)).map((one) => [one.originId, one.contacts]))
    const sent = groupedBy(await letters.ofCampaign(campaign.id), ({ originId }) => originId)
    const elsewhere = await letters.leavingElsewhere(place, [...byCustomer.keys()])
    const times = new Map<string, number>()
    for (const { link } of Object.values(kept.links)) times.set(link, (times.get(link) ?? 0) + 1)
    const { pageAddress } = relinkOf(workspaceId)
    return [...byCustomer].map(([id, own]) => {
      const originId = id === own[0]?.key ? null : id
      const to = originId === null ? [] : whoRelinks(known.get(originId) ?? [])
      const connectors = own.map((one) => this.connectorOf(campaign, one, { pageAddress, times, now }))
      const open = own.filter((_, at) => connectors[at]?.relinked === false)
      // Nobody was written to about what broke after the letter.
      const began = Math.max(0, ...open.map((one) => presentBreak(one.issues).at(-1)?.openedAt ?? 0))
      const messages = (sent.get(id) ?? []).filter(({ endedAt }) => endedAt === null || endedAt >= began)
      const letter = this.written(campaign, open.length > 0 ? open : own, connectors, to)
      const asked = open.flatMap((one) => presentRequests(one.issues))
      const lately = askedLately(asked, elsewhere.has(id), now, zoneWriter(kept.zone, locales.en))
      const typed = Object.hasOwn(kept.bounced, id) ? kept.bounced[id] : undefined
      const arrived = arrivedOf(messages, typed)
      const { state, why } = stateOf({
        ...{ campaign, originId, to, connectors, open, held, messages, typed, lately },
        hasArrived: arrived.length > 0
      })
      const reminders = Math.max(0, arrived.length - 1)
      const stopped = stopOf(campaign, id, connectors, open, held, reminders, now)
      const since = Math.max(arrived[0]?.at ?? 0, ...asked.map(({ at }) => at))
      const rule = kept.reminders
      return {
        ...{ id, originId, connectors, ...letter, state, why, reminders, stopped },
        to: to.map(written),
        addresses: to.map(({ address }) => address),
        keys: open.map(({ key }) => key),
        sentAt: messages.find((one) => one.state === 'sent')?.at ?? null,
        // One that the server did not take is tried again after an hour.
        due:
          rule && state === 'sent' && stopped === null && to.length > 0
            ? Math.max(since + rule.days * day, ...messages.map(({ at }) => at + tryAgain))
            : null
      }
    })
  }

  private connectorOf(
    { kept }: Campaign,
    health: ConnectorHealth,
    { pageAddress, times, now }: { pageAddress: string; times: ReadonlyMap<string, number>; now: number }
  ): CampaignRow['connectors'][number] {
    const { key } = health
    const { integration, category } = relinkFacts(health, kept.integrations)
    const given = Object.hasOwn(kept.links, key) ? kept.links[key] : undefined
    const link = given?.link ?? ''
    const ends = given ? given.at + linkLasts : null
    const wrong = linkProblem(link, pageAddress, kept.hosts)?.kind ?? null
    const problem = wrong ?? ((times.get(link) ?? 0) > 1 ? 'twice' : ends !== null && ends <= now ? 'ended' : null)
    return { key, integration, category, link, ends, problem, relinked: openIssue(health) === undefined }
  }

  private written(
    campaign: Campaign,
    own: readonly ConnectorHealth[],
    connectors: CampaignRow['connectors'],
    to: readonly Contact[]
  ): Pick<CampaignRow, 'customer' | 'language' | 'subject' | 'body' | 'missing'> {
    const { kept } = campaign
    const language = letterLanguages.find((one) => to.some((contact) => contact.language === one)) ?? 'en'
    const template = this.templateOf(campaign, language)
    const facts = own.map((one) => relinkFacts(one, kept.integrations))
    const contact = to.flatMap(({ name }) => (name ? [name] : [])).join(', ')
    const more = { language, contact, sender: this.parts.account()?.fromName ?? '' }
    const [letter] = relinkLetters(facts, template, zoneWriter(kept.zone, locales[language]), more)
    if (!letter) throw new AppError('internal', 'No letter was written.')
    const links = own.map(({ key }) => {
      const found = connectors.find((one) => one.key === key)
      return found && found.problem === null ? found.link : ''
    })
    return {
      ...{ language, customer: letter.customer, missing: missingOf(template, facts, more) },
      ...{ subject: fillLinks(letter.subject, links), body: fillLinks(letter.body, links) }
    }
  }

  private templateOf({ kept, workspaceId }: Campaign, language: LetterLanguage): string {
    const own = Object.hasOwn(kept.templates, language) ? kept.templates[language] : undefined
    const workspace = language === 'en' ? this.parts.relinkOf(workspaceId).template : ''
    return own || workspace || ownTemplates[language]
  }

  /** Whatever of it changes, the person is asked again. */
  private standingOf(campaign: Campaign, rule: ReminderRule): StandingLetters {
    const { id, kept, workspaceId, region } = campaign
    return {
      ...{ about: 'reminder', rule: id, name: kept.name, place: { workspaceId, region } },
      template: letterLanguages
        .map((one) => `${reminderWord[one]}: ${this.templateOf(campaign, one)}`)
        .join('\n\n----------\n\n'),
      // Without their number: a forgotten customer makes them fewer than was agreed to.
      recipients: 'Contacts who relink, of the customers of this campaign',
      facts: [
        ['Leaves', `${rule.days} days after the last letter, ${rule.most} at most to each customer`],
        ['Hours', `Monday to Friday, ${rule.from}–${rule.to}, ${kept.zone}`],
        [
          'Links to',
          [this.parts.relinkOf(workspaceId).pageAddress, ...kept.hosts].filter(Boolean).join(', ') || 'none'
        ],
        ['Stops', 'when the customer relinks, is snoozed, in a possible outage or left out, or a link has ended']
      ]
    }
  }

  private async find({ workspaceId, region }: Place, id: string): Promise<Campaign> {
    const found = (await this.all()).find((one) => one.id === id)
    if (found?.workspaceId === workspaceId && found.region === region) return found
    throw new AppError('not-found', 'This campaign was deleted.')
  }

  /** Those that the key opens. */
  private async all(): Promise<Campaign[]> {
    const key = await this.parts.encrypting()
    const rows = await this.parts.history.campaigns()
    return rows.flatMap(({ encrypted, ...row }) => {
      try {
        return key
          ? { ...row, kept: keptCampaign.parse(JSON.parse(key.open(boundTo(row.id), encrypted).toString())) }
          : []
      } catch {
        return []
      }
    })
  }

  private async put({ id, at, kept, workspaceId, region }: Campaign): Promise<void> {
    const key = await this.parts.encrypting()
    if (!key)
      throw new AppError('keychain-locked', 'Campaigns are kept encrypted, and the key is in the locked keychain.')
    const encrypted = new Uint8Array(key.encrypt(boundTo(id), Buffer.from(JSON.stringify(keptCampaign.parse(kept)))))
    await this.parts.history.putCampaign({ place: { workspaceId, region }, id, at, encrypted })
    this.parts.changed()
  }
}

const boundTo = (id: string) => `campaign ${id}`

const letterOf = ({ keys, addresses, subject, body }: Seen): Letter => ({ keys, to: addresses, subject, body })

function groupedBy<T>(all: readonly T[], nameOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(nameOf(one), [...(groups.get(nameOf(one)) ?? []), one])
  return groups
}

const without = <V>(all: Readonly<Record<string, V>>, keys: readonly string[]): Record<string, V> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key)))

/** A connector without it has relinked, or is gone. */
const openIssue = ({ issues }: ConnectorHealth): IssueRecord | undefined =>
  issues.find(({ cause, closedAt }) => closedAt === null && asksToRelink(cause))

function changed(kept: KeptCampaign, change: CampaignChange, now: number): KeptCampaign {
  if ('host' in change) return { ...kept, hosts: [...new Set([...kept.hosts, change.host])] }
  if ('link' in change) {
    const { key } = change.link
    const link = change.link.link.trim()
    if (!kept.keys.includes(key)) throw new AppError('not-found', 'This connector is not in the campaign.')
    // A link is as old as it was when it was pasted first.
    if (kept.links[key]?.link === link) return kept
    const others = without(kept.links, [key])
    return { ...kept, links: link === '' ? others : { ...others, [key]: { link, at: now } } }
  }
  if ('template' in change) {
    const { language, text } = change.template
    const problem = templateProblem(text)
    if (problem !== null) throw new AppError('invalid-input', problem)
    return { ...kept, templates: { ...kept.templates, [language]: text.trim() } }
  }
  if ('leftOut' in change) {
    const { originId, out } = change.leftOut
    const others = kept.leftOut.filter((one) => one !== originId)
    return { ...kept, leftOut: out ? [...others, originId] : others }
  }
  const { originId, why } = change.bounced
  const others = without(kept.bounced, [originId])
  return { ...kept, bounced: why === null ? others : { ...others, [originId]: { at: now, why } } }
}

/** In words, by whatever means; empty for nobody. */
function askedLately(
  asked: readonly { at: number; operator: string | null }[],
  elsewhere: boolean,
  now: number,
  write: (ms: number) => string
): string {
  const last = asked.toSorted((one, other) => one.at - other.at).findLast(({ at }) => at > now - recently)
  if (last) return `${last.operator ? cleanText(last.operator) : 'You'} asked them on ${write(last.at)}.`
  return elsewhere ? 'A colleague’s desk sends them a letter.' : ''
}

type CampaignMessage = Message & { isBounce: boolean }
type Bounce = KeptCampaign['bounced'][string]

const isBounced = ({ state, isBounce }: CampaignMessage) => state === 'refused' && isBounce

/** Those sent after the last bounce: who gets letters now did not get the earlier ones. @param messages the latest first */
function arrivedOf(messages: readonly CampaignMessage[], typed: Bounce | undefined): CampaignMessage[] {
  const bounce = messages.findIndex((one) => isBounced(one) || (typed !== undefined && one.at <= typed.at))
  return messages.slice(0, bounce === -1 ? undefined : bounce).filter(({ state }) => state === 'sent')
}

/** What is typed in a bounce, or said by the server, holds for the addresses it was about. */
function stateOf(of: {
  campaign: Campaign
  originId: string | null
  to: readonly Contact[]
  connectors: CampaignRow['connectors']
  open: readonly ConnectorHealth[]
  held: { has(key: string): boolean }
  messages: readonly CampaignMessage[]
  typed: Bounce | undefined
  hasArrived: boolean
  /** Who asked them otherwise; empty for nobody. */
  lately: string
}): { state: CampaignState; why: string } {
  const { campaign, connectors, hasArrived, held, lately, messages, open, originId, to, typed } = of
  const { leftOut } = campaign.kept
  const [last] = messages
  const is = (state: CampaignState, why = '') => ({ state, why })
  if (open.length === 0) return is('relinked')
  const addresses = to.map(({ address }) => address)
  const isSameTo = last !== undefined && isTo(last, addresses)
  if (typed && last && typed.at >= last.at && isSameTo) return is('bounced', typed.why)
  if (last && isBounced(last) && isSameTo) return is('bounced', last.why)
  if (last?.state === 'unknown') return is('unknown', last.why)
  if (last?.state === 'waiting' || last?.state === 'leaving') return is('leaving')
  if (hasArrived) return is('sent', last?.why)
  const why = last?.why ?? ''
  if (originId === null) return is('origin')
  if (open.some((one) => held.has(one.key) || openIssue(one)?.cause === 'incident')) return is('held', why)
  if (lately && messages.every((one) => one.state === 'refused')) return is('asked', lately)
  if (leftOut.includes(originId)) return is('left-out', why)
  if (to.length === 0) return is('contact', why)
  const needed = connectors.filter(({ relinked }) => !relinked)
  const problem = (...kinds: (string | null)[]) => needed.some((one) => kinds.includes(one.problem))
  if (problem('no-link', 'host')) return is('wrong', why)
  if (needed.some(({ link }) => link === '')) return is('link', why)
  if (problem('twice')) return is('twice', why)
  return is(problem('ended') ? 'ended' : 'ready', why)
}

function stopOf(
  { kept }: Campaign,
  id: string,
  connectors: CampaignRow['connectors'],
  open: readonly ConnectorHealth[],
  held: { has(key: string): boolean },
  reminders: number,
  now: number
): CampaignRow['stopped'] {
  if (open.length === 0) return 'relinked'
  if (kept.leftOut.includes(id)) return 'left-out'
  if (open.some((one) => (openIssue(one)?.snoozedUntil ?? 0) > now)) return 'snoozed'
  if (open.some((one) => held.has(one.key) || openIssue(one)?.cause === 'incident')) return 'held'
  if (kept.reminders && reminders >= kept.reminders.most) return 'most'
  return connectors.some((one) => !one.relinked && (one.link === '' || one.problem !== null)) ? 'link' : null
}

function missingOf(
  template: string,
  [first]: readonly RelinkFacts[],
  { contact, sender }: { contact: string; sender: string }
): string[] {
  const values = {
    customer: first?.endUser,
    reference: first?.originId,
    contact,
    sender,
    integration: first?.integration
  }
  return placeholdersIn(template).filter((name) => Object.hasOwn(values, name) && !values[name as keyof typeof values])
}

/** Monday to Friday, between the hours. */
function inHours({ from, to }: ReminderRule, zone: string, now: number): boolean {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  })
  const part = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
  const time = `${part['hour']}:${part['minute']}`
  return !['Sat', 'Sun'].includes(part['weekday'] ?? '') && from <= time && time < to
}
