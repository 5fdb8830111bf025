import { randomUUID } from 'node:crypto'
import type { AlertChannel, AlertMessage, AlertRule, NotSending, ShownRule } from '../../shared/alerts/rule'
import { alertLimits, alertRule } from '../../shared/alerts/rule'
import { AppError, toAppError } from '../../shared/errors'
import type { Request, Response } from '../../shared/ipc'
import { readableName } from '../../shared/integration-name'
import { dueOf } from '../../shared/issues/due'
import type { Place } from '../../shared/workspaces/place'
import { regions } from '../../shared/workspaces/region'
import { cleanText, shorten } from '../base/plain-text'
import type { ConnectorStore } from '../connectors/store'
import { sha256 } from '../guard/grant'
import type { Confirmer } from '../guard/confirmer'
import { zoneWriter } from '../issues/room'
import { integrationsIn, type IssueStore } from '../issues/store'
import { managed } from '../policy/policy'
import type { Masker } from '../secrets/masker'
import { claimInTeam, type TeamOfDesk } from '../settings/claims'
import type { Consents, KeptConsent } from '../settings/consents'
import type { Workspaces } from '../workspaces/workspaces'
import { claimsOf, teamClock } from './claim'
import { judgeRule, type Seen, type Told } from './judge'
import { agreeing } from './agreeing'
import { mailOnce, sendOnce, textOf, type Ended, type Message, type SendParts } from './send'
import type { AlertStore, RuleWithMessages } from './store'
import { channelOf, hasWay, invalid, Ways, type WayParts } from './ways'

/** Whose incidents are claimed. */
interface ClaimingRule {
  id: string
  content: { channel: Pick<AlertChannel, 'kind'> }
}

/** The team's database, by the rights of this desk. */
interface Team {
  told(): void
  mayChange(): Promise<void>
  state: { address: unknown; refused: string | null }
  live(): Promise<TeamOfDesk | null>
  /** Takes up the last messages of these rules once more. */
  readMessages(service: string, rules: readonly string[]): Promise<void>
}

export interface AlertParts extends Omit<SendParts, 'signal'>, WayParts {
  store: AlertStore & Pick<IssueStore, 'issueList'> & Pick<ConnectorStore, 'refreshes'>
  consents: Consents
  confirmer: Pick<Confirmer, 'confirm'>
  masker: Pick<Masker, 'add' | 'mask'>
  team: Team
  /** null if the place is not shared with a team */
  serviceOf: (place: Place) => string | null
  workspaces: Pick<Workspaces, 'list' | 'nameOf' | 'dueTimesOf'>
  integrationName: (place: Place, slug: string) => Promise<string>
  operator: () => string
  notify: (words: { title: string; body: string }) => void
  lock: { state: unknown }
  changed: () => void
  failed: (error: unknown) => void
}

const hour = 3_600_000
const day = 24 * hour
/** ms: without an answer by then, the outcome of another desk's message is unknown. */
const overdue = 5 * 60_000
/** What is older says nothing about now. */
const freshFor = hour

/** Among which the last whole one is looked for. */
const mostRefreshes = 100

/**
 * Tells people by rules of what a refresh found. A message is written down before it leaves, in a team by the one desk
 * whose claim the database took; it leaves once, and an unknown outcome stays unknown.
 */
