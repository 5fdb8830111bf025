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
  #listeners = new Map<EventName, Set<(payload: never) => void>>()

  /** @param state default answer of the channels that return it */
  constructor(state?: AppState) {
    if (state) for (const channel of stateful) this.answer(channel, () => state)
    this.answer('connectors:refresh', () => new Promise(() => undefined))
    this.answer('app:cancelJob', () => true)
    this.answer('passthrough:accessCheck', () => ({ request: null, offered: [] }))
    this.answer('connectors:savedFilters', () => ({ filters: [], isKept: true }))
    this.answer('lookups:statusPages', () => ({ allowed: true, pages: [] }))
    this.answer('settings:consents', () => [])
    this.answer('alerts:list', () => ({ allowed: true, rules: [], known: [] }))
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
