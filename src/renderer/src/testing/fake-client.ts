import type { Category } from '../../../shared/connectors/category'
import { readConnector, type ConnectorRow } from '../../../shared/connectors/connector'
import { HeldList } from '../../../shared/connectors/list/held-list'
import type { ListTally, ShownRow } from '../../../shared/connectors/list/listed'
import type { ListedRow } from '../../../shared/connectors/list/listed-row'
import {
  AnswerList,
  customerIn,
  diagnosisOf,
  isStillSo,
  matchIn,
  testOf,
  totalsOf
} from '../../../shared/connectors/list/questions'
import type { IssueList } from '../../../shared/issues/issue'
import { ToldIssues } from '../../../shared/issues/told'
import type { RowDiagnosis } from '../../../shared/issues/diagnosis'
import type { Place } from '../../../shared/workspaces/place'
import type { Region } from '../../../shared/workspaces/region'
import type { z } from 'zod'
import { closed } from '../../../shared/closed'
import {
  contract,
  type Channel,
  type EventName,
  type EventPayload,
  type Request,
  type Response
} from '../../../shared/ipc'
import type { AppState } from '../../../shared/app/state'
import type { Client } from '../client.svelte'
import { AppError } from '../../../shared/errors'

type Answer<C extends Channel> = (request: Request<C>) => Response<C> | Promise<Response<C>>

/** Gives the test's answers and records requests. */
export class FakeClient implements Client {
  readonly calls: { channel: Channel; request: unknown }[] = []
  #answers = new Map<Channel, Answer<Channel>>()
  /** What main holds, where the test says nothing else. */
  readonly connectors: FakeConnectors
  readonly told = new ToldIssues()
  #listeners = new Map<EventName, Set<(payload: never) => void>>()

  /** @param state default answer of the channels that return it */
  constructor(state?: AppState) {
    if (state) for (const channel of stateful) this.answer(channel, () => state)
    this.connectors = new FakeConnectors(this)
    this.answer('connectors:refresh', () => new Promise(() => undefined))
    this.answer('app:cancelJob', () => true)
    this.answer('passthrough:accessCheck', () => ({ request: null, offered: [] }))
    this.answer('connectors:savedFilters', () => ({ filters: [], isKept: true }))
    this.answer('lookups:statusPages', () => ({ allowed: true, pages: [] }))
    this.answer('settings:consents', () => [])
    this.answer('alerts:list', () => ({ allowed: true, rules: [], known: [] }))
    this.answer('issues:page', ({ version, page }) => this.told.page(version, page) ?? '')
    this.answer('issues:runbooks', () => ({ runbooks: [], isKept: true }))
    this.answer('issues:runbooksFor', () => null)
    this.answer('mail:get', () => ({ account: null, managed: false, refused: null }))
    this.answer('mail:contacts', () => [])
    this.answer('mail:allContacts', () => [])
    this.answer('mail:messages', () => [])
    this.answer('mail:campaigns', () => [])
    this.answer('workspaces:tokenChanges', () => [])
    this.answer('tickets:recovered', () => [])
    this.answer('mail:outages', () => [])
    this.answer('alerts:report', () => ({ report: null, next: null, runs: [], stands: null }))
    this.answer('tickets:all', () => [])
    const none = { ticket: null, tracker: null, title: '', found: null, mayGiveUp: false, hasIssue: true }
    this.answer('tickets:view', () => ({ allowed: true, ...none }))
  }

  answer<C extends Channel>(channel: C, answer: Answer<C>): void {
    this.#answers.set(channel, answer as unknown as Answer<Channel>)
  }

  /** What main has for Issues. */
  answerIssues(list: () => IssueList | Promise<IssueList>): void {
    this.answer('issues:list', async ({ since }) => this.told.tell(await list(), since))
  }

  /** What an earlier session left of it. */
  keepIssues(list: () => IssueList | null | Promise<IssueList | null>): void {
    this.answer('issues:kept', async () => {
      const kept = await list()
      return kept && this.told.tell(kept, null)
    })
  }

  async call<C extends Channel>(channel: C, ...[request]: unknown[]): Promise<Response<C>> {
    this.calls.push({ channel, request })
    refuseUnnamed(channel, request)
    const answer = this.#answers.get(channel)
    if (!answer) throw new AppError('internal', `the test says nothing of ${channel}`)
    return (await answer(request as never)) as Response<C>
  }

  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set()
    this.#listeners.set(event, listeners.add(listener as (payload: never) => void))
    return () => listeners.delete(listener as (payload: never) => void)
  }

  emit<E extends EventName>(event: E, payload: EventPayload<E>): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload as never)
  }

  asked<C extends Channel>(channel: C): Request<C>[] {
    return this.calls.filter((call) => call.channel === channel).map(({ request }) => request as Request<C>)
  }

  get refreshId(): string {
    return this.asked('connectors:refresh').at(-1)?.requestId ?? ''
  }
}

/** As main does (shared/closed.ts). */
function refuseUnnamed(channel: Channel, request: unknown): void {
  const { error } = closed<z.ZodType>(contract[channel].request).safeParse(request)
  const unnamed = error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  if (unnamed?.length) throw new Error(`${channel} names no ${unnamed.join(', ')}`)
}

const stateful = [
  'app:getState',
  'app:dismissNotice',
  'app:checkKeychain',
  'workspaces:connect',
  'workspaces:startPractice',
  'workspaces:open',
  'workspaces:update',
  'workspaces:setToken',
  'workspaces:remove'
] as const

