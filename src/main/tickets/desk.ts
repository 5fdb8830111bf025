import { randomUUID } from 'node:crypto'
import type { Outcome } from '../../shared/doctor/finding'
import { AppError, toAppError } from '../../shared/errors'
import { readTicket, ticketLimits, type Ticket, type TicketView, type Tracker } from '../../shared/tickets/ticket'
import type { Place } from '../../shared/workspaces/place'
import type { Workspace } from '../../shared/workspaces/workspace'
import { oneLine, shorten } from '../base/plain-text'
import type { Clock } from '../base/clock'
import type { Outside } from '../base/outside'
import type { Act, ActConnector, Confirmer } from '../guard/confirmer'
import type { Client } from '../http/client'
import type { Policy } from '../policy/policy'
import type { BoundTokens } from '../secrets/bound-tokens'
import type { Masker } from '../secrets/masker'
import type { LiveTeam } from '../team/team'
import { claimTicket } from './claim'
import { adapters } from './adapters'
import { permitted, secretAccount, serviceOfTickets, trackerOf } from './settings'
import type { TicketStore } from './store'
import { labelOf, Way, type Adapter, type Draft, type Found } from './tracker'

/** What a ticket says about a connector, not masked; `connector` is whose it is. */
export interface About extends Omit<Draft, 'label'> {
  connector: ActConnector
  hasIssue: boolean
}

export interface DeskParts {
  store: TicketStore
  client: Client
  policy: Policy
  confirmer: Pick<Confirmer, 'confirm'>
  masker: Pick<Masker, 'mask'>
  clock: Clock
  outside: Pick<Outside, 'ticket'>
  operator: () => string
  workspaces: { list(): readonly Workspace[] }
  secrets: Pick<BoundTokens, 'get'>
  team: {
    mayChange(): Promise<void>
    live(): Promise<LiveTeam | null>
    told(): void
    /** This desk is in a team, connected or not. */
    joined(): boolean
  }
  /** @throws AppError not-found */
  about(place: Place, key: string): Promise<About>
}

interface Of {
  place: Place
  key: string
}
interface Asked extends Of {
  signal: AbortSignal
}

/** Characters of one fact in a ticket's text; Jira's description takes 32,767 in all. */
const longestFact = 1_000
/** A placeholder for the number, which the tracker gives. */
const newTicket = 'NEW-1'
/**
 * How long an unknown ticket is looked for at least, ms: Jira lists a new one only after a while. A colleague's, which
 * may still be on its way, for longer.
 */
const lookedFor = { own: 2 * 60_000, colleague: 10 * 60_000 } as const
/** A claim this old sends nothing any more: the computer may have slept. ms */
const claimHolds = 30_000

/** Tickets of connectors: one for each, on all desks. */
export class TicketDesk {
  private readonly opening = new Set<string>()

  constructor(private readonly parts: DeskParts) {}

  async view({ place, key }: Of, found: Found | null = null): Promise<TicketView> {
    const { policy, workspaces } = this.parts
    const [ticket, about] = await Promise.all([this.current({ place, key }), this.parts.about(place, key)])
    return {
      ...{ allowed: permitted(policy), tracker: trackerOf(policy, workspaces.list(), place.workspaceId), ticket },
      ...{
        title: this.titleOf(about),
        found,
        hasIssue: about.hasIssue,
        mayGiveUp: ticket !== null && mayGiveUp(ticket)
      }
    }
  }

