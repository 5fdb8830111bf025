import { randomBytes } from 'node:crypto'
import { AppError, toAppError, type AppErrorShape } from '../../shared/errors'
import type { Place } from '../../shared/workspaces/place'
import type { Workspace } from '../../shared/workspaces/workspace'
import type { Policy } from '../policy/policy'
import { cleanText, shorten } from '../base/plain-text'
import { cancelled, type Clock } from '../base/clock'
import type { LoggedCall } from '../http/call-log'
import type { Masker } from '../secrets/masker'
import type { Names } from '../support/names'
import type { Lock } from '../workspaces/lock'
import {
  isAsked,
  isDraft,
  longestAnswer,
  questions,
  type Asked,
  type AskerKind,
  type Question,
  type Reply
} from './contract'
import type { Drafts } from './drafts'
import { reads, type Reading, type ReadParts } from './reads'
import { dataNote, Telling } from './told'

/** Calls of all clients together. */
export const mostPerMinute = 120

export interface DispatchParts extends ReadParts {
  policy: Pick<Policy, 'of' | 'isBroken'>
  workspaces: { list(): readonly Workspace[]; readonly activeId: string | null }
  lock: Pick<Lock, 'guard'>
  masker: Pick<Masker, 'cleanForeign' | 'holdsWithin'>
  activity: { log(call: LoggedCall): void }
  clock: Pick<Clock, 'now'>
  drafts: Pick<Drafts, 'put'>
  /** Of customers and people, to be taken out of texts. */
  names(): Promise<Names>
  failed(error: unknown): void
}

/** Whether the policy lets workspaces be asked from outside. */
export const isAllowed = (policy: DispatchParts['policy']) =>
  !policy.isBroken && policy.of('outside.enabled')?.value !== false

