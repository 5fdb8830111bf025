import { randomUUID } from 'node:crypto'
import { tokenChangeWords } from '../../../shared/error-words'
import { AppError, toAppError, type ErrorCode } from '../../../shared/errors'
import type {
  ManyAnswer,
  ManyColumn,
  ManyHead,
  ManyProgress,
  ManyRun,
  ManySetup,
  ManyShape
} from '../../../shared/passthrough/many'
import type { PassthroughResult } from '../../../shared/passthrough/result'
import { cancelled, waitUntil, type SteadyClock } from '../../base/clock'
import type { RateLimits } from '../../http/rate-limit'
import { retryDelay } from '../../http/retry-after'
import type { SharedDigests } from '../../secrets/token-digests'
import type { ManyAnswerKept } from '../history'
import type { SentHistory } from '../library/sent-history'
import type { KeptRuns } from '../library/runs'
import { contentTypeOf, tookMs } from '../result'
import type { PassthroughSender } from '../send'
import { draftFor, noToken, providerScope, type ManyPlanner, type Planned } from './plan'
import type { AnswerReader } from './reader'

export interface ManyParts {
  planner: ManyPlanner
  sender: Pick<PassthroughSender, 'send'>
  kept: KeptRuns
  history: Pick<SentHistory, 'body' | 'find' | 'forgetEntry'>
  reader: Pick<AnswerReader, 'read'>
  rateLimits: Pick<RateLimits, 'rest' | 'resting' | 'lifted'>
  known: () => SharedDigests
  clock: SteadyClock
  tell(progress: ManyProgress): void
}

/** ms between two reports of a run. */
const tellEveryMs = 100
/** That many in a row without any answer of the service: it is away, and the rest would fail alike. */
const awayAfter = 8

/** ms for which a provider rests that answered 429 and did not say for how long. */
const usualRestMs = 60_000
/** It is asked again after a day, however long it said. */
const longestRestMs = 24 * 3_600_000

/** Of one connector only: the run goes on without it. */
const ofOne: ReadonlySet<ErrorCode> = new Set(['no-token', 'not-found', 'invalid-input'])

/** One run at work. */
class Running {
  readonly asking = new Set<number>()
  readonly waiting: number[]
  readonly shown = new Set<string>()
  /** Taken, though their reading failed, by their ids. */
  readonly unread = new Map<string, ManyAnswer>()
  pausing = false
  why = ''
  failedInARow = 0
  private news: { answers: ManyAnswer[]; shapes: ManyShape[] } = { answers: [], shapes: [] }
  private toldAt = -Infinity
  private timer: NodeJS.Timeout | undefined
  private changed: () => void = () => undefined

  constructor(
    public head: ManyHead,
    readonly setup: ManySetup,
    places: readonly number[],
    readonly tokens: Planned['tokens'],
    /** Why some are not asked. */
    readonly leftOut: string[],
    private readonly answeredPlaces: Set<number>,
    private readonly rests: () => Pick<ManyProgress, 'resting' | 'providers'>,
    private readonly clock: SteadyClock,
    private readonly tell: (progress: ManyProgress) => void
  ) {
    this.waiting = [...places]
  }

  take({ answer, shape }: ManyAnswerKept): void {
    this.answeredPlaces.add(answer.place)
    this.head = { ...this.head, answered: this.answeredPlaces.size }
    this.news.answers.push(answer)
    if (shape === undefined) this.unread.set(answer.id, answer)
    if (shape && !this.shown.has(shape.key)) {
      this.shown.add(shape.key)
      this.news.shapes.push(shape)
    }
  }

  /** Tells at once if the last report is some time ago, else a little later. */
  report(at: 'soon' | 'now' = 'soon'): void {
    clearTimeout(this.timer)
    const since = this.clock.steady() - this.toldAt
    if (at === 'soon' && since < tellEveryMs) {
      this.timer = setTimeout(() => this.report('now'), tellEveryMs - since)
      return
    }
    this.toldAt = this.clock.steady()
    const { answers, shapes } = this.news
    this.news = { answers: [], shapes: [] }
    this.tell({ head: this.head, answers, shapes, asking: [...this.asking], ...this.rests() })
  }

  /** Resolves at the next change: an answer, a pause. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.changed = resolve))
  }

  wake(): void {
    this.changed()
  }

  get stops(): boolean {
    return this.pausing || this.why !== ''
  }
}

/** Sends one read to many connectors, and keeps what comes. */
export class ManyRuns {
  /** From its plan to its end. */
  private readonly beginning = new Map<string, { pausing: boolean }>()
  private readonly running = new Map<string, Running>()
  constructor(private readonly parts: ManyParts) {}