  /** About the ticket this desk knows, or for tickets of the connector. */
  async look(of: Asked): Promise<TicketView> {
    const { place, key } = of
    const ticket = await this.current({ place, key })
    const { way, adapter, tracker, label } = await this.way(of, ticket)
    if (!adapter.asks || (ticket && ticket.tracker !== tracker.address)) return this.view(of)
    if (ticket?.state === 'open' || ticket?.state === 'closed') {
      const seen = await adapter.asks.read(way.ask, ticket.number)
      const why = seen ? '' : `The tracker no longer has ${ticket.number}, or does not show it to the token’s account.`
      const state = seen ? (seen.over ? 'closed' : 'open') : ticket.state
      const { url = ticket.url, title = ticket.title, status = ticket.status } = seen ?? {}
      const news = state !== ticket.state ? 'seen' : null
      await this.change(of, ticket.id, { url, title, status, state, why, seenAt: this.parts.clock.now() }, news)
      return this.view(of)
    }
    const found = await adapter.asks.find(way.ask, label)
    if (!ticket) return this.view(of, found)
    await this.lookedFor(of, ticket, found)
    return this.view(of, found)
  }

  /**
   * Looks first, asks the person, claims it in the team, writes it down, sends it once, and adds the evidence.
   * @throws AppError tracker-refused, conflict, cancelled, team-read-only
   */
  async open(of: Asked & { title: string }): Promise<TicketView> {
    const name = nameOf(of)
    if (this.opening.has(name)) throw beingOpened()
    this.opening.add(name)
    try {
      return await this.openOnce(of)
    } finally {
      this.opening.delete(name)
    }
  }

  private async openOnce(of: Asked & { title: string }): Promise<TicketView> {
    const { clock, confirmer, store, team } = this.parts
    const { place, key, signal } = of
    await team.mayChange()
    const before = await this.current({ place, key })
    if (before && before.state !== 'closed') return this.view(of)
    const { way, adapter, tracker, label, secret, service } = await this.way(of, null)
    const live = service === null ? null : await this.live()
    const found = adapter.asks ? await adapter.asks.find(way.ask, label) : null
    if (found?.tickets.some(({ over }) => !over)) return this.view(of, found)
    if (found?.more)
      throw new AppError('tracker-refused', `${host(tracker)} lists more than ${ticketLimits.found} tickets, or other connectors’, for this one, so it cannot be said that there is none. Link the ticket by hand.`) // prettier-ignore
    const about = await this.parts.about(place, key)
    const draft = this.masked(about, of.title, label)
    const creation = adapter.creation(draft, secret)
    const attachment = adapter.attachment(newTicket, draft.files)
    const grant = await confirmer.confirm(
      {
        ...openingAct(place, tracker, about.connector),
        facts: factsOf(tracker, draft),
        requests: [creation, ...(attachment ? [attachment] : [])].map((one) => ({ leaving: way.leaving(one) }))
      },
      signal
    )
    grant.hold()
    const ticket: Ticket = {
      ...{ id: randomUUID(), key, tracker: tracker.address, state: 'leaving', number: '', url: null },
      ...{ title: draft.title, status: '', at: clock.now(), seenAt: null, by: null, evidence: 'none', why: '' }
    }
    if (!(await store.beginTicket({ service: this.serviceOf(place), ticket, told: null }))) return this.view(of)
    const refuse = async (why: string) => {
      await this.change(of, ticket.id, { state: 'refused', why }, live ? 'released' : null)
    }
    let number: string | null = null
    try {
      if (live && service !== null) await this.claim(live, service, ticket)
      const ended = await way.send(creation, grant, ticket.id)
      if (ended.outcome === 'refused') throw new AppError('tracker-refused', ended.why)
      const made = ended.outcome === 'done' ? adapter.created(ended.json) : null
      if (made) {
        number = made.number
        await this.change(of, ticket.id, { ...made, state: 'open', seenAt: clock.now() }, 'seen')
      } else {
        const why = ended.outcome === 'unknown' ? ended.why : 'Its answer names no ticket.'
        await this.change(of, ticket.id, { state: 'unknown', why }, null)
      }
    } catch (thrown) {
      await refuse(thrown instanceof AppError ? thrown.message : 'The app failed.')
      throw thrown
    }
    if (number === null) return this.afterUnknown(of, ticket, grant, attachment !== null, draft)
    if (attachment) {
      grant.learn(number, newTicket)
      await this.attach(of, ticket.id, number, draft, way, adapter, grant)
    }
    return this.view(of)
  }

