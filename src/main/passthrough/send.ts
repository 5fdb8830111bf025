import { AppError } from '../../shared/errors'
import type { AccessFact } from '../../shared/issues/access'
import type { Idempotency } from '../../shared/passthrough/idempotency'
import type { PassthroughDraft, DraftProblem } from '../../shared/passthrough/passthrough'
import type { PassthroughProgress, PassthroughResult } from '../../shared/passthrough/result'
import type { RepeatRequest, SendRequest } from '../../shared/passthrough/send'
import type { Place } from '../../shared/workspaces/place'
import type { Region } from '../../shared/workspaces/region'
import { buildRequest } from '../../shared/passthrough/request'
import { isBuiltIn, variablesOf, type Variables } from '../../shared/passthrough/variables'
import { type SteadyClock, cancelled } from '../base/clock'
import { findToken } from '../connectors/find-token'
import { shownConnector } from '../connectors/shown-connector'
import type { ConnectorStore } from '../connectors/store'
import { nameToType, type Confirmer } from '../guard/confirmer'
import type { Grant } from '../guard/grant'
import type { Call, Target } from '../http/call'
import { leavingOf, type Client } from '../http/client'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import type { Masker } from '../secrets/masker'
import type { Responses } from '../viewer/responses'
import type { ResponseViews } from '../viewer/views'
import { answerOf, type Judge } from './answer-checks'
import { brokenOff, wholeAnswer, type LastTry } from './last-try'
import { sentFiles, type ChosenFiles } from './files'
import type { ManyAnswerKept, PassthroughHistory } from './history'
import { OneSend } from './one-send'
import { passthroughOf, type Outgoing } from './outgoing'
import { resultOf } from './result'
import { suggestedName } from './suggested-name'
import { unifiedOf } from './unified/outgoing-write'
import { Unsettled, earlierOf } from './unified/unsettled'
import type { VariablesFor } from './variables-for'

/** @throws AppError invalid-input with `fields` for a draft that must not be sent */
function refuseBroken(problems: readonly DraftProblem[]): void {
  const refused = problems.filter(({ severity }) => severity === 'refused')
  if (refused.length === 0) return
  const fields = new Map<string, string>()
  for (const { field, message } of refused) if (!fields.has(field)) fields.set(field, message)
  throw new AppError('invalid-input', refused[0]?.message ?? '', { fields: Object.fromEntries(fields) })
}

export interface SendParts {
  client: Client
  clock: SteadyClock
  workspaces: { target(id: string, region: Region): Promise<Target> }
  tokens: ConnectorTokens
  pinned: (account: string, origin: string) => Promise<string | null>
  masker: Masker
  files: ChosenFiles
  responses: Responses
  views: Pick<ResponseViews, 'open' | 'prepare'>
  history: PassthroughHistory
  confirmer: Confirmer
  connectors: Pick<ConnectorStore, 'lastRecord'>
  judge: Judge
  /** See `variablesFor` of the library: the workspace's, and then the connector's own. */
  variablesFor: VariablesFor
  /** What an answer says of a connector's access. */
  learned(place: Place, key: string, fact: AccessFact): Promise<void>
  integrationName(place: Place, slug: string): Promise<string>
  report: (error: unknown) => void
}

/** Limit for a decoded answer: the app cuts the rest. */
const mostBytes = 100e6
/** The same for an answer of a run: many are read, one after the other. */
const mostOfMany = 16e6

/** One send of a run of Ask many. It opens no view, and never asks for a confirmation. */
export interface PartOfRun {
  id: string
  /** As soon as it is there: what follows takes its time. */
  came(result: PassthroughResult): void
  /** What the run keeps of it. */
  answerOf(result: PassthroughResult): ManyAnswerKept['answer']
  /** After it is kept: reading may take long. */
  read(answer: ManyAnswerKept['answer'], result: PassthroughResult, body: Buffer | null): Promise<void>
}

interface Line {
  running: number
  waiting: { start: () => void; moved: (ahead: number) => void }[]
}

/** By the API itself: each request of this workspace would end alike. A provider's 401 has no such scheme. */
const isTokenRejected = ({ status, error }: PassthroughResult) =>
  status === 401 && error?.challenge?.toLowerCase().startsWith('bearer') === true

/** Quotas are per token, so tokens do not wait for each other, and each has few requests at a time. */
class TokenQueue {
  private readonly lines = new Map<string, Line>()

  constructor(private readonly parallel = 4) {}

  /**
   * Runs `work` when its turn comes.
   * @param moved called with the number of calls ahead, while there are any
   * @throws AppError cancelled if the signal fires before its turn
   */
  async run<T>(token: string, signal: AbortSignal, work: () => Promise<T>, moved: (ahead: number) => void): Promise<T> {
    const line = this.lines.get(token) ?? { running: 0, waiting: [] }
    this.lines.set(token, line)
    if (line.running < this.parallel) line.running++
    else await this.turn(line, signal, moved)
    try {
      return await work()
    } finally {
      this.leave(token, line)
    }
  }

