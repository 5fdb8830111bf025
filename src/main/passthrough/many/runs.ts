import { randomUUID } from 'node:crypto'
import { AppError, toAppError } from '../../../shared/errors'
import type {
  ManyAnswer,
  ManyAsked,
  ManyColumn,
  ManyHead,
  ManyPlan,
  ManyProgress,
  ManyRun,
  ManySetup,
  ManyShape
} from '../../../shared/passthrough/many'
import { isRead, type PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { buildRequest } from '../../../shared/passthrough/request'
import type { PassthroughResult } from '../../../shared/passthrough/result'
import { isBuiltIn, namesIn, variablesOf } from '../../../shared/passthrough/variables'
import type { Region } from '../../../shared/workspaces/region'
import { cancelled, waitUntil, type SteadyClock } from '../../base/clock'
import type { RateLimits } from '../../http/rate-limit'
import { pinnedAccount } from '../../secrets/accounts'
import type { ConnectorTokens } from '../../secrets/connector-tokens'
import type { SharedDigests } from '../../secrets/token-digests'
import type { SentHistory } from '../library/sent-history'
import type { KeptRuns } from '../library/runs'
import type { PassthroughSender } from '../send'
import type { VariablesFor } from '../variables-for'
import type { AnswerReader } from './reader'

export interface ManyParts {
  sender: Pick<PassthroughSender, 'send'>
  kept: KeptRuns
  history: Pick<SentHistory, 'body' | 'find' | 'forgetEntry'>
  reader: Pick<AnswerReader, 'read'>
  tokens: Pick<ConnectorTokens, 'find' | 'hold'>
  pinned: (account: string, origin: string) => Promise<string | null>
  workspaces: { target(id: string, region: Region): Promise<{ baseUrl: string }> }
  rateLimits: Pick<RateLimits, 'list' | 'resting'>
  variablesFor: VariablesFor
  /** Whether the shelf says that a read of an integration changes data. */
  writes(workspaceId: string, method: string): (integration: string, path: string) => Promise<boolean>
  known: () => SharedDigests
  clock: SteadyClock
  tell(progress: ManyProgress): void
}

/** ms: the time of one answer while none came. */
const usualAnswerMs = 1_000
/** ms between two reports of a run. */
const tellEveryMs = 100
/** That many in a row without any answer of the service: it is away, and the rest would fail alike. */
const awayAfter = 8

/** Values of a variable that a plan names. */
const mostShown = 3
const marked = 'The shelf says that this request changes data. It can only be sent to one connector.'
const noToken = 'No connector token on this computer. Refresh the connectors, then ask again.'

interface Planned {
  problems: ManyPlan['problems']
  leftOut: ManyPlan['leftOut']
  variables: ManyPlan['variables']
  /** By place; undefined for those left out. */
  tokens: (string | undefined)[]
}

/** One run at work. */
class Running {
  readonly asking = new Set<number>()
  readonly waiting: number[]
  readonly shown = new Set<string>()
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
    readonly planned: Planned,
    private readonly answeredPlaces: Set<number>,
    private readonly resting: () => ManyProgress['resting'],
    private readonly clock: SteadyClock,
    private readonly tell: (progress: ManyProgress) => void
  ) {
    this.waiting = [...places]
  }

  take(answer: ManyAnswer, shape: ManyShape | null): void {
    this.answeredPlaces.add(answer.place)
    this.head = { ...this.head, answered: this.answeredPlaces.size }
    this.news.answers.push(answer)
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
    this.tell({ head: this.head, answers, shapes, asking: [...this.asking], resting: this.resting() })
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
  private readonly running = new Map<string, Running>()
  /** The last times of answers by integration, ms, smoothed. */
  private readonly times = new Map<string, number>()

  constructor(private readonly parts: ManyParts) {}

  async plan(setup: ManySetup): Promise<ManyPlan> {
    const { problems, leftOut, tokens, variables } = await this.planned(setup)
    const { workspaceId, region, asked, pace } = setup
    const now = this.parts.clock.now()
    const known = new Map(this.parts.rateLimits.list({ workspaceId, region }).map((limit) => [limit.scope, limit]))
    const limits: ManyPlan['limits'] = []
    const perProvider = new Map<string, { requests: number; ms: number }>()
    let [restsMs, totalMs, requests] = [0, 0, 0]
    tokens.forEach((token, place) => {
      const integration = asked[place]?.connector.integrationSlug ?? ''
      if (token === undefined) return
      const ms = this.times.get(integration) ?? usualAnswerMs
      const of = perProvider.get(integration) ?? { requests: 0, ms }
      perProvider.set(integration, { requests: of.requests + 1, ms })
      totalMs += ms
      requests++
      const limit = known.get(token)
      if (limit && limit.resetAt > now) {
        limits.push({ place, left: limit.remaining, limit: limit.limit, resetAt: limit.resetAt })
        if (limit.remaining === 0) restsMs = Math.max(restsMs, limit.resetAt - now + ms)
      }
      const rest = this.parts.rateLimits.resting({ workspaceId, region, scope: token })
      if (rest) restsMs = Math.max(restsMs, rest.until - now + ms)
    })
    const slowest = [...perProvider.values()].map((of) => Math.ceil(of.requests / pace.perProvider) * of.ms)
    const takesMs = Math.max(0, restsMs, totalMs / pace.all, ...slowest)
    return {
      problems,
      leftOut,
      limits,
      variables,
      takesMs,
      answerMs: requests === 0 ? usualAnswerMs : totalMs / requests
    }
  }

  /**
   * Answers when the run ends or pauses; a stop keeps what came.
   * @throws AppError invalid-input with `fields` (nothing left); the errors of keeping it
   */
  async start(id: string, setup: ManySetup, signal: AbortSignal): Promise<ManyHead> {
    const planned = await this.accepted(setup)
    const head = await this.parts.kept.begin(id, setup)
    return this.work(head, setup, [...setup.asked.keys()], planned, new Set(), signal)
  }

  /** @throws AppError as `start`; not-found; busy */
  async goOn(
    { workspaceId, id, places }: { workspaceId: string; id: string; places: readonly number[] | null },
    signal: AbortSignal
  ): Promise<ManyHead> {
    if (this.running.has(id)) throw new AppError('busy', 'This run is at work.')
    const { head, setup, answers } = await this.parts.kept.open(workspaceId, id)
    const planned = await this.accepted(setup)
    const answered = new Set(answers.map(({ place }) => place))
    const all = places ?? [...setup.asked.keys()].filter((place) => !answered.has(place))
    const wanted = [...new Set(all)].filter((place) => place < setup.asked.length)
    return this.work({ ...head, endedAt: null, state: 'running', why: '' }, setup, wanted, planned, answered, signal)
  }

  pause(id: string): void {
    const running = this.running.get(id)
    if (!running) return
    running.pausing = true
    running.head = { ...running.head, state: 'pausing' }
    running.report('now')
    running.wake()
  }

  /** As it is now. @throws AppError not-found; keychain errors */
  async open(workspaceId: string, id: string): Promise<ManyRun> {
    const run = await this.parts.kept.open(workspaceId, id)
    return { ...run, head: this.running.get(id)?.head ?? run.head }
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
    const { setup, answers } = await this.parts.kept.open(workspaceId, id)
    const changed: ManyAnswer[] = []
    for (const answer of answers) {
      if (signal.aborted) throw cancelled()
      if (answer.content !== 'json') continue
      const [body, sent] = await Promise.all([this.parts.history.body(answer.id), this.parts.history.find(answer.id)])
      const gone = { text: 'The answer is no longer kept.', number: null, problem: true }
      const values = body
        ? (await this.parts.reader.read(this.readable(body, sent?.result ?? null), columns, signal)).values
        : columns.map(() => gone)
      changed.push({ ...answer, values })
    }
    await this.parts.kept.change(workspaceId, id, { ...setup, columns }, changed)
    return this.open(workspaceId, id)
  }

  /** @throws AppError busy while it is at work */
  async remove(workspaceId: string, id: string): Promise<void> {
    if (this.running.has(id)) throw new AppError('busy', 'This run is at work. Stop it first.')
    await this.parts.kept.remove(workspaceId, id)
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
    const resting = () => this.restingOf(own, planned, running.waiting)
    const running: Running = new Running(begun, own, open, planned, answered, resting, clock, tell)
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
    const rests = this.restingOf(running.setup, running.planned, running.waiting).map(({ until }) => until)
    const changed = running.next()
    if (rests.length === 0) return changed
    const over = new AbortController()
    const rest = waitUntil(Math.min(...rests), this.parts.clock, AbortSignal.any([signal, over.signal]))
    await Promise.race([changed, rest.catch(() => undefined)])
    over.abort()
  }

  /** The next place within the pace whose token does not rest. */
  private pick({ setup, asking, waiting, planned }: Running): number | undefined {
    const { workspaceId, region, asked, pace } = setup
    if (asking.size >= pace.all) return undefined
    const busy = new Map<string, number>()
    const slugOf = (place: number) => asked[place]?.connector.integrationSlug ?? ''
    for (const place of asking) busy.set(slugOf(place), (busy.get(slugOf(place)) ?? 0) + 1)
    const now = this.parts.clock.now()
    const at = waiting.findIndex((place) => {
      if ((busy.get(slugOf(place)) ?? 0) >= pace.perProvider) return false
      const scope = planned.tokens[place] ?? ''
      return (this.parts.rateLimits.resting({ workspaceId, region, scope })?.until ?? 0) <= now
    })
    return at < 0 ? undefined : waiting.splice(at, 1)[0]
  }

  private restingOf({ workspaceId, region }: ManySetup, planned: Planned, waiting: readonly number[]) {
    const now = this.parts.clock.now()
    return waiting.flatMap((place) => {
      const rest = this.parts.rateLimits.resting({ workspaceId, region, scope: planned.tokens[place] ?? '' })
      return rest && rest.until > now ? [{ place, until: rest.until }] : []
    })
  }

  private ask(running: Running, place: number, signal: AbortSignal): void {
    running.asking.add(place)
    void this.one(running, place, signal)
      .catch((thrown: unknown) => {
        running.waiting.unshift(place)
        // Nothing of this one left, and the next would end alike.
        if (!signal.aborted) running.why = toAppError(thrown).message
      })
      .finally(() => {
        running.asking.delete(place)
        running.wake()
      })
  }

  private async one(running: Running, place: number, signal: AbortSignal): Promise<void> {
    const { sender, history } = this.parts
    const { head, setup } = running
    const asked = setup.asked[place]
    if (!asked) return
    const draft = draftFor(setup.draft, asked)
    const requestId = randomUUID()
    let came: { answer: ManyAnswer; shape: ManyShape | null } | undefined
    const request = { requestId, draft, variables: asked.row?.values ?? [] }
    const result = await sender.send(request, signal, undefined, {
      id: head.id,
      read: async (result, body) => {
        const { shape, ...reading } = await this.reading(running, result, body)
        came = { answer: { ...answerOf(place, result), ...reading, shape: shape?.key ?? null }, shape }
        return came
      }
    })
    if (!came) {
      // Stopped on its way: it is asked again when the run goes on.
      await history.forgetEntry(setup.workspaceId, requestId)
      throw cancelled()
    }
    running.take(came.answer, came.shape)
    if (result.status !== null) this.noteTime(asked.connector.integrationSlug, came.answer.ms)
    const away = result.outcome === 'failed' || result.error?.code === 'unauthorized'
    running.failedInARow = away ? running.failedInARow + 1 : 0
    if (running.failedInARow >= awayAfter && running.why === '') {
      running.why = `${awayAfter} in a row failed: ${result.error?.message ?? 'no answer came.'}`
    }
  }

  private async reading({ setup }: Running, result: PassthroughResult, body: Buffer | null) {
    const nothing = { content: 'none' as const, values: [], shape: null }
    if (!body) return nothing
    const read = this.parts.reader.read(this.readable(body, result), setup.columns, new AbortController().signal)
    return read.catch(() => ({ ...nothing, content: 'other' as const }))
  }

  private readable(body: Buffer, result: PassthroughResult | null) {
    const contentType = result?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
    return { body, contentType, known: this.parts.known() }
  }

  private noteTime(integration: string, ms: number): void {
    const before = this.times.get(integration)
    this.times.set(integration, before === undefined ? ms : before * 0.8 + ms * 0.2)
  }

  /** @throws AppError invalid-input with `fields` */
  private async accepted(setup: ManySetup): Promise<Planned> {
    const planned = await this.planned(setup)
    const [first] = planned.problems
    if (!first) return planned
    const fields = Object.fromEntries(planned.problems.map(({ field, message }) => [field, message]))
    throw new AppError('invalid-input', first.message, { fields })
  }

  private async planned(setup: ManySetup): Promise<Planned> {
    const isWrite = this.parts.writes(setup.workspaceId, setup.draft.method)
    const { workspaceId, region, draft, asked } = setup
    const problems = [...refusedOf(draft)]
    const leftOut: ManyPlan['leftOut'] = []
    const { baseUrl } = await this.parts.workspaces.target(workspaceId, region)
    const { origin } = new URL(baseUrl)
    const tokens: (string | undefined)[] = []
    const faults: { place: number; problems: { field: string; message: string }[] }[] = []
    const names = namesIn(JSON.stringify([draft.path, draft.params, draft.paramsJson, draft.headers]))
    const used = new Map(names.map((name) => [name, { name, known: 0, values: new Set<string>() }]))
    for (const [place, one] of asked.entries()) {
      const own = names.length > 0 ? await this.parts.variablesFor(workspaceId, region, one.connector) : []
      const row = one.row?.values ?? []
      const builtIn = own.filter(({ name }) => isBuiltIn(name))
      const variables = variablesOf(own, row, builtIn)
      for (const use of used.values()) {
        const value = variables.get(use.name)
        if (value === undefined) continue
        use.known++
        if (use.values.size < mostShown) use.values.add(value.slice(0, 200))
      }
      const built = buildRequest(draftFor(draft, one), variables)
      const found: { field: string; message: string }[] = built.problems.filter(
        ({ severity }) => severity !== 'warning'
      )
      if (found.length === 0 && (await isWrite(one.connector.integrationSlug, built.path))) {
        found.push({ field: 'path', message: marked })
      }
      const token = found.length === 0 ? await this.tokenOf(workspaceId, region, origin, one.connector.key) : undefined
      tokens.push(token)
      if (found.length > 0) faults.push({ place, problems: found })
      else if (token === undefined) leftOut.push({ place, why: 'no-token', message: noToken })
    }
    const everywhere = faults.length === asked.length ? (faults[0]?.problems ?? []) : []
    if (everywhere.length > 0) {
      for (const { field, message } of everywhere) problems.push({ field, message })
    } else {
      for (const {
        place,
        problems: [first]
      } of faults) {
        leftOut.push({ place, why: 'problem', message: first?.message ?? '' })
      }
    }
    const told = [...used.values()].map((use) => ({ ...use, values: [...use.values] }))
    return { problems, leftOut, tokens, variables: told }
  }

  /** The handle of its token, in this session's lists or pinned. A run makes no list calls. */
  private async tokenOf(workspaceId: string, region: Region, origin: string, key: string): Promise<string | undefined> {
    const place = { workspaceId, region, key }
    const listed = this.parts.tokens.find(place)
    if (listed) return listed.ref
    const account = pinnedAccount({ workspaceId, region, connectorId: key.slice(key.indexOf(':') + 1) })
    const pinned = await this.parts.pinned(account, origin)
    return pinned === null ? undefined : this.parts.tokens.hold(place, pinned).ref
  }
}

const draftFor = (draft: PassthroughDraft, { connector }: ManyAsked): PassthroughDraft => ({
  ...draft,
  // Main finds the token by the connector's key; a handle of an earlier session would be refused.
  connector: { ...connector, tokenRef: null }
})

/** Nothing that may change data goes to many. */
function refusedOf({ method, route, body }: PassthroughDraft): ManyPlan['problems'] {
  if (route === 'unified' || !isRead(method)) {
    return [{ field: 'method', message: 'Only GET, HEAD and OPTIONS can be sent to many connectors.' }]
  }
  if (body.kind !== 'none') return [{ field: 'body', message: 'A request to many connectors has no body.' }]
  return []
}

function answerOf(place: number, result: PassthroughResult): Omit<ManyAnswer, 'content' | 'values' | 'shape'> {
  const { requestId, outcome, status, bytes, complete, timing, error, providerError = null, checks = null } = result
  const { doneAt, sentAt, startedAt, askedAt } = timing
  return {
    ...{ place, id: requestId, at: doneAt, outcome, status, providerError, bytes, complete },
    ms: Math.max(0, doneAt - (sentAt ?? startedAt ?? askedAt)),
    checks: checks && { passed: checks.filter(({ passed }) => passed).length, of: checks.length },
    error: error && { code: error.code, message: error.message }
  }
}

function endOf(
  { head, why, pausing, waiting, planned }: Running,
  signal: AbortSignal
): Pick<ManyHead, 'state' | 'why'> {
  if (why !== '') return { state: 'stopped', why }
  if (waiting.length > 0) return { state: pausing && !signal.aborted ? 'paused' : 'stopped', why: '' }
  const left = planned.leftOut.length
  return head.answered < head.asked && left > 0
    ? { state: 'stopped', why: `${left} of ${head.asked} could not be asked. ${planned.leftOut[0]?.message ?? ''}` }
    : { state: 'done', why: '' }
}
