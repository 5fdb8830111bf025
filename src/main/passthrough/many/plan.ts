import { setImmediate as pause } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import type { ManyAsked, ManyPlan, ManySetup } from '../../../shared/passthrough/many'
import { isRead, type PassthroughDraft } from '../../../shared/passthrough/passthrough'
import { buildRequest } from '../../../shared/passthrough/request'
import { isBuiltIn, namesIn, variablesOf } from '../../../shared/passthrough/variables'
import type { Place } from '../../../shared/workspaces/place'
import type { Region } from '../../../shared/workspaces/region'
import { cancelled, type Clock } from '../../base/clock'
import { heldToken, type TokenSources } from '../../connectors/find-token'
import type { Target } from '../../http/call'
import type { RateLimits } from '../../http/rate-limit'
import type { ConnectorTokens } from '../../secrets/connector-tokens'
import type { VariablesFor } from '../variables-for'

export interface PlanParts {
  tokens: Pick<ConnectorTokens, 'find' | 'hold'>
  pinned: TokenSources['pinned']
  workspaces: { target(id: string, region: Region): Promise<Target> }
  rateLimits: Pick<RateLimits, 'list' | 'resting'>
  variablesFor: VariablesFor
  /** Whether the shelf says that a read of an integration changes data. */
  writes(workspaceId: string): (integration: string, path: string) => Promise<boolean>
  clock: Pick<Clock, 'now'>
}

/** ms: the time of one answer while none came. */
const usualAnswerMs = 1_000
/** Values of a variable that a plan names. */
const mostShown = 3
/** Connectors that are planned before main does something else. */
const plannedAtOnce = 100
const marked = 'The shelf says that this request changes data. It can only be sent to one connector.'
export const noToken = 'No connector token on this computer. Refresh the connectors, then ask again.'

/** Rests as a token does. */
export const providerScope = (integration: string) => `provider ${integration}`

export interface Planned {
  problems: ManyPlan['problems']
  leftOut: ManyPlan['leftOut']
  variables: ManyPlan['variables']
  /** By place; undefined for those left out. */
  tokens: (string | undefined)[]
}

/** Says what a run would do, before anything leaves. */
export class ManyPlanner {
  /** The last times of answers by integration, ms, smoothed. */
  private readonly times = new Map<string, number>()

  constructor(private readonly parts: PlanParts) {}

  /** @throws AppError cancelled */
  async plan(setup: ManySetup, signal: AbortSignal): Promise<ManyPlan> {
    const { problems, leftOut, tokens, variables } = await this.planned(setup, signal)
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
      for (const scope of [token, providerScope(integration)]) {
        const rest = this.parts.rateLimits.resting({ workspaceId, region, scope })
        if (rest) restsMs = Math.max(restsMs, rest.until - now + ms)
      }
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

  /** @throws AppError invalid-input with `fields`; cancelled */
  async accepted(setup: ManySetup, signal: AbortSignal): Promise<Planned> {
    const planned = await this.planned(setup, signal)
    const [first] = planned.problems
    if (!first) return planned
    const fields = Object.fromEntries(planned.problems.map(({ field, message }) => [field, message]))
    throw new AppError('invalid-input', first.message, { fields })
  }

  /** Of an answer, for the plans to come. */
  noteTime(integration: string, ms: number): void {
    const before = this.times.get(integration)
    this.times.set(integration, before === undefined ? ms : before * 0.8 + ms * 0.2)
  }

  private async planned(setup: ManySetup, signal: AbortSignal): Promise<Planned> {
    const isWrite = this.parts.writes(setup.workspaceId)
    const { workspaceId, region, draft, asked } = setup
    const target = await this.parts.workspaces.target(workspaceId, region)
    const problems = [...refusedOf(draft)]
    const leftOut: ManyPlan['leftOut'] = []
    const tokens: (string | undefined)[] = []
    const faults: { place: number; problems: { field: string; message: string }[] }[] = []
    const names = namesIn(JSON.stringify([draft.path, draft.params, draft.paramsJson, draft.headers]))
    const used = new Map(names.map((name) => [name, { name, known: 0, values: new Set<string>() }]))
    for (const [place, one] of asked.entries()) {
      // Main hears of a cancellation only between two turns of its loop.
      if (place % plannedAtOnce === 0) await pause()
      if (signal.aborted) throw cancelled()
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
      const built = buildRequest(draftFor(setup, one), variables)
      const found: { field: string; message: string }[] = built.problems.filter(
        ({ severity }) => severity !== 'warning'
      )
      if (found.length === 0 && (await isWrite(one.connector.integrationSlug, built.path))) {
        found.push({ field: 'path', message: marked })
      }
      const token = found.length === 0 ? (await heldToken(this.parts, target, one.connector.key))?.ref : undefined
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

  /** False: gone since the plan. A run makes no list calls. */
  async hasToken({ workspaceId, region }: Place, key: string): Promise<boolean> {
    const target = await this.parts.workspaces.target(workspaceId, region)
    return (await heldToken(this.parts, target, key)) !== null
  }
}

/** In the place of the run, whatever the draft says. */
export const draftFor = ({ workspaceId, region, draft }: ManySetup, { connector }: ManyAsked): PassthroughDraft => ({
  ...{ ...draft, workspaceId, region },
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