  /** @throws AppError invalid-input, not-found */
  async link(of: Asked & { typed: string }): Promise<TicketView> {
    const { clock, store, team } = this.parts
    const { place, key } = of
    await team.mayChange()
    if (this.opening.has(nameOf(of))) throw beingOpened()
    const { way, adapter, tracker, service } = await this.way(of, null)
    const live = service === null ? null : await this.live()
    const read = readTicket(tracker, of.typed)
    if (!read) {
      const like = tracker.kind === 'jira' ? `, as ${tracker.project}-123 or its address` : ', by its address'
      throw wrong(`Only a ticket of ${tracker.address} can be linked${like}.`)
    }
    const seen = adapter.asks ? await adapter.asks.read(way.ask, read.number) : null
    if (adapter.asks && !seen)
      throw wrong(`${host(tracker)} has no ${read.number}, or does not show it to the account.`)
    const now = clock.now()
    const shown = seen ?? { ...read, title: '', status: '', over: false }
    const before = await this.current({ place, key })
    const facts = {
      number: shown.number,
      url: shown.url,
      title: shown.title,
      status: shown.status,
      seenAt: now,
      why: ''
    }
    const state = shown.over ? ('closed' as const) : ('open' as const)
    // Its own number is on the way.
    if (before?.state === 'leaving' && !mayGiveUp(before)) throw colleagueOpens()
    if (before && before.state !== 'closed' && before.state !== 'open')
      await this.change(of, before.id, { ...facts, state }, 'seen')
    else if (before?.state === 'open' && before.number !== shown.number)
      throw wrong(`${before.number} is linked already. Unlink it first.`)
    else {
      const ticket: Ticket = {
        ...{ id: randomUUID(), key, tracker: tracker.address, state, at: now, by: null, evidence: 'none', ...facts }
      }
      // A colleague may open one at this moment, or link another.
      if (!live || service === null) await store.beginTicket({ service: this.serviceOf(place), ticket, told: 'seen' })
      else if (await store.beginTicket({ service, ticket: { ...ticket, state: 'leaving' }, told: null })) {
        try {
          await this.claim(live, service, ticket)
        } catch (thrown) {
          await this.change(of, ticket.id, { state: 'refused', why: 'It was not linked.' }, 'released')
          throw thrown
        }
        await this.change(of, ticket.id, { state }, 'seen')
      }
      team.told()
    }
    return this.view(of)
  }

  /**
   * Confirmed: the evidence of an open ticket that was certainly not attached.
   * @throws AppError tracker-refused, cancelled
   */
  async attachAgain(of: Asked): Promise<TicketView> {
    const { confirmer, team } = this.parts
    const { place, key, signal } = of
    await team.mayChange()
    const ticket = await this.current(of)
    if (ticket?.state !== 'open' || ticket.evidence !== 'refused' || ticket.by !== null) return this.view(of)
    const { way, adapter, tracker, label } = await this.way(of, ticket)
    if (ticket.tracker !== tracker.address) throw new AppError('tracker-refused', `The ticket is at ${ticket.tracker}.`)
    const about = await this.parts.about(place, key)
    const draft = this.masked(about, '', label)
    const request = adapter.attachment(ticket.number, draft.files)
    if (!request) return this.view(of)
    const act = attachingAct(place, tracker, ticket, about.connector)
    const grant = await confirmer.confirm({ ...act, requests: [{ leaving: way.leaving(request) }] }, signal)
    await this.attach(of, ticket.id, ticket.number, draft, way, adapter, grant)
    return this.view(of)
  }

  /** For the Doctor, which asks for nothing of anybody. */
  trackerOf(workspaceId: string) {
    const tracker = trackerOf(this.parts.policy, this.parts.workspaces.list(), workspaceId)
    if (!tracker) return null
    const test = (signal: AbortSignal) => this.examine(workspaceId, tracker, signal)
    return { name: `Tickets at ${host(tracker)}`, baseUrl: new URL(tracker.address).origin, tracker: test }
  }