interface Held {
  list: HeldList
  rows: Map<string, ShownRow>
  older: ListTally['older']
  /** Which refresh brought a row last, by its key. */
  broughtBy: Map<string, number>
}

interface HeldAs {
  region?: Region
  /** ms since 1970 */
  seenAt?: number
  /** The latest refresh brought their ids more than once. */
  twice?: boolean
}

/** The connectors that main holds, by region; the tests hold them of one workspace alone. */
class FakeConnectors {
  /** Main's clock, ms since 1970. */
  now = Date.now
  private readonly held = new Map<Region, Held>()
  private answered = new AnswerList([], [], 0)
  private readonly places = new Map<string, Place>()

  constructor(private readonly client: FakeClient) {
    this.serve('connectors:list', ({ filters, sort, from, to, at, within, answer: of }, { list, rows }) => {
      if (of !== undefined) return this.answered.rows({ filters, sort }, this.now(), from, to, at)
      const answer = list.ask({ filters, sort }, this.now(), { within: within && testOf(within) })
      const { count, settled } = answer
      const position = at === undefined ? -1 : answer.positionOf(at)
      return { count, position, settled, rows: shown(rows, answer.rows(from, to)) }
    })
    this.serve('connectors:listKeys', ({ filters, sort, most, answer }, { list }) => {
      if (answer !== undefined) return this.answered.keys({ filters, sort }, this.now(), most)
      const found = list.ask({ filters, sort }, this.now()).rows(0, most)
      return found.map(({ key }) => key)
    })
    this.serve('connectors:listCounts', ({ filters, answer }, { list }) =>
      answer === undefined
        ? filters.map((one) => list.count(one, this.now()))
        : this.answered.counts(filters, this.now())
    )
    this.serve('connectors:kept', () => null)
    this.serve('connectors:names', ({ names }, { list }) => list.show(names))
    this.serve('connectors:tally', ({ workspaceId, region, answer }, { list, older }) => {
      if (answer !== undefined) return this.answered.tally()
      this.places.set(`${workspaceId} ${region}`, { workspaceId, region })
      return { ...list.tally(), older }
    })
    this.serve('connectors:rowsOf', ({ keys }, { rows }) => keys.flatMap((key) => rows.get(key) ?? []))
    this.serve('connectors:find', ({ text, by, category, keys }, { list, rows }) => {
      const { found, total } = list.find(text, by, category, keys)
      return { rows: shown(rows, found), total }
    })
    this.serve(
      'connectors:confirmed',
      ({ version }, { list, broughtBy }) =>
        client.told.open(version).filter(({ key, cause }) => {
          const row = list.get(key)
          return row !== undefined && broughtBy.get(key) === this.refreshes && isStillSo(cause, row)
        }).length
    )
    this.serve('connectors:customer', ({ of }, { list, rows }) => {
      const { own, namesakes } = customerIn(list, of)
      return { own: shown(rows, own), namesakes: shown(rows, namesakes) }
    })
    this.serve('connectors:match', (asked, { list }) => matchIn(list, asked))
    this.serve('connectors:integrationTotals', (_, { list }) => totalsOf(list))
  }

  hold(rows: readonly ConnectorRow[], { region = 'default', seenAt = this.now(), twice = false }: HeldAs = {}): void {
    this.change(region, ({ list, rows: held, broughtBy }) => {
      for (const { key, category, tokenRef, record } of rows) {
        list.put({ id: held.size, key, category, connector: readConnector(record) })
        broughtBy.set(key, this.refreshes)
        held.set(key, { key, category, tokenRef, record, seenAt, twice, diagnosis: null })
      }
    })
  }

  /** What the service answers to a lookup. @param refused categories that the token has no access to */
  answer(rows: readonly ConnectorRow[], refused?: Category[]): void {
    this.answered = new AnswerList(rows, [], this.now())
    this.client.answer('connectors:ask', () => (refused ? { refused } : {}))
  }

  diagnose(diagnoses: readonly RowDiagnosis[], region: Region = 'default'): void {
    this.change(region, ({ list }) => list.diagnose(diagnoses))
  }

  drop(keys: readonly string[], region: Region = 'default'): void {
    this.change(region, ({ list, rows }) => {
      for (const key of keys) {
        list.drop(key)
        rows.delete(key)
      }
    })
  }

  /** Which of them the last refresh did not bring. */
  older(older: ListTally['older'], region: Region = 'default'): void {
    this.change(region, (held) => (held.older = older))
  }

  private change(region: Region, act: (held: Held) => void): void {
    const held = this.of(region)
    act(held)
    for (const [key, row] of held.rows) {
      const listed = held.list.get(key)
      held.rows.set(key, { ...row, diagnosis: listed ? diagnosisOf(listed) : null })
    }
    for (const place of this.places.values())
      if (place.region === region) this.client.emit('connectors:listChanged', place)
  }

  private get refreshes(): number {
    return this.client.asked('connectors:refresh').length
  }

  private of(region: Region): Held {
    const held = this.held.get(region) ?? { list: new HeldList(), rows: new Map(), older: [], broughtBy: new Map() }
    this.held.set(region, held)
    return held
  }

  private serve<C extends Channel>(channel: C, answer: (request: Request<C> & Place, held: Held) => Response<C>): void {
    this.client.answer(channel, (request) => {
      const asked = request as Request<C> & Place
      return answer(asked, this.of(asked.region))
    })
  }
}

const shown = (rows: ReadonlyMap<string, ShownRow>, listed: readonly ListedRow[]) =>
  listed.flatMap(({ key }) => rows.get(key) ?? [])
