import { setMaxListeners } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { PracticeTime } from '../shared/workspaces/practice-time'
import { checkCategory } from './caller'
import { PracticeClock } from './clock'
import { answerFault } from './fault-answers'
import { ArmedFaults } from './faults'
import { httpDate, Limits } from './limits'
import { PageFaults } from './page-faults'
import { Problem, type Reply } from './reply'
import { note, readBody, sendReply, splitTarget } from './requests'
import { findRoute, type Call, type Match } from './router'
import { routes } from './routes'
import type { Region } from './connector'
import { Story } from './story'
import type {
  PlayedStep,
  PracticeKnobs,
  PracticeOptions,
  PracticeRequest,
  PracticeScenario,
  PracticeService,
  ScenarioName,
  Shape
} from './types'
import { World } from './world'
import { Random } from './data/random'

function knobsOf(options: PracticeOptions, region: Region, seed: number): PracticeKnobs {
  return {
    latencyMs: options.latencyMs ?? 0,
    limitEveryN: options.limitEveryN ?? 0,
    retryAfter: options.retryAfter ?? 'seconds',
    retryAfterSeconds: options.retryAfterSeconds ?? 1,
    limitPerMinute: options.limitPerMinute ?? 200,
    rateHeadersOn2xx: options.rateHeadersOn2xx ?? true,
    faults: options.faults ?? [],
    bearerToken: options.bearerToken ?? `practice_${new Random(`bearer/${seed}/${region}`).text(40)}`,
    operations: options.operations ?? {},
    syncSeconds: options.syncSeconds ?? 0,
    emptyDeletes: options.emptyDeletes ?? true,
    mappingStatus: options.mappingStatus ?? 201,
    collectionSize: options.collectionSize ?? 0,
    moving: options.moving ?? false
  }
}

export type * from './connector'
export type * from './types'

/** Node refuses longer request lines with 431: a cursor may have 1 MB. */
const HEADER_CAP = 4 * 1024 * 1024

/**
 * Seeded data on 127.0.0.1. Ready once this resolves.
 *
 * @throws the socket's error if the port is taken
 */
export async function startPractice(options: PracticeOptions = {}): Promise<PracticeService> {
  const service = new Service(options)
  await service.listen(options.port ?? 0)
  return service
}

class Service implements PracticeService {
  readonly region: Region
  readonly requests: PracticeRequest[] = []
  url = ''
  private readonly now: () => number
  private readonly knobs: PracticeKnobs
  private readonly world: World
  private readonly story: Story
  private readonly clock: PracticeClock
  private readonly limits: Limits
  private readonly server: Server
  private readonly closing = new AbortController()
  private readonly firstCursors = new Map<string, unknown>()
  private readonly used = new WeakSet<Socket>()
  private armed: ArmedFaults
  /** Ends delays of current faults. */
  private held = new AbortController()

  constructor(options: PracticeOptions) {
    const seed = options.seed ?? 1
    this.region = options.region ?? 'default'
    this.now = options.now ?? Date.now
    this.knobs = knobsOf(options, this.region, seed)
    const data = { count: options.connectors ?? 1204, seed, region: this.region, now: this.now() }
    this.clock = options.clock ?? new PracticeClock(this.now)
    this.world = new World(data, this.knobs, this.clock)
    this.story = new Story(this.world)
    if (options.play) this.story.play(options.play, options.speed)
    this.limits = new Limits(this.knobs, this.now)
    this.armed = new ArmedFaults(this.knobs.faults)
    // Each delayed request listens to this signal.
    setMaxListeners(0, this.closing.signal)
    this.server = createServer({ maxHeaderSize: HEADER_CAP }, (req, res) => void this.handle(req, res))
  }

  get bearerToken() {
    return this.knobs.bearerToken
  }

  get writes() {
    return this.world.writes
  }

  reshape(slug: string, shape: Shape | null): void {
    if (shape === null) this.world.reshaped.delete(slug)
    else this.world.reshaped.set(slug, shape)
  }

  get signatureKey() {
    return this.world.signatureKey
  }

  get webhooks() {
    return this.world.webhooks
  }
  get fields() {
    return this.world.fields
  }

  get tickets() {
    return this.world.tickets
  }

  get mappings() {
    return this.world.mappings
  }

  get connectors() {
    this.story.goOn()
    return this.world.connectors
  }