  private async examine(workspaceId: string, tracker: Tracker, signal: AbortSignal): Promise<Outcome> {
    const { client, clock, secrets } = this.parts
    const found = (state: Outcome['state'], words: string): Outcome => {
      return {
        state,
        words,
        next: state === 'fault' ? 'Check address and secret in Settings, Tickets.' : '',
        facts: []
      }
    }
    const secret = await secrets.get(secretAccount(workspaceId), new URL(tracker.address).origin)
    if (secret === null) return found('fault', `The secret of ${host(tracker)} is not at hand.`)
    const adapter = adapters[tracker.kind](tracker)
    if (!adapter.asks) return found('skipped', 'A webhook cannot be asked, and nothing is sent to it.')
    const place = { workspaceId, region: 'default' as const }
    const about = { subject: 'Test of the tracker', connectorKey: '', signal }
    const way = new Way(client, place, tracker, adapter, secret, about, () => clock.now())
    try {
      await adapter.asks.find(way.ask, labelOf('', 'doctor'))
      return found('ok', 'It answers, and takes the secret.')
    } catch (thrown) {
      return found('fault', toAppError(thrown).message)
    }
  }

  /** An unknown one is given up: after it was looked for, or, where a tracker cannot be asked, once a person says so. */
  async unlink(of: Of): Promise<TicketView> {
    const { confirmer, team } = this.parts
    await team.mayChange()
    if (this.opening.has(nameOf(of))) throw beingOpened()
    const ticket = await this.current(of)
    if (!ticket) return this.view(of)
    if ((ticket.state === 'leaving' || ticket.state === 'unknown') && !mayGiveUp(ticket)) {
      const tracker = trackerOf(this.parts.policy, this.parts.workspaces.list(), of.place.workspaceId)
      if (tracker && adapters[tracker.kind](tracker).asks)
        throw new AppError('tracker-refused', 'It may still appear in the tracker. Look for it again in two minutes.')
      await confirmer.confirm(givingUp(of.place, ticket), new AbortController().signal)
    }
    await this.change(of, ticket.id, { state: 'refused', why: 'It was unlinked or given up.' }, 'released')
    return this.view(of)
  }

  /** @throws AppError tracker-refused, cancelled */
  async close(of: Asked): Promise<TicketView> {
    const { confirmer } = this.parts
    const { place, key, signal } = of
    const ticket = await this.current({ place, key })
    if (ticket?.state !== 'open') return this.view(of)
    const { way, adapter, tracker } = await this.way(of, ticket)
    if (!adapter.asks || ticket.tracker !== tracker.address)
      throw new AppError('tracker-refused', 'This tracker cannot be asked to close it. Close it there.')
    const { status, ...request } = await adapter.asks.closing(way.ask, ticket.number)
    const about = await this.parts.about(place, key)
    const act = closingAct(place, tracker, ticket, about.connector, status)
    const grant = await confirmer.confirm({ ...act, requests: [{ leaving: way.leaving(request) }] }, signal)
    const ended = await way.send(request, grant)
    if (ended.outcome === 'refused') throw new AppError('tracker-refused', ended.why)
    // Also an unknown outcome is seen there.
    return this.look(of)
  }

  /** @throws AppError not-found */
  async browse({ place, key }: Of): Promise<void> {
    const { outside, policy, workspaces } = this.parts
    const ticket = await this.current({ place, key })
    const tracker = trackerOf(policy, workspaces.list(), place.workspaceId)
    const known = ticket?.url != null && tracker ? readTicket(tracker, ticket.url) : null
    if (!known?.url) throw new AppError('not-found', 'The ticket has no page at the workspace’s tracker.')
    await outside.ticket(known.url)
  }

  private serviceOf(place: Place): string {
    return serviceOfTickets(this.parts.workspaces.list(), place)
  }