  /**
   * Answers when the run ends or pauses; a stop keeps what came.
   * @throws AppError invalid-input with `fields` (nothing left); the errors of keeping it
   */
  start(id: string, setup: ManySetup, signal: AbortSignal): Promise<ManyHead> {
    return this.begun(id, async () => {
      const planned = await this.parts.planner.accepted(setup, signal)
      const head = await this.parts.kept.begin(id, setup)
      return this.work(head, setup, [...setup.asked.keys()], planned, new Set(), signal)
    })
  }

  /** @throws AppError as `start`; not-found; busy */
  goOn(
    { workspaceId, id, places }: { workspaceId: string; id: string; places: readonly number[] | null },
    signal: AbortSignal
  ): Promise<ManyHead> {
    return this.begun(id, async () => {
      const { head, setup, answers } = await this.open(workspaceId, id)
      const planned = await this.parts.planner.accepted(setup, signal)
      const answered = new Set(answers.map(({ place }) => place))
      const all = places ?? [...setup.asked.keys()].filter((place) => !answered.has(place))
      const wanted = [...new Set(all)].filter((place) => place < setup.asked.length)
      return this.work({ ...head, endedAt: null, state: 'running', why: '' }, setup, wanted, planned, answered, signal)
    })
  }

  /** Also before it asks anything. */
  pause(id: string): void {
    const beginning = this.beginning.get(id)
    if (beginning) beginning.pausing = true
    const running = this.running.get(id)
    if (!running) return
    running.pausing = true
    running.head = { ...running.head, state: 'pausing' }
    running.report('now')
    running.wake()
  }

  /** @throws AppError busy while it is at work */
  private async begun(id: string, work: () => Promise<ManyHead>): Promise<ManyHead> {
    if (this.beginning.has(id)) throw new AppError('busy', 'This run is at work.')
    this.beginning.set(id, { pausing: false })
    try {
      return await work()
    } finally {
      this.beginning.delete(id)
    }
  }

  /** As it is now. @throws AppError not-found; keychain errors */
  async open(workspaceId: string, id: string): Promise<ManyRun> {
    const { kept } = this.parts
    const { unread, ...run } = await kept.open(workspaceId, id)
    const running = this.running.get(id)
    // Those that a run at work reads come with its progress.
    if (running) {
      const given = unread.flatMap((answer) => running.unread.get(answer.id) ?? [])
      return { ...run, head: running.head, answers: [...run.answers, ...given] }
    }
    // The app ended while these were read.
    const { signal } = new AbortController()
    for (const answer of unread) {
      const read = { run: id, ...(await this.readAgain(answer, run.setup.columns, signal)) }
      await kept.read(workspaceId, read)
      run.answers.push(read.answer)
      if (read.shape) run.shapes.push(read.shape)
    }
    return run
  }

  async list(workspaceId: string): Promise<ManyHead[]> {
    const heads = await this.parts.kept.list(workspaceId)
    return heads.map((head) => this.running.get(head.id)?.head ?? head)
  }

  /**
   * Computes other columns over the kept answers.
   * @throws AppError not-found; busy while the run is at work; cancelled
   */
  async columns(workspaceId: string, id: string, columns: ManyColumn[], signal: AbortSignal): Promise<ManyRun> {
    const running = this.running.get(id)
    // Answers that come from now on have them at once.
    if (running) running.setup.columns = columns
    const computed = new Set<string>()
    // Again for those that came meanwhile: they may have been read for the columns before.
    for (let more = true; more;) {
      const { setup, answers } = await this.parts.kept.open(workspaceId, id)
      const left = answers.filter((answer) => answer.content === 'json' && !computed.has(answer.id))
      const changed: ManyAnswer[] = []
      for (const answer of left) {
        if (signal.aborted) throw cancelled()
        const { values } = (await this.readAgain(answer, columns, signal)).answer
        // Too much for the columns is not too much for the structure, which is known.
        changed.push({ ...answer, values })
        computed.add(answer.id)
      }
      await this.parts.kept.change(workspaceId, id, { ...setup, columns }, changed)
      more = left.length > 0
    }
    return this.open(workspaceId, id)
  }

  /** @throws AppError busy while it is at work */
  async remove(workspaceId: string, id: string): Promise<void> {
    if (this.beginning.has(id)) throw new AppError('busy', 'This run is at work. Stop it first.')
    await this.parts.kept.remove(workspaceId, id)
  }

  /** @throws AppError cancelled */
  private async readAgain(answer: ManyAnswer, columns: ManyColumn[], signal: AbortSignal) {
    const [body, sent] = await Promise.all([this.parts.history.body(answer.id), this.parts.history.find(answer.id)])
    if (body) return this.reading(answer, sent?.result ?? null, body, columns, signal)
    const gone = { text: 'The answer is no longer kept.', number: null, problem: true }
    return { answer: { ...answer, values: columns.map(() => gone) }, shape: null }
  }