  private turn(line: Line, signal: AbortSignal, moved: (ahead: number) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = { start: () => settle(resolve), moved }
      const settle = (end: () => void) => {
        signal.removeEventListener('abort', stop)
        end()
      }
      const stop = () => {
        line.waiting.splice(line.waiting.indexOf(place), 1)
        this.tell(line)
        settle(() => reject(cancelled()))
      }
      if (signal.aborted) return reject(cancelled())
      signal.addEventListener('abort', stop)
      line.waiting.push(place)
      moved(line.waiting.length)
    })
  }

  /** Hands the turn on directly, so that a later call cannot slip in. */
  private leave(token: string, line: Line): void {
    const first = line.waiting.shift()
    if (first) {
      first.start()
      this.tell(line)
    } else if (--line.running === 0) {
      this.lines.delete(token)
    }
  }

  private tell(line: Line): void {
    line.waiting.forEach(({ moved }, index) => moved(index + 1))
  }
}

/** One for the app: it holds the queues. */
export class PassthroughSender {
  private readonly queue = new TokenQueue()
  private readonly unsettled = new Unsettled()

  constructor(private readonly parts: SendParts) {}

  /**
   * Repeats only a draft that certainly never left, or that the API itself answered with 429. The result has the
   * outcome of a failed send, too.
   * @throws AppError invalid-input, or cancelled without a confirmation (both before anything left); the errors of
   * finding the workspace's and the connector's token: no-token, keychain-locked, not-found, and errors of a list call
   */
  async send(
    request: SendRequest,
    signal: AbortSignal,
    tell: Tell = () => undefined,
    run?: PartOfRun,
    by: AccessFact['by'] = run ? 'many' : 'send'
  ): Promise<PassthroughResult> {
    const { draft, requestId } = request
    const variables = await this.variablesOf(request)
    const contents = await this.parts.files.contents(draft)
    const built = buildRequest(draft, variables, (ref) => contents.get(ref))
    refuseBroken(built.problems)
    const outgoing =
      draft.route === 'unified'
        ? unifiedOf(draft, built.text, {
            now: this.parts.clock.now(),
            unsettled: this.unsettled.has({ draft, text: built.text })
          })
        : { ...passthroughOf(draft, built, buildRequest(draft, variables).text), files: sentFiles(draft, contents) }
    if (run && outgoing.asks) throw new AppError('invalid-input', 'Only a plain read can be sent to many connectors.')
    if (by === 'check' && outgoing.asks) throw new AppError('invalid-input', 'Only a plain read can check a connector.')
    return this.leave(requestId, outgoing, signal, tell, by, run)
  }

  /**
   * Sends an unsettled unified write again, with its own key and bytes.
   * @throws AppError as `send`; not-found; busy while it runs; invalid-input if it has no key, or was answered
   */
  async repeat({ requestId, workspaceId, of }: RepeatRequest, signal: AbortSignal, tell: Tell) {
    const found = await this.parts.history.find(of)
    if (found?.workspaceId !== workspaceId) throw new AppError('not-found', 'The history has no such request.')
    const earlier = earlierOf(found, (key) => this.unsettled.isDone(key))
    const outgoing = unifiedOf(found.draft, found.envelope, { now: this.parts.clock.now(), earlier })
    return this.leave(requestId, outgoing, signal, tell, 'send')
  }