  private current({ place, key }: Of): Promise<Ticket | null> {
    return this.parts.store.ticketOf({ service: this.serviceOf(place), key })
  }

  private async way({ place, key, signal }: Asked, ticket: Ticket | null) {
    const { client, clock, policy, secrets, workspaces } = this.parts
    const all = workspaces.list()
    const tracker = trackerOf(policy, all, place.workspaceId)
    if (!permitted(policy)) throw new AppError('managed', 'Tickets are off. Your organization decided so.')
    if (!tracker) throw new AppError('invalid-input', 'This workspace has no tracker. Enter one in Settings.')
    const secret = await secrets.get(secretAccount(place.workspaceId), new URL(tracker.address).origin)
    if (secret === null) throw new AppError('no-token', `Enter the secret of ${host(tracker)} in Settings.`)
    const { connector } = await this.parts.about(place, key)
    const subject = `Ticket ${ticket?.number || 'of'} ${oneLine(connector.endUser)}`.slice(0, 200)
    const adapter = adapters[tracker.kind](tracker)
    const about = { subject, connectorKey: key, signal }
    const service = this.serviceOf(place)
    const label = labelOf(service, key)
    const shared = this.parts.team.joined() && service !== place.workspaceId ? service : null
    const way = new Way(client, place, tracker, adapter, secret, about, () => clock.now())
    return { way, adapter, tracker, secret, label, service: shared }
  }

  /** @throws AppError tracker-refused: without the team's database a second ticket could be opened */
  private async live(): Promise<LiveTeam> {
    const live = await this.parts.team.live()
    if (live) return live
    throw new AppError(
      'tracker-refused',
      'The team’s database is out of reach, so a colleague could be opening a ticket too. Nothing was sent.'
    )
  }

  /** @throws AppError conflict */
  private async claim(live: LiveTeam, service: string, { id: ticket, key, tracker }: Ticket): Promise<void> {
    const { clock, masker, operator } = this.parts
    const began = clock.now()
    const isFirst = await claimTicket(live, { service, key, ticket, tracker, operator: masker.mask(operator()) })
    if (!isFirst) throw colleagueOpens()
    if (clock.now() - began > claimHolds)
      throw new AppError('tracker-refused', 'The team’s database took too long. Nothing was sent to the tracker.')
  }

  /** Before anything else is offered, it is looked for by its label. */
  private async afterUnknown(
    of: Asked,
    ticket: Ticket,
    grant: Awaited<ReturnType<Confirmer['confirm']>>,
    attaches: boolean,
    draft: Draft
  ): Promise<TicketView> {
    const { way, adapter, label } = await this.way(of, null)
    if (!adapter.asks) return this.view(of)
    const found = await adapter.asks.find(way.ask, label).catch(() => null)
    const number = found && (await this.lookedFor(of, ticket, found))
    if (number && attaches) {
      grant.learn(number, newTicket)
      await this.attach(of, ticket.id, number, draft, way, adapter, grant)
    }
    return this.view(of)
  }

  /** @returns its number if it was found */
  private async lookedFor(of: Of, ticket: Ticket, { tickets }: Found): Promise<string | null> {
    const seenAt = this.parts.clock.now()
    const one = tickets.find(({ over }) => !over) ?? null
    if (one) {
      const { over: _, ...facts } = one
      await this.change(of, ticket.id, { ...facts, state: 'open', seenAt, why: '' }, 'seen')
    } else await this.change(of, ticket.id, { seenAt }, null)
    return one?.number ?? null
  }

  private async attach(
    of: Of,
    id: string,
    number: string,
    draft: Draft,
    way: Way,
    adapter: Adapter,
    grant: Awaited<ReturnType<Confirmer['confirm']>>
  ): Promise<void> {
    const request = adapter.attachment(number, draft.files)
    if (!request) return
    // A kill leaves it so: it may have arrived.
    await this.change(of, id, { evidence: 'unknown', why: 'Connector Desk ended before an answer came.' }, null)
    // The ticket is there: a failure to attach is told beside it.
    const ended = await way
      .send(request, grant, id)
      .catch((thrown: unknown) => ({ outcome: 'refused' as const, why: String((thrown as Error).message) }))
    if (ended.outcome === 'done') await this.change(of, id, { evidence: 'attached', why: '' }, null)
    else await this.change(of, id, { evidence: ended.outcome, why: ended.why }, null)
  }

