import { mayFollow, outageTextProblem, ownLetters } from '../../shared/mail/outage-letters'
import type { ConnectorHealth } from '../../shared/connectors/health'
import { AppError } from '../../shared/errors'
import type { Request } from '../../shared/ipc'
import type { Issue, IssueList } from '../../shared/issues/issue'
import { fillLines } from '../../shared/issues/relink/template'
import { whoRelinks } from '../../shared/mail/address'
import type { Letter } from '../../shared/mail/channels'
import {
  type HeldBack,
  type KnownOutage,
  type OutageCustomer,
  type OutageDesk,
  type OutageStep,
  type OutageTemplates,
  type StepKind
} from '../../shared/mail/outage'
import type { Place } from '../../shared/workspaces/place'
import { regions } from '../../shared/workspaces/region'
import type { Clock } from '../base/clock'
import { cleanText } from '../base/plain-text'
import type { IssueStore } from '../issues/store'
import type { Masker } from '../secrets/masker'
import type { OutageRow } from '../store/tables/mail/outages'
import type { TeamOfDesk } from '../settings/claims'
import { idOf } from '../store/tables/team/outbox'
import type { Consents } from '../settings/consents'
import type { Contacts } from './contacts'
import { isTo, type Letters, type Purpose } from './letters'
import type { StandingLetters, StandingMail } from './standing'
import type { MailStore } from './store'

export interface OutageParts {
  history: MailStore &
    Pick<IssueStore, 'issueList'> & {
      connector(of: { place: Place; key: string; now: number }): Promise<ConnectorHealth | null>
    }
  clock: Clock
  contacts: Pick<Contacts, 'all'>
  letters: Pick<Letters, 'list' | 'send'>
  standing: Pick<StandingMail, 'allow' | 'stands'>
  consents: Pick<Consents, 'list' | 'end'>
  lock: { state: unknown }
  masker: Pick<Masker, 'mask'>
  operator(): string
  templatesOf(workspaceId: string): OutageTemplates
  /** null if the place is not shared with a team */
  serviceOf(place: Place): string | null
  team: {
    told(): void
    mayChange(): Promise<void>
    live(): Promise<TeamOfDesk | null>
  }
  /** What the team told before this desk had the place. */
  learn(place: Place): Promise<void>
  /** Writes a time with its zone. */
  writeTime(zone: string): (ms: number) => string
  /** An integration's name, as letters say it. */
  nameOf(place: Place, integration: string): Promise<string>
  /** IANA, of this computer. */
  zone(): string
  changed(place: Place): void
  failed(error: unknown): void
}

export type Telling = Omit<Request<'mail:tellOutage'>, 'requestId' | 'workspaceId' | 'region'> & { place: Place }

/** Of letters to those who join late. */
const latePerDay = 100
const lateDays = 7
/** ms: one that certainly did not leave is tried again, but not more often than this. */
const tryAgain = 3_600_000
const mostTries = 3

type History = Pick<OutageParts['history'], 'outages' | 'issueList'>

/** The first claim of an id counts, whatever the clocks of the desks say. */
const claimed = `
  INSERT INTO connector_desk.change (id, desk, operator, service, kind, subject, field, value)
  SELECT (one ->> 'id')::uuid, $2::uuid, $3, $4, 'outage', (one ->> 'subject')::uuid, $5, one -> 'value'
  FROM jsonb_array_elements($1::jsonb) AS claims (one)
  ON CONFLICT (id) DO NOTHING RETURNING id::text AS id, floor(extract(epoch FROM at) * 1000)::float8 AS at`

/**
 * Connectors whose customers are told not to relink: from the first letter of an outage to its all clear. Whoever writes
 * a relink request asks this before.
 * @param keys `<category>:<id>`
 * @returns why, by connector; those that may be asked are not in it
 */
export async function heldBack(
  history: History,
  place: Place,
  keys: readonly string[],
  now: number
): Promise<Map<string, HeldBack>> {
  const open = (await history.outages({ place })).filter(({ steps }) => !isClosed(steps))
  const held = new Map<string, HeldBack>()
  if (open.length === 0) return held
  const asked = new Set(keys)
  const list = await history.issueList({ place, now })
  for (const row of open)
    for (const { key } of failingIn(list, row))
      if (asked.has(key)) held.set(key, { integration: row.integration, since: row.steps[0]?.at ?? row.first })
  return held
}

interface Claims {
  service: string
  field: 'step' | 'told'
  claims: readonly { id: string; subject: string; value: object }[]
  /** Masked. */
  operator: string
}