export class Alerts {
  private readonly running = new Set<string>()
  private readonly ways: Ways
  private readonly stopping = new AbortController()
  /** Rules whose messages were read over this connection. */
  private known: { over: unknown; rules: Set<string> } = { over: null, rules: new Set() }
  private tail: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: AlertParts) {
    this.ways = new Ways(parts)
    parts.consents.onEnd('alert', (consent) => this.forgetWay(consent))
  }

  get allowed(): boolean {
    const { policy } = this.parts
    return !policy.isBroken && policy.of('alerts.enabled')?.value !== false
  }

  async list(workspaceId: string): Promise<Response<'alerts:list'>> {
    const rules = await this.shown(workspaceId)
    const ways = new Map<string, AlertChannel>()
    for (const { content, consent, stands } of rules)
      if (consent && stands !== 'no-address' && hasWay(content.channel.kind))
        ways.set(`${content.channel.kind} ${content.channel.name}`, content.channel)
    return { allowed: this.allowed, rules, known: [...ways.values()] }
  }

  async save(asked: Request<'alerts:save'>): Promise<Response<'alerts:save'>> {
    const { workspaceId, id, before, content: typed, address, key, perDay, days } = asked
    const { clock, confirmer, consents, store, team } = this.parts
    if (!this.allowed) throw managed('Alert rules are off. Your organization decided so.')
    await team.mayChange()
    const way = await this.ways.typed(workspaceId, typed.channel, address, key)
    const host = way === null ? '' : new URL(way.url).host
    const content = readRule({ ...typed, channel: { ...channelOf(typed.channel), host } })
    const { kind, name: channel } = content.channel
    if (kind === 'email') await this.ways.server(true)
    const server = kind === 'email' ? this.ways.mailServer() : null
    this.ways.refuseHost(server?.host ?? host)
    const kept = await consents.of(workspaceId, id)
    const digest = digestOf(content)
    const now = clock.now()
    const stands = consents.problem(kept, digest) === null && kept?.perDay === perDay && address === null && (!server || kept.host === server.origin) // prettier-ignore
    const until = now + days * day
    if (!stands) {
      const workspace = this.parts.workspaces.nameOf(workspaceId)
      await confirmer.confirm(agreeing(workspace, server?.words ?? null, content, perDay, until), this.stopping.signal)
    }
    const refused = await store.saveAlertRule({ workspaceId, id, content, at: now, before })
    if (refused === 'full')
      throw new AppError(
        'invalid-input',
        `A workspace has at most ${alertLimits.ofWorkspace} alert rules: delete one first.`
      )
    if (!stands && refused === null) {
      if (way && address !== null) await this.ways.keep(workspaceId, content.channel, way)
      const given = {
        about: 'alert' as const,
        rule: id,
        name: content.name,
        kind,
        channel,
        host: server?.origin ?? host
      }
      await consents.keep({ ...given, perDay, agreedAt: now, until, workspaceId, digest })
      // Renamed, or another one.
      if (kept) await this.forgetWay(kept)
    }
    team.told()
    this.parts.changed()
    return { saved: refused === null }
  }

  async past({ when: rule, perDay, ...place }: Request<'alerts:past'>): Promise<Response<'alerts:past'>> {
    const { clock, integrationName, store, workspaces } = this.parts
    const now = clock.now()
    const slugs = integrationsIn(await store.issueList({ place, now }))
    const names = await Promise.all([...slugs].map(async (slug) => [slug, await integrationName(place, slug)] as const))
    const whole = { ...rule, name: 'Rule', on: true, channel: { kind: 'desktop' as const, name: 'Desktop', host: '' } }
    const asked = { perDay, now, since: now - 30 * day, dueTimes: workspaces.dueTimesOf(place.workspaceId) }
    return store.alertPast({ place, rule: whole, names: Object.fromEntries(names), ...asked })
  }

  /** Needs no consent: each desk sends only what its own person agreed to. */
  async turn(workspaceId: string, id: string, on: boolean): Promise<void> {
    const { clock, store, team } = this.parts
    await team.mayChange()
    const rule = await this.keptRule(workspaceId, id)
    if (!rule) throw new AppError('not-found', 'This rule was deleted.')
    const content = { ...rule.content, on }
    await store.saveAlertRule({ workspaceId, id, content, at: clock.now(), before: rule.at })
    team.told()
    this.parts.changed()
  }

  async remove(workspaceId: string, id: string): Promise<void> {
    const { consents, store, team } = this.parts
    await team.mayChange()
    const kept = await consents.end(workspaceId, id).catch((thrown: unknown) => ({ thrown }))
    await store.removeAlertRule({ workspaceId, id })
    team.told()
    this.parts.changed()
    if (kept) throw kept.thrown
  }

  /**
   * The address of a channel leaves the keychain with the last rule of it that is agreed to.
   * @throws AppError keychain-locked: the address stays, and is not used
   */
  private async forgetWay({ workspaceId, kind, channel }: KeptConsent): Promise<void> {
    const { consents } = this.parts
    this.parts.changed()
    const isLast = !(await consents.list()).some(
      (one) => one.workspaceId === workspaceId && one.kind === kind && one.channel === channel
    )
    if (!isLast || !hasWay(kind)) return
    await this.ways.drop(workspaceId, { kind, name: channel })
  }

  /** @throws AppError invalid-input */
  async test(place: Place, id: string): Promise<AlertMessage> {
    const rule = (await this.shown(place.workspaceId)).find((one) => one.id === id)
    if (!rule || (rule.stands !== null && rule.stands !== 'off'))
      throw new AppError('invalid-input', 'This computer sends nothing for this rule.')
    const kept = await this.keptRule(place.workspaceId, id)
    if (!kept || kept.today >= (rule.consent?.perDay ?? 0))
      throw new AppError('invalid-input', 'The most messages of a day are reached.')
    const title = `Test of the alert rule “${rule.content.name}” by ${cleanText(this.parts.operator())}`
    const facts = ['Nothing has happened.']
    const told: Told = { about: `test ${randomUUID()}`, number: 1, part: 'test', title, facts, first: null }
    await this.tell(place, kept, [told])
    const [sent] = (await this.shown(place.workspaceId)).find((one) => one.id === id)?.messages ?? []
    if (!sent) throw new AppError('internal', 'The test was not written down.')
    return sent
  }

  /** Judges all rules of a place, after a refresh or because time passed. Never throws. */
  look(place: Place): Promise<void> {
    const work = this.tail.then(() => this.judge(place)).catch(this.parts.failed)
    this.tail = work
    return work
  }

  async lookAtAll(): Promise<void> {
    const { clock, consents, store, workspaces } = this.parts
    const given = await this.given()
    for (const { id: workspaceId, euBaseUrl } of workspaces.list()) {
      const own = given.filter((one) => one.workspaceId === workspaceId)
      if (own.length === 0) continue
      const rules = await store.alertRules({ workspaceId, now: clock.now() })
      // A colleague deleted the rule, or this desk left the team.
      for (const { rule } of own)
        if (!rules.some(({ id }) => id === rule)) await consents.end(workspaceId, rule).catch(this.parts.failed)
      for (const region of regions) if (region !== 'eu' || euBaseUrl !== null) await this.look({ workspaceId, region })
    }
  }

  /** Messages that a killed session left. */
  async closeCutOff(): Promise<void> {
    const said = 'Connector Desk ended before an answer came. It is not sent again.'
    await this.parts.store.closeAlerts({ said, running: [...this.running] })
  }

  stop(): Promise<unknown> {
    this.stopping.abort()
    return this.tail
  }

  /** Hosts with a consent, for the Doctor. */
  async hosts(workspaceId: string): Promise<{ name: string; baseUrl: string }[]> {
    const all = (await this.given()).filter((one) => one.workspaceId === workspaceId && hasWay(one.kind))
    const byHost = new Map(all.map((one) => [one.host, one]))
    return [...byHost.values()].map(({ channel, host }) => ({ name: `Alerts to ${channel}`, baseUrl: originOf(host) }))
  }

  async forgetSecrets(workspaceId: string): Promise<void> {
    for (const one of await this.given())
      if (one.workspaceId === workspaceId) await this.parts.consents.end(workspaceId, one.rule)
  }

  private async keptRule(workspaceId: string, id: string): Promise<RuleWithMessages | undefined> {
    const { clock, store } = this.parts
    return (await store.alertRules({ workspaceId, now: clock.now() })).find((one) => one.id === id)
  }

  private async given(): Promise<KeptConsent[]> {
    return (await this.parts.consents.list()).filter(({ about }) => about === 'alert')
  }

  private async shown(workspaceId: string): Promise<ShownRule[]> {
    const { clock, store } = this.parts
    await this.closeCutOff()
    const now = clock.now()
    const [rules, consents] = await Promise.all([store.alertRules({ workspaceId, now }), this.given()])
    return Promise.all(
      rules.map(async ({ today: _, messages, ...rule }) => {
        const kept = consents.find((one) => one.rule === rule.id && one.workspaceId === workspaceId)
        return {
          ...rule,
          stands: await this.standing(workspaceId, rule.content, kept),
          consent: kept ? { host: kept.host, perDay: kept.perDay, until: kept.until } : null,
          messages: messages.map((one) =>
            one.outcome === null && one.by !== null && now - one.at > overdue
              ? {
                  ...one,
                  outcome: 'unknown' as const,
                  said: 'The desk that sent it has said nothing since. It is not sent again.'
                }
              : one
          )
        }
      })
    )
  }

  /** Why this computer may send nothing for a rule. */
  private async standing(
    workspaceId: string,
    rule: AlertRule,
    consent: KeptConsent | undefined
  ): Promise<NotSending | null> {
    const { team } = this.parts
    const { kind } = rule.channel
    const server = kind === 'email' ? this.ways.mailServer() : null
    const host = server?.host ?? rule.channel.host
    if (!this.allowed || server?.refused || (host !== '' && !this.ways.mayReach(host))) return 'forbidden'
    const problem = this.parts.consents.problem(consent, digestOf(rule))
    if (problem !== null || !consent) return problem
    if (server && (consent.host !== server.origin || !(await this.ways.server()))) return 'no-mail'
    if (kind !== 'desktop') {
      const way = hasWay(kind) ? await this.ways.kept(workspaceId, rule.channel) : null
      if (hasWay(kind) && (!way || new URL(way.url).host !== consent.host)) return 'no-address'
      if (this.parts.serviceOf({ workspaceId, region: 'default' }) !== null) {
        const live = await team.live()
        if (!live) return 'team'
        if (!live.writes) return 'viewer'
      }
    }
    return rule.on ? null : 'off'
  }

  private async judge(place: Place): Promise<void> {
    const { clock, lock, policy, store } = this.parts
    if (lock.state !== null) this.ways.lock()
    if (policy.isBroken || this.isAway) return
    const stands = new Map((await this.shown(place.workspaceId)).map((one) => [one.id, one]))
    const now = clock.now()
    const rules = (await store.alertRules({ workspaceId: place.workspaceId, now })).filter(
      ({ id }) => stands.get(id)?.stands === null
    )
    if (rules.length === 0) return
    const seen = await this.see(place, rules)
    await this.learnMessages(place, rules)
    const incidents = await store.alertIncidents({ place })
    for (const rule of rules) {
      const isStale = seen.refreshAge === null || seen.ownAge > freshFor
      if (rule.content.when.watches !== 'refresh' && isStale) continue
      const of = incidents.filter((one) => one.rule === rule.id)
      // Claims of a team have its server's time, and this desk's own are a notice's.
      const ahead = rule.content.channel.kind === 'desktop' ? 0 : seen.serverAhead
      const told = judgeRule(rule.content, { ...seen, knownAt: seen.knownAt + ahead }, of)
      // What begins and what ends are two messages.
      let left = (stands.get(rule.id)?.consent?.perDay ?? 0) - rule.today
      for (const part of ['first', 'end', 'digest'] as const) {
        const those = told.filter((one) => one.part === part)
        // One that waits for a slow host may outlast the unlocked app: the others claim nothing then.
        if (this.isAway) return
        if (left > 0 && (await this.tell(place, rule, those))) left--
      }
    }
  }

  /** What was told before this desk had the place: its own numbers would be taken. */
  private async learnMessages(place: Place, rules: readonly RuleWithMessages[]): Promise<void> {
    const { serviceOf, team } = this.parts
    const service = serviceOf(place)
    const live = service === null ? null : await team.live()
    if (service === null || !live) return
    if (this.known.over !== live.connection) this.known = { over: live.connection, rules: new Set() }
    const name = (id: string) => `${service} ${id}`
    const others = rules.filter(({ id }) => !this.known.rules.has(name(id)))
    if (others.length === 0) return
    await team.readMessages(service, others.map(({ id }) => id)) // prettier-ignore
    for (const { id } of others) this.known.rules.add(name(id))
  }

  private get isAway(): boolean {
    return this.parts.lock.state !== null || this.stopping.signal.aborted
  }

  private async see(
    place: Place,
    rules: readonly RuleWithMessages[]
  ): Promise<Seen & { ownAge: number; serverAhead: number }> {
    const { clock, integrationName, store, workspaces } = this.parts
    const now = clock.now()
    const list = await store.issueList({ place, now })
    const times = rules.some(({ content }) => content.when.due !== null)
      ? workspaces.dueTimesOf(place.workspaceId)
      : null
    const groups = list.groups.flatMap(({ incidents, integrations }) => [...incidents, ...integrations])
    const slugs = [...new Set(groups.map(({ integrationSlug }) => integrationSlug))]
    const names = new Map(
      await Promise.all(slugs.map(async (slug) => [slug, cleanText(await integrationName(place, slug))] as const))
    )
    const refreshes = await store.refreshes({ place, limit: mostRefreshes })
    const last = refreshes.find(({ ended }) => ended === 'complete' || ended === 'inconsistent')
    // All of many failed: the last good one is older than they are.
    const since = last?.endedAt ?? (refreshes.length === mostRefreshes ? refreshes.at(-1)?.startedAt : undefined)
    const ownAge = since === undefined ? Infinity : now - since
    const team = await this.teamClock(place)
    const age = Math.min(ownAge, team?.age ?? Infinity)
    return {
      ...{ list, now, ownAge, refreshAge: age === Infinity ? null : age },
      ...{ knownAt: last?.startedAt ?? -Infinity, serverAhead: team ? team.now - now : 0 },
      due: (one) => (times ? dueOf(one, times, now) : null),
      nameOf: (slug) => names.get(slug) ?? readableName(slug)
    }
  }

  private async teamClock(place: Place): Promise<{ now: number; age: number | null } | undefined> {
    const service = this.parts.serviceOf(place)
    const live = service === null ? null : await this.parts.team.live()
    return live && service !== null ? teamClock(live, service) : undefined
  }

  /** Claims, then sends what nobody had claimed. @returns false if others had claimed all */
  private async tell(place: Place, rule: RuleWithMessages, all: readonly Told[]): Promise<boolean> {
    const ended = await this.once(place, rule, all, (told, id, at) => {
      const { name, zone } = rule.content
      const workspace = this.parts.workspaces.nameOf(place.workspaceId)
      const message = { id, at, workspace, rule: { name, zone }, told }
      return this.send(place, rule.content, message).catch((thrown: unknown): Ended => {
        this.parts.failed(thrown)
        return { outcome: 'refused', said: toAppError(thrown).message }
      })
    })
    if (ended?.gone) await this.turnOff(place.workspaceId, rule)
    return ended !== null
  }

  /** What nobody had claimed, once; how it ended is written down. @returns null if others had claimed all */
  async once(
    place: Place,
    rule: ClaimingRule,
    all: readonly Told[],
    work: (told: Told[], id: string, at: number) => Promise<Ended>
  ): Promise<Ended | null> {
    if (all.length === 0) return null
    const { clock, masker, store } = this.parts
    const id = randomUUID()
    const at = clock.now()
    this.running.add(id)
    try {
      const mine = new Set(await this.claim(place, rule, id, all))
      const told = all.filter((one) => mine.has(one)).map((one) => masked(one, masker.mask))
      if (told.length === 0) return null
      const ended = await work(told, id, at)
      const end = { outcome: ended.outcome, said: shorten(masker.mask(ended.said), 400) }
      await store.endAlert({ place, message: id, end })
      this.parts.team.told()
      return ended
    } finally {
      this.running.delete(id)
      this.parts.changed()
    }
  }

  /** A notice on this desktop is its own; anything else is told once by the whole team. @returns what is to be told */
  async claim(place: Place, rule: ClaimingRule, message: string, all: readonly Told[]): Promise<Told[]> {
    const { clock, masker, operator, store, team } = this.parts
    const service = rule.content.channel.kind === 'desktop' ? null : this.parts.serviceOf(place)
    const claims = claimsOf(service, rule.id, all, masker.mask)
    let won = claims.map((one) => ({ ...one, at: clock.now() }))
    if (service !== null) {
      const live = await team.live()
      if (!live?.writes) return []
      const times = await claimInTeam(live, { service, operator: masker.mask(operator()), message }, claims)
      // A colleague's, or one that this desk has forgotten: the next look goes on from there.
      if (times.size < claims.length) await team.readMessages(service, [rule.id])
      won = won.filter(({ id }) => times.has(id)).map((one) => ({ ...one, at: times.get(one.id) ?? one.at }))
    }
    const kept = won.map(({ id, of, at }) => ({ id, message, of, at, by: null }))
    const own = await store.claimAlerts({ place, claims: kept })
    // The team's feed may have brought the claim back already.
    return won.filter(({ id }) => service !== null || own.includes(id)).map(({ told }) => told)
  }

  private async send(place: Place, rule: AlertRule, message: Message): Promise<Ended> {
    const { channel } = rule
    if (this.isAway) return { outcome: 'refused', said: 'The app was locked or quit before it left.' }
    if (channel.kind === 'desktop') {
      const [title = '', ...rest] = textOf(message).split('\n')
      this.parts.notify({ title, body: rest.slice(0, -1).join('\n') })
      return { outcome: 'sent', said: 'Shown on this computer.' }
    }
    const parts = { ...this.parts, signal: this.stopping.signal }
    if (channel.kind === 'email')
      return mailOnce(parts, place, { server: await this.parts.mail.server(), to: channel.to ?? [], message })
    const way = await this.ways.kept(place.workspaceId, channel)
    if (!way || new URL(way.url).host !== channel.host)
      return { outcome: 'refused', said: 'The address is not in the keychain any more.' }
    return sendOnce(parts, place, { kind: channel.kind, way, message })
  }

  /** Its address is gone for good. */
  private async turnOff(workspaceId: string, { id, at, content }: RuleWithMessages): Promise<void> {
    const { clock, consents, store, team } = this.parts
    await consents.end(workspaceId, id)
    const mayChange = await team.mayChange().then(
      () => true,
      () => false
    )
    if (mayChange)
      await store.saveAlertRule({ workspaceId, id, content: { ...content, on: false }, at: clock.now(), before: at })
  }
}

/** @throws AppError invalid-input with fields */
function readRule(typed: unknown): AlertRule {
  const read = alertRule.safeParse(typed)
  if (!read.success) {
    const [issue] = read.error.issues
    const field = issue?.path.map(String).join('.') ?? 'name'
    const words: Record<string, string> = {
      name: 'Enter a name of at most 80 characters.',
      'channel.name': 'Enter a name of at most 80 characters, as #operations.'
    }
    throw invalid(field, words[field] ?? 'This does not fit.')
  }
  const { data } = read
  zoneWriter(data.zone)
  return data
}

/** Of what is agreed to; the name and the switch may change. */
function digestOf(of: AlertRule): string {
  // The team's database reorders fields.
  const { name: _, on: __, ...rule } = alertRule.parse(of)
  return sha256(JSON.stringify(rule))
}

const originOf = (host: string) => `${/^(localhost|127\.|\[::1\])/.test(host) ? 'http' : 'https'}://${host}`

const masked = (told: Told, mask: (text: string) => string): Told => ({
  ...told,
  title: mask(told.title),
  facts: told.facts.map(mask),
  first: told.first && { ...told.first, title: mask(told.first.title) }
})