  set(knobs: Partial<PracticeKnobs>): void {
    Object.assign(this.knobs, knobs)
    if (knobs.faults) {
      this.armed = new ArmedFaults(knobs.faults)
      this.held.abort()
      this.held = new AbortController()
    }
    if (knobs.limitEveryN !== undefined) this.limits.restart()
  }

  play(name: ScenarioName, options: { speed?: number } = {}): PracticeScenario {
    return this.story.play(name, options.speed)
  }

  advance(step?: string): PlayedStep[] {
    return this.story.advance(step)
  }

  run(speed: number): void {
    this.story.goOn()
    this.clock.run(speed)
    this.story.goOn()
  }

  get played() {
    return this.story.played
  }

  time(): PracticeTime {
    return this.story.time()
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(port, '127.0.0.1', () => {
        this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
        resolve()
      })
    })
  }

  /** Hanging requests end, too. */
  close(): Promise<void> {
    this.closing.abort()
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

  private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const target = req.url ?? '/'
    note(this.requests, req, res, this.now())
    res.sendDate = false
    const reused = this.used.has(req.socket)
    this.used.add(req.socket)
    try {
      const { signal } = this.held
      const delay = this.armed.delayOf(target)
      await this.pause(this.knobs.latencyMs)
      await this.pause(delay, signal)
      res.setHeader('Date', httpDate(this.now()))
      const fault = this.armed.answerOf(target, reused)
      if (fault) return answerFault(fault, res, req)
      await this.answer(req, res)
    } catch (error) {
      // Nobody needs an answer.
      if (req.socket.destroyed || this.closing.signal.aborted) return
      const problem = error instanceof Problem ? error : new Problem(500, `Internal Server Error: ${String(error)}`)
      sendReply(res, problem.reply(), {})
    }
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { path, query } = splitTarget(req)
    const { operations } = this.knobs
    const offered = routes.filter(({ operation }) => operation === undefined || operations[operation] !== false)
    const match = findRoute(offered, req.method ?? '', path)
    this.story.goOn()
    const open = match.route.open === true
    if (!open) this.authorize(req, match.params.category)
    const token = header(req, 'x-connector-token') ?? this.knobs.bearerToken
    const diagnosis = open ? { limited: false, headers: {} } : this.limits.count(token)
    const limited = new Problem(429, 'Rate limit exceeded')
    const reply = diagnosis.limited
      ? limited.reply()
      : await this.replyOf(match, await this.callOf(req, path, query, match))
    const loss = this.armed.lossOf(req.url ?? '')
    if (loss?.how === 'hang') return
    sendReply(res, loss ? { ...reply, reset: true } : reply, diagnosis.headers)
  }

  /** A refusal can be lost, too. */
  private async replyOf({ route }: Match, call: Call): Promise<Reply> {
    try {
      return await route.answer(call)
    } catch (error) {
      if (error instanceof Problem) return error.reply()
      throw error
    }
  }

  private async callOf(req: IncomingMessage, path: string, query: URLSearchParams, match: Match): Promise<Call> {
    const due = () => this.armed.pagesOf(req.url ?? '')
    return {
      method: req.method ?? '',
      path,
      params: match.params,
      query,
      headers: req.headers,
      body: await readBody(req, match.route.bodyCap),
      world: this.world,
      pageFaults: new PageFaults(due, this.firstCursors),
      knobs: this.knobs,
      now: this.now,
      signal: this.closing.signal
    }
  }

  /** @throws Problem 401 without the right bearer, 403 for another category's connector token */
  private authorize(req: IncomingMessage, category: string | undefined): void {
    const [, token] = /^bearer +(\S+)$/i.exec(header(req, 'authorization') ?? '') ?? []
    if (token !== this.knobs.bearerToken) {
      const detail = token === undefined ? 'Not authenticated' : 'Invalid bearer token'
      throw new Problem(401, detail, { 'WWW-Authenticate': 'Bearer' })
    }
    const connectorToken = header(req, 'x-connector-token')
    if (category === undefined || connectorToken === undefined) return
    const connector = this.world.connectorOf(connectorToken)
    if (connector) checkCategory(connector, category.toUpperCase())
  }

  /** @param held ends the delay early */
  private async pause(ms: number, held?: AbortSignal): Promise<void> {
    if (ms <= 0) return
    const signal = AbortSignal.any([this.closing.signal, ...(held ? [held] : [])])
    await wait(ms, undefined, { signal }).catch((error: unknown) => {
      if (!held?.aborted) throw error
    })
  }
}

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value[0] : value
}