/** @returns times by the server's clock, by id of those that this desk won */
export async function claimOutage(
  { connection, desk }: TeamOfDesk,
  { service, field, claims, operator }: Claims
): Promise<Map<string, number>> {
  const values = [JSON.stringify(claims), desk, operator, service, field]
  const rows = await connection.query<{ id: string; at: number }>(claimed, values)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Tells customers of an outage, each once for each step, and knows who was told. */
export class Outages {
  private tail: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: OutageParts) {}

  /** Those under way, and those whose all clear some customers wait for. */
  async list(place: Place): Promise<KnownOutage[]> {
    const { clock, history } = this.parts
    await this.parts.learn(place)
    await this.endTold(place)
    const rows = await history.outages({ place })
    if (rows.length === 0) return []
    const list = await history.issueList({ place, now: clock.now() })
    return rows.map((row) => knownOf(row, list)).filter(({ state }) => state !== 'over')
  }

  /** @throws AppError outdated without an outage; keychain-locked */
  async desk(place: Place, integration: string): Promise<OutageDesk> {
    const { clock, contacts, history } = this.parts
    await this.parts.learn(place)
    await this.endTold(place)
    const now = clock.now()
    const list = await history.issueList({ place, now })
    const row = (await history.outages({ place })).find((one) => one.integration === integration)
    const outage = row ? knownOf(row, list) : null
    const first = firstFailure(list, integration)
    const isNew = outage === null || (outage.state === 'over' && first !== null)
    if (isNew && first === null) throw new AppError('outdated', 'The outage is over: no connector fails any more.')
    const current = isNew || !row ? { integration, first: first ?? 0, steps: [], told: [] } : row
    const failing = failingIn(list, current)
    const customers = await this.customersOf(place, failing, current)
    const known = new Map((await contacts.all(place.workspaceId)).map((one) => [one.originId, one.contacts]))
    return {
      ...{
        integration,
        number: (row?.number ?? 0) + Number(isNew),
        first: current.first,
        outage: isNew ? null : outage
      },
      customers: customers.map((one) => {
        const to = whoRelinks(known.get(one.originId ?? '') ?? [])
        return { ...one, to: to.map(({ address }) => address), language: to[0]?.language ?? '' }
      }),
      templates: this.parts.templatesOf(place.workspaceId),
      ...(isNew || !row || isClosed(row.steps) ? { late: null, lateNot: null } : await this.lateUntil(place, row)),
      held: isNew || isClosed(current.steps) ? 0 : failing.filter(({ cause }) => cause !== 'failed').length
    }
  }

  /**
   * Confirmed in main's window, claimed, written down, sent once.
   * @param under what a person agreed to before; without it they are asked now
   * @returns what did not leave, in words; empty if all did
   * @throws AppError outdated where a colleague was faster; busy without the team's database; invalid-input; cancelled
   */
  async tell(asked: Telling, signal: AbortSignal, under?: StandingLetters): Promise<string> {
    const { contacts, letters, team } = this.parts
    const { place, integration, number, step, kind, name, zone } = asked
    await team.mayChange()
    if (await this.isOutOfReach(place)) throw outOfReach()
    const desk = await this.desk(place, integration)
    const steps = desk.outage?.steps ?? []
    const before = steps.find((one) => one.step === step)
    const isNext = before ? before.kind === kind : step === steps.length + 1 && mayFollow(steps, kind)
    if (desk.number !== number || !isNext) throw changedMeanwhile()
    for (const text of Object.values(asked.letters)) {
      const problem = text === '' ? null : outageTextProblem(text)
      if (problem !== null) throw refused(problem)
    }
    const write = this.parts.writeTime(zone)
    const known = new Map((await contacts.all(place.workspaceId)).map((one) => [one.originId, one.contacts]))
    const tries = new Map<string, { try: number; keys: string[] }>()
    const written: Letter[] = []
    for (const originId of new Set(asked.customers)) {
      const customer = desk.customers.find((one) => one.originId === originId)
      if (!customer) throw refused(`${cleanText(originId)} is not part of this outage.`)
      const told = desk.outage?.told.filter((one) => one.originId === originId) ?? []
      const own = told.find((one) => one.step === step)
      if (own && own.state !== 'refused') throw changedMeanwhile()
      if (kind !== 'first' && !told.some((one) => one.state !== 'refused'))
        throw refused(`${cleanText(customer.customer)} did not get the first letter.`)
      tries.set(originId, { try: (own?.try ?? 0) + 1, keys: customer.keys })
      const [contact] = whoRelinks(known.get(originId) ?? [])
      const text = asked.letters[customer.language] || asked.letters[''] || ownLetters[kind]
      const values = {
        ...{ customer: cleanText(customer.customer), contact: contact?.name ?? '', integration: name },
        since: customer.since === null ? '' : write(customer.since),
        last_good_sync: customer.lastGood === null ? '' : write(customer.lastGood),
        reference: cleanText(originId)
      }
      written.push({ ...fillLines(text, values), keys: customer.keys, to: customer.to })
    }
    const purpose: Purpose = {
      kind: 'outage',
      facts: [['Outage', `${name}: ${kind === 'first' ? 'first letter' : kind === 'clear' ? 'all clear' : `update ${step - 1}`}`]], // prettier-ignore
      claim: async (all) => {
        // The all clear may have left while somebody read this.
        const latest = (await this.parts.history.outages({ place })).find((one) => one.integration === integration)
        if (latest?.number === number && isClosed(latest.steps) && kind !== 'clear') return new Set()
        const row = { integration, number, step, kind, first: desk.first, letters: asked.letters }
        if (!before) await this.claimStep(place, row)
        return this.claimTold(place, asked, all, tries)
      }
    }
    try {
      const ended = await letters.send(place, written, signal, under, null, purpose)
      const others = ended.filter(({ state }) => state !== 'sent')
      const [first] = others
      return first ? `${others.length} of ${ended.length} letters did not leave, or it is unknown: ${first.why}` : ''
    } finally {
      await this.endTold(place)
      this.parts.changed(place)
    }
  }

  /** Without a letter: no outage, or somebody told them otherwise. Relink requests are held back no longer. */
  async close(place: Place, integration: string, number: number): Promise<void> {
    await this.parts.team.mayChange()
    const row = (await this.parts.history.outages({ place })).find((one) => one.integration === integration)
    if (row?.number !== number || !mayFollow(row.steps, 'over')) throw changedMeanwhile()
    const { first, steps } = row
    await this.claimStep(place, { integration, number, step: steps.length + 1, kind: 'over', first, letters: {} })
    this.parts.changed(place)
  }

  /**
   * Whether those who fail from now on get the first letter by themselves; asks the person before.
   * @throws AppError outdated before the first letter and after the all clear; cancelled
   */
  async late(place: Place, integration: string, on: boolean, signal: AbortSignal): Promise<OutageDesk> {
    const { consents, history, standing, team } = this.parts
    await team.mayChange()
    const row = (await history.outages({ place })).find((one) => one.integration === integration)
    if (!row || isClosed(row.steps)) throw changedMeanwhile()
    const under = await this.lateLetters(place, row)
    if (on) {
      const { customers } = await this.desk(place, integration)
      const shown = customers.flatMap(({ originId }) => originId ?? [])
      await standing.allow(under, { perDay: latePerDay, days: lateDays, shown }, signal)
    } else await consents.end(place.workspaceId, under.rule)
    this.parts.changed(place)
    return this.desk(place, integration)
  }

  /** Tells late customers, one outage after another. Never throws. */
  look(): Promise<void> {
    const work = this.tail.then(() => this.tellLate()).catch(this.parts.failed)
    this.tail = work
    return work
  }

  stop(): Promise<unknown> {
    return this.tail
  }

  private async tellLate(): Promise<void> {
    const { clock, consents, history, lock, standing } = this.parts
    const given = (await consents.list()).filter(({ about }) => about === 'outage')
    if (given.length === 0 || lock.state !== null) return
    const open = new Set<string>()
    for (const workspaceId of new Set(given.map((one) => one.workspaceId)))
      for (const region of regions) {
        const place = { workspaceId, region }
        for (const row of await history.outages({ place })) {
          if (isClosed(row.steps)) continue
          const under = await this.lateLetters(place, row)
          open.add(under.rule)
          const { left, wasShown } = await standing.stands(under)
          if (left === 0 || (await this.isOutOfReach(place))) continue
          // All recovered: who fails now fails on their own.
          const list = await history.issueList({ place, now: clock.now() })
          if (firstFailure(list, row.integration) === null) continue
          const desk = await this.desk(place, row.integration)
          const customers: string[] = []
          for (const one of desk.customers)
            if (one.fails && one.originId !== null && !wasShown(one.originId) && (await this.mayGet(place, one, desk)))
              customers.push(one.originId)
          const [first] = row.steps
          if (!first || customers.length === 0) continue
          const { integration, number } = row
          const name = await this.parts.nameOf(place, integration)
          const of = { place, integration, number, name, zone: this.parts.zone(), letters: first.letters }
          const asked = { ...of, step: 1, kind: 'first' as const, customers: customers.slice(0, left) }
          await this.tell(asked, new AbortController().signal, under).catch(this.parts.failed)
        }
      }
    for (const { workspaceId, rule } of given) if (!open.has(rule)) await consents.end(workspaceId, rule)
  }

  /** Whether the first letter may leave to them by itself: once, or again where it certainly did not leave. */
  private async mayGet(
    { workspaceId }: Place,
    { originId, to }: OutageCustomer,
    { outage }: OutageDesk
  ): Promise<boolean> {
    const own = outage?.told.filter((one) => one.originId === originId) ?? []
    const since = this.parts.clock.now() - tryAgain
    if (originId === null || to.length === 0) return false
    if (own.some((one) => one.state !== 'refused' || one.try >= mostTries || one.at > since)) return false
    const [last] = own.length > 0 ? await this.parts.letters.list(workspaceId, originId) : []
    return !(last?.state === 'refused' && last.isBounce && isTo(last, to))
  }

  private async lateUntil(place: Place, row: OutageRow): Promise<Pick<OutageDesk, 'late' | 'lateNot'>> {
    const { why, until } = await this.parts.standing.stands(await this.lateLetters(place, row))
    return { late: why === null ? until : null, lateNot: why === 'not-agreed' ? null : why }
  }

  private async lateLetters(place: Place, { integration, number, steps }: OutageRow): Promise<StandingLetters> {
    const name = cleanText(await this.parts.nameOf(place, integration))
    const service = this.parts.serviceOf(place) ?? JSON.stringify([place.workspaceId, place.region])
    const letters = { '': ownLetters.first, ...steps[0]?.letters }
    return {
      ...{
        about: 'outage',
        rule: idOf(['late', service, integration, number]),
        name: `${name}, late customers`,
        place
      },
      template: Object.values(letters).join('\n\n----------\n\n'),
      recipients: `Contacts who relink, of customers who are not in the list now, and whose connector of ${name} fails later`,
      facts: [
        [
          'Leaves',
          'the first letter, once to each, when a refresh shows that they fail, while the possible outage lasts'
        ],
        ['Stops', 'with the all clear, or when the outage is closed']
      ]
    }
  }

  /** Letters of which another session of this desk knows the end. */
  async endTold(place: Place | null): Promise<void> {
    if (!(await this.parts.history.endOutageTold())) return
    this.parts.team.told()
    if (place) this.parts.changed(place)
  }

  /** @throws AppError outdated */
  private async claimStep(place: Place, row: OutageStep): Promise<void> {
    const { clock, history } = this.parts
    const { integration, number, step } = row
    const service = this.parts.serviceOf(place)
    let at = clock.now()
    if (service !== null) {
      const id = idOf(['outage', service, integration, number, step])
      const won = await this.claim(service, 'step', [{ id, subject: id, value: row }])
      const claim = won.get(id)
      if (claim === undefined) throw changedMeanwhile()
      at = claim
    }
    const isOwn = await history.addOutageStep({ place, row: { ...row, at, by: null } })
    // The team's feed may have brought it back already.
    if (!isOwn && service === null) throw changedMeanwhile()
  }

  /** @returns origin IDs that this desk may write to */
  private async claimTold(
    place: Place,
    { integration, number, step }: Telling,
    letters: readonly { id: string; at: number; originId: string }[],
    tries: ReadonlyMap<string, { try: number; keys: string[] }>
  ): Promise<Set<string>> {
    const { history } = this.parts
    const service = this.parts.serviceOf(place)
    let rows = letters.flatMap(({ id: message, at, originId }) => {
      const own = tries.get(originId)
      return own ? [{ ...{ integration, number, step, originId, ...own }, message, at, by: null, state: null }] : []
    })
    if (service !== null) {
      const claims = rows.map(({ message, at: _, by: __, state: ___, ...value }) => ({
        ...{ id: idOf(['outage', service, integration, number, step, value.originId, value.try]), subject: message },
        value
      }))
      const won = await this.claim(service, 'told', claims)
      const times = new Map(claims.map(({ id, subject }) => [subject, won.get(id)]))
      rows = rows.flatMap((row) => {
        const at = times.get(row.message)
        return at === undefined ? [] : { ...row, at }
      })
    }
    const added = await history.addOutageTold({ place, rows })
    // The team's feed may have brought a claim back already.
    const mine = service === null ? rows.filter(({ message }) => added.includes(message)) : rows
    return new Set(mine.map(({ originId }) => originId))
  }

  /** @returns times by the server's clock, by id of those that this desk won. @throws AppError */
  private async claim(service: string, field: 'step' | 'told', claims: Claims['claims']): Promise<Map<string, number>> {
    const { masker, operator, team } = this.parts
    const live = await team.live()
    if (!live?.writes) throw outOfReach()
    return claimOutage(live, { service, field, claims, operator: masker.mask(operator()) })
  }

  /** Whether nobody can claim a letter: the place is shared, and the team cannot be written to. */
  private async isOutOfReach(place: Place): Promise<boolean> {
    return this.parts.serviceOf(place) !== null && !(await this.parts.team.live())?.writes
  }

  private async customersOf(
    place: Place,
    failing: readonly Issue[],
    { told }: Pick<OutageRow, 'told'>
  ): Promise<Omit<OutageCustomer, 'to' | 'language'>[]> {
    const now = this.parts.clock.now()
    const all = new Map<string, Omit<OutageCustomer, 'to' | 'language'>>()
    for (const one of failing) {
      const name = one.originId ?? (one.endUser.trim() || one.key)
      const known = all.get(name)
      const lastGood = one.lastGoodSync.time
      if (known) {
        known.keys.push(one.key)
        known.employees = sum(known.employees, one.employees)
        known.since = Math.min(known.since ?? Infinity, one.ageFrom)
        known.lastGood = lastGood === null || known.lastGood === null ? null : Math.min(known.lastGood, lastGood)
      } else
        all.set(name, {
          ...{ originId: one.originId, customer: one.endUser, keys: [one.key], employees: one.employees },
          ...{ since: one.ageFrom, fails: true, lastGood }
        })
    }
    for (const { originId, keys } of told) {
      if (all.has(originId)) continue
      const [key = ''] = keys
      const health = await this.parts.history.connector({ place, key, now })
      const text = (field: string) => health?.fields.find((one) => one.field === field)?.value
      const customer = text('end_user')
      all.set(originId, {
        ...{ originId, customer: typeof customer === 'string' && customer.trim() ? customer : originId, keys },
        ...{ employees: null, since: null, fails: false, lastGood: health?.diagnosis.lastGoodSync.time ?? null }
      })
    }
    return [...all.values()]
  }
}