  /** @throws AppError cancelled */
  private async reading(
    answer: ManyAnswer,
    result: PassthroughResult | null,
    body: Buffer | null,
    columns: ManyColumn[],
    signal: AbortSignal
  ) {
    if (!body) return { answer, shape: null }
    const readable = { body, contentType: contentTypeOf(result?.headers), known: this.parts.known() }
    const { shape, ...read } = await this.parts.reader.read(readable, columns, signal)
    return { answer: { ...answer, ...read, shape: shape?.key ?? null }, shape }
  }

  private async work(
    begun: ManyHead,
    setup: ManySetup,
    places: readonly number[],
    planned: Planned,
    answered: Set<number>,
    signal: AbortSignal
  ): Promise<ManyHead> {
    const { kept, clock, tell } = this.parts
    const own = { ...setup, columns: setup.columns }
    const open = places.filter((place) => planned.tokens[place] !== undefined)
    const wanted = new Set(places)
    const leftOut = planned.leftOut.filter(({ place }) => wanted.has(place)).map(({ message }) => message)
    const rests = () => this.toldRests(running)
    const running: Running = new Running(begun, own, open, planned.tokens, leftOut, answered, rests, clock, tell)
    running.pausing = this.beginning.get(begun.id)?.pausing ?? false
    this.running.set(begun.id, running)
    const stop = () => running.wake()
    signal.addEventListener('abort', stop)
    try {
      await kept.mark(running.head)
      running.report('now')
      await this.through(running, signal)
    } finally {
      signal.removeEventListener('abort', stop)
      this.running.delete(begun.id)
      running.head = { ...running.head, ...endOf(running, signal), endedAt: clock.now() }
      await kept.mark(running.head)
      running.report('now')
    }
    return running.head
  }

  /** Until nothing is left, or it stops: then with what is on its way. */
  private async through(running: Running, signal: AbortSignal): Promise<void> {
    for (;;) {
      const stops = signal.aborted || running.stops
      if (!stops)
        for (let place = this.pick(running); place !== undefined; place = this.pick(running))
          this.ask(running, place, signal)
      if (running.asking.size === 0 && (stops || running.waiting.length === 0)) return
      running.report()
      await this.somethingChanges(running, signal)
    }
  }

  /** An answer or a pause; or a token may be used again. */
  private async somethingChanges(running: Running, signal: AbortSignal): Promise<void> {
    const changed = running.next()
    const rests = this.restsOf(running)
    if (rests.length === 0) return running.asking.size > 0 ? changed : undefined
    const over = new AbortController()
    const lifted = new Set(rests.flatMap(({ scope }) => this.parts.rateLimits.lifted(scope) ?? []))
    const any = AbortSignal.any([signal, over.signal, ...lifted])
    const rest = waitUntil(Math.min(...rests.map(({ until }) => until)), this.parts.clock, any)
    await Promise.race([changed, rest.catch(() => undefined)])
    over.abort()
  }

  /** The next place within the pace whose token does not rest. */
  private pick(running: Running): number | undefined {
    const { setup, asking, waiting } = running
    const { asked, pace } = setup
    if (asking.size >= pace.all) return undefined
    const busy = new Map<string, number>()
    const slugOf = (place: number) => asked[place]?.connector.integrationSlug ?? ''
    for (const place of asking) busy.set(slugOf(place), (busy.get(slugOf(place)) ?? 0) + 1)
    const at = waiting.findIndex(
      (place) => (busy.get(slugOf(place)) ?? 0) < pace.perProvider && this.restOf(running, place) === null
    )
    return at < 0 ? undefined : waiting.splice(at, 1)[0]
  }

  /** null while its provider may be asked, and its token used. */
  private restOf({ setup, tokens }: Running, place: number) {
    const { workspaceId, region } = setup
    const integration = setup.asked[place]?.connector.integrationSlug ?? ''
    for (const provider of [integration, null]) {
      const of = provider === null ? (tokens[place] ?? '') : providerScope(provider)
      const scope = { workspaceId, region, scope: of }
      const until = this.parts.rateLimits.resting(scope)?.until ?? 0
      if (until > this.parts.clock.now()) return { place, provider, scope, until }
    }
    return null
  }

  private restsOf(running: Running) {
    return running.waiting.flatMap((place) => this.restOf(running, place) ?? [])
  }

  private toldRests(running: Running): Pick<ManyProgress, 'resting' | 'providers'> {
    const rests = this.restsOf(running)
    const resting = rests.flatMap(({ place, provider, until }) => (provider === null ? { place, until } : []))
    const providers = new Map(rests.flatMap(({ provider, until }) => (provider === null ? [] : [[provider, until]])))
    return { resting, providers: [...providers].map(([integration, until]) => ({ integration, until })) }
  }