/** Answers what is asked from outside of the window: by right, within limits, masked, and each in Activity. */
export class Dispatcher {
  private readonly key = randomBytes(32)
  /** ms since 1970, of the last minute. */
  private readonly recent: number[] = []
  /** When a refusal by the limit was recorded last, ms since 1970. */
  private refusedAt = -Infinity
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly parts: DispatchParts) {}

  /** One at a time, so that the window has the rest. Never throws. @param signal fires when the client is gone */
  answer(question: Question, kind: AskerKind, signal: AbortSignal): Promise<Reply> {
    const turn = this.last.then(() => this.answerNow(question, kind, signal))
    this.last = turn
    return turn
  }

  private async answerNow(
    { id, client, asked, input }: Question,
    kind: AskerKind,
    signal: AbortSignal
  ): Promise<Reply> {
    const { clock, masker, failed } = this.parts
    const at = clock.now()
    let place = this.open
    const record = (error: AppErrorShape | null, bytes: number) =>
      this.record({ at, kind, client, asked, place, error, bytes })
    try {
      if (signal.aborted) throw cancelled()
      this.guard(at)
      const name = known(asked)
      const parsed = questions[name].input.safeParse(input ?? {})
      if (!parsed.success) {
        const [first] = parsed.error.issues
        throw new AppError('invalid-input', `${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`.slice(0, 300))
      }
      if (masker.holdsWithin(parsed.data))
        throw new AppError('leak-refused', 'The question holds a token that this app knows. It was not answered.')
      const { data } = parsed
      if (name === 'workspaces') return this.sent(id, { rows: this.asked().map(shown), more: 0 }, record)
      const workspace = this.workspaceOf('workspace' in data ? data.workspace : undefined)
      place = this.placeIn(workspace, 'region' in data ? data.region : undefined)
      const names = workspace.outside === 'names' ? null : await this.parts.names()
      const tell = new Telling({ place, names, key: this.key })
      const reading: Reading = { parts: this.parts, place, tell, signal }
      const from = { client: nameOf(client), at }
      const answer = isDraft(name)
        ? await this.parts.drafts.put(name as Parameters<Drafts['put']>[0], reading, data, from)
        : await run(name as keyof typeof reads, reading, data)
      // The lock, or a change in Settings, withholds what was still on its way.
      this.parts.lock.guard()
      this.workspaceOf(workspace.id)
      const about = { workspace: workspace.name, workspaceId: workspace.id, region: place.region }
      const value = { ...about, namesHidden: names !== null, note: dataNote, answer }
      return this.sent(id, masker.cleanForeign(value), record)
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code === 'internal') failed(thrown)
      // Words of an unexpected error may hold anything.
      const words = error.code === 'internal' ? 'Something went wrong in the app. Its log says what.' : error.message
      const shape = masker.cleanForeign({ code: error.code, message: words })
      // A program that asks on and on would push the operator's own requests out of Activity.
      const isRepeat = error.code === 'rate-limited' && at - this.refusedAt < 60_000 && at >= this.refusedAt
      if (error.code === 'rate-limited' && !isRepeat) this.refusedAt = at
      if (!isRepeat) record(shape, 0)
      return { id, ok: false, error: shape }
    }
  }

  private sent(id: number, value: unknown, record: (error: null, bytes: number) => void): Reply {
    const bytes = Buffer.byteLength(JSON.stringify(value))
    if (bytes > longestAnswer) throw new AppError('too-large', 'The answer is too large. Ask for less, with a limit.')
    record(null, bytes)
    return { id, ok: true, value }
  }

  /** @throws AppError */
  private guard(at: number): void {
    const { recent } = this
    while (recent[0] !== undefined && recent[0] <= at - 60_000) recent.shift()
    // A clock that was set back.
    if ((recent.at(-1) ?? 0) > at) recent.length = 0
    if (recent.length >= mostPerMinute)
      throw new AppError('rate-limited', `At most ${mostPerMinute} questions are answered in a minute.`)
    recent.push(at)
    this.parts.lock.guard()
    if (!isAllowed(this.parts.policy))
      throw new AppError('managed', 'Your organization does not let workspaces be asked from outside of the window.')
    if (this.asked().length === 0)
      throw new AppError('not-permitted', 'No workspace may be asked. A person switches it on in Settings.')
  }

  private asked(): Workspace[] {
    return this.parts.workspaces.list().filter(({ outside }) => outside !== undefined)
  }

  private get open(): Place | null {
    const { workspaces } = this.parts
    const open = workspaces.list().find(({ id }) => id === workspaces.activeId)
    return open ? { workspaceId: open.id, region: open.region } : null
  }

  /** One that may not be asked is as unknown as any other. */
  private workspaceOf(wanted: string | undefined): Workspace {
    const all = this.asked()
    const open = all.find(({ id }) => id === this.parts.workspaces.activeId)
    const found =
      wanted === undefined ? (open ?? (all.length === 1 ? all[0] : undefined)) : all.find(({ id, name }) => id === wanted || name === wanted) // prettier-ignore
    if (found) return found
    throw wanted === undefined
      ? new AppError(
          'not-permitted',
          'The open workspace may not be asked. Name one that may, or switch it on in Settings.'
        )
      : new AppError('not-permitted', 'No workspace of this name may be asked.')
  }

  private placeIn({ id, region, euBaseUrl }: Workspace, wanted: Place['region'] | undefined): Place {
    if (wanted === 'eu' && euBaseUrl === null) throw new AppError('not-found', 'This workspace has no EU region.')
    return { workspaceId: id, region: wanted ?? region }
  }

  private record(of: {
    at: number
    kind: AskerKind
    client: string
    asked: string
    place: Place | null
    error: AppErrorShape | null
    bytes: number
  }): void {
    const { activity, clock } = this.parts
    // Activity is of a workspace. Before the first, nothing can be told either.
    if (!of.place) return
    activity.log({
      ...of.place,
      ...{ at: of.at, asker: 'outside', method: isAsked(of.asked) && isDraft(of.asked) ? 'DRAFT' : 'GET' },
      path: `outside/${isAsked(of.asked) ? of.asked : 'unknown'}`,
      subject: `${of.kind === 'mcp' ? 'Assistant' : 'Script'} “${nameOf(of.client)}”`,
      status: of.error ? (statuses[of.error.code] ?? 400) : 200,
      error: of.error?.code ?? null,
      ...{ bytes: of.bytes, durationMs: Math.max(0, clock.now() - of.at), tries: 1, limited: 0, waitedMs: 0 },
      ...{ connectorKey: '', partOf: '', query: '', forwarded: '', requestId: null },
      ...{ mutation: false, unknown: false, probe: false }
    })
  }
}

/** As a service would answer, so that Activity shows them alike. */
const statuses: Partial<Record<AppErrorShape['code'], number>> = {
  'rate-limited': 429,
  'not-found': 404,
  'not-permitted': 403,
  managed: 403,
  'app-locked': 403,
  'leak-refused': 403,
  internal: 500
}

const nameOf = (client: string) => shorten(cleanText(client), 60) || 'no name'

const run = (name: keyof typeof reads, reading: Reading, data: unknown) =>
  (reads[name] as (of: Reading, input: unknown) => Promise<unknown>)(reading, data)

const shown = ({ id, name, euBaseUrl, region, outside }: Workspace) => ({
  ...{ id, name, regions: euBaseUrl === null ? ['default'] : ['default', 'eu'], regionInUse: region },
  namesHidden: outside !== 'names'
})

/** @throws AppError unsupported */
function known(asked: string): Asked {
  if (isAsked(asked)) return asked
  throw new AppError('unsupported', 'This cannot be asked from outside of the window.')
}