const isClosed = (steps: readonly { kind: StepKind }[]) => steps.some(({ kind }) => kind === 'clear' || kind === 'over')
const changedMeanwhile = () =>
  new AppError('outdated', 'A colleague, or another window, was faster. Nothing was sent: look at what was told.')
const outOfReach = () =>
  new AppError(
    'busy',
    'The team’s database is out of reach, so a colleague could be writing to these customers. Nothing was sent.'
  )
const refused = (words: string) => new AppError('invalid-input', `${words} Nothing was sent.`)
const sum = (one: number | null, other: number | null) => (one === null ? other : one + (other ?? 0))

/** When the first connector of a possible outage failed, ms since 1970; null if there is none. */
function firstFailure(list: IssueList, integration: string): number | null {
  const times = list.groups
    .flatMap(({ incidents }) => incidents)
    .flatMap((one) => (one.integrationSlug === integration ? one.first : []))
  return times.length === 0 ? null : Math.min(...times)
}

/** Issues of the integration since the outage began, and all of those who were told of it. */
function failingIn(
  { groups, snoozed }: IssueList,
  { integration, first, told }: Pick<OutageRow, 'integration' | 'first' | 'told'>
): Issue[] {
  const customers = new Set(told.map(({ originId }) => originId))
  const open = groups.flatMap((one) => [...one.incidents, ...one.integrations].flatMap(({ issues }) => issues))
  return [...open, ...snoozed].filter(
    ({ integrationSlug, cause, ageFrom, originId }) =>
      integrationSlug === integration &&
      (cause === 'incident' ||
        ((cause === 'relink' || cause === 'failed') &&
          (ageFrom >= first || (originId !== null && customers.has(originId)))))
  )
}

function knownOf(row: OutageRow, list: IssueList): KnownOutage {
  const { integration, number, first, steps } = row
  const told = row.told.map(({ keys: _, ...one }) => one)
  const failing = new Set(failingIn(list, row).map(({ originId, endUser, key }) => originId ?? (endUser.trim() || key)))
  const reached = new Set(told.flatMap(({ originId, state }) => (state === 'refused' ? [] : originId)))
  const clear = steps.find(({ kind }) => kind === 'clear')?.step
  const cleared = told.filter(({ step, state }) => step === clear && state !== 'refused').length
  const owed = reached.size - cleared
  const isOver = steps.some(({ kind }) => kind === 'over') || (clear !== undefined && owed === 0)
  return {
    ...{ integration, number, first, steps, told, owed, failing: failing.size },
    untold: [...failing].filter((one) => !reached.has(one)).length,
    state: isOver ? 'over' : clear === undefined ? 'open' : 'clearing'
  }
}