  /** Also for other runs. @param result of a request that the API itself did not limit: such a one is asked again */
  private restProvider({ setup }: Running, integration: string, result: PassthroughResult): void {
    const { rateLimits, clock } = this.parts
    const status = result.providerError?.status ?? result.status
    if (status !== 429) return
    const headers = Object.fromEntries(result.headers.map(([name, value]) => [name.toLowerCase(), value]))
    const said = retryDelay(headers, clock.now(), 1, 0)
    // Other headers of a limit are the API's own.
    const ms = said.source === 'retry-after' ? Math.min(said.ms, longestRestMs) : usualRestMs
    const { workspaceId, region } = setup
    const scope = { workspaceId, region, scope: providerScope(integration) }
    rateLimits.rest(scope, { until: clock.now() + ms, reason: 'rate-limit', source: 'retry-after', status })
  }

  private ask(running: Running, place: number, signal: AbortSignal): void {
    running.asking.add(place)
    void this.one(running, place, signal)
      .catch((thrown: unknown) => {
        const { code, message } = toAppError(thrown)
        if (ofOne.has(code)) {
          running.leftOut.push(message)
          return
        }
        running.waiting.push(place)
        // Nothing of this one left, and the next would end alike. A limited token rests, and is asked again.
        if (!signal.aborted && code !== 'rate-limited') running.why = message
      })
      .finally(() => {
        running.asking.delete(place)
        running.wake()
      })
  }

  private async one(running: Running, place: number, signal: AbortSignal): Promise<void> {
    const { sender, history, planner } = this.parts
    const { head, setup } = running
    const asked = setup.asked[place]
    if (!asked) return
    const { key } = asked.connector
    const { workspaceId, region } = setup
    if (!(await planner.hasToken({ workspaceId, region }, key))) throw new AppError('no-token', noToken)
    const draft = draftFor(setup, asked)
    const requestId = randomUUID()
    let came: ManyAnswerKept | undefined
    const request = { requestId, draft, variables: asked.row?.values ?? [] }
    const result = await sender.send(request, signal, undefined, {
      id: head.id,
      came: (result) => this.restProvider(running, asked.connector.integrationSlug, result),
      answerOf: (result) => answerOf(place, result),
      read: async (...of) => void (came = await this.keptReading(running, ...of))
    })
    if (!came) {
      // Stopped or limited on its way: it is asked again.
      await history.forgetEntry(workspaceId, requestId)
      throw signal.aborted ? cancelled() : new AppError('rate-limited', result.error?.message ?? '')
    }
    running.take(came)
    if (result.status !== null) planner.noteTime(asked.connector.integrationSlug, came.answer.ms)
    const away = (result.outcome === 'failed' && result.status === null) || result.error?.code === 'unauthorized'
    running.failedInARow = away ? running.failedInARow + 1 : 0
    if (running.failedInARow >= awayAfter && running.why === '') {
      const change = result.error?.tokenChange
      const why = change ? tokenChangeWords(change) : (result.error?.message ?? 'no answer came.')
      running.why = `${awayAfter} in a row failed: ${why}`
    }
  }

  private async keptReading(
    { head, setup }: Running,
    answer: ManyAnswer,
    result: PassthroughResult,
    body: Buffer | null
  ): Promise<ManyAnswerKept> {
    const { signal } = new AbortController()
    try {
      for (;;) {
        const { columns } = setup
        const read = { run: head.id, ...(await this.reading(answer, result, body, columns, signal)) }
        await this.parts.kept.read(head.workspaceId, read)
        // Other columns since: once more, for these.
        if (columns === setup.columns) return read
      }
    } catch {
      // It is kept, and read when the run is opened again.
      return { run: head.id, answer: { ...answer, content: 'other' } }
    }
  }
}

/** Not read yet. */
function answerOf(place: number, result: PassthroughResult): ManyAnswer {
  const { requestId, outcome, status, bytes, complete, timing, error, providerError = null, checks = null } = result
  return {
    ...{ place, id: requestId, at: timing.doneAt, outcome, status, providerError, bytes, complete },
    ms: tookMs(timing),
    ...{ content: 'none', shape: null, values: [] },
    checks: checks && { passed: checks.filter(({ passed }) => passed).length, of: checks.length },
    error: error && { code: error.code, message: error.message }
  }
}

function endOf(
  { head, why, pausing, waiting, leftOut }: Running,
  signal: AbortSignal
): Pick<ManyHead, 'state' | 'why'> {
  if (why !== '') return { state: 'stopped', why }
  if (waiting.length > 0) return { state: pausing && !signal.aborted ? 'paused' : 'stopped', why: '' }
  if (leftOut.length > 0) {
    return { state: 'stopped', why: `${leftOut.length} of ${head.asked} could not be asked. ${leftOut[0] ?? ''}` }
  }
  return { state: head.answered < head.asked ? 'stopped' : 'done', why: '' }
}