  private async leave(
    requestId: string,
    outgoing: Outgoing,
    signal: AbortSignal,
    tell: Tell,
    by: AccessFact['by'],
    run?: PartOfRun
  ) {
    const { client, clock, workspaces, masker, history, responses, report } = this.parts
    const { draft } = outgoing
    const send = new OneSend(clock, tell)
    const { connector } = draft
    if (!connector) throw new Error('The check lets no draft without a connector through.')

    send.enter('token')
    const target = await workspaces.target(draft.workspaceId, draft.region)
    const token = await findToken(this.parts, target, connector, signal)
    masker.add(token.token)
    const call: Call = {
      asker: 'passthrough',
      subject: `${connector.endUser} (${connector.key})`,
      connectorKey: connector.key,
      partOf: run?.id ?? requestId,
      method: 'POST',
      ...outgoing.call,
      headers: { 'content-type': 'application/json', 'x-connector-token': token.token, ...outgoing.call.headers },
      body: outgoing.text,
      scope: token.ref,
      maxBytes: run ? mostOfMany : mostBytes,
      // A limited token rests, and another connector is asked meanwhile.
      ...(run && { longestWaitMs: 0 }),
      signal,
      onTry: (tries) => send.try(tries),
      mark: (moment) => send.mark(moment),
      quiet: (quiet) => send.quiet(quiet),
      onWait: (wait) => send.wait(wait)
    }
    const grant = await this.confirmed(target, connector.key, call, outgoing, send)
    const idempotency = this.keyOf(outgoing)
    await history.append({
      ...{ id: requestId, draft, countsAs: outgoing.countsAs, envelope: outgoing.kept },
      ...{ result: null, body: null, run: run?.id },
      ...(idempotency && { idempotency })
    })
    const exchange = () => {
      if (clock.now() > outgoing.notAfter) throw tooLate()
      send.start()
      if (!run) this.parts.views.prepare()
      return client.exchange(target, { ...call, ...(grant && { grant }) })
    }
    if (draft.route === 'unified') this.unsettled.begin(outgoing)
    const ended = await this.queue
      .run(`${draft.workspaceId} ${draft.region} ${token.ref}`, signal, exchange, (ahead) =>
        send.enter('queued', ahead)
      )
      .then(
        (response) => wholeAnswer(response, call.again),
        (thrown: unknown) => brokenOff(thrown, send)
      )
    const provider = await this.parts.integrationName(draft, connector.integrationSlug)
    const result = resultOf(this.parts, { requestId, outgoing, provider, idempotency, send, ended, by })
    if (draft.route === 'unified') this.unsettled.note(outgoing, result)
    const body = ended.response?.body.length ? ended.response.body : null
    const whole = answerOf(result, body)
    const { workspaceId, method, route } = draft
    // The shelf knows nothing of the unified API.
    const asked = { workspaceId, method, integration: route ? '' : connector.integrationSlug }
    if (body && !run) result.responseId = this.show(body, ended, draft, outgoing.path)
    const limited = result.status === null && result.error?.code === 'rate-limited'
    const again = result.outcome === 'cancelled' || limited || isTokenRejected(result)
    const answers = again ? undefined : run
    answers?.came(result)
    // The answer is there: a failing store must not look like a failure.
    if (result.access) await this.parts.learned(draft, connector.key, result.access).catch(report)
    const keep = async (body: Buffer | null, more: boolean) => {
      const answer = answers && { run: answers.id, answer: answers.answerOf(result) }
      // The request is over: a failing store must not look like a failure.
      try {
        const kept = await history.complete(requestId, result, body, answer, more)
        if (kept && result.responseId) responses.keptElsewhere(result.responseId, () => history.body(requestId))
      } catch (thrown) {
        report(thrown)
      }
    }
    const checks = whole ? (draft.checks ?? []) : []
    await keep(body, checks.length > 0)
    if (whole && checks.length > 0) {
      result.checks = await this.parts.judge(checks, whole, { ...asked, path: outgoing.path })
      await keep(null, false)
    }
    await answers?.read(answers.answerOf(result), result, body)
    return result
  }

  /** A connector's own values reach no request of another, whatever the page sends. */
  private async variablesOf({ draft, variables }: SendRequest): Promise<Variables> {
    const { workspaceId, region, connector } = draft
    if (!connector) return variablesOf(variables)
    const own = await this.parts.variablesFor(workspaceId, region, connector)
    return variablesOf(
      own,
      variables,
      own.filter(({ name }) => isBuiltIn(name))
    )
  }

  /** The key's time begins now: nothing left with a new key before. */
  private keyOf({ idempotency }: Outgoing): Idempotency | undefined {
    if (!idempotency) return undefined
    const { key, firstAt } = idempotency
    return { key, firstAt: firstAt ?? this.parts.clock.now(), again: firstAt !== null }
  }

  /** @returns null for a plain read: it needs no confirmation */
  private async confirmed(
    target: Target,
    key: string,
    call: Call,
    { draft, path, kept, files = [], countsAs, asks }: Outgoing,
    send: OneSend
  ): Promise<Grant | null> {
    if (!asks) return null
    const { tokens, connectors: history, confirmer } = this.parts
    const { workspaceId, region, method } = draft
    const connector = await shownConnector({ tokens, history }, { workspaceId, region }, key)
    send.enter('confirm')
    const grant = await confirmer.confirm(
      {
        place: { workspaceId, region },
        ...asks(connector.endUser.trim()),
        second: 'passthrough-write',
        connector,
        ...(countsAs === 'DELETE' && {
          danger: true,
          typed: nameToType('customer', connector.endUser, key.slice(key.indexOf(':') + 1))
        }),
        requests: [
          { leaving: leavingOf(target, call), shown: { method, path, ...(files.length > 0 && { text: kept, files }) } }
        ]
      },
      call.signal
    )
    return grant.hold()
  }

  /** The viewer opens the body while the history saves it. */
  private show(body: Buffer, { response, ending }: LastTry, draft: PassthroughDraft, path: string): string {
    const headers = response?.headers ?? {}
    const contentType = headers['content-type'] ?? ''
    const complete = ending.kind === 'answer'
    const name = suggestedName(headers, path, draft.responseFormat)
    const id = this.parts.responses.put({ body, contentType, suggestedName: name, complete })
    // The window makes the same call, and gets the error.
    this.parts.views.open(id).catch(() => undefined)
    return id
  }
}

type Tell = (progress: PassthroughProgress) => void

const tooLate = () =>
  new AppError('outdated', 'The 5 minutes of its key passed while it waited. Send it again to see the consequences.')