  private async change(
    { place }: Of,
    id: string,
    change: Parameters<TicketStore['changeTicket']>[0]['change'],
    told: 'seen' | 'released' | null
  ) {
    // prettier-ignore
    await this.parts.store.changeTicket({ service: this.serviceOf(place), id, change, told })
    if (told) this.parts.team.told()
  }

  private titleOf({ title }: About): string {
    return this.parts.masker.mask(oneLine(title)).slice(0, ticketLimits.title)
  }

  private masked({ title: own, words, notes, facts, files }: About, typed: string, label: string): Draft {
    const { mask } = this.parts.masker
    return {
      label,
      title: mask(oneLine(typed.trim() || own)).slice(0, ticketLimits.title),
      words: shorten(mask(words), longestFact),
      notes: notes.map((one) => shorten(mask(one), longestFact)),
      facts: facts.map(([name, value]) => [name, shorten(mask(oneLine(value)), longestFact)] as const),
      files: files.map((file) => ({ ...file, text: mask(file.text) }))
    }
  }
}

const nameOf = ({ place, key }: Of) => JSON.stringify([place.workspaceId, place.region, key])

const colleagueOpens = () =>
  new AppError('tracker-refused', 'A colleague opens a ticket of this connector at this moment. Nothing was sent.')

const beingOpened = () => new AppError('busy', 'A ticket of this connector is being opened.')

const host = ({ address }: Tracker) => new URL(address).host

function mayGiveUp({ state, seenAt, at, by }: Ticket): boolean {
  const isUnclear = state === 'unknown' || (state === 'leaving' && by !== null)
  return isUnclear && seenAt !== null && seenAt - at >= (by === null ? lookedFor.own : lookedFor.colleague)
}

const wrong = (problem: string) => new AppError('invalid-input', problem, { fields: { typed: problem } })

const factsOf = (tracker: Tracker, { title, label, files }: Draft): [string, string][] => [
  ['Tracker', tracker.address],
  ...(tracker.kind === 'jira' ? [['Project', `${tracker.project}, ${tracker.issueType}`] as [string, string]] : []),
  ['Title', title],
  ['Label', label],
  ['Evidence', files.map(({ name }) => name).join(', ')]
]

const openingAct = (place: Place, tracker: Tracker, connector: ActConnector): Omit<Act, 'requests'> => ({
  place,
  title: `Open a ticket at ${host(tracker)}?`,
  verb: 'Open ticket',
  note: 'It leaves once. Known tokens are masked; the customer’s name and the connector’s record are in it.',
  connector
})

const closingAct = (place: Place, tracker: Tracker, { number }: Ticket, connector: ActConnector, status: string) => ({
  place,
  title: `Close ${number} at ${host(tracker)}?`,
  verb: 'Close ticket',
  facts: [
    ['Ticket', number],
    ['How', status]
  ] as [string, string][],
  connector
})

const attachingAct = (place: Place, tracker: Tracker, { number }: Ticket, connector: ActConnector) => ({
  place,
  title: `Attach the evidence to ${number} at ${host(tracker)}?`,
  verb: 'Attach',
  note: 'It leaves once. Known tokens are masked; the customer’s name and the connector’s record are in it.',
  facts: [['Ticket', number]] as [string, string][],
  connector
})

const givingUp = (place: Place, { title }: Ticket): Act => ({
  place,
  title: 'Was no ticket created?',
  verb: 'It was not created',
  note: 'This tracker cannot be asked. Look there first: if the ticket is there, a second one can be opened after this.',
  facts: [['Ticket', title]],
  requests: []
})
